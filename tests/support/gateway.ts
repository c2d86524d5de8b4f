/** A real HTTP server of this process that stands for a message gateway, a push service, or wherever it leads. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GatewayRequest {
  headers: IncomingHttpHeaders;
  path: string;
  body: Buffer;
}
export type GatewayAnswer = (response: ServerResponse, request: GatewayRequest) => void;

export interface Gateway {
  /** `http://127.0.0.1:<port>` */
  url: string;
  host: string;
  requests: GatewayRequest[];
  /** How the next requests are answered, in this order; afterwards every one with 200. */
  next: GatewayAnswer[];
  /** Messages taken by their idempotency key: a repeat is answered and not sent again. */
  sent: Map<string, Record<string, unknown>>;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}): GatewayAnswer =>
  (response) =>
    void response.writeHead(code, headers).end('{}');

/** Takes the request and never answers. */
export const silent: GatewayAnswer = () => undefined;

export async function startGateway(): Promise<Gateway> {
  const gateway: Pick<Gateway, 'requests' | 'next' | 'sent'> = { requests: [], next: [], sent: new Map() };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = { headers: incoming.headers, path: incoming.url ?? '', body: Buffer.concat(chunks) };
      gateway.requests.push(request);
      const answer = gateway.next.shift();
      if (answer) return answer(response, request);
      const key = String(incoming.headers['idempotency-key'] ?? gateway.requests.length);
      if (incoming.headers['content-type'] === 'application/json' && !gateway.sent.has(key)) {
        gateway.sent.set(key, JSON.parse(request.body.toString()) as Record<string, unknown>);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `gw-${key}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(gateway, {
    url: `http://${host}`,
    host,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
