/** Loans that go back to their lender after their recall date: by themselves, once, from everybody, and back when they are extended. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../core/domain/dates';
import { recallLoans } from '../../server/modules/loans/recall';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const today = () => dayOf(new Date(), 'Asia/Kolkata');

describe.each(engines)('recalls on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const sql = <T extends Record<string, unknown>>(text: string, ...given: unknown[]) =>
    world.run((tx) => tx.query<T>(text, given));
  const ask = async <T>(who: Who, path: string, method = 'GET', body?: unknown, there = world) => {
    const response = await as(server.origin, there.people[who]).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, data: ((await response.json()) as { data: T }).data };
  };
  const loanUntil = async (
    recallOn: string | null,
    more: Parameters<TenantWorld['addLoan']>[0] = {},
  ): Promise<TestLoan> => {
    const loan = await world.addLoan({
      held: { collector: 'caller', field_agent: 'agent', manager: 'manager' },
      ...more,
    });
    await sql('update loans set recall_on = $2 where id = $1', loan.id, recallOn);
    return loan;
  };
  const night = async (day = today()) => {
    let nights = 0;
    while (await world.run((tx) => recallLoans(tx, day, new Date()))) nights++;
    return nights;
  };
  const stands = async (loan: TestLoan) => {
    const [row] = await sql<{ state: string; holders: number; said: string[] }>(
      `select l.state, (select count(*)::int from loan_assignments h where h.loan_id = l.id and h.ended_at is null) as holders,
              array(select s.reason from suppressions s where s.loan_id = l.id and s.released_at is null order by 1) as said
         from loans l where l.id = $1`,
      loan.id,
    );
    return row;
  };
  const onPhone = async (loan: TestLoan) => {
    const { data } = await ask<{ loans: { id: string }[] }>('agent', '/api/v2/sync/loans');
    return data.loans.some(({ id }) => id === loan.id);
  };
  const extend = (loan: TestLoan, recallOn: string) =>
    ask<{ extended: number }>('admin', '/api/v1/loans/extend', 'PUT', {
      loanIds: [loan.number],
      recallOn,
      reason: 'The lender agreed',
    });
  const RECALLED = { state: 'suppressed', holders: 0, said: ['Back with the lender'] };

  it('on its last day a loan stays, and on the day after nobody holds it and phones let it go', async () => {
    const loan = await loanUntil(today(), {
      held: { collector: 'caller', field_agent: 'agent', manager: 'manager', agency: true },
    });
    const other = await loanUntil(null);
    expect(await onPhone(loan)).toBe(true);
    await night();
    expect(await stands(loan)).toEqual({ state: 'active', holders: 4, said: [] });
    await night(addDays(today(), 1));
    expect(await stands(loan)).toEqual(RECALLED);
    expect(await onPhone(loan)).toBe(false);
    expect([await onPhone(other), (await stands(other))?.holders]).toEqual([true, 3]);
    const audit = await sql<{ actor_id: string | null; detail: object }>(
      "select actor_id, detail from audit_log where action = 'loans.recalled' and subject_id = $1",
      loan.id,
    );
    expect(audit).toMatchObject([
      { actor_id: null, detail: { recallOn: today(), before: { collector: world.people.caller.id }, after: {} } },
    ]);
  });

  it('nights in which nothing ran are made up once, also for more loans than one page holds', async () => {
    const long = addDays(today(), -20);
    const loans = await world.addLoans(205, { held: { collector: 'caller' } });
    await sql(
      'update loans set recall_on = $2 where id = any($1::uuid[])',
      loans.map(({ id }) => id),
      long,
    );
    expect(await night()).toBe(1);
    const count = async () =>
      (
        await sql<{ n: number; said: number }>(
          `select count(*)::int as n, (select count(*)::int from suppressions s where s.loan_id = any($1::uuid[])) as said
             from loans where id = any($1::uuid[]) and state = 'suppressed'`,
          loans.map(({ id }) => id),
        )
      )[0];
    expect(await count()).toEqual({ n: 205, said: 205 });
    expect(await night()).toBe(0);
    expect(await count()).toEqual({ n: 205, said: 205 });
  });

  it('is not given while it is back, and may be once it is extended', async () => {
    const loan = await loanUntil(addDays(today(), -1));
    await night();
    const give = () =>
      ask<{ results: { became: string }[] }>('manager', '/api/v1/loans/assign/collector', 'PUT', {
        profileId: world.people.caller.id,
        loanIds: [loan.id],
      });
    expect((await give()).data?.results?.[0]?.became).not.toBe('assigned');
    expect((await extend(loan, addDays(today(), 30))).data.extended).toBe(1);
    expect(await stands(loan)).toEqual({ state: 'active', holders: 0, said: [] });
    await night();
    expect((await stands(loan))?.state).toBe('active');
    expect(
      await ask('admin', '/api/v1/loans/assign/collector', 'PUT', {
        profileId: world.people.caller.id,
        loanIds: [loan.id],
      }),
    ).toMatchObject({
      data: { assigned: 1 },
    });
    // And its new date recalls it again.
    await night(addDays(today(), 31));
    expect(await stands(loan)).toEqual(RECALLED);
  });

  it('a file that names a later day takes it up again by itself', async () => {
    const loan = await loanUntil(addDays(today(), -3));
    await night();
    await sql('update loans set recall_on = $2 where id = $1', loan.id, addDays(today(), 60));
    await night();
    expect(await stands(loan)).toEqual({ state: 'active', holders: 0, said: [] });
  });

  it('what is closed stays closed, and what something else suppresses stays so after an extension', async () => {
    const closed = await loanUntil(addDays(today(), -1), { state: 'closed' });
    const paused = await loanUntil(addDays(today(), -1), { state: 'suppressed' });
    await sql(
      `insert into suppressions (tenant_id, id, loan_id, reason, from_on, created_at) values ($1, gen_random_uuid(), $2, 'Legal', $3, now())`,
      world.tenantId,
      paused.id,
      today(),
    );
    await night();
    expect(await stands(closed)).toEqual({ state: 'closed', holders: 0, said: [] });
    expect(await stands(paused)).toEqual({ state: 'suppressed', holders: 0, said: ['Back with the lender', 'Legal'] });
    await extend(paused, addDays(today(), 9));
    expect(await stands(paused)).toEqual({ state: 'suppressed', holders: 0, said: ['Legal'] });
  });

  it('lists what is near, the nearest first, and what is back; to administrators of the tenant alone', async () => {
    const there = await createTenantWorld(held.db);
    const made: TestLoan[] = [];
    for (const days of [5, 1, 40, -2]) {
      const loan = await there.addLoan({ held: { collector: 'caller' } });
      await there.run((tx) =>
        tx.query('update loans set recall_on = $2 where id = $1', [loan.id, addDays(today(), days)]),
      );
      made.push(loan);
    }
    await there.run((tx) => recallLoans(tx, today(), new Date()));
    const list = (query: string, who: Who = 'admin', at = there) =>
      ask<{ rows: { id: string; heldBy: string | null }[]; total: number }>(
        who,
        `/api/v2/loans/recalls?${query}`,
        'GET',
        undefined,
        at,
      );
    const ids = async (query: string) => (await list(query)).data.rows.map(({ id }) => id);
    const [five, one, forty, back] = made.map(({ id }) => id);
    expect(await ids('')).toEqual([one, five]);
    expect(await ids('within=90')).toEqual([one, five, forty]);
    expect(await ids('view=recalled')).toEqual([back]);
    expect(await ids(`within=90&q=${made[2]?.number}`)).toEqual([forty]);
    expect(await ids('within=90&q=nobody')).toEqual([]);
    expect((await list('')).data.rows[0]?.heldBy).not.toBeNull();
    for (const who of ['manager', 'caller', 'agent', 'clientAdmin'] as const)
      expect((await list('', who)).status).toBe(403);
    expect((await list('within=366', 'admin', world)).data.rows.map(({ id }) => id)).not.toContain(one);
  });
});
