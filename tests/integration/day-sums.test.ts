/** The sums of days against the rows that they stand for, through work that comes late, changes and goes, and nights that die. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTED_CLASSES, RIGHT_PARTY_CLASSES } from '../../core/domain/call-stages';
import { addDays, type Day, dayOf } from '../../core/domain/dates';
import type { DispositionClass } from '../../core/domain/dispositions';
import { uuidv7 } from '../../core/domain/ids';
import { DAY_SUM_NAMES, type DaySum } from '../../core/domain/measures';
import type { Tx } from '../../server/db/database';
import { checkOldestDay, countNextDay, daySums } from '../../server/modules/day-sums';
import { randomOf } from '../faults/sim/random';
import { bothEngines, engines, type TestDatabase } from '../support/databases';
import { atNight } from '../support/nightly';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const ZONE = 'Asia/Kolkata';
const TODAY = '2026-11-20';
const FROM = '2026-10-01';
const NOW = new Date('2026-11-20T06:00:00Z');
const CLASSES = [
  'PTP',
  'NON_CONTACT',
  'THIRD_PARTY',
  'CALLBACK',
  'REFUSE',
  'PAID',
] as const satisfies DispositionClass[];
const STEPS = atNight ? 10_000 : 160;
type Sums = Record<DaySum, number>;
type Line = Sums & { day: string; user_id: string; portfolio_id: string; bucket: string; channel: string };

const nothing = (): Sums => Object.fromEntries(DAY_SUM_NAMES.map((name) => [name, 0])) as Sums;

/** What `daySums` answers, for whoever may be meant. */
async function read(tx: Tx, options: { people?: string; whole?: boolean } = {}): Promise<Map<string, Sums>> {
  const { ctes, from } = daySums({ tenant: 'current_tenant()', zone: '$1', from: '$2::date', to: '$3::date' }, options);
  const who = options.whole ? "'all'" : 'd.user_id::text';
  const rows = await tx.query<Line & { who: string }>(
    `with ${ctes} select d.day::text as day, ${who} as who, d.portfolio_id, d.bucket, d.channel,
            ${DAY_SUM_NAMES.map((name) => `sum(d.${name})::bigint as ${name}`).join(', ')}
       from ${from} d group by 1, 2, 3, 4, 5`,
    [ZONE, FROM, addDays(TODAY, 1)],
  );
  return new Map(
    rows
      .map(
        ({ day, who: by, portfolio_id, bucket, channel, ...sums }) =>
          [`${day} ${by} ${portfolio_id} ${bucket} ${channel}`, pick(sums)] as const,
      )
      // A record that counts for nothing has a row until its day is counted anew.
      .filter(([, sums]) => DAY_SUM_NAMES.some((name) => sums[name] !== 0)),
  );
}
const pick = (sums: Sums): Sums => Object.fromEntries(DAY_SUM_NAMES.map((name) => [name, Number(sums[name])])) as Sums;

