/**
 * Stands between a line and the server and counts the bytes of uploads that pass it, while they pass: which part of which
 * upload, from where on, how far. Everything else goes through untouched.
 */
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface PassedPart {
  upload: string;
  offset: number;
  /** Bytes of its body that went on to the server so far. */
  bytes: number;
}

export interface UploadMeter {
  port: number;
  /** In the order in which they began. */
  parts: PassedPart[];
  close(): Promise<void>;
}

export async function startUploadMeter(target: number): Promise<UploadMeter> {
  const parts: PassedPart[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    // A request on a reused connection that breaks is silently repeated by Chromium; here it must be the app's own doing.
    outgoing.shouldKeepAlive = false;
    const { method, url = '/', headers } = incoming;
    const upstream = request(
      { host: '127.0.0.1', port: target, method, path: url, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => upstream.destroy());
    if (method === 'PATCH') {
      const part = { upload: url.split('/').at(-1) ?? '', offset: Number(headers['upload-offset']), bytes: 0 };
      parts.push(part);
      incoming.on('data', (chunk: Buffer) => {
        part.bytes += chunk.length;
      });
    }
    incoming.pipe(upstream);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    parts,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
