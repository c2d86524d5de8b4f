/** One place turns whatever was thrown into the contract's error body. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../../core/contract/errors';
import { DatabaseError } from '../db/database';
import type { Logger } from '../platform/logger';
import { ApiError } from './implement';

/** SQLSTATE classes of a database that cannot take work now: no connection, out of resources, shutting down, conflicts. */
const UNAVAILABLE = /^(08|53|57P|40)/;

/** What the framework itself refuses, by status: it never gets as far as a handler. */
function ofFramework(error: FastifyError): ApiError | undefined {
  switch (error.statusCode) {
    case 413:
      return new ApiError('too-large');
    case 415:
      return new ApiError('wrong-type', { message: 'This kind of content is not accepted here.' });
    case 404:
      return new ApiError('not-found');
    case 429:
      return new ApiError('too-many');
    case 503:
      return new ApiError('busy');
    default:
      if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new ApiError('bad-request');
      // Busboy's own errors carry no status: a broken multipart body is the sender's.
      if (/multipart|boundary|unexpected end of (form|multipart)/i.test(error.message))
        return new ApiError('bad-request');
      return undefined;
  }
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseError) {
    return UNAVAILABLE.test(error.code)
      ? new ApiError('busy', { cause: error, retryAfterSeconds: 2 })
      : new ApiError('internal', { cause: error });
  }
  return (
    (error instanceof Error ? ofFramework(error as FastifyError) : undefined) ??
    new ApiError('internal', { cause: error })
  );
}

/** What Node refuses before there is a request: too long a head, bytes that are no HTTP, or one that never came to its end. */
export function refuseConnection({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // A thin line is nobody's fault: the same request may get through later.
  const slow = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { code: said, status } = new ApiError(
    slow ? 'busy' : code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request',
  );
  const body = JSON.stringify(errorBody(said));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...(slow ? ['retry-after: 2'] : []),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

export function installErrorHandling(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toApiError(error);
    // Sending somebody away because the house is full is no failure; the request's own line says so.
    const full = failure.code === 'busy' && failure.more.cause === undefined;
    if (failure.status >= 500 && !full) {
      logger.error('request failed', {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        code: failure.code,
        error: failure.more.cause ?? error,
      });
    }
    return sendError(reply, failure, request.id);
  });
}

export function sendError(reply: FastifyReply, failure: ApiError, requestId: string): FastifyReply {
  if (failure.more.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(failure.more.retryAfterSeconds))));
  }
  if (failure.status === 401 && failure.code !== 'wrong-credentials') reply.header('www-authenticate', 'Bearer');
  const { message, fields, contact, resetToken } = failure.more;
  // An answer to HEAD has no body to say it in.
  if (reply.request.method === 'HEAD') reply.header('x-error-code', failure.code);
  return reply
    .status(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(
        errorBody(failure.code, {
          ...(message && { message }),
          ...(fields && { fields }),
          ...(contact && { contact }),
          ...(resetToken && { resetToken }),
          requestId,
        }),
      ),
    );
}