describe.each(bothEngines)('sums of days on $name', ({ fresh }) => {
  let held: TestDatabase;
  let world: TenantWorld;
  const loans: (TestLoan & { bucket: string; portfolio: string })[] = [];

  beforeAll(async () => {
    held = await fresh();
    world = await createTenantWorld(held.db);
    for (const [at, dpd] of [10, 45, 75, 200, 400, 20].entries()) {
      const loan = await world.addLoan({
        posPaise: 1_000_00,
        dpd,
        held: { collector: at % 2 ? 'caller' : 'rivalAgent' },
      });
      const [row] = await world.run((tx) =>
        tx.query<{ bucket: string; portfolio: string }>(
          'select bucket_of(dpd_month_open) as bucket, portfolio_id as portfolio from loans where id = $1',
          [loan.id],
        ),
      );
      if (row) loans.push({ ...loan, ...row });
    }
  });
  afterAll(() => held.close());

  const count = (days = 99) =>
    world.run(async (tx) => {
      for (let at = 0; at < days; at += 1) if (!(await countNextDay(tx, TODAY, ZONE, NOW))) return at;
      return days;
    });

  interface Entry {
    id: string;
    loan: number;
    user: string;
    at: string;
    channel: 'call' | 'field';
    class: DispositionClass;
    applied: boolean;
    promise: { id: string; paise: number; dueOn: Day; status: string } | null;
  }
  interface Paid {
    id: string;
    loan: number;
    user: string | null;
    at: string;
    paise: number;
    mode: string;
    by: Entry | null;
    reversed: boolean;
  }
  const entries: Entry[] = [];
  const paid: Paid[] = [];

  /** The same by other means: from what the test itself wrote. */
  function truth(who: (user: string) => string): Map<string, Sums> {
    const found = new Map<string, Sums>();
    const add = (day: Day, user: string, loan: number, channel: string, more: Partial<Sums>) => {
      const { bucket, portfolio } = loans[loan] ?? { bucket: '', portfolio: '' };
      const key = `${day} ${who(user)} ${portfolio} ${bucket} ${channel}`;
      const sums = found.get(key) ?? nothing();
      for (const [name, n] of Object.entries(more)) sums[name as DaySum] += n;
      found.set(key, sums);
    };
    for (const one of entries) {
      const counts = one.applied ? 1 : 0;
      add(dayOf(one.at, ZONE), one.user, one.loan, one.channel, {
        attempts: counts,
        connected: CONNECTED_CLASSES.includes(one.class) ? counts : 0,
        reached: RIGHT_PARTY_CLASSES.includes(one.class) ? counts : 0,
        visits: one.channel === 'field' ? 1 : 0,
        ...(one.promise && { promises: 1, promised: one.promise.paise }),
      });
      if (one.promise?.status === 'kept')
        add(one.promise.dueOn, one.user, one.loan, one.channel, { kept: 1, kept_amount: one.promise.paise });
      if (one.promise?.status === 'broken')
        add(one.promise.dueOn, one.user, one.loan, one.channel, { broken: 1, broken_amount: one.promise.paise });
    }
    for (const one of paid)
      if (!one.reversed)
        add(
          dayOf(one.at, ZONE),
          one.user ?? '00000000-0000-0000-0000-000000000000',
          one.loan,
          one.by?.channel ?? 'self',
          {
            payments: 1,
            paid: one.paise,
            cash: one.mode === 'cash' ? one.paise : 0,
          },
        );
    const range = (key: string) => key.slice(0, 10) >= FROM && key.slice(0, 10) <= TODAY;
    return new Map([...found].filter(([key, sums]) => range(key) && DAY_SUM_NAMES.some((name) => sums[name] !== 0)));
  }

  const { next: dice, below, pick: some, chance } = randomOf(41);
  /** Mostly of the last days, and around midnight in India. */
  const moment = () =>
    new Date(NOW.getTime() - Math.floor(dice() ** 2 * 48 * 86_400_000) - below(3) * 3_600_000).toISOString();

  const insert = (tx: Tx, one: Entry) =>
    tx
      .query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
         values ($1, $2, $8, $3, $4, $5, 'X', $6, 5, $7, $8, 1, '{}', '')`,
        [
          world.tenantId,
          one.id,
          loans[one.loan]?.id,
          one.user,
          one.channel,
          one.class,
          one.applied ? 'applied' : 'evidence-only',
          one.at,
        ],
      )
      .then(async () => {
        if (one.channel === 'field')
          await tx.query(
            'insert into visits (tenant_id, id, disposition_id, loan_id, user_id, visited_at) values ($1, $2, $3, $4, $5, $6)',
            [world.tenantId, uuidv7(), one.id, loans[one.loan]?.id, one.user, one.at],
          );
        if (one.promise)
          await tx.query(
            `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode) values ($1, $2, $3, $4, $5, $6, $7, 'upi')`,
            [
              world.tenantId,
              one.promise.id,
              one.id,
              loans[one.loan]?.id,
              one.user,
              one.promise.paise,
              one.promise.dueOn,
            ],
          );
      });
  const made = (): Entry => {
    const at = moment();
    return {
      id: uuidv7(),
      loan: below(loans.length),
      user: some([world.people.caller.id, world.people.agent.id, world.people.rivalAgent.id]),
      at,
      channel: some(['call', 'field'] as const),
      class: some(CLASSES),
      applied: chance(0.8),
      promise: chance(0.4)
        ? { id: uuidv7(), paise: 1 + below(99_999), dueOn: addDays(dayOf(at, ZONE), below(6)), status: 'open' }
        : null,
    };
  };

  const unpaid = () => entries.filter((one) => !paid.some(({ by }) => by === one));

  /** One thing that happens to a book on a day. */
  async function happen(): Promise<void> {
    switch (below(9)) {
      case 0:
      case 1:
      case 2: {
        // A phone delivers several at once.
        const delivered = Array.from({ length: 1 + below(3) }, made);
        await world.run(async (tx) => {
          for (const one of delivered) await insert(tx, one);
        });
        entries.push(...delivered);
        return;
      }
      case 3: {
        const free = unpaid();
        const by = free.length > 0 && chance(0.6) ? some(free) : null;
        const one: Paid = {
          id: uuidv7(),
          loan: by?.loan ?? below(loans.length),
          user: by?.user ?? (chance(0.5) ? world.people.agent.id : null),
          at: by?.at ?? moment(),
          paise: 1 + below(99_999),
          mode: some(['cash', 'upi']),
          by,
          reversed: false,
        };
        await world.run((tx) =>
          tx.query(
            `insert into payments (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, mode, paid_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
            [world.tenantId, one.id, by?.id ?? null, loans[one.loan]?.id, one.user, one.paise, one.mode, one.at],
          ),
        );
        paid.push(one);
        return;
      }
      case 4: {
        if (paid.length === 0) return;
        const one = some(paid);
        one.reversed = !one.reversed;
        await world.run((tx) =>
          tx.query('update payments set status = $2 where tenant_id = current_tenant() and id = $1', [
            one.id,
            one.reversed ? 'reversed' : 'verified',
          ]),
        );
        return;
      }
      case 5: {
        if (entries.length === 0) return;
        const one = some(entries);
        one.applied = false;
        await world.run((tx) =>
          tx.query('update dispositions set withdrawn_at = now() where tenant_id = current_tenant() and id = $1', [
            one.id,
          ]),
        );
        return;
      }
      case 6: {
        const promises = entries.flatMap(({ promise }) => promise ?? []);
        if (promises.length === 0) return;
        const one = some(promises);
        one.status = some(['open', 'kept', 'broken', 'replaced']);
        await world.run((tx) =>
          tx.query('update ptps set status = $2 where tenant_id = current_tenant() and id = $1', [one.id, one.status]),
        );
        return;
      }
      case 7:
        await count(1 + below(5));
        return;
      default: {
        // A night that dies has counted nothing.
        await world
          .run(async (tx) => {
            await countNextDay(tx, TODAY, ZONE, NOW);
            throw new Error('killed');
          })
          .catch(() => undefined);
        if (chance(0.2)) {
          const free = unpaid();
          if (free.length === 0) return;
          const one = some(free);
          await world.run(async (tx) => {
            for (const table of ['ptps', 'visits'])
              await tx.query(`delete from ${table} where tenant_id = current_tenant() and disposition_id = $1`, [
                one.id,
              ]);
            await tx.query('delete from dispositions where tenant_id = current_tenant() and id = $1', [one.id]);
          });
          entries.splice(entries.indexOf(one), 1);
        }
      }
    }
  }

  it(
    `are what was written, after each of ${STEPS} things that happen, by person and together`,
    async () => {
      for (let step = 0; step < STEPS; step += 1) {
        await happen();
        if (step % 20 !== 19) continue;
        expect(await world.run((tx) => read(tx))).toEqual(truth((user) => user));
        expect(await world.run((tx) => read(tx, { whole: true }))).toEqual(truth(() => 'all'));
      }
      await count();
      expect(await world.run((tx) => read(tx))).toEqual(truth((user) => user));
      // From here on nothing but sums is read for the days that are over.
      const { caller } = world.people;
      const own = await world.run((tx) => read(tx, { people: `select '${caller.id}'::uuid` }));
      expect(own).toEqual(new Map([...truth((user) => user)].filter(([key]) => key.includes(caller.id))));
      expect(await count()).toBe(0);
    },
    atNight ? 3_600_000 : 120_000,
  );

  it('that are not what the rows say are found, named and put right, one day a night', async () => {
    await count();
    const before = await world.run((tx) => read(tx));
    await world.run((tx) =>
      tx.query(
        `update day_sums set paid = paid + 1 where tenant_id = current_tenant() and day = (select min(day) from day_sums where tenant_id = current_tenant())`,
      ),
    );
    const found = () =>
      world.run((tx) =>
        tx.query('select day::text as day, wrong from day_differences where tenant_id = current_tenant()'),
      );
    let nights = 0;
    for (let day = TODAY; (await found()).length === 0 && nights < 99; day = addDays(day, 1)) {
      const now = new Date(`${day}T06:00:00Z`);
      expect(await world.run((tx) => checkOldestDay(tx, day, ZONE, now, uuidv7()))).toBe(true);
      nights += 1;
    }
    expect(await found()).toHaveLength(1);
    expect(await world.run((tx) => read(tx))).toEqual(before);
  });

  it('are read from the records while a day is not counted in the tenant’s zone of now', async () => {
    await count();
    await world.run((tx) => tx.query(`update day_counts set zone = 'Asia/Dubai' where tenant_id = current_tenant()`));
    expect(await world.run((tx) => read(tx))).toEqual(truth((user) => user));
    expect(await count()).toBeGreaterThan(40);
  });
});

