/**
 * How long a request may take to arrive. One that is read whole has its time; a file that is kept while it comes may take hours over a
 * thin line, as long as it does come: what stands still frees its connection, and the sender goes on where it broke off.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { refuseConnection } from './errors';

export interface Patience {
  /** Until a whole request is there. */
  wholeMs: number;
  /** Of a file: in each of these spans `leastBytes` come. */
  spanMs: number;
  leastBytes: number;
}
const PATIENCE: Patience = { wholeMs: 120_000, spanMs: 60_000, leastBytes: 16 * 1024 };
const HEADERS_MS = 60_000;

const waiting = new WeakMap<IncomingMessage, () => void>();

/** Takes the place of the server's own `requestTimeout`, which knows no request from another. */
export function limitSlowRequests(server: Server, patience: Patience = PATIENCE): void {
  server.requestTimeout = 0;
  server.headersTimeout = HEADERS_MS;
  // Before whoever answers, who may say that a file comes.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const refuse = () => {
      if (request.complete) return;
      if (response.headersSent) socket.destroy();
      else refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    };
    let timer = setTimeout(refuse, patience.wholeMs).unref();
    request.once('close', () => clearTimeout(timer));
    waiting.set(request, () => {
      clearTimeout(timer);
      let before = socket.bytesRead;
      timer = setInterval(() => {
        const came = socket.bytesRead - before;
        before = socket.bytesRead;
        if (came < patience.leastBytes) refuse();
      }, patience.spanMs).unref();
    });
  });
}

/** The body is a file that is kept while it comes. */
export const takesItsTime = (request: IncomingMessage): void => waiting.get(request)?.();
