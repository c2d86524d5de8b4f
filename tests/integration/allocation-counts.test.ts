/** The counts beside a rule that is being written: what the database counts is what the rules take. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition, Term } from '../../core/domain/allocation';
import { takes } from '../../core/domain/allocation';
import type { Role } from '../../core/domain/roles';
import type { Actor } from '../../server/http/implement';
import { nextLoans } from '../../server/modules/allocation/book';
import { countLoans } from '../../server/modules/allocation/counting';
import { bothEngines, type TestDatabase } from '../support/databases';
import { atNight } from '../support/nightly';
import { createTenantWorld, type TenantWorld, type Who } from '../support/world';

const PINCODES = ['411001', '411045', '400001', '560034'];
const LANGUAGES = ['hi', 'mr', 'ta'];
const BUCKETS = ['0-30', '31-60', '61-90', '91-180', '180-360', '360+'];

/** So that all is read that is looked up for a loan. */
const EVERY_FIELD: Condition[] = [
  [(['visits', 'brokenPromises', 'propensity'] as const).map((field) => ({ field, from: 0, to: null, not: false }))],
];

const listed = (values: string[]) => fc.subarray(values, { minLength: 1 });
const bound = (most: number) => fc.option(fc.integer({ min: 0, max: most }));
function conditions(clients: string[], portfolios: string[]): fc.Arbitrary<Condition> {
  const term: fc.Arbitrary<Term> = fc.oneof(
    fc
      .oneof(
        fc.record({ field: fc.constant('client' as const), values: listed([...clients, 'no-id']) }),
        fc.record({ field: fc.constant('portfolio' as const), values: listed([...portfolios, 'no-id']) }),
        fc.record({ field: fc.constant('product' as const), values: listed(['TW', 'PL', "o'x%"]) }),
        fc.record({ field: fc.constant('bucket' as const), values: listed(BUCKETS) }),
        fc.record({ field: fc.constant('language' as const), values: listed(LANGUAGES) }),
        fc.record({ field: fc.constant('pincode' as const), values: listed(['411', '4', '411045', '_11', '']) }),
        fc.record({ field: fc.constant('lastCode' as const), values: listed(['PTP', 'RNR']) }),
      )
      .chain((one) => fc.boolean().map((not) => ({ ...one, not }))),
    fc.record({ field: fc.constant('dpd' as const), from: bound(400), to: bound(400), not: fc.boolean() }),
    fc.record({
      field: fc.constantFrom('pos' as const, 'overdue'),
      from: bound(9_000_000),
      to: bound(9_000_000),
      not: fc.boolean(),
    }),
    fc.record({
      field: fc.constantFrom('attempts' as const, 'visits', 'brokenPromises'),
      from: bound(3),
      to: bound(3),
      not: fc.boolean(),
    }),
    fc.record({ field: fc.constant('propensity' as const), from: bound(100), to: bound(100), not: fc.boolean() }),
    fc.record({ field: fc.constantFrom('brokenPromise' as const, 'legal', 'untouched'), not: fc.boolean() }),
  );
  return fc.array(fc.array(term, { maxLength: 4 }), { maxLength: 3 });
}

