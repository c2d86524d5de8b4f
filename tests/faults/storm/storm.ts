/** Phones that all find the network again in the same second, against one server process on PostgreSQL. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from '../../../core/domain/ids';
import { prepareInstallation } from '../../../server/db/migrate';
import { openPostgres } from '../../../server/db/postgres';
import { insertSession } from '../../../server/modules/auth/repository';
import { signAccessToken } from '../../../server/modules/auth/tokens';
import { loadKeys } from '../../../server/platform/keys';
import { freePort } from '../../support/app-server';
import { createPerson } from '../../support/people';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../../support/world';
import type { StormPlan, StormResult } from './phones';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TSX = ['--import', import.meta.resolve('tsx')];

export interface StormSize {
  phones: number;
  records: number;
  /** Milliseconds in which all come back. */
  withinMs?: number;
  loseAnswers?: number;
  seed?: number;
}

export interface StormReport extends StormResult {
  /** Records that the phones were holding. */
  expected: number;
  /** What the database says afterwards. */
  stored: {
    records: number;
    distinctKeys: number;
    keys: number;
    receiptNumbers: number;
    attempts: number;
    audited: number;
  };
  /** Receipts whose number in the database is another one, or that are not there. */
  disagreeing: number;
}

/** Agents with `records` loans each, signed in. Written in bulk, because signing in 500 people takes its time by intent. */
async function crew(
  db: Awaited<ReturnType<typeof openPostgres>>,
  world: TenantWorld,
  { phones, records }: StormSize,
): Promise<StormPlan['phones']> {
  const { tenantId } = world;
  const keys = await loadKeys(db);
  const now = new Date();
  const ends = new Date(now.getTime() + 3600_000);
  const example = await world.addLoan();
  const made: StormPlan['phones'] = [];
  const borrowers: unknown[][] = [];
  const loans: unknown[][] = [];
  const assignments: unknown[][] = [];
  const [template] = await world.run((tx) =>
    tx.query<{ client_id: string; portfolio_id: string }>('select client_id, portfolio_id from loans where id = $1', [
      example.id,
    ]),
  );
  for (let index = 0; index < phones; index += 1) {
    const person = await createPerson(db, tenantId, {
      role: 'CRM_FIELDAGENT',
      managerId: world.people.manager.id,
    });
    const sessionId = uuidv7();
    await world.run((tx) =>
      insertSession(tx, {
        id: sessionId,
        userId: person.id,
        deviceId: null,
        tokenHash: `storm-${sessionId}`,
        now,
        expiresAt: ends,
        ip: '127.0.0.1',
        userAgent: 'storm',
      }),
    );
    const held: TestLoan[] = [];
    for (let at = 0; at < records; at += 1) {
      const loan = { id: uuidv7(), number: `ST${index}-${at}`, borrowerId: uuidv7(), phoneId: '' };
      borrowers.push([tenantId, loan.borrowerId, 'Asha Kulkarni']);
      loans.push([
        ...[tenantId, loan.id, loan.number, template?.client_id, template?.portfolio_id, loan.borrowerId, 'TW'],
        ...[40, 40, '31-60', 5_000_000, 5_000_000, 500_000, 500_000, 0, 250_000, 5],
      ]);
      assignments.push([tenantId, uuidv7(), loan.id, 'field_agent', person.id]);
      held.push(loan);
    }
    const token = await signAccessToken(keys, { userId: person.id, tenantId, sessionId }, now, ends);
    made.push({ token, loans: held });
  }
  await world.run(async (tx) => {
    await tx.copyFrom('borrowers', ['tenant_id', 'id', 'name'], borrowers);
    await tx.copyFrom(
      'loans',
      'tenant_id id loan_number client_id portfolio_id borrower_id product dpd dpd_month_open bucket pos_paise tos_paise overdue_paise principal_overdue_paise interest_overdue_paise emi_paise due_day'.split(
        ' ',
      ),
      loans,
    );
    await tx.copyFrom('loan_assignments', ['tenant_id', 'id', 'loan_id', 'kind', 'profile_id'], assignments);
  });
  await db.owner((tx) => tx.query('analyze loans, borrowers, loan_assignments, loan_feed, users, sessions'));
  return made;
}

interface RunningServer {
  port: number;
  /** The last lines it wrote. */
  log(): string;
  stop(): Promise<void>;
}

/** One API process from the sources, as in production but for its port and folder. */
async function startServer(url: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-storm-'));
  const port = await freePort();
  const logFile = join(folder, 'log');
  const out = openSync(logFile, 'w');
  const child: ChildProcess = spawn(process.execPath, [...TSX, join(ROOT, 'server/start/api.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: url,
      DEMO: 'off',
    },
    stdio: ['ignore', out, out],
  });
  const log = () => readFileSync(logFile, 'utf8').slice(-4000);
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${log()}`);
    }
    const health = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (health?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    log,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runPhones(plan: StormPlan): Promise<StormResult> {
  const child = fork(fileURLToPath(new URL('./phones.ts', import.meta.url)), { execArgv: TSX });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as StormResult));
    child.once('exit', (code) => reject(new Error(`the phones ended with ${code}`)));
    child.send(plan);
  });
}

/** `url` names an empty, migrated database. */
export async function runStorm(url: string, size: StormSize): Promise<StormReport> {
  const db = await openPostgres({ url, poolSize: 2 });
  try {
    await prepareInstallation(db);
    const world = await createTenantWorld(db);
    const phones = await crew(db, world, size);
    const server = await startServer(url);
    try {
      const result = await runPhones({
        port: server.port,
        seed: size.seed ?? 1,
        phones,
        withinMs: size.withinMs ?? 1000,
        loseAnswers: size.loseAnswers ?? 0.05,
        patienceMs: 120_000,
      });
      return { ...result, expected: size.phones * size.records, ...(await judge(world, result)) };
    } catch (error) {
      throw new Error(`The storm failed; the server said:\n${server.log()}`, { cause: error });
    } finally {
      await server.stop();
    }
  } finally {
    await db.close();
  }
}

/** What is stored, against what the phones hold receipts for. */
async function judge(
  world: TenantWorld,
  { receipts }: StormResult,
): Promise<Pick<StormReport, 'stored' | 'disagreeing'>> {
  return world.run(async (tx) => {
    const [stored] = await tx.query<StormReport['stored']>(
      `select (select count(*) from dispositions) as records,
              (select count(distinct id) from dispositions) as "distinctKeys",
              (select count(*) from idempotency_keys) as keys,
              (select count(distinct receipt_no) from dispositions) as "receiptNumbers",
              (select coalesce(sum(attempts_30d), 0) from loans) as attempts,
              (select count(*) from audit_log where action = 'dispositions.recorded') as audited`,
    );
    if (!stored) throw new Error('No answer');
    const numbers = new Map(
      (
        await tx.query<{ id: string; receipt_no: number }>(
          'select id, receipt_no from dispositions where tenant_id = $1',
          [world.tenantId],
        )
      ).map(({ id, receipt_no }) => [id, receipt_no]),
    );
    const disagreeing = receipts.filter(
      ({ key, receiptNo }) => numbers.get(key) !== Number(receiptNo.replace(/\D/g, '')),
    ).length;
    return { stored, disagreeing };
  });
}

/** The latency below which `share` of the requests stayed, ms. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
