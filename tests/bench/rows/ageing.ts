import { agePart } from '../../../server/modules/ageing/repository';
import { createTenantWorld } from '../../support/world';
import type { Bench } from '../support/bench';
import { startDurablePostgres } from '../support/installation';
import { atMost } from '../support/result';

const ROW = 'ageing-against-update';
const MONTH_OPEN = 'ageing-month-open-against-update';
const LOANS = 1_000_000;

/** A night in which every loan moves, and one that opens a month and keeps every loan too, against one UPDATE of the same rows. */
export const ageing: Bench = {
  rows: [ROW, MONTH_OPEN],
  async run(_wanted, { loans = LOANS, say }) {
    const postgres = await startDurablePostgres();
    if (!postgres) {
      say(`${ROW}: left out, this machine has no PostgreSQL`);
      return [];
    }
    try {
      const world = await createTenantWorld(postgres.db);
      say(`making ${loans} loans`);
      await world.run(async (tx) => {
        await tx.query("update portfolios set ageing = 'calendar' where tenant_id = current_tenant()");
        const [borrower] = await tx.query<{ id: string }>(
          "insert into borrowers (tenant_id, id, name) values (current_tenant(), gen_random_uuid(), 'Asha Kulkarni') returning id",
        );
        await tx.query(
          `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket,
             pos_paise, tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day, dpd_as_of, entered_on)
           select p.tenant_id, gen_random_uuid(), 'LN' || n, p.client_id, p.id, $1, 'TW', n % 400, n % 400, bucket_of(n % 400),
                  5000000, 5000000, 500000, 500000, 0, 250000, 5, '2026-11-29', null
             from generate_series(1, $2::int) n
             cross join lateral (select * from portfolios where tenant_id = current_tenant() order by id limit 1) p`,
          [borrower?.id, loans],
        );
        await tx.query(
          "insert into ageing_runs (tenant_id, on_day, started_at, finished_at) values (current_tenant(), '2026-11-29', now(), now())",
        );
      });
      await postgres.db.owner((tx) => tx.query('analyze loans'));
      say('one bare UPDATE');
      const bare = await timed(() =>
        world.run((tx) =>
          tx.query(
            'update loans set dpd = dpd + 1, bucket = bucket_of(dpd + 1), version = version + 1, updated_at = now() where tenant_id = current_tenant()',
          ),
        ),
      );
      await postgres.db.owner((tx) => tx.query('analyze loans'));
      const night = (day: string) =>
        timed(async () => {
          while (await world.run((tx) => agePart(tx, day, new Date(`${day}T06:30:00Z`))));
        });
      say('a night');
      const plain = await night('2026-11-30');
      say('a night that opens a month');
      const opening = await night('2026-12-01');
      const row = (name: string, ours: number) => atMost({ name, ours, limit: bare, goal: 3, unit: 's' });
      return [row(ROW, plain), row(MONTH_OPEN, opening)];
    } finally {
      await postgres.stop();
    }
  },
};

/** Seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began) / 1000;
}
