/** Phones that all find the network again in the same second, against one server process on PostgreSQL. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareInstallation } from '../../../server/db/migrate';
import { openPostgres } from '../../../server/db/postgres';
import { startApiProcess, TSX } from '../../support/api-process';
import { signedInCrew } from '../../support/crew';
import { createTenantWorld, type TenantWorld } from '../../support/world';
import type { StormPlan, StormResult } from './phones';

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
    const phones = await signedInCrew(db, world, {
      role: 'CRM_FIELDAGENT',
      kind: 'field_agent',
      count: size.phones,
      loans: size.records,
    });
    const server = await startApiProcess(url);
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
              (select coalesce(sum(attempts), 0) from loans) as attempts,
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
