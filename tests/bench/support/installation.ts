/** A whole Recoup for one bench: demo data in a database of its own, and the built server as a process on it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuntimeConfig } from '../../../core/contract/system';
import { migrate, prepareInstallation } from '../../../server/db/migrate';
import { openDatabase } from '../../../server/db/open';
import { openPostgres } from '../../../server/db/postgres';
import { DEMO_PASSWORD, demoSignIns, loadDemo } from '../../../server/demo';
import { readConfig } from '../../../server/platform/config';
import { AppServer } from '../../support/app-server';
import { administer, startPostgres, urlOfDatabase } from '../../support/postgres';

/** What the cold start is promised for. */
export const AGENT_LOANS = 3000;

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The field agent who holds the loans that `agentLoans` asks for. */
export const AGENT = (() => {
  const found = demoSignIns().find(({ role }) => role === 'CRM_FIELDAGENT');
  if (!found) throw new Error('The demo has no field agent');
  return found;
})();

export interface DemoServer {
  server: AppServer;
  stop(): Promise<void>;
}

/** On the embedded database, as `npm start` runs it. */
export async function startDemoServer(agentLoans: number): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-bench-data-'));
  try {
    const opened = await openDatabase(readConfig({ DATA_DIR: dataDir }));
    try {
      await loadDemo(opened.db, { agentLoans });
    } finally {
      await opened.close();
    }
    const server = await AppServer.start({ from: dataDir });
    return { server, stop: () => server.destroy() };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A PostgreSQL whose commits reach the disk, as in production, with an empty database that has the schema. */
export async function startDurablePostgres() {
  const postgres = await startPostgres({ durable: true });
  if (!postgres) return undefined;
  try {
    await administer(postgres.url, 'create database bench');
    const url = urlOfDatabase(postgres.url, 'bench');
    const db = await openPostgres({ url, poolSize: 4 });
    await migrate(db);
    await prepareInstallation(db);
    return {
      db,
      url,
      /** Where PostgreSQL's own programs are. */
      bin: postgres.bin,
      async stop() {
        await db.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

export interface SignedIn {
  token: string;
  userId: string;
  tenantId: string;
}

export async function signIn(origin: string, username: string): Promise<SignedIn> {
  const answer = await fetch(`${origin}/api/v1/profile/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as {
    data: { authenticationResult: { token: string }; profile: { id: string; tenant: { id: string } } };
  };
  return { token: data.authenticationResult.token, userId: data.profile.id, tenantId: data.profile.tenant.id };
}

export const configOf = async (origin: string): Promise<RuntimeConfig> =>
  (await (await fetch(`${origin}/config.json`)).json()) as RuntimeConfig;
