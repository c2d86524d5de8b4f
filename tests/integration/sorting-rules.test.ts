/** Sorting rules: kept and refused, looked at before they are saved, and the same order from the database as on a phone. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SortingPreview, SortingRuleSet } from '../../core/contract/sorting-rules';
import { workOrder } from '../../core/contract/work-order';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { comparePlaces, ORDER_KEYS, orderFacts, placing, type SortingRule } from '../../core/domain/work-order';
import { presentLoans } from '../../server/modules/loans';
import { workOrderSql } from '../../server/modules/work-order';
import { bothEngines, engines, type TestDatabase } from '../support/databases';
import { createPerson } from '../support/people';
import { telecallerDesk } from '../support/telecaller-desk';
import { as, createTenantWorld, type TenantWorld, type Who } from '../support/world';

const RULES = '/api/v1/loans/sorting-rules';
const rule = (name: string, over: Partial<SortingRule> = {}): SortingRule => ({
  id: uuidv7(),
  name,
  active: true,
  work: 'both',
  condition: [[]],
  by: [],
  ...over,
});
const fromDpd = (from: number): SortingRule['condition'] => [[{ field: 'dpd', from, to: null, not: false }]];

describe.each(engines)('sorting rules on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, audit } = desk;
  const rules = async () => (await send('admin', 'GET', RULES)).body.data as SortingRuleSet;
  const save = async (...list: SortingRule[]) =>
    send('admin', 'POST', RULES, { version: (await rules()).version, rules: list });
  const preview = (who: Who, profileId: string, list: SortingRule[]) =>
    send(who, 'POST', `${RULES}/preview`, { profileId, rules: list });

  it('are kept in versions with who saved them, by admins alone, and no change of an old one is taken', async () => {
    expect(await rules()).toEqual({ version: 0, rules: [], savedBy: null, savedAt: null });
    const first = rule('Promises', { work: 'calls', by: [{ key: 'pos', dir: 'desc' }] });
    const saved = await save(first);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.data).toMatchObject({ version: 1, rules: [first], savedBy: expect.any(String) });
    expect((await send('owner', 'POST', RULES, { version: 0, rules: [] })).status).toBe(409);
    expect((await save()).body.data).toMatchObject({ version: 2, rules: [] });
    expect((await send('admin', 'GET', `${RULES}?version=1`)).body.data).toMatchObject({ rules: [first] });
    expect((await send('admin', 'GET', `${RULES}?version=9`)).status).toBe(404);
    expect((await send('admin', 'GET', `${RULES}/versions`)).body.data).toMatchObject([
      { version: 2, rules: 0 },
      { version: 1, rules: 1 },
    ]);
    expect(await audit('sorting-rules.saved', '2')).toMatchObject([
      { detail: { before: [{ name: 'Promises' }], after: [] }, actor_id: desk.world.people.admin.id },
    ]);
    for (const who of ['manager', 'caller', 'agent', 'partner'] as const) {
      expect((await send(who, 'GET', RULES)).status).toBe(403);
      expect((await send(who, 'POST', RULES, { version: 2, rules: [] })).status).toBe(403);
      expect((await preview(who, desk.world.people.caller.id, [])).status).toBe(403);
    }
  });

  it('are refused where they could never do what they say', async () => {
    const same = rule('Twice');
    const bad: [SortingRule[], string][] = [
      [[rule('Takes nothing', { condition: [] })], 'rules.0'],
      [[rule('Never', { condition: [[{ field: 'dpd', from: 9, to: 3, not: false }]] })], 'rules.0'],
      [[rule('All'), rule('Behind', { condition: fromDpd(30) })], 'rules.1'],
      [[{ ...same, condition: fromDpd(60) }, same], '"rules"'],
      [[rule('Too many keys', { by: ORDER_KEYS.slice(0, 4).map((key) => ({ key, dir: 'asc' })) })], 'rules.0.by'],
      [[rule(' ')], 'rules.0.name'],
    ];
    for (const [list, path] of bad) {
      const { status, body } = await save(...list);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(path);
    }
    expect((await rules()).version).toBe(0);
  });

  it('show before they are saved how somebody’s list would stand, and how many under each', async () => {
    const { caller, agent, manager } = desk.world.people;
    for (const dpd of [10, 95, 40, 70]) await desk.world.addLoan({ dpd, held: { collector: 'caller' } });
    await desk.world.addLoan({ dpd: 99, state: 'closed', held: { collector: 'caller' } });
    await desk.world.addLoan({ dpd: 99, held: { collector: 'collector' } });
    const list = [
      rule('For visits', { work: 'visits' }),
      rule('Late', { condition: fromDpd(60), by: [{ key: 'dpd', dir: 'asc' }] }),
      rule('Off', { active: false }),
      rule('Middle', { condition: fromDpd(30) }),
    ];
    const { status, body } = await preview('admin', caller.id, list);
    expect(status, JSON.stringify(body)).toBe(200);
    const shown = body.data as SortingPreview;
    expect(shown).toMatchObject({ work: 'calls', total: 4, under: [0, 2, 0, 1] });
    expect(shown.loans.map((loan) => [loan.dpd, loan.rule])).toEqual([
      [70, 1],
      [95, 1],
      [40, 3],
      [10, null],
    ]);
    expect((await rules()).version).toBe(0);
    expect((await preview('admin', agent.id, list)).body.data).toMatchObject({ work: 'visits', total: 0, loans: [] });
    expect((await preview('admin', manager.id, list)).status).toBe(422);
    expect((await preview('admin', desk.foreign.people.caller.id, list)).status).toBe(404);
    // An admin of an area looks at the lists of their own people alone.
    const area = await createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    const theirs = await as(desk.server.origin, area).fetch(`${RULES}/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profileId: caller.id, rules: [] }),
    });
    expect(theirs.status).toBe(404);
  });

  it('travel to phones with the codes, and each list says which version it should be ordered by', async () => {
    await desk.world.addLoan({ held: { collector: 'caller' } });
    const policy = async () => {
      const { body } = await send('caller', 'GET', '/api/v1/disposition/all');
      return workOrder.parse((body.data as { policy: { order: unknown } }).policy.order);
    };
    const synced = async () =>
      ((await send('caller', 'GET', '/api/v2/sync/loans')).body.data as { order: number }).order;
    expect([await policy(), await synced()]).toEqual([{ version: 0, rules: [] }, 0]);
    const first = rule('First');
    expect((await save(first)).status).toBe(200);
    expect([await policy(), await synced()]).toEqual([{ version: 1, rules: [first] }, 1]);
    // Rules of a form that a phone does not know leave it its own order, and the version.
    expect(workOrder.parse({ version: 7, rules: [{ ...first, by: [{ key: 'moon', dir: 'asc' }] }] })).toEqual({
      version: 7,
      rules: [],
    });
  });
});

describe.each(bothEngines)('the order of the database on $name', ({ name, fresh }) => {
  const zone = 'Asia/Kolkata';
  const now = new Date();
  const today = dayOf(now, zone);
  let held: TestDatabase;
  let world: TenantWorld;
  const ids: string[] = [];

  beforeAll(async () => {
    held = await fresh();
    world = await createTenantWorld(held.db);
    const pick = <T>(from: readonly T[], at: number) => from[at % from.length] as T;
    const day = (days: number) => dayOf(now.getTime() + days * 86_400_000, zone);
    const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    for (let at = 0; at < 60; at += 1) {
      const loan = await world.addLoan({ dpd: (at * 37) % 130, posPaise: ((at * 7) % 5) * 1000 });
      ids.push(loan.id);
      const promise = pick([null, 'open', 'broken', 'kept'], at >> 1);
      const last = at % 3 === 0 ? null : ago((at * 5) % 90);
      await world.run(async (tx) => {
        await tx.query(
          `update loans set product = $2, ptp_status = $3, ptp_due_on = $4, ptp_paise = $5, next_visit_on = $6, last_at = $7,
                  last_code = $8, last_visit_at = $9, last_visit_code = $10, callback_at = $11, flag_legal = $12, overdue_paise = $13
            where tenant_id = current_tenant() and id = $1`,
          [
            loan.id,
            pick(['TW', 'PL'], at),
            promise,
            promise && day((at % 7) - 3),
            promise && 100 * (at % 4),
            at % 4 === 0 ? null : day((at % 5) - 2),
            last,
            last && 'RNR',
            at % 5 === 0 ? ago((at * 3) % 70) : null,
            at % 5 === 0 ? 'FDL' : null,
            at % 6 === 0 ? ago(-((at % 50) - 20)) : null,
            at % 8 === 0,
            (at % 6) * 100,
          ],
        );
        if (last)
          await tx.query(
            `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at,
               receipt_no, remarks, record, payload_hash)
             values (current_tenant(), gen_random_uuid(), $2, $1, $3, 'call', 'RNR', 'NON_CONTACT', 10, 'applied', $2, 1, '', '{}', 'hash')`,
            [loan.id, last, world.people.caller.id],
          );
      });
    }
  });
  afterAll(() => held.close());

  const bound = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }), { freq: 3 });
  const term = fc.oneof(
    fc.record({
      field: fc.constantFrom('product' as const, 'lastCode'),
      values: fc.subarray(['TW', 'RNR'], { minLength: 1 }),
      not: fc.boolean(),
    }),
    fc.record({
      field: fc.constantFrom('promiseIn' as const, 'brokenFor', 'visitIn', 'contactedFor', 'visitedFor', 'attempts30d'),
      from: bound(-3, 3),
      to: bound(-3, 3),
      not: fc.boolean(),
    }),
    fc.record({ field: fc.constant('dpd' as const), from: bound(0, 130), to: bound(0, 130), not: fc.boolean() }),
    fc.record({ field: fc.constantFrom('callbackDue' as const, 'legal', 'untouched'), not: fc.boolean() }),
  );
  const by = fc.array(
    fc.record({ key: fc.constantFrom(...ORDER_KEYS), dir: fc.constantFrom('asc' as const, 'desc' as const) }),
    { maxLength: 3 },
  );
  const lists = fc.array(
    fc.record({ condition: fc.array(fc.array(term, { maxLength: 2 }), { minLength: 1, maxLength: 2 }), by }),
    { maxLength: 4 },
  );

  it('is that of a phone which holds the same loans', async () => {
    const facts = (await world.run((tx) => presentLoans(tx, world.tenantId, ids, today))).map((loan) =>
      orderFacts(loan),
    );
    expect(facts).toHaveLength(60);
    await fc.assert(
      fc.asyncProperty(lists, by, async (rules, otherwise) => {
        const parameters: unknown[] = [world.tenantId];
        const order = workOrderSql(
          rules,
          otherwise,
          { today, zone },
          (value, type) => `$${parameters.push(value)}::${type}`,
        );
        const rows = await world.run((tx) =>
          tx.query<{ id: string; rule: number }>(
            `select l.id, place.rule from loans l ${order.join} where l.tenant_id = $1 order by ${order.order}, l.id`,
            parameters,
          ),
        );
        const placeOf = placing(rules, otherwise, { today, zone });
        const expected = facts
          .map((loan) => ({ id: loan.id, place: placeOf(loan) }))
          .sort((a, b) => comparePlaces(a.place, b.place) || (a.id < b.id ? -1 : 1));
        expect(rows.map(({ id, rule }) => [id, rule])).toEqual(expected.map(({ id, place }) => [id, place.rule]));
      }),
      { numRuns: name === 'pglite' ? 60 : 150 },
    );
  });
});