describe.each(bothEngines)('counts of conditions on $name', ({ name, fresh }) => {
  let held: TestDatabase;
  let world: TenantWorld;
  const actor = (who: Who, role: Role): Actor =>
    ({
      tenantId: world.tenantId,
      userId: world.people[who].id,
      role,
      subRole: null,
      clientId: null,
      agencyId: null,
    }) as Actor;

  beforeAll(async () => {
    held = await fresh();
    world = await createTenantWorld(held.db);
    // Another tenant's loans count for nobody here.
    await (await createTenantWorld(held.db)).addLoans(5);
    const pick = <T>(from: readonly T[], at: number) => from[at % from.length] as T;
    for (let at = 0; at < 120; at += 1) {
      const [loan] = await world.addLoans(1, {
        dpd: (at * 37) % 400,
        posPaise: (at * 977_777) % 9_000_000,
        otherClient: at % 3 === 0,
        state: at % 11 === 0 ? 'closed' : 'active',
        held: at % 2 === 0 ? { collector: 'collector' } : {},
      });
      await world.run(async (tx) => {
        const of = [loan?.id, loan?.borrowerId];
        await tx.query(
          `update loans set product = $3, last_code = $4, ptp_status = $5, flag_legal = $6, attempts = $7, overdue_paise = $8 where tenant_id = current_tenant() and id = $1 and borrower_id = $2`,
          [
            ...of,
            pick(['TW', 'PL', "o'x%"], at),
            pick([null, 'PTP', 'RNR'], at >> 1),
            pick([null, 'broken', 'open', 'kept'], at >> 2),
            at % 5 === 0,
            at % 4,
            (at * 313_131) % 9_000_000,
          ],
        );
        // A third of them has no score.
        if (at % 3 !== 0)
          await tx.query('insert into predictor_loans (tenant_id, loan_id, chance) values (current_tenant(), $1, $2)', [
            loan?.id,
            (at * 83) % 1001,
          ]);
        for (let made = 0; made < at % 3; made += 1) {
          await tx.query(
            `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status)
             values (current_tenant(), gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 1, '2026-01-01', 'cash', $2)`,
            [loan?.id, pick(['broken', 'kept'], at + made)],
          );
          await tx.query(
            `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at,
               receipt_no, remarks, record, payload_hash)
             values (current_tenant(), gen_random_uuid(), now(), $1, gen_random_uuid(), $2, 'PTP', 'PTP', 10, $3, now(), 1, '', '{}', 'hash')`,
            [loan?.id, pick(['field', 'call'], at >> 2), pick(['applied', 'evidence'], at >> 3)],
          );
        }
        await tx.query('update borrowers set language = $2 where tenant_id = current_tenant() and id = $1', [
          loan?.borrowerId,
          pick(LANGUAGES, at >> 1),
        ]);
        await tx.query('delete from addresses where tenant_id = current_tenant() and borrower_id = $1', [
          loan?.borrowerId,
        ]);
        // The first address counts, a second one never; some have none.
        for (const rank of [1, 2].slice(0, at % 4 === 0 ? 0 : 2))
          await tx.query(
            `insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank)
             values (current_tenant(), gen_random_uuid(), $1, 'residence', '1, MG Road', 'Pune', 'MH', $2, $3)`,
            [loan?.borrowerId, pick(PINCODES, at + rank), rank],
          );
      });
    }
  });
  afterAll(() => held.close());

  it.each([
    ['admin', 'CRM_TENANTADMIN'],
    ['manager', 'CRM_MANAGER'],
    ['rival', 'CRM_MANAGER'],
  ] as const)('are what the rules take of the loans that %s sees', async (who, role) => {
    const me = actor(who, role);
    const clients = (
      await world.run((tx) => tx.query<{ id: string }>('select id from clients where tenant_id = current_tenant()'))
    ).map(({ id }) => id);
    const portfolios = (
      await world.run((tx) => tx.query<{ id: string }>('select id from portfolios where tenant_id = current_tenant()'))
    ).map(({ id }) => id);
    const check = async () => {
      const book = await world.run((tx) => nextLoans(tx, me, null, 1000, EVERY_FIELD));
      await fc.assert(
        fc.asyncProperty(fc.array(conditions(clients, portfolios), { minLength: 1, maxLength: 6 }), async (asked) => {
          expect(await countLoans(held.db, me, { conditions: asked })).toEqual({
            matching: asked.map((one) => book.filter((loan) => takes(one, loan)).length),
            lookedAt: book.length,
            whole: true,
            total: book.length,
          });
        }),
        { numRuns: name === 'pglite' ? 60 : 150 },
      );
      return book.length;
    };
    const all = await check();
    if (who === 'rival') expect(all).toBe(0);
    if (who !== 'admin') return;
    // Of a lender that is switched off nothing is given.
    const off = (on: boolean) =>
      world.run((tx) =>
        tx.query('update clients set active = $2 where tenant_id = current_tenant() and id = $1', [clients[0], on]),
      );
    await off(false);
    expect(await check()).toBeLessThan(all);
    await off(true);
  });

  it.runIf(name === 'postgres' && atNight)(
    'are said not to be known, or by a sample, where the whole takes too long',
    async () => {
      const me = actor('admin', 'CRM_TENANTADMIN');
      const byLanguage: Condition = [[{ field: 'language', values: ['hi'], not: false }]];
      let release = () => {};
      const locked = new Promise<void>((resolve) => {
        const until = new Promise<void>((done) => {
          release = done;
        });
        void held.db.owner(async (tx) => {
          await tx.query('lock table borrowers in access exclusive mode');
          resolve();
          await until;
        });
      });
      await locked;
      try {
        const asked = { conditions: [byLanguage, [[]]] };
        expect(await countLoans(held.db, me, asked, 50)).toMatchObject({ matching: [0, 0], lookedAt: 0, whole: false });
      } finally {
        release();
      }
      await world.run((tx) =>
        tx.query(
          `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket, pos_paise,
           tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day)
         select tenant_id, gen_random_uuid(), 'MANY' || n, client_id, portfolio_id, borrower_id, 'GL', n % 4, 0, '0-30', 1, 1, 1, 1, 0, 1, 5
           from generate_series(1, 40000) n cross join lateral (select * from loans where tenant_id = current_tenant() limit 1) l`,
        ),
      );
      const found = await countLoans(
        held.db,
        me,
        { conditions: [[[{ field: 'dpd', from: 0, to: 0, not: false }]]] },
        1,
      );
      expect(found).toMatchObject({ whole: false, total: expect.any(Number) });
      expect(found.lookedAt).toBeGreaterThan(10_000);
      expect(found.lookedAt).toBeLessThan(found.total);
      expect(Math.abs((found.matching[0] ?? 0) / found.lookedAt - 0.25)).toBeLessThan(0.05);
    },
  );
});
