/** A folder over HTTP on localhost; what is not in it goes on to a server behind, after a wait if one is set. */
import { readFile, stat } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const MIMES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface FrontServer {
  origin: string;
  /** ms that every request to the server behind waits before it is passed on. */
  setRoundTrip(ms: number): void;
  close(): Promise<void>;
}

/** `behind` is the origin of a running server. */
export async function serveFolder(
  folder: string,
  { behind, headers = {} }: { behind?: string; headers?: Record<string, string> } = {},
): Promise<FrontServer> {
  // As browsers do it: connections stay open, so that nobody pays for new ones at every request.
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let roundTrip = 0;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const file = join(folder, normalize(pathname === '/' && !behind ? '/index.html' : pathname));
    if (incoming.method === 'GET' && file.startsWith(folder) && (await stat(file).catch(() => null))?.isFile()) {
      outgoing.writeHead(200, { 'content-type': MIMES[extname(file)] ?? 'application/octet-stream', ...headers });
      outgoing.end(await readFile(file));
      return;
    }
    if (!behind) {
      outgoing.writeHead(404).end();
      return;
    }
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    if (roundTrip > 0) await new Promise((resolve) => setTimeout(resolve, roundTrip));
    const onward = request(
      `${behind}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers, agent },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    onward.end(Buffer.concat(body));
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    setRoundTrip(ms) {
      roundTrip = ms;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
