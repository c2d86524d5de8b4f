/**
 * The network between phone and server, in our hands: it can be slow, drop requests, lose an answer after the server
 * has committed, or be a captive portal. It listens on one port for its whole life, so the app keeps one origin while
 * the server behind it is killed and started again.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Fault =
  /** Forwarded; the whole answer is read from the server and then thrown away: it has committed, the client never knows. */
  | { kind: 'cut-answer' }
  /** Forwarded, and the server commits; its answer stays on the line until the client gives up. */
  | { kind: 'hold-answer' }
  /** Never reaches the server. */
  | { kind: 'drop' }
  | { kind: 'delay'; ms: number }
  /** Someone else answers. */
  | { kind: 'answer'; status: number; body: string; headers?: Record<string, string> };

export interface Rule {
  /** Matched against `METHOD /path?query`. */
  match: RegExp;
  fault: Fault;
  /** How many requests it hits before it goes away; for ever when absent. */
  times?: number;
}

export interface Passed {
  method: string;
  path: string;
  /** UTF-8; empty for bodies over 1 MB. */
  body: string;
  headers: Record<string, string>;
  /** Null while under way and when the connection was cut. */
  status: number | null;
  fault: Fault['kind'] | null;
}

export interface Proxy {
  origin: string;
  port: number;
  /** Every request seen, oldest first. */
  log: Passed[];
  /** The newest rule that matches wins. Answers the way to remove it. */
  on(match: RegExp, fault: Fault, times?: number): () => void;
  /** Ends every fault, also those of a test that failed before it could. */
  heal(): void;
  /** Cuts every connection and refuses new ones, like a phone without a network. */
  setDown(down: boolean): void;
  /** Where requests go from now on. */
  forwardTo(port: number): void;
  /** Resolves with the first logged request (past or future) that `test` accepts. */
  seen(test: (passed: Passed) => boolean, timeoutMs?: number): Promise<Passed>;
  close(): Promise<void>;
}

/** What a hotel's or a bus's network answers to everything until somebody has paid. */
export const CAPTIVE_PORTAL: Fault = {
  kind: 'answer',
  status: 200,
  body: '<!doctype html><title>Welcome</title><p>Accept the terms to use this network.</p>',
  headers: { 'content-type': 'text/html' },
};

const MAX_LOGGED = 1024 * 1024;

export async function startProxy(targetPort: number, port = 0): Promise<Proxy> {
  let target = targetPort;
  let down = false;
  const rules: Rule[] = [];
  const log: Passed[] = [];
  const watchers = new Set<() => void>();
  const sockets = new Set<Socket>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };

  function takeRule(line: string): Fault | undefined {
    const rule = rules.find((candidate) => candidate.match.test(line) && (candidate.times ?? 1) > 0);
    if (rule?.times !== undefined) rule.times -= 1;
    return rule?.fault;
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    const fault = takeRule(`${method} ${path}`);
    const passed: Passed = {
      method,
      path,
      body: body.length <= MAX_LOGGED ? body.toString('utf8') : '',
      headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      status: null,
      fault: fault?.kind ?? null,
    };
    log.push(passed);
    changed();
    if (fault?.kind === 'drop') return void incoming.socket.destroy();
    if (fault?.kind === 'answer') {
      passed.status = fault.status;
      outgoing.writeHead(fault.status, fault.headers ?? {}).end(fault.body);
      return changed();
    }
    if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const upstream = request(
      { host: '127.0.0.1', port: target, method, path, headers: incoming.headers, agent: false },
      (answer) => {
        if (fault?.kind === 'cut-answer') {
          answer.resume().on('end', () => {
            incoming.socket.destroy();
            changed();
          });
          return;
        }
        if (fault?.kind === 'hold-answer') {
          answer.resume().on('end', changed);
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on('end', () => {
          passed.status = answer.statusCode ?? null;
          changed();
        });
      },
    );
    // The server is down or was killed: the phone sees a broken connection, not an answer.
    upstream.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => upstream.destroy());
    upstream.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    // Every request on a connection of its own: on a reused one Chromium silently repeats a request, POST too, whose
    // connection broke before the answer, and the fault would never reach the app.
    outgoing.shouldKeepAlive = false;
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket: Socket) => {
    if (down) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;

  return {
    origin: `http://localhost:${bound}`,
    port: bound,
    log,
    heal: () => void rules.splice(0),
    on(match, fault, times) {
      const rule: Rule = { match, fault, ...(times !== undefined && { times }) };
      rules.unshift(rule);
      return () => {
        const at = rules.indexOf(rule);
        if (at >= 0) rules.splice(at, 1);
      };
    },
    setDown(value) {
      down = value;
      if (value) for (const socket of sockets) socket.destroy();
    },
    forwardTo(next) {
      target = next;
    },
    seen(test, timeoutMs = 20_000) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = log.find(test);
          if (!found) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          watchers.delete(look);
          const lines = log.slice(-20).map((line) => `${line.method} ${line.path} ${line.status ?? line.fault}`);
          reject(new Error(`No such request within ${timeoutMs} ms. The last ones:\n${lines.join('\n')}`));
        }, timeoutMs);
        watchers.add(look);
        look();
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
