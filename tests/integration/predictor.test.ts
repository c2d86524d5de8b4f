/** The advanced predictor on a world whose truth is known: learned once a month, judged on a month it has not seen, who sees what, notes of who knew better. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseOf } from '../../core/contract/kit';
import type { predictorAccount, predictorAccounts, predictorModel } from '../../core/contract/predictor';
import { uuidv7 } from '../../core/domain/ids';
import { countPredictor } from '../../server/modules/predictor/count';
import { countRecovery } from '../../server/modules/recovery/count';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const ZONE = 'Asia/Kolkata';
const BASE = '/api/v1/recovery/predictor';
const LOANS = 560;
const MONTHS = ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'];
type Model = ResponseOf<typeof predictorModel>['data'];
type Accounts = ResponseOf<typeof predictorAccounts>['data'];
type Account = ResponseOf<typeof predictorAccount>['data'];

describe.each(bothAtNight)('the advanced predictor on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let good: TestLoan;
  let bad: TestLoan;

  beforeAll(async () => {
    held = await fresh();
    await held.db.owner((tx) => tx.query("select ensure_partitions('2026-03-01', 10)"));
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    const loans = await world.addLoans(LOANS, { posPaise: 1_000_00, dpd: 20 });
    await world.run(async (tx) => {
      // Every other loan pays nearly each month from March on, the others seldom; days past due say nothing of it.
      await tx.query(
        `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at)
         select current_tenant(), gen_random_uuid(), l.id, 5000, 'upi', m.at
           from unnest($1::uuid[]) with ordinality l(id, at)
          cross join generate_series('2026-03-12T10:00:00+05:30'::timestamptz, '2026-10-13', interval '1 month') with ordinality m(at, n)
          where ('x' || substr(md5(l.at || ':' || m.n), 1, 6))::bit(24)::int % 100 < case when l.at % 2 = 0 then 90 else 10 end`,
        [loans.map(({ id }) => id)],
      );
      for (const month of [...MONTHS, '2026-11-01'])
        await tx.query(
          `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
           select current_tenant(), $2::date, l.id, x.portfolio_id, (l.at * 37) % 100, bucket_of(((l.at * 37) % 100)::int), 100000, 1000, $2::date
             from unnest($1::uuid[]) with ordinality l(id, at) join loans x on x.tenant_id = current_tenant() and x.id = l.id`,
          [loans.map(({ id }) => id), month],
        );
    });
    const counts = await world.run((tx) =>
      tx.query<{ id: string; n: number }>(
        `select l.id, count(y.id) as n from loans l left join payments y on y.tenant_id = l.tenant_id and y.loan_id = l.id
          where l.tenant_id = current_tenant() group by l.id order by n, l.id`,
      ),
    );
    const find = (id: string | undefined) => loans.find((loan) => loan.id === id);
    const [never, always] = [find(counts[0]?.id), find(counts.at(-1)?.id)];
    if (!never || !always) throw new Error('No loans');
    [bad, good] = [never, always];
    for (const loan of [good, bad]) await world.assign(loan, 'collector', 'caller');
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const people = () => world.people;
  const send = async (who: Person, method: string, path = '', body?: unknown) => {
    const response = await as(server.origin, who).fetch(`${BASE}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as { data: unknown } };
  };
  const get = async <T>(who: Person, path = ''): Promise<T> => {
    const { status, body } = await send(who, 'GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as T;
  };
  const night = (today: string, part = 2000) =>
    world.run(async (tx) => {
      const now = new Date(`${today}T02:00:00+05:30`);
      while (await countRecovery(tx, today, ZONE, now));
      while (await countPredictor(tx, today, ZONE, now, part));
    });

  it('waits for the basic predictor, and says how many months it has instead of guessing', async () => {
    expect(await world.run((tx) => countPredictor(tx, '2026-09-05', ZONE, new Date()))).toBe(false);
    expect(await get<Model>(people().client)).toEqual({ months: [], model: null, scored: null, portfolios: [] });
    await night('2026-09-05');
    const { months, model, scored } = await get<Model>(people().client);
    expect({ months, model, scored }).toEqual({ months: MONTHS.slice(0, 3), model: null, scored: null });
    expect(await get<Accounts>(people().client, '/accounts')).toMatchObject({ rows: [], total: 0 });
  });

  it('learns once there are enough, is judged on the newest, and is better than the order by days past due', async () => {
    await night('2026-11-20', 150);
    const { model, scored, months } = await get<Model>(people().client);
    expect(months).toEqual(MONTHS);
    expect(scored?.day).toBe('2026-11-20');
    expect(model).toMatchObject({
      ...{ trained: MONTHS.slice(0, 3), calibrated: MONTHS[3], judged: { month: MONTHS[4], loans: LOANS } },
    });
    const { order, naive, error, tenths } = model?.judged ?? { order: 0, naive: 1, error: 1, tenths: [] };
    expect(order).toBeGreaterThan(0.85);
    expect(naive).toBeLessThan(0.6);
    expect(error).toBeLessThan(0.1);
    expect(tenths[0]?.lift).toBeGreaterThan(1.5);
    const all = await get<Accounts>(people().client, '/accounts?size=250');
    expect(all.total).toBe(LOANS);
    expect(all.rows.map(({ chance }) => chance)).toEqual(all.rows.map(({ chance }) => chance).sort((a, b) => b - a));
    const worst = await get<Accounts>(people().client, '/accounts?dir=asc');
    expect(worst.rows[0]?.chance).toBeLessThan(0.3);
  });

  it('learns nothing anew before the next month, and drops loans that are closed', async () => {
    const [{ model: before }, models] = [
      await get<Model>(people().client),
      () => world.run((tx) => tx.query('select month from predictor_models where tenant_id = current_tenant()')),
    ];
    const [closed] = (await get<Accounts>(people().client, '/accounts?dir=asc')).rows.filter(({ id }) => id !== bad.id);
    await world.run((tx) =>
      tx.query(`update loans set state = 'closed' where tenant_id = current_tenant() and id = $1`, [closed?.id]),
    );
    await night('2026-11-21');
    const after = await get<Model>(people().client);
    expect({ ...after.model, drift: null }).toEqual({ ...before, drift: null });
    expect(await models()).toHaveLength(1);
    expect((await get<Accounts>(people().client, '/accounts')).total).toBe(LOANS - 1);
    expect(after.model?.drift).toBeGreaterThanOrEqual(0);
  });

  it('says five reasons at most of a loan that the caller sees', async () => {
    const { caller } = people();
    const [payer, other2] = [
      await get<Account>(caller, `/accounts/${good.id}`),
      await get<Account>(caller, `/accounts/${bad.id}`),
    ];
    expect(payer.account.chance).toBeGreaterThan(other2.account.chance + 0.4);
    expect(payer.reasons.length).toBeLessThanOrEqual(5);
    const habit = (one: Account) => one.reasons.find(({ feature }) => feature === 'paidMonths');
    expect(habit(payer)?.effect).toBeGreaterThan(0);
    expect(habit(other2)?.effect).toBeLessThan(0);
    expect((await get<Accounts>(caller, '/accounts')).rows.map(({ id }) => id)).toEqual([good.id, bad.id]);
    expect((await get<Accounts>(people().manager, '/accounts')).total).toBe(2);
    expect((await get<Accounts>(people().rival, '/accounts')).total).toBe(0);
    expect((await get<Accounts>(people().otherClient, '/accounts')).total).toBe(0);
    expect((await get<Accounts>(caller, `/accounts?q=${good.number}`)).total).toBe(1);
    for (const who of [people().rival, people().otherClient, people().partner, other.people.manager])
      expect((await send(who, 'GET', `/accounts/${good.id}`)).status).toBe(404);
    const area = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    for (const who of [people().admin, area])
      for (const path of ['', '/accounts', `/accounts/${good.id}`])
        expect((await send(who, 'GET', path)).status).toBe(403);
  });

  it('notes where somebody knew better, changes no chance by it, and lets no lender do so', async () => {
    const { caller, client, manager, rival } = people();
    const path = `/accounts/${good.id}/overrides`;
    const note = { id: uuidv7(), verdict: 'lower', reason: 'Lost the job' };
    const before = (await get<Account>(caller, `/accounts/${good.id}`)).account.chance;
    const made = await send(caller, 'POST', path, note);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect((await send(caller, 'POST', path, note)).body.data).toEqual(made.body.data);
    expect((await send(manager, 'POST', path, note)).status).toBe(409);
    expect((await send(rival, 'POST', path, { ...note, id: uuidv7() })).status).toBe(404);
    expect((await send(client, 'POST', path, { ...note, id: uuidv7() })).status).toBe(403);
    expect((await send(caller, 'POST', path, { ...note, id: uuidv7(), reason: ' ' })).status).toBe(422);
    const seen = await get<Account>(client, `/accounts/${good.id}`);
    expect(seen).toMatchObject({
      mayOverride: false,
      overrides: [{ verdict: 'lower', reason: 'Lost the job', chance: before }],
    });
    expect(seen.account.chance).toBe(before);
    const entries = await world.run((tx) =>
      tx.query(
        `select actor_id, detail from audit_log where tenant_id = current_tenant() and action = 'predictor.overridden'`,
      ),
    );
    expect(entries).toMatchObject([
      {
        actor_id: caller.id,
        detail: { before: { chance: before }, after: { verdict: 'lower', reason: 'Lost the job' } },
      },
    ]);
  });

  it('never contacts anybody', async () => {
    for (const table of ['contact_attempts', 'messages', 'alerts', 'notifications'])
      expect(
        await world.run((tx) => tx.query(`select 1 from ${table} where tenant_id = current_tenant()`)),
        table,
      ).toEqual([]);
  });
});
