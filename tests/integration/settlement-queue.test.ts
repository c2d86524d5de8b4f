/** The approval queue: by when an offer is to be answered, many decided at once, and who decides while somebody is away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settlement, SettlementRow } from '../../core/contract/settlements';
import { addDays, dayOf } from '../../core/domain/dates';
import { DUPONT_SUMS } from '../../core/domain/dupont';
import { uuidv7 } from '../../core/domain/ids';
import { judgePart } from '../../server/modules/settlements/judge';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const PATH = '/api/v2/settlement';
const ZONE = 'Asia/Kolkata';
const today = () => dayOf(new Date(), ZONE);
const DUES = 1_00_000_00;

describe.each(engines)('the approval queue on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    await world.run((tx) =>
      tx.query(
        `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
         select tenant_id, id, 1, 'any', 0, 9999, 20, 9, 'CRM_MANAGER' from portfolios where tenant_id = $1`,
        [world.tenantId],
      ),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  async function send<T = Settlement>(who: Who, method: string, path: string, body?: unknown) {
    const response = await as(server.origin, world.people[who]).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, ...((await response.json()) as { message?: string; data: T }) };
  }
  const newLoan = () => world.addLoan({ posPaise: DUES, held: { collector: 'caller', field_agent: 'agent' } });
  async function raised(
    loan: TestLoan,
    { by = 'caller' as Who, waived = 10_000_00, days = 20 }: { by?: Who; waived?: number; days?: number } = {},
  ) {
    const offer = {
      dues: { principal: DUES, interest: 0, penal: 0, charges: 0 },
      waiver: { principal: waived, interest: 0, penal: 0, charges: 0 },
      instalments: [{ dueOn: addDays(today(), 25), amount: DUES - waived }],
      validTill: addDays(today(), days),
    };
    const said = await send(by, 'POST', PATH, { id: uuidv7(), loanId: loan.id, offer, hardship: 'Crop failed' });
    expect(said, JSON.stringify(said)).toMatchObject({ status: 200 });
    return said.data;
  }
  const get = async (who: Who, id: string) => (await send(who, 'GET', `${PATH}/${id}`)).data;
  const step = async (who: Who, id: string, name: string, remarks = 'As agreed') => {
    const { stage, round } = await get(who, id);
    return send(who, 'PUT', PATH, { settlementId: id, remarks, data: { step: name, stage, round } });
  };
  const turn = async (who: Who) =>
    (await send<{ rows: SettlementRow[] }>(who, 'GET', `${PATH}?view=turn&size=100`)).data.rows;
  const judge = (day: string) => world.run((tx) => judgePart(tx, day, new Date()));
  const noticesOf = async (who: Who, loan: TestLoan) =>
    (
      await world.run((tx) =>
        tx.query<{ kind: string }>(
          'select kind from notifications where user_id = $1 and loan_id = $2 order by created_at, kind',
          [world.people[who].id, loan.id],
        ),
      )
    ).map(({ kind }) => kind);

  it('says since when an offer waits and by when it is to be answered, and tells whoever is late, once', async () => {
    const loan = await newLoan();
    const one = await raised(loan);
    // In which review it stands would be told by a day that begins anew with each.
    expect(one.answerBy).toBeNull();
    expect(await get('manager', one.id)).toMatchObject({ stage: 'manager', answerBy: addDays(today(), 3) });
    await judge(addDays(today(), 3));
    expect(await noticesOf('manager', loan)).toEqual(['settlement-turn']);
    await judge(addDays(today(), 4));
    await judge(addDays(today(), 5));
    await world.run((tx) => tx.query('update settlements set to_judge = true where id = $1', [one.id]));
    await judge(addDays(today(), 6));
    expect(await noticesOf('manager', loan)).toEqual(['settlement-turn', 'settlement-late']);
    for (const who of ['nationalManager', 'clientAdmin', 'caller', 'rival'] as const)
      expect(await noticesOf(who, loan)).toEqual([]);

    // The client has days of its own, as many as the portfolio gives.
    await world.run((tx) => tx.query('update portfolios set answer_days = 7 where tenant_id = $1', [world.tenantId]));
    await step('manager', one.id, 'approve');
    expect(await get('clientAdmin', one.id)).toMatchObject({ stage: 'client', answerBy: addDays(today(), 7) });
    expect((await get('caller', one.id)).answerBy).toBeNull();
    await judge(addDays(today(), 8));
    expect(await noticesOf('clientAdmin', loan)).toEqual(['settlement-turn', 'settlement-late']);
    expect((await noticesOf('manager', loan)).filter((kind) => kind === 'settlement-late')).toHaveLength(1);
    await step('clientAdmin', one.id, 'approve');
    expect((await get('manager', one.id)).answerBy).toBeNull();
    await judge(addDays(today(), 20));
    await judge(addDays(today(), 21));
    expect(await get('manager', one.id)).toMatchObject({ stage: 'lapsed' });
    await world.run((tx) =>
      tx.query('update portfolios set answer_days = null where tenant_id = $1', [world.tenantId]),
    );
  });

  it('sorts by what lapses first', async () => {
    const ids: string[] = [];
    for (const days of [9, 2, 5]) ids.push((await raised(await newLoan(), { days })).id);
    const [nine, two, five] = ids;
    expect((await turn('manager')).map(({ id }) => id)).toEqual([two, five, nine]);
  });

  interface Outcome {
    rows: { settlementId: string; stage: string | null; refused: string | null }[];
  }
  const decided = (who: Who, name: string, chosen: SettlementRow[], remarks = 'As the rules have it') =>
    send<Outcome>(who, 'PUT', `${PATH}/many`, {
      step: name,
      remarks,
      chosen: chosen.map(({ id, stage, round }) => ({ settlementId: id, stage, round })),
    });
  const outcomes = (said: { data: Outcome }) => said.data.rows.map(({ stage, refused }) => stage ?? refused);

  it('several are decided in one press, each with its own outcome', async () => {
    const mine = [await raised(await newLoan()), await raised(await newLoan()), await raised(await newLoan())];
    const own = await raised(await newLoan(), { by: 'manager' });
    const rows = await Promise.all([...mine, own].map(({ id }) => get('manager', id)));
    const [first, second, third, last] = rows as [Settlement, Settlement, Settlement, Settlement];
    await step('caller', second.id, 'withdraw');
    const stranger = { ...third, id: uuidv7() };
    const said = await decided('manager', 'approve', [first, second, stranger, last]);
    expect(said.status).toBe(200);
    expect(outcomes(said)).toEqual([
      'client',
      expect.stringMatching(/withdrew this settlement on/),
      'Not found.',
      // Whoever raised it does not decide, and no other role does in their place.
      'Your role does not take this step.',
    ]);
    expect(await get('nationalManager', last.id)).toMatchObject({ stage: 'super-manager' });
    // The same again is answered as it stands, and nothing is decided twice.
    expect(outcomes(await decided('manager', 'approve', [first]))).toEqual(['client']);
    expect((await get('clientAdmin', first.id)).history.filter(({ step }) => step === 'approve')).toHaveLength(1);

    expect((await decided('manager', 'reject', [third], ' ')).status).toBe(422);
    expect(outcomes(await decided('manager', 'reject', [third], 'Pays in full'))).toEqual(['rejected']);
    expect((await get('caller', third.id)).history.at(-1)).toMatchObject({ step: 'reject', remarks: 'Pays in full' });
    expect(outcomes(await decided('rival', 'approve', [await get('clientAdmin', first.id)]))).toEqual(['Not found.']);
    expect((await decided('caller', 'approve', [first])).status).toBe(403);
    const audit = await world.run((tx) =>
      tx.query<{ action: string; actor_id: string }>(
        "select action, actor_id from audit_log where tenant_id = $1 and subject_id = any($2) and action <> 'settlements.submit' order by seq",
        [world.tenantId, [first.id, third.id]],
      ),
    );
    expect(audit).toEqual([
      { action: 'settlements.approve', actor_id: world.people.manager.id },
      { action: 'settlements.reject', actor_id: world.people.manager.id },
    ]);
  });

  it('of two who decide the same at once one acts', async () => {
    const rows = await Promise.all(
      [await raised(await newLoan()), await raised(await newLoan())].map(({ id }) => get('manager', id)),
    );
    for (const { id } of rows) await step('manager', id, 'approve');
    const clients = await Promise.all(rows.map(({ id }) => get('clientAdmin', id)));
    const both = await Promise.all([
      decided('clientAdmin', 'approve', clients),
      decided('customer', 'reject', [...clients].reverse()),
    ]);
    const stages = both.flatMap(({ data }) => data.rows.map(({ stage }) => stage));
    expect(stages.filter((stage) => stage !== null)).toHaveLength(2);
    expect(stages.filter((stage) => stage === null)).toHaveLength(2);
    for (const { id } of rows)
      expect((await get('manager', id)).history.filter(({ step }) => step !== 'submit')).toHaveLength(2);
  });

  interface Absence {
    id: string;
    state: string;
    own: boolean;
    deputy: string;
  }
  const away = (who: Who, deputyId: string, from = today(), to = addDays(today(), 7), id = uuidv7()) =>
    send<Absence>(who, 'POST', `${PATH}/absences`, { id, deputyId, from, to });
  const end = (who: Who, id: string) => send<Absence>(who, 'PUT', `${PATH}/absences/${id}/end`);
  /** Of the manager's superior too, and of nobody's loans. */
  const colleague: Who = 'rival';
  const becomeColleagues = () =>
    world.run((tx) =>
      tx.query(
        `update users set manager_id = (select manager_id from users o where o.tenant_id = users.tenant_id and o.id = $2)
          where tenant_id = $1 and id = $3`,
        [world.tenantId, world.people.manager.id, world.people[colleague].id],
      ),
    );

  it('while somebody is away a colleague of the same authority decides, and history says for whom', async () => {
    await becomeColleagues();
    const loan = await newLoan();
    const one = await raised(loan);
    expect((await send(colleague, 'GET', `${PATH}/${one.id}`)).status).toBe(404);
    expect((await turn(colleague)).map(({ id }) => id)).not.toContain(one.id);
    const { data: colleagues } = await send<{ rows: { id: string }[] }>('manager', 'GET', `${PATH}/colleagues`);
    expect(colleagues.rows.map(({ id }) => id)).toEqual([world.people[colleague].id]);

    const named = await away('manager', world.people[colleague].id);
    expect(named).toMatchObject({ status: 200, data: { state: 'now', own: true } });
    expect((await turn(colleague)).find(({ id }) => id === one.id)).toMatchObject({
      inPlaceOf: expect.stringMatching(/./),
      steps: ['approve', 'counter', 'reject'],
    });
    const second = await newLoan();
    const next = await raised(second);
    expect(await noticesOf(colleague, second)).toEqual(['settlement-turn']);
    expect(await noticesOf('manager', second)).toEqual(['settlement-turn']);
    await judge(addDays(today(), 4));
    expect(await noticesOf(colleague, second)).toEqual(['settlement-turn', 'settlement-late']);

    expect((await step(colleague, one.id, 'approve')).data).toMatchObject({ stage: 'client' });
    const { history } = await get('clientAdmin', one.id);
    expect(history.at(-1)).toMatchObject({
      step: 'approve',
      by: { role: 'CRM_MANAGER' },
      for: expect.stringMatching(/./),
    });
    const [entry] = await world.run((tx) =>
      tx.query<{ actor_id: string; detail: { for: string } }>(
        "select actor_id, detail from audit_log where tenant_id = $1 and subject_id = $2 and action = 'settlements.approve'",
        [world.tenantId, one.id],
      ),
    );
    expect(entry).toMatchObject({
      actor_id: world.people[colleague].id,
      detail: { for: world.people.manager.id, before: { stage: 'manager' }, after: { stage: 'client' } },
    });
    // Both have given their word: neither gives it again.
    const [record] = await world.run((tx) =>
      tx.query<{ approver_ids: string[] }>('select approver_ids from settlements where id = $1', [one.id]),
    );
    expect(record?.approver_ids).toEqual([world.people[colleague].id, world.people.manager.id]);

    // Whoever told the telecaller who decided would tell which review it was.
    expect((await get('caller', one.id)).history.every((said) => said.for === null)).toBe(true);
    expect((await end(colleague, named.data.id)).status).toBe(404);
    expect(await end('manager', named.data.id)).toMatchObject({ status: 200, data: { state: 'over' } });
    expect((await send(colleague, 'GET', `${PATH}/${next.id}`)).status).toBe(404);
    expect((await step('manager', next.id, 'approve')).data).toMatchObject({ stage: 'client' });
    const audit = await world.run((tx) =>
      tx.query<{ action: string; detail: unknown }>(
        'select action, detail from audit_log where tenant_id = $1 and subject_id = $2 order by seq',
        [world.tenantId, named.data.id],
      ),
    );
    expect(audit).toEqual([
      {
        action: 'settlements.absence-named',
        detail: {
          before: null,
          after: { deputyId: world.people[colleague].id, from: today(), to: addDays(today(), 7) },
        },
      },
      { action: 'settlements.absence-ended', detail: { before: { ended: false }, after: { ended: true } } },
    ]);
  });

  it('standing in gives nobody more than they had', async () => {
    await becomeColleagues();
    const loan = await newLoan();
    const own = await raised(loan, { by: 'manager' });
    const others = await raised(await newLoan());
    const named = await away('manager', world.people[colleague].id);
    // What the one who is away raised, their deputy does not decide either, in whichever review it stands.
    await world.run((tx) => tx.query("update settlements set stage = 'manager' where id = $1", [own.id]));
    expect(await get(colleague, own.id)).toMatchObject({ steps: [] });
    expect(await step(colleague, own.id, 'approve')).toMatchObject({ status: 403 });
    expect((await turn(colleague)).map(({ id }) => id)).not.toContain(own.id);
    // Nor does the deputy withdraw it, or see the loan.
    expect((await step(colleague, own.id, 'withdraw')).status).toBe(403);
    expect((await as(server.origin, world.people[colleague]).fetch(`/api/v1/loans/${loan.id}`)).status).toBe(404);
    expect((await turn(colleague)).map(({ id }) => id)).toContain(others.id);

    // Those whose authority is no longer the same see nothing.
    await world.run((tx) =>
      tx.query("update users set role = 'CRM_SUPERMANAGER' where id = $1", [world.people.manager.id]),
    );
    expect((await send(colleague, 'GET', `${PATH}/${others.id}`)).status).toBe(404);
    await world.run((tx) => tx.query("update users set role = 'CRM_MANAGER' where id = $1", [world.people.manager.id]));
    expect((await send(colleague, 'GET', `${PATH}/${others.id}`)).status).toBe(200);
    await end('manager', named.data.id);
  });

  it('only a colleague of the same authority is named, for days that are to come, once at a time', async () => {
    await becomeColleagues();
    const other = world.people[colleague].id;
    for (const who of ['manager', 'nationalManager', 'caller', 'clientAdmin'] as const)
      expect((await away('manager', world.people[who].id)).status, who).toBe(422);
    expect((await away('caller', world.people.agent.id)).status).toBe(403);
    expect((await away('manager', other, addDays(today(), -1))).status).toBe(422);
    expect((await away('manager', other, today(), addDays(today(), -1))).status).toBe(422);
    const id = uuidv7();
    const later = await away('manager', other, addDays(today(), 10), addDays(today(), 12), id);
    expect(later).toMatchObject({ status: 200, data: { state: 'coming' } });
    expect(await away('manager', other, addDays(today(), 10), addDays(today(), 12), id)).toMatchObject(later);
    expect((await away('manager', other, addDays(today(), 12), addDays(today(), 20))).status).toBe(422);
    expect((await away(colleague, world.people.manager.id, today(), today(), id)).status).toBe(404);
    // One to come opens nothing yet.
    const one = await raised(await newLoan());
    expect((await send(colleague, 'GET', `${PATH}/${one.id}`)).status).toBe(404);
    const listed = await send<{ rows: Absence[]; total: number }>(colleague, 'GET', `${PATH}/absences`);
    expect(listed.data.rows[0]).toMatchObject({ id, own: false, state: 'coming' });
    const mine = await send<{ rows: Absence[] }>('nationalManager', 'GET', `${PATH}/absences`);
    expect(mine.data.rows).toEqual([]);
    await end('manager', id);
  });

  it('beside an offer stands what it is worth and how the bucket rolled, or that this is not known; makers read neither', async () => {
    const loan = await newLoan();
    const one = await raised(loan);
    expect((await get('manager', one.id)).worth).toEqual({ presentValue: null, ratePercent: null, rolls: null });
    await world.run((tx) => tx.query('update loans set rate = 24.5 where id = $1', [loan.id]));
    const { worth } = await get('manager', one.id);
    expect(worth?.ratePercent).toBe(24.5);
    expect(worth?.presentValue).toBe(Math.round(90_000_00 / 1.245 ** (25 / 365)));

    const month = `${today().slice(0, 7)}-01`;
    const back = (months: number) =>
      new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 - months, 1))
        .toISOString()
        .slice(0, 10);
    const count = (from: string, before: string, opening: number, resolved: number, bucket?: string) =>
      world.run(async (tx) => {
        const columns = DUPONT_SUMS.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
        const amounts: Record<string, number> = { openingPos: opening, resolvedCalls: resolved };
        await tx.query(
          `insert into dupont_runs (tenant_id, month, before_day, started_at, finished_at) values ($1, $2, $3, now(), now())
           on conflict do nothing`,
          [world.tenantId, from, before],
        );
        await tx.query(
          `insert into dupont_sums (tenant_id, month, before_day, client_id, portfolio_id, bucket, manager_id, collector_id, field_agent_id,
             agency_id, ${columns.join(', ')})
           select $1, $2, $3, client_id, portfolio_id, coalesce($5, bucket), gen_random_uuid(), id, id, id,
                  ${DUPONT_SUMS.map((name) => amounts[name] ?? 0).join(', ')} from loans where id = $4`,
          [world.tenantId, from, before, loan.id, bucket ?? null],
        );
      });
    await count(back(1), month, 900, 90);
    await count(back(2), back(1), 100, 100);
    // Another bucket, a month that is not over, one that was counted in part, and one that is long ago.
    await count(back(1), month, 500, 500, '360+');
    await count(month, today(), 500, 500);
    await count(back(3), addDays(back(3), 9), 500, 500);
    await count(back(4), back(3), 500, 500);
    expect((await get('manager', one.id)).worth?.rolls).toEqual({ months: 2, resolvedPercent: 19, forwardPercent: 81 });
    expect((await get('caller', one.id)).worth).toBeNull();
  });
});
