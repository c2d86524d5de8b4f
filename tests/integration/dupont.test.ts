/** The DuPont dashboard on a world whose truth is known: what the night counts, who sees which part, a night that dies in the middle. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BRANCH_NAMES,
  BRANCHES,
  collectedOf,
  DUPONT_SUMS,
  type DupontSums,
  resolutionOf,
} from '../../core/domain/dupont';
import { uuidv7 } from '../../core/domain/ids';
import { countPart } from '../../server/modules/figures/count';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const ZONE = 'Asia/Kolkata';
const at = (day: string, hour = '10') => `${day}T${hour}:00:00+05:30`;

describe.each(bothAtNight)('dupont on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;

  beforeAll(async () => {
    held = await fresh();
    // The months of this file, whatever the day on which it runs.
    await held.db.owner((tx) => tx.query("select ensure_partitions('2026-11-01', 2)"));
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    await fill();
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const record = async (
    loan: TestLoan,
    of: { channel: 'call' | 'field'; class: string; on: string; promise?: 'open' | 'kept' | 'broken'; paise?: number },
  ) => {
    const id = uuidv7();
    await world.run(async (tx) => {
      await tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
         values ($1, $2, $3, $4, $5, $6, 'X', $7, 5, 'applied', $3, 1, '{}', '')`,
        [world.tenantId, id, at(of.on), loan.id, world.people.agent.id, of.channel, of.class],
      );
      if (of.promise)
        await tx.query(
          `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status)
           values ($1, $2, $3, $4, $5, 100, $6, 'cash', $7)`,
          [world.tenantId, uuidv7(), id, loan.id, world.people.agent.id, of.on, of.promise],
        );
    });
    if (of.paise) await pay(loan, of.on, of.paise, id);
  };
  const pay = (loan: TestLoan, on: string, paise: number, disposition: string | null = null) =>
    world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, mode, paid_at)
         values ($1, $2, $3, $4, $5, $6, 'cash', $7)`,
        [world.tenantId, uuidv7(), disposition, loan.id, world.people.agent.id, paise, at(on, '11')],
      ),
    );

  /** Ten loans of 1,000 each: what happens to each is its name. */
  async function fill(): Promise<void> {
    const add = (who: Who, more: object = {}) =>
      world.addLoan({ posPaise: 1_000_00, dpd: 20, held: { collector: who }, ...more });
    const inField = { held: { field_agent: 'agent' } } as const;
    await add('caller');
    await add('caller', { state: 'suppressed' });
    const unreached = await add('caller');
    const third = await add('caller');
    const broken = await add('caller');
    const kept = await add('caller');
    const late = await add('caller');
    const spot = await add('agent', inField);
    const byPromise = await add('agent', inField);
    const rivals = await add('rivalAgent', { held: { field_agent: 'rivalAgent' } });
    await world.run((tx) => tx.query('update loans set entered_on = null where tenant_id = current_tenant()'));
    await record(unreached, { channel: 'call', class: 'NON_CONTACT', on: '2026-11-03' });
    await record(third, { channel: 'call', class: 'THIRD_PARTY', on: '2026-11-03' });
    await record(broken, { channel: 'call', class: 'PTP', on: '2026-11-03', promise: 'broken' });
    await record(kept, { channel: 'call', class: 'PTP', on: '2026-11-03', promise: 'kept' });
    await pay(kept, '2026-11-05', 700_01);
    // More than seven days after the talk: nobody's work.
    await record(late, { channel: 'call', class: 'CALLBACK', on: '2026-11-03' });
    await pay(late, '2026-11-15', 50_00);
    await record(spot, { channel: 'field', class: 'COLLECTED', on: '2026-11-04', paise: 300_00 });
    await record(byPromise, { channel: 'field', class: 'PTP', on: '2026-11-04', promise: 'kept' });
    await pay(byPromise, '2026-11-06', 200_00);
    await record(rivals, { channel: 'field', class: 'NOT_MET', on: '2026-11-04' });
    // Of today and of the month before: neither belongs to the night's figures.
    await record(unreached, { channel: 'call', class: 'PTP', on: '2026-11-20', promise: 'kept' });
    await pay(unreached, '2026-11-20', 9_99);
    await pay(unreached, '2026-10-30', 9_99);
  }
  const night = (day = '2026-11-20', part?: number) =>
    world.run(async (tx) => {
      while (await countPart(tx, day, ZONE, new Date(at(day)), part));
    });
  const figures = async (who: Who, query = '', of = world) => {
    const { status, body } = await as(server.origin, of.people[who]).get(`/api/v2/dupont${query}`);
    expect(status).toBe(200);
    return body.data as {
      counted: { month: string; before: string } | null;
      sums: DupontSums;
      previous: DupontSums | null;
      slices: { key: string | null; label: string; sums: DupontSums }[];
    };
  };

  it('says that nothing was counted before the first night', async () => {
    expect(await figures('admin')).toMatchObject({ counted: null, slices: [] });
  });

  it('counts nested sets and money to the paisa, the same in parts of any size and when it is asked twice', async () => {
    await night('2026-11-20', 3);
    await night('2026-11-20');
    const { counted, sums } = await figures('admin');
    expect(counted).toMatchObject({ month: '2026-11-01', before: '2026-11-20' });
    expect(sums).toMatchObject({
      allocated: 10,
      workable: 9,
      called: 5,
      callConnected: 4,
      callReached: 3,
      callPromised: 2,
      callKept: 1,
      assigned: 3,
      visited: 3,
      met: 2,
      paidOnSpot: 1,
      fieldPromised: 1,
      fieldKept: 1,
      callKeptPaise: 700_01,
      callOtherPaise: 0,
      spotPaise: 300_00,
      fieldKeptPaise: 200_00,
      settlementPaise: 0,
      selfPaise: 50_00,
      openingPos: 10_000_00,
    });
    expect(collectedOf(sums)).toBe(1250_01);
    expect(resolutionOf(sums)).toBe(1);
    for (const { sets } of BRANCH_NAMES.map((name) => BRANCHES[name])) {
      const sizes = sets.map((name) => sums[name]);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }
  });

  it('shows everybody their own part, and slices that make up the whole', async () => {
    const whole = (await figures('admin')).sums;
    expect((await figures('caller')).sums.allocated).toBe(7);
    expect((await figures('agent')).sums).toMatchObject({ allocated: 2, spotPaise: 300_00, callKeptPaise: 0 });
    expect((await figures('manager')).sums).toMatchObject({ allocated: 9, called: 5 });
    expect((await figures('rival')).sums).toMatchObject({ allocated: 1, visited: 1, met: 0 });
    expect((await figures('otherClient')).sums.allocated).toBe(0);
    expect((await figures('partner')).sums.allocated).toBe(0);
    expect((await figures('admin', '', other)).counted).toBeNull();
    for (const by of ['bucket', 'portfolio', 'agency', 'agent']) {
      const { slices } = await figures('admin', `?by=${by}`);
      for (const name of DUPONT_SUMS)
        expect(slices.reduce((total, { sums }) => total + sums[name], 0)).toBe(whole[name]);
    }
    const { id } = world.people.agent;
    expect((await figures('admin', `?agentId=${id}`)).sums.allocated).toBe(2);
    const refused = await as(server.origin, world.people.clientAdmin).get('/api/v2/dupont');
    expect(refused.status).toBe(403);
  });

  it('counts what came in before the day, or is known from the opening, by the opening', async () => {
    const add = () => other.addLoan({ posPaise: 1_000_00, dpd: 20 });
    const [known, before, during, after] = [await add(), await add(), await add(), await add()];
    await other.run(async (tx) => {
      for (const [loan, on] of [
        [known, '2026-11-20'],
        [before, '2026-10-31'],
        [during, '2026-11-19'],
        [after, '2026-11-20'],
      ] as const)
        await tx.query('update loans set entered_on = $2 where tenant_id = current_tenant() and id = $1', [
          loan.id,
          on,
        ]);
      await tx.query(
        `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
         select tenant_id, '2026-11-01', id, portfolio_id, 10, '31-60', 300000, 0, '2026-11-01' from loans
          where tenant_id = current_tenant() and id = $1`,
        [known.id],
      );
      while (await countPart(tx, '2026-11-20', ZONE, new Date(at('2026-11-20'))));
    });
    const { sums, slices } = await figures('admin', '', other);
    // Known from 10 days past due, which are 20 by now: the same bucket still.
    expect(sums).toMatchObject({ allocated: 3, openingPos: 4_000_00, resolvedSelf: 4_000_00 });
    expect(slices.map(({ key, sums: { allocated } }) => [key, allocated])).toEqual([
      ['31-60', 1],
      ['0-30', 2],
    ]);
  });

  it('closes a month on the first night of the next, keeps it for comparison, and takes up a payment that was reversed', async () => {
    await world.run((tx) =>
      tx.query(`update payments set status = 'reversed' where tenant_id = current_tenant() and amount_paise = 5000`),
    );
    await night('2026-12-01');
    expect((await figures('admin')).counted).toMatchObject({ month: '2026-11-01', before: '2026-12-01' });
    await night('2026-12-02');
    const { counted, sums, previous } = await figures('admin');
    expect(counted).toMatchObject({ month: '2026-12-01', before: '2026-12-02' });
    expect(collectedOf(sums)).toBe(0);
    expect(previous && collectedOf(previous)).toBe(1250_01 - 50_00 + 9_99);
    const kept = await world.run((tx) =>
      tx.query(`select before_day from dupont_runs where tenant_id = current_tenant() order by 1`),
    );
    expect(kept).toHaveLength(2);
  });
});
