/** The real server of the current sources, in this process, on a port of its own and any database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../server/app';
import type { Database } from '../../server/db/database';
import { systemClock } from '../../server/platform/clock';
import { readConfig } from '../../server/platform/config';
import { type Keys, loadKeys } from '../../server/platform/keys';
import { createLogger } from '../../server/platform/logger';
import { folderMail } from '../../server/platform/senders/mail';
import { folderStorage, type Storage } from '../../server/platform/storage';

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  app: FastifyInstance;
  keys: Keys;
  storage: Storage;
  /** Where the files lie, unless a test passes a storage of its own. */
  filesFolder: string;
  /** Where mails are written, one `.eml` each, unless a test passes a sender of its own. */
  mailFolder: string;
  /** What the server logged, one JSON object a line; at `warn` and above unless told otherwise. */
  log: string[];
  close(): Promise<void>;
}

export interface TestServerOptions extends Partial<Omit<AppOptions, 'db'>> {
  /** Settings as environment variables. */
  environment?: Record<string, string>;
}

/** The database stays the caller's: it is not closed with the server. */
export async function startServer(db: Database, options: TestServerOptions = {}): Promise<TestServer> {
  const { environment, ...rest } = options;
  const folder = await mkdtemp(join(tmpdir(), 'recoup-files-'));
  const storage = options.storage ?? folderStorage(folder);
  const keys = options.keys ?? (await loadKeys(db));
  const config = readConfig({ DATA_DIR: folder, SIGN_INS_PER_MINUTE: '100000', LOG_LEVEL: 'warn', ...environment });
  const log: string[] = [];
  const app = await buildApp({
    clock: systemClock,
    config,
    mail: folderMail(join(folder, 'mail'), config.mailFrom),
    logger: createLogger(config.logLevel, { write: (line) => void log.push(line) }),
    ...rest,
    db,
    storage,
    keys,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    app,
    keys,
    storage,
    filesFolder: folder,
    mailFolder: join(folder, 'mail'),
    log,
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
