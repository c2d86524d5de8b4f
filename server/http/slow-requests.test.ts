/** Bodies over a thin line: what is read whole has its time, a file comes as long as it comes. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { limitSlowRequests, type Patience, takesItsTime } from './slow-requests';

let server: Server;
let socket: Socket;
afterEach(() => {
  socket.destroy();
  server.close();
});

/** Passes when the time has, without anything else waiting for it. */
async function pass(ms: number, meanwhile: () => void = () => undefined): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await setImmediate()) meanwhile();
}

/** A server that answers how much came, and a request to it of which only the head is sent. */
async function begin(path: string, length: number, patience: Patience) {
  server = createServer(async (request, response) => {
    if (request.url === '/file') takesItsTime(request);
    const body = await text(request).catch(() => undefined);
    if (request.url === '/work') await pass(3 * patience.wholeMs);
    if (body !== undefined) response.end(`came ${body.length}`);
  });
  limitSlowRequests(server, patience);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PUT ${path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`);
}
const LONG = 600_000;

it('tells somebody who does not end a request to come again', async () => {
  await begin('/', 10, { wholeMs: 50, spanMs: LONG, leastBytes: 1 });
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2/s);
});

it('lets a file come that takes longer than a whole request may', async () => {
  await begin('/file', 1_000_000, { wholeMs: 30, spanMs: LONG, leastBytes: 1 });
  let left = 1_000_000;
  await pass(100, () => {
    left -= 1;
    socket.write('x');
  });
  socket.write('x'.repeat(left));
  expect(await text(socket)).toContain('came 1000000');
});

it('frees the connection of a file that stands still', async () => {
  await begin('/file', 1000, { wholeMs: LONG, spanMs: 30, leastBytes: 500 });
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 /);
});

it('leaves alone who has sent everything and waits for the answer', async () => {
  await begin('/work', 2, { wholeMs: 30, spanMs: LONG, leastBytes: 1 });
  socket.write('ok');
  expect(await text(socket)).toContain('came 2');
});
