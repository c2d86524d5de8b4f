/** Each toxic does what its name says, on a real connection. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';

let server: Server;
let served: Socket[];
let proxy: TcpProxy;
const clients: Socket[] = [];

/** Answers `send N` with N bytes, anything else with itself. */
beforeEach(async () => {
  served = [];
  server = createServer((socket) => {
    served.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const asked = /^send (\d+)/.exec(bytes.toString());
      socket.write(asked ? Buffer.alloc(Number(asked[1]), 'x') : bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  proxy = await startTcpProxy(typeof address === 'object' && address ? address.port : 0, { random: () => 0.5 });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const socket of served) socket.destroy();
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

interface Client {
  socket: Socket;
  said: Buffer[];
  length(): number;
  /** Resolves with what ended the connection: `end`, or the code of its error. */
  ended: Promise<string>;
}

async function client(): Promise<Client> {
  const socket = connect(proxy.port, '127.0.0.1');
  clients.push(socket);
  const said: Buffer[] = [];
  socket.on('data', (bytes) => said.push(bytes));
  const ended = new Promise<string>((resolve) => {
    socket.on('end', () => resolve('end'));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve('close'));
  });
  await Promise.race([once(socket, 'connect'), ended]);
  return { socket, said, length: () => said.reduce((sum, { length }) => sum + length, 0), ended };
}

const ms = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const has = (one: Client, length: number) =>
  expect.poll(() => one.length(), { interval: 5, timeout: 5_000 }).toBe(length);
const echo = async (one: Client, text: string) => {
  one.said.length = 0;
  one.socket.write(text);
  await has(one, text.length);
  expect(Buffer.concat(one.said).toString()).toBe(text);
};

describe('the line', () => {
  it('passes everything as it is, both ways, and ends when either side ends', async () => {
    const one = await client();
    await echo(one, 'hello');
    one.said.length = 0;
    one.socket.write('send 3000000');
    await has(one, 3_000_000);
    expect([proxy.open, proxy.accepted]).toEqual([1, 1]);
    served[0]?.end();
    expect(await one.ended).toBe('end');
    await expect.poll(() => proxy.open).toBe(0);
  });

  it('goes to another server from the next connection on, and says nothing where there is none', async () => {
    const first = await client();
    proxy.forwardTo(1);
    await echo(first, 'still there');
    const second = await client();
    expect(await second.ended).not.toBe('');
    expect(second.length()).toBe(0);
  });
});

describe('latency', () => {
  it('is added to each way, with its jitter', async () => {
    const one = await client();
    proxy.add({ kind: 'latency', ms: 100, jitterMs: 40 });
    // 100 + half of 40, there and back.
    expect(await ms(() => echo(one, 'a'))).toBeGreaterThanOrEqual(235);
  });

  it('holds for one way only where it says so, and is taken off a living connection', async () => {
    const one = await client();
    const off = proxy.add({ kind: 'latency', ms: 60_000, only: 'answer' });
    await expect.poll(() => served.length).toBe(1);
    off();
    await echo(one, 'no minute has passed');
    proxy.add({ kind: 'latency', ms: 60_000, only: 'answer' });
    const heard = once(served[0] as Socket, 'data');
    one.socket.write('heard at once');
    expect(String((await heard)[0])).toBe('heard at once');
  });

  it('keeps order and does not pile up on a stream', async () => {
    const one = await client();
    proxy.add({ kind: 'latency', ms: 400, only: 'answer' });
    one.socket.write('send 2000000');
    // Some thirty pieces; one after the other they would take twelve seconds.
    await has(one, 2_000_000);
  });
});

describe('down', () => {
  it('cuts living connections, refuses new ones, and heals', async () => {
    const one = await client();
    await echo(one, 'a');
    proxy.add({ kind: 'down' });
    await one.ended;
    const refused = await client();
    expect(['ECONNRESET', 'close', 'EPIPE']).toContain(await refused.ended);
    expect(proxy.open).toBe(0);
    proxy.heal();
    await echo(await client(), 'b');
  });
});

describe('bandwidth', () => {
  it('lets so many bytes a second through', async () => {
    const one = await client();
    proxy.add({ kind: 'bandwidth', bytesPerSecond: 100_000, only: 'answer' });
    const took = await ms(async () => {
      one.socket.write('send 30000');
      await has(one, 30_000);
    });
    expect(took).toBeGreaterThanOrEqual(280);
  });
});

describe('slicer', () => {
  it('hands bytes over in slices of a size', async () => {
    const one = await client();
    proxy.add({ kind: 'slicer', bytes: 7, gapMs: 15, only: 'answer' });
    one.socket.write('abcdefghijklmnopqrst');
    await has(one, 20);
    expect(one.said.map(String)).toEqual(['abcdefg', 'hijklmn', 'opqrst']);
  });
});

describe('reset', () => {
  it.each([
    ['at once, before the server has heard a word', undefined, 0],
    ['after so many bytes of the answers', 25_000, 20_000],
  ])('breaks a connection %s', async (_, afterBytes, passed) => {
    const one = await client();
    if (passed > 0) await echo(one, 'counted from when it is put on');
    proxy.add({ kind: 'reset', ...(afterBytes !== undefined && { afterBytes }) });
    one.said.length = 0;
    if (passed > 0) {
      one.socket.write(`send ${passed}`);
      await has(one, passed);
    }
    one.socket.write('send 20000');
    expect(await one.ended).toBe('ECONNRESET');
    expect(one.length()).toBe(passed);
  });
});

describe('timeout', () => {
  it('holds everything back without a word, and lets it go when it is taken off', async () => {
    const one = await client();
    const off = proxy.add({ kind: 'timeout' });
    one.socket.write('hello');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect([one.length(), proxy.open]).toEqual([0, 1]);
    off();
    await has(one, 5);
  });

  it('can swallow answers alone: the server has heard, the client does not know', async () => {
    const one = await client();
    proxy.add({ kind: 'timeout', only: 'answer' });
    await expect.poll(() => served.length).toBe(1);
    const heard = once(served[0] as Socket, 'data');
    one.socket.write('hello');
    expect(String((await heard)[0])).toBe('hello');
    expect(one.length()).toBe(0);
  });
});

describe('cut', () => {
  it('ends a connection right after so many bytes of its answers, counted from when it is put on', async () => {
    const one = await client();
    await echo(one, 'before');
    proxy.add({ kind: 'cut', afterBytes: 1234 });
    one.said.length = 0;
    one.socket.write('send 50000');
    expect(await one.ended).toBe('end');
    expect(one.length()).toBe(1234);
    const next = await client();
    next.socket.write('send 1000');
    await has(next, 1000);
  });
});
