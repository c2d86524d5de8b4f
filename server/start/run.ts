/** What the roots share: building the app, listening, doing the server's own work, and an end that finishes what is in flight. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app';
import type { OpenedDatabase } from '../db/open';
import { createJobs, type Jobs } from '../jobs';
import type { DemoFacts } from '../modules/system';
import { systemClock } from '../platform/clock';
import type { Config } from '../platform/config';
import { loadKeys } from '../platform/keys';
import { find } from '../platform/locate';
import { createLogger, type Logger } from '../platform/logger';
import { mailSender } from '../platform/senders/mail';
import { StartError } from '../platform/start-error';
import { folderStorage } from '../platform/storage';
import { registerJobs, type WorkDeps } from '../work';

/**
 * Else the engine learns from the first rows of a file, which are kept to be shown, that rows live long, and keeps all that follow until
 * its next large collection: 100 MB in an import of 200,000 rows.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

export interface Serving {
  app: FastifyInstance;
  logger: Logger;
  port: number;
}

/** Builds the app on an opened database and listens; signals end it. `working`: this process does the server's own work too. */
export async function serve(
  config: Config,
  opened: OpenedDatabase,
  demo: DemoFacts | null,
  { working = false } = {},
): Promise<Serving> {
  const logger = createLogger(config.logLevel);
  const keys = await loadKeys(opened.db);
  const storage = folderStorage(join(config.dataDir, 'files'));
  const mail = mailSender(config, logger);
  const clientIndex = find('dist/client/index.html');
  const app = await buildApp({
    config,
    logger,
    keys,
    storage,
    db: opened.db,
    clock: systemClock,
    mail,
    demo,
    clientFolder: clientIndex && join(clientIndex, '..'),
  });
  const jobs = working
    ? queueOf({ config, logger, keys, mail, storage, db: opened.db, clock: systemClock })
    : undefined;
  endOnSignals(opened, logger, async () => {
    await app.close();
    await jobs?.stop();
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    await opened.close();
    throw new StartError(listenProblem(error as NodeJS.ErrnoException, config));
  }
  const port = (app.server.address() as AddressInfo).port;
  logger.info('listening', { port, database: opened.db.kind, migrations: opened.migrations.length });
  // Now that requests are answered; nobody waits for it.
  jobs?.start();
  return { app, logger, port };
}

/** Does the server's own work until a signal ends it, and answers no request. */
export async function work(config: Config, opened: OpenedDatabase): Promise<void> {
  const logger = createLogger(config.logLevel);
  const storage = folderStorage(join(config.dataDir, 'files'));
  const keys = await loadKeys(opened.db);
  const mail = mailSender(config, logger);
  const jobs = queueOf({ config, logger, keys, mail, storage, db: opened.db, clock: systemClock });
  endOnSignals(opened, logger, async () => {
    await jobs.stop();
    mail.close();
  });
  jobs.start();
  logger.info('working', { database: opened.db.kind });
}

function queueOf(deps: WorkDeps): Jobs {
  const jobs = createJobs(deps);
  registerJobs(jobs, deps);
  return jobs;
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === 'EADDRINUSE')
    return `PORT ${port} is in use on ${host}; stop what listens there or choose another`;
  if (error.code === 'EACCES') return `PORT ${port} may not be used by this account; choose one above 1023`;
  return `HOST ${host}, PORT ${port}: ${error.message}`;
}

function endOnSignals(opened: OpenedDatabase, logger: Logger, finish: () => Promise<void>): void {
  let ending = false;
  const end = async (signal: string) => {
    if (ending) process.exit(1);
    ending = true;
    logger.info('ending', { reason: signal });
    try {
      await finish();
      await opened.close();
      process.exit(0);
    } catch (error) {
      logger.error('did not end cleanly', { error });
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}
