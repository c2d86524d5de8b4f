/** One line a request: who, what, how it went, how long. No path with ids or query, no body, no header. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/logger';
import { addressOf } from './address';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See the contract's `routine`. */
    routine?: boolean;
  }
}

export function installRequestLog(app: FastifyInstance, logger: Logger): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // Reads that went well are most of the traffic and the least of the news.
    const routine = request.method === 'GET' || request.routeOptions.config.routine === true;
    const level = routine && reply.statusCode < 400 ? 'debug' : 'info';
    logger[level]('request', {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: addressOf(request),
    });
  });
}
