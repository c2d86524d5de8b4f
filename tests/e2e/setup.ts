/** Runs once before all end-to-end files: needs a build, and makes the demo data that every file starts from a copy of. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/open';
import { DEFAULT_SCALE, loadDemo } from '../../server/demo';
import { AppServer } from '../support/app-server';
import { chromiumPath } from '../support/browser';
import { atNight } from '../support/nightly';
import { allowContactAnyTime } from '../support/world';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo data, at rest; start a server from a copy of it. */
    demoData: string;
    /** The server's first start, on an empty folder: where it listened and all that it printed. */
    firstStart: { port: number; output: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  if (!existsSync(join(root, 'dist/client/sw.js'))) throw new Error('There is no build to test. Run: npm run build');
  chromiumPath();
  const server = await AppServer.prepare();
  if (!atNight) await loadSmallDemo(server.dataDir);
  await server.run();
  await server.printed('Demo sign-ins');
  const { port, output } = server;
  await server.stop();
  await prepareTenants(server.dataDir);
  project.provide('demoData', server.dataDir);
  project.provide('firstStart', { port, output });
  return () => rm(server.dataDir, { recursive: true, force: true });
}

/** By day the books are a quarter of those that a first start makes: each server of a file begins with a copy of them. */
async function loadSmallDemo(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 });
  try {
    await loadDemo(opened.db, { scale: DEFAULT_SCALE / 4 });
  } finally {
    await opened.close();
  }
}

/**
 * Nobody may be called at night, and tests run at any hour: the demo's tenants get contact rules that hold nothing back.
 * `E2E_ZONE` puts the tenants into another zone, so that tests can be run as at another hour of the day.
 */
export async function prepareTenants(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 });
  try {
    const zone = process.env.E2E_ZONE;
    const tenants = await opened.db.platform(async (tx) => {
      if (zone) await tx.query('update tenants set zone = $1', [zone]);
      return tx.query<{ id: string }>('select id from tenants');
    });
    for (const { id: tenantId } of tenants) {
      await opened.db.transaction({ tenantId }, (tx) => allowContactAnyTime(tx, tenantId));
    }
  } finally {
    await opened.close();
  }
}
