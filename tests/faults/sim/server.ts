/**
 * The real server: two API processes' worth of handlers on one embedded database, asked without sockets. Used by all
 * schedules of a run; each of them has tenants of its own.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { RuntimeConfig } from '../../../core/contract/system';
import type { Database } from '../../../server/db/database';
import { prepareInstallation } from '../../../server/db/migrate';
import { openPGlite } from '../../../server/db/pglite';
import { preparedDatabase } from '../../../server/db/prepared';
import { loadKeys } from '../../../server/platform/keys';
import { createLogger } from '../../../server/platform/logger';
import type { Storage } from '../../../server/platform/storage';
import type { TransportAnswer, TransportRequest } from '../../../src/offline/transport';
import { startServer, type TestServer } from '../../support/server';
import { hasTimeline, timeline } from './timeline';

/** Files of records, in memory. */
class Files implements Storage {
  private readonly files = new Map<string, Buffer>();
  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.files.set(key, Buffer.from(bytes));
  }
  async append(key: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    let file = (this.files.get(key) ?? Buffer.alloc(0)).subarray(0, offset);
    for await (const chunk of chunks) {
      file = Buffer.concat([file, chunk]);
      this.files.set(key, file);
    }
    return file.length;
  }
  async get(key: string): Promise<Buffer | undefined> {
    return this.files.get(key);
  }
  async size(key: string): Promise<number | undefined> {
    return this.files.get(key)?.length;
  }
  stream(key: string, start = 0, end?: number): Readable {
    return Readable.from([(this.files.get(key) ?? Buffer.alloc(0)).subarray(start, end)]);
  }
  async remove(key: string): Promise<void> {
    this.files.delete(key);
  }
  async *keysOf(tenantId: string): AsyncGenerator<string> {
    for (const key of this.files.keys()) if (key.split('/')[1] === tenantId) yield key;
  }
  clear(): void {
    this.files.clear();
  }
}

interface Waiting {
  request: TransportRequest;
  app: FastifyInstance;
  answered: (answer: TransportAnswer) => void;
}

export class Server {
  /** What each process's clock is ahead of the true time, ms. */
  readonly ahead: [number, number] = [0, 0];
  /** What the servers complained of since the last schedule began. */
  log: string[] = [];
  private waiting: Waiting[] = [];

  private constructor(
    readonly db: Database,
    readonly files: Files,
    readonly config: RuntimeConfig,
    private readonly both: [TestServer, TestServer],
  ) {}

  static async open(): Promise<Server> {
    const db = await openPGlite({ prepared: await preparedDatabase() });
    await prepareInstallation(db);
    const files = new Files();
    const keys = await loadKeys(db);
    let server: Server | undefined;
    let last = [0, 0];
    let ahead = [0, 0];
    /** What a server does takes time, also where the phones' time stands still: no two looks at the clock are the same. */
    const read = (which: 0 | 1): Date => {
      const given = server?.ahead ?? [0, 0];
      if (given.join() !== ahead.join()) last = [0, 0];
      ahead = [...given];
      const now = timeline().now + (given[which] ?? 0);
      const earlier = last[which] ?? 0;
      last[which] = earlier >= now && earlier < now + 1_000 ? earlier + 1 : now;
      return new Date(last[which] ?? now);
    };
    const start = (which: 0 | 1) =>
      startServer(db, {
        storage: files,
        keys,
        clock: { now: () => read(which) },
        logger: createLogger('error', { write: (line: string) => void server?.log.push(line) }),
        environment: { SIGN_INS_PER_MINUTE: '1000000' },
      });
    const both: [TestServer, TestServer] = [await start(0), await start(1)];
    const published = await both[0].app.inject({ method: 'GET', url: '/config.json' });
    server = new Server(db, files, published.json() as RuntimeConfig, both);
    return server;
  }

  /** A request has reached server `which`; it is worked on before time moves on. */
  take(request: TransportRequest, which: 0 | 1, answered: (answer: TransportAnswer) => void): void {
    this.waiting.push({ request, app: this.both[which].app, answered });
  }

  /** All requests that have arrived, side by side. */
  async work(): Promise<boolean> {
    if (this.waiting.length === 0) return false;
    const group = this.waiting.splice(0);
    const answers = await Promise.all(group.map(({ request, app }) => ask(app, request)));
    for (const [at, { answered }] of group.entries()) answered(answers[at] as TransportAnswer);
    return true;
  }

  async close(): Promise<void> {
    for (const one of this.both) await one.close();
    await this.db.close();
  }

  forget(): void {
    this.waiting = [];
    this.files.clear();
    this.log = [];
    this.ahead[0] = 0;
    this.ahead[1] = 0;
  }
}

async function ask(
  app: FastifyInstance,
  { method, url, headers = {}, body }: TransportRequest,
): Promise<TransportAnswer> {
  const type =
    body === undefined
      ? {}
      : {
          'content-type': typeof body === 'string' ? 'application/json; charset=utf-8' : 'application/octet-stream',
        };
  const answer = await app.inject({
    method,
    url,
    headers: { ...type, ...headers },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : Buffer.from(body) }),
  });
  return {
    status: answer.statusCode,
    redirected: false,
    header: (name) => {
      const value = answer.headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    },
    text: answer.body,
  };
}

/** A larger number overflows, and counts as 1. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The server's own measures of time (how long a look-up is believed) follow the virtual clock as well. */
export function virtualTime(): void {
  const real = Date.now;
  const setTimer = globalThis.setTimeout;
  // The database sets itself alarms between schedules, months ahead of the schedules' time. Node rings those at once, and
  // the database would set them again, each millisecond.
  const timer = ((run: () => void, ms?: number, ...more: []) =>
    setTimer(run, Math.min(ms ?? 0, LONGEST_TIMER_MS), ...more)) as typeof setTimeout;
  globalThis.setTimeout = Object.assign(timer, setTimer);
  Date.now = () => (hasTimeline() ? timeline().now : real());
  Object.defineProperty(globalThis, 'performance', {
    value: Object.assign(Object.create(performance) as typeof performance, {
      now: () => (hasTimeline() ? timeline().now : 0),
    }),
    configurable: true,
  });
}
