/** What reads stand on instead of the book: totals and words kept with the writes, and pages that are not counted through. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../server/db/database';
import { countOf, EXACT_COUNT, pageOfIds } from '../../server/db/listing';
import { demoSignIns, loadDemo } from '../../server/demo';
import { sorted } from '../../server/modules/loans/list';
import { bothAtNight, type TestDatabase } from '../support/databases';

const KIND = 'client_id, portfolio_id, bucket, state';
const SUMS = 'sum(loans) as loans, sum(pos_paise) as pos, sum(tos_paise) as tos, sum(overdue_paise) as overdue';
/** The totals as they are kept, and as they would be counted from the loans. */
const KEPT = {
  loan_totals: `select ${KIND}, product, ${SUMS} from loan_totals group by ${KIND}, product having sum(loans) <> 0 order by ${KIND}, product`,
  held_totals: `select ${KIND}, manager_id, collector_id, field_agent_id, agency_id, ${SUMS} from held_totals
    group by ${KIND}, manager_id, collector_id, field_agent_id, agency_id having sum(loans) <> 0
    order by ${KIND}, manager_id, collector_id, field_agent_id, agency_id`,
  loan_words: 'select word, loan_id from loan_words order by word, loan_id',
};

describe.each(bothAtNight)('lists on $name', ({ fresh }) => {
  let held: TestDatabase;
  let tenantId: string;
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => held.db.transaction({ tenantId }, work);

  beforeAll(async () => {
    held = await fresh();
    await loadDemo(held.db, { seed: 'test', scale: 400 });
    const [sign] = demoSignIns();
    const [row] = await held.db.platform((tx) =>
      tx.query<{ tenant_id: string }>('select tenant_id from logins where login = $1', [sign?.username]),
    );
    tenantId = row?.tenant_id ?? '';
  });
  afterAll(() => held.close());

  /** Both answers, the kept one first; the second is thrown away again. */
  async function compared(table: keyof typeof KEPT) {
    const kept = await inTenant((tx) => tx.query(KEPT[table]));
    const counted: unknown[] = [];
    await inTenant(async (tx) => {
      await tx.query('select read_book($1)', [tenantId]);
      counted.push(...(await tx.query(KEPT[table])));
      throw new Error('thrown away');
    }).catch((error: Error) => {
      if (error.message !== 'thrown away') throw error;
    });
    return { kept, counted };
  }

  const one = "(select id from loans where state = 'active' order by loan_number limit 1)";
  const some = "(select id from loans where state = 'active' order by loan_number offset 5 limit 20)";
  const changes: [string, string][] = [
    ['nothing', 'select 1'],
    ['a loan is settled', `update loans set state = 'settled' where id = ${one}`],
    [
      'loans pay and move to another bucket',
      `update loans set bucket = '31-60', pos_paise = pos_paise - 100, overdue_paise = 0 where id in ${some}`,
    ],
    ['a contact changes neither', `update loans set last_at = now(), version = version + 1 where id in ${some}`],
    [
      'loans are given back',
      `update loan_assignments set ended_at = now() where ended_at is null and loan_id in ${some}`,
    ],
    [
      'loans are given to somebody',
      `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id)
         select l.tenant_id, gen_random_uuid(), l.id, 'collector', (select id from users where role = 'CRM_TELECALLER' order by id limit 1)
           from loans l where l.id in ${some} on conflict do nothing`,
    ],
    ['a day of a visit is planned', `update loan_assignments set visit_on = now() where loan_id in ${some}`],
    ['assignments are forgotten', `delete from loan_assignments where loan_id in ${some} and kind = 'collector'`],
    ['loans are deleted', `delete from loans where id in (select id from loans order by loan_number desc limit 3)`],
    [
      'a borrower gets another name',
      "update borrowers set name = 'Zubeida Wagh' where id = (select min(id::text)::uuid from borrowers)",
    ],
    ['a loan gets another number', `update loans set loan_number = loan_number || '-B' where id = ${one}`],
  ];
  it.each(changes)('totals and words are those of the loans after: %s', async (_, sql) => {
    await inTenant((tx) => tx.query(sql));
    for (const table of Object.keys(KEPT) as (keyof typeof KEPT)[]) {
      const { kept, counted } = await compared(table);
      expect(counted.length).toBeGreaterThan(0);
      expect(kept, table).toEqual(counted);
    }
  });

  it('totals and words follow loans that come in one statement', async () => {
    await inTenant((tx) =>
      tx.query(
        `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket,
           pos_paise, tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day)
         select tenant_id, gen_random_uuid(), loan_number || '-COPY', client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket,
           pos_paise, tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day from loans limit 30`,
      ),
    );
    for (const table of Object.keys(KEPT) as (keyof typeof KEPT)[]) {
      const { kept, counted } = await compared(table);
      expect(kept, table).toEqual(counted);
    }
  });

  describe.each([
    ['dpd', 'desc'],
    ['dpd', 'asc'],
    ['pos', 'asc'],
    ['loanNumber', 'asc'],
    ['loanNumber', 'desc'],
    ['borrower', 'asc'],
    ['borrower', 'desc'],
    ['lastAt', 'desc'],
    ['lastAt', 'asc'],
    ['ptpDueOn', 'asc'],
    ['ptpDueOn', 'desc'],
  ] as const)('by %s %s', (by, dir) => {
    it('every loan stands on one page, in order, also read from the end, and none past it', async () => {
      const source = { from: 'loans l', where: 'l.tenant_id = $1', parameters: [tenantId] };
      const order = sorted(by, dir);
      await inTenant(async (tx) => {
        const counted = await countOf(tx, source, 'exact');
        const pages = Math.ceil(counted.total / 25);
        const found: string[] = [];
        for (let page = 1; page <= pages; page++)
          found.push(...(await pageOfIds(tx, source, order, { page, pageSize: 25 }, counted)));
        expect(new Set(found).size).toBe(counted.total);
        expect(found).toHaveLength(counted.total);
        expect(await pageOfIds(tx, source, order, { page: pages + 1, pageSize: 25 }, counted)).toEqual([]);
        const [check] = await tx.query<{ wrong: number }>(
          `select count(*) as wrong from (
             select ${order.by} as v, lag(${order.by}) over (order by w.at) as before, w.at
               from unnest($2::uuid[]) with ordinality as w(id, at) join loans l on l.tenant_id = $1 and l.id = w.id ${order.join ?? ''}) s
            where s.at > 1 and (s.before is null and s.v is not null or ${dir === 'asc' ? 's.v < s.before' : 's.v > s.before'})`,
          [tenantId, found],
        );
        expect(check?.wrong).toBe(0);
      });
    });
  });

  it('a large number is an estimate until the exact one is asked for', async () => {
    const source = { from: 'generate_series(1, 30000) g', where: 'g > $1::int', parameters: [0] };
    await inTenant(async (tx) => {
      const quick = await countOf(tx, source, 'quick');
      expect(quick.exact).toBe(false);
      expect(quick.total).toBeGreaterThan(EXACT_COUNT);
      expect(await countOf(tx, source, 'exact')).toEqual({ total: 30_000, exact: true });
      const few = { ...source, parameters: [29_000] };
      expect(await countOf(tx, few, 'quick')).toEqual({ total: 1000, exact: true });
    });
  });

  it('a far page goes on from where the page before it ended, and does not skip what came before', async () => {
    const source = {
      from: `(select n as dpd, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 20000) n) l`,
      where: 'l.dpd > $1::int and $2::text is not null',
      parameters: [0, randomUUID()],
    };
    const order = sorted('dpd', 'asc');
    const offsets: unknown[] = [];
    await inTenant(async (tx) => {
      const heard: Tx = {
        ...tx,
        query: (sql, parameters) => {
          offsets.push(parameters?.at(-1));
          return tx.query(sql, parameters);
        },
      };
      const estimate = { total: 20_000, exact: false };
      const far = await pageOfIds(heard, source, order, { page: 100, pageSize: 100 }, estimate);
      const next = await pageOfIds(heard, source, order, { page: 101, pageSize: 100 }, estimate);
      expect(far.at(-1)).toMatch(/10000$/);
      expect(next[0]).toMatch(/10001$/);
      expect(offsets).toEqual([9900, 0]);
      // The last page of a list whose number is known is read from its end.
      const last = await pageOfIds(heard, source, order, { page: 200, pageSize: 100 }, { total: 20_000, exact: true });
      expect(last.at(-1)).toMatch(/20000$/);
      expect(offsets.at(-1)).toBe(0);
    });
  });
});
