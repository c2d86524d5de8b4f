import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections on which nothing was asked yet. Browsers open some ahead; to Node they are not idle, so a server that ends
 * would wait a minute for each.
 */
export function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}
