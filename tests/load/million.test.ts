/** The largest demo goes into a PostgreSQL on disk with the settings that it comes with, and what stands of sums is right. */
import { expect, it } from 'vitest';
import { migrate, prepareInstallation } from '../../server/db/migrate';
import { openPostgres } from '../../server/db/postgres';
import { loadDemo } from '../../server/demo';
import { administer, startPostgres, urlOfDatabase } from '../support/postgres';

const LOANS = Number(process.env.LOANS ?? 1_000_000);

it('a million loans go into a database with its default settings, each once, with the sums that lists read', async () => {
  const postgres = await startPostgres({ untuned: true });
  // A machine without PostgreSQL has nothing to load into.
  if (!postgres) return;
  await administer(postgres.url, 'create database million');
  const db = await openPostgres({ url: urlOfDatabase(postgres.url, 'million'), poolSize: 4 });
  try {
    await migrate(db);
    await prepareInstallation(db);
    const summary = await loadDemo(db, { scale: LOANS });
    console.log(`${summary.loans} loans in ${(summary.milliseconds / 60_000).toFixed(1)} min`);
    expect(summary.loans).toBeGreaterThanOrEqual(LOANS);
    const tenants = await db.platform((tx) => tx.query<{ id: string }>('select id from tenants'));
    const sums = { loans: 0, summed: 0, numbers: 0 };
    for (const { id } of tenants) {
      const [found] = await db.transaction({ tenantId: id }, (tx) =>
        tx.query<typeof sums>(
          `select count(*) as loans, count(distinct loan_number) as numbers,
                  (select coalesce(sum(loans), 0)::int from loan_totals where tenant_id = current_tenant()) as summed
             from loans where tenant_id = current_tenant()`,
        ),
      );
      for (const name of ['loans', 'summed', 'numbers'] as const) sums[name] += found?.[name] ?? 0;
    }
    expect(sums).toEqual({ loans: summary.loans, summed: summary.loans, numbers: summary.loans });
  } finally {
    await db.close();
    await postgres.stop();
  }
}, 3_600_000);
