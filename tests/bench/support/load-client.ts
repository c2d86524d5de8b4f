/**
 * The phones of the dispositions row, in a process of their own: each client holds one keep-alive connection and sends the
 * next record when the last one was answered. Requests are made before the clock starts and answers are read with no more
 * than is needed to see the receipt, so that the two cores go to the server, as they do under pgbench's C client.
 */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { canonicalJson } from '../../../core/domain/canonical';
import { type Target, wireRecord } from '../pages/records';

export interface LoadPlan {
  port: number;
  /** One a client: the session it uses and the loans it records on, in turn. */
  clients: { token: string; loans: Target[] }[];
  seconds: number;
  /** Records made ready for each client; a client that runs out stops the run with an error. */
  ready: number;
}

export interface LoadResult {
  accepted: number;
  /** ms from the first request to the last answer. */
  milliseconds: number;
  medianLatencyMs: number;
}

function requestsOf(client: LoadPlan['clients'][number], count: number): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const loan = client.loans[at % client.loans.length] as Target;
    const record = wireRecord(loan, 1 + Math.floor(at / client.loans.length));
    const hash = createHash('sha256').update(canonicalJson(record)).digest('hex');
    const body = JSON.stringify({ items: [{ key: record.id, hash, record }] });
    return Buffer.from(
      `POST /api/v2/call-disposition/batch HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });

/** Whether `text` holds a whole answer; the server's JSON answers carry their length. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, 300)}`);
  return Buffer.byteLength(text) >= head + 4 + Number(length);
}

/** One client until `until`; answers its latencies in ms. */
function work(socket: Socket, requests: Buffer[], until: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let text = '';
    let sent = 0;
    const next = () => {
      const request = requests[latencies.length];
      if (!request) return reject(new Error('a client ran out of records'));
      sent = performance.now();
      socket.write(request);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      if (!text.startsWith('HTTP/1.1 200') || !text.includes('"receipt":{"key"'))
        return reject(new Error(`not a receipt: ${text.slice(0, 1000)}`));
      text = '';
      const now = performance.now();
      latencies.push(now - sent);
      if (now < until) return next();
      socket.removeAllListeners('close');
      resolve(latencies);
    });
    next();
  });
}

process.on('message', async (plan: LoadPlan) => {
  const requests = plan.clients.map((client) => requestsOf(client, plan.ready));
  const sockets = await Promise.all(plan.clients.map(() => opened(plan.port)));
  const began = performance.now();
  const until = began + plan.seconds * 1000;
  const latencies = (
    await Promise.all(sockets.map((socket, at) => work(socket, requests[at] as Buffer[], until)))
  ).flat();
  const milliseconds = performance.now() - began;
  for (const socket of sockets) socket.destroy();
  latencies.sort((a, b) => a - b);
  const result: LoadResult = {
    accepted: latencies.length,
    milliseconds,
    medianLatencyMs: latencies[latencies.length >> 1] ?? Number.NaN,
  };
  process.send?.(result, () => process.exit(0));
});
process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});