describe('a day that is counted while a record of it is on its way', () => {
  it('is counted again once the record is there', async () => {
    const postgres = engines.find(({ name }) => name === 'postgres');
    if (!postgres) throw new Error('PostgreSQL is missing');
    const held = await postgres.fresh();
    try {
      const world = await createTenantWorld(held.db);
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      const total = async () =>
        [...(await world.run((tx) => read(tx, { whole: true }))).values()].reduce((sum, { paid }) => sum + paid, 0);
      const nights = () =>
        world.run(async (tx) => {
          while (await countNextDay(tx, TODAY, ZONE, NOW));
        });
      let counted = (): void => {};
      const isCounted = new Promise<void>((resolve) => {
        counted = resolve;
      });
      let written = (): void => {};
      const isWritten = new Promise<void>((resolve) => {
        written = resolve;
      });
      const late = world.run(async (tx) => {
        await tx.query(
          `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at) values ($1, $2, $3, 700, 'upi', '2026-11-19T10:00:00Z')`,
          [world.tenantId, uuidv7(), loan.id],
        );
        written();
        await isCounted;
      });
      await isWritten;
      await nights();
      expect(await total()).toBe(0);
      counted();
      await late;
      expect(await total()).toBe(700);
      await nights();
      expect(await total()).toBe(700);
    } finally {
      await held.close();
    }
  });
});
