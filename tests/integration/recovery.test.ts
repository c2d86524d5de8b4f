/** The basic predictor on a world whose truth is known: months counted once, what is expected of whom, lists, and who sees what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecoveryAccount, RecoveryForecast, RecoveryList } from '../../core/contract/recovery';
import { uuidv7 } from '../../core/domain/ids';
import { countRecovery } from '../../server/modules/recovery/count';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const ZONE = 'Asia/Kolkata';
const BASE = '/api/v1/recovery';
const TODAY = '2026-11-20';
const MONTHS = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'];
const POS = 1_000_00;

describe.each(bothAtNight)('the basic predictor on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  /** Forty payers of the agent, forty others of the rival's agent; and one loan in a bucket without history. */
  let payers: TestLoan[];
  let others: TestLoan[];

  beforeAll(async () => {
    held = await fresh();
    await held.db.owner((tx) => tx.query("select ensure_partitions('2026-04-01', 9)"));
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    payers = await world.addLoans(40, { posPaise: POS, dpd: 20, held: { field_agent: 'agent' } });
    others = await world.addLoans(40, { posPaise: POS, dpd: 20, held: { field_agent: 'rivalAgent', agency: true } });
    await world.addLoan({ number: 'DEEP', posPaise: 7 * POS, dpd: 50, held: { field_agent: 'agent' } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const people = () => world.people;
  const send = async (who: Person, method: string, path: string, body?: string) => {
    const response = await as(server.origin, who).fetch(`${BASE}${path}`, {
      method,
      ...(body && { body, headers: { 'content-type': 'application/octet-stream' } }),
    });
    return { status: response.status, body: (await response.json()) as { data: unknown } };
  };
  const get = async <T>(who: Person, path: string): Promise<T> => {
    const { status, body } = await send(who, 'GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as T;
  };
  const forecast = (who: Person, query = '') => get<RecoveryForecast>(who, `/forecast?${query}`);
  const accounts = (who: Person, query = '') =>
    get<{ rows: RecoveryAccount[]; total: number }>(who, `/accounts?size=100&${query}`);
  const night = (today = TODAY, part = 7, of = world) =>
    of.run(async (tx) => {
      while (await countRecovery(tx, today, ZONE, new Date(`${today}T02:00:00+05:30`), part));
    });

  /** A month as all eighty loans found it. */
  const open = (month: string) =>
    world.run((tx) =>
      tx.query(
        `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
         select l.tenant_id, $1::date, l.id, l.portfolio_id, 20, '0-30', l.pos_paise, 0, $1::date from loans l
          where l.tenant_id = current_tenant() and l.loan_number <> 'DEEP' on conflict do nothing`,
        [month],
      ),
    );
  /** The payers pay a tenth of their principal on the 25th of each month from April to October. */
  const pay = () =>
    world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at)
         select current_tenant(), gen_random_uuid(), p.id, $2, 'upi', m.at from unnest($1::uuid[]) p(id)
          cross join generate_series('2026-04-25T10:00:00+05:30'::timestamptz, '2026-10-26', interval '1 month') m(at)`,
        [payers.map(({ id }) => id), POS / 10],
      ),
    );

  it('says that nothing was counted, and after a night how many months are known instead of guessing', async () => {
    expect(await forecast(people().manager)).toMatchObject({ counted: null, months: [], buckets: [] });
    await pay();
    await open('2026-09-01');
    await open('2026-10-01');
    await open('2026-11-01');
    await night('2026-11-02');
    // October is not over for phones that come late.
    expect((await forecast(people().agent)).months).toEqual(['2026-09-01']);
    await night('2026-11-04');
    const { months, buckets, total, grades } = await forecast(people().agent);
    expect(months).toEqual(['2026-09-01', '2026-10-01']);
    expect(buckets).toMatchObject([
      { bucket: '0-30', loans: 40, posPaise: 40 * POS, months: 2, forecast: null, forward: 0 },
      { bucket: '31-60', loans: 1, posPaise: 7 * POS, months: 0, forecast: null },
    ]);
    expect(total).toEqual({ loans: 41, posPaise: 47 * POS, forecast: null });
    expect(grades).toEqual([{ grade: null, loans: 41, posPaise: 47 * POS, expectedPaise: 0 }]);
    expect((await accounts(people().agent)).rows[0]).toMatchObject({ grade: null, expectedPaise: null });
  });

  it('expects of each loan what its like paid, to the paisa, the same in parts of any size', async () => {
    // Months from before the first night count from the night on on which they are there.
    await open('2026-07-01');
    await open('2026-08-01');
    // Reversed money was not paid.
    await world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at, status)
         values (current_tenant(), $1, $2, $3, 'upi', '2026-10-14T10:00:00+05:30', 'reversed')`,
        [uuidv7(), others[0]?.id, POS],
      ),
    );
    await night('2026-11-19', 1000);
    const once = await forecast(people().nationalManager);
    await night();
    const all = await forecast(people().nationalManager);
    expect(all.counted?.day).toBe(TODAY);
    expect({ ...all, counted: null }).toEqual({ ...once, counted: null });
    expect(all.months).toEqual(MONTHS);
    const agent = await forecast(people().agent);
    // A tenth of forty loans, in every month that is known.
    const tenth = { p10: 4 * POS, p50: 4 * POS, p90: 4 * POS };
    expect(agent.buckets).toMatchObject([
      { bucket: '0-30', loans: 40, months: 4, forward: 0, forecast: tenth },
      { bucket: '31-60', loans: 1, months: 0, forecast: null },
    ]);
    expect(agent.total.forecast).toBeNull();
    const rival = await forecast(people().rivalAgent);
    expect(rival.total.forecast).toEqual({ p10: 0, p50: 0, p90: 0 });
    expect(agent.grades.map(({ grade }) => grade)).toEqual(['A', null]);
    expect(rival.grades.map(({ grade }) => grade)).toEqual(['D']);
    // Which expects the same as the loans together.
    const mine = await accounts(people().agent);
    expect(mine.total).toBe(41);
    const [best] = mine.rows;
    expect(best).toMatchObject({ grade: 'A', paidMonths: 3, bucket: '0-30', posPaise: POS });
    expect([best?.expectedPaise, agent.grades[0]?.expectedPaise]).toEqual([POS / 10, 4 * POS]);
    expect(mine.rows.at(-1)).toMatchObject({ loanNumber: 'DEEP', grade: null, expectedPaise: null });
  });

  it('counts a month once, keeps rows of loans that are open alone, and forgets the night before', async () => {
    const [gone] = payers;
    await world.run((tx) =>
      tx.query(`update loans set state = 'closed' where tenant_id = current_tenant() and id = $1`, [gone?.id]),
    );
    await night('2026-11-21');
    expect((await accounts(people().agent)).total).toBe(40);
    const history = await world.run((tx) =>
      tx.query<{ loans: number }>(
        `select sum(loans)::bigint as loans from recovery_history where tenant_id = current_tenant()`,
      ),
    );
    expect(history).toEqual([{ loans: 4 * 80 }]);
    for (const table of ['recovery_runs', 'recovery_sums', 'recovery_rates', 'recovery_groups'])
      expect(
        await world.run((tx) => tx.query(`select distinct on_day from ${table} where tenant_id = current_tenant()`)),
        table,
      ).toEqual([{ on_day: '2026-11-21' }]);
  });

  it('shows everybody the loans that they see: teams, agencies, clients, and tenant admins nothing', async () => {
    const seen = async (who: Person) => {
      const [{ total }, { total: rows }] = [await forecast(who), await accounts(who)];
      expect(rows, who.id).toBe(total.loans);
      return rows;
    };
    const { manager, rival, partner, otherPartner, client, otherClient, clientAdmin, caller, dialer } = people();
    expect(await seen(manager)).toBe(40);
    expect(await seen(rival)).toBe(40);
    expect(await seen(partner)).toBe(40);
    expect(await seen(client)).toBe(80);
    expect(await seen(clientAdmin)).toBe(80);
    for (const who of [otherPartner, otherClient, caller, dialer, other.people.manager])
      expect(await seen(who)).toBe(0);
    const admin = await createPerson(held.db, world.tenantId, { role: 'ADMIN' });
    expect(await seen(admin)).toBe(80);
    const area = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    for (const who of [people().admin, people().owner, area])
      expect((await send(who, 'GET', '/forecast')).status).toBe(403);
    const [portfolio] = (await forecast(client)).portfolios;
    expect(await forecast(client, `portfolioId=${portfolio?.id}`)).toMatchObject({ total: { loans: 80 } });
    expect((await forecast(manager, `portfolioId=${uuidv7()}`)).total.loans).toBe(0);
  });

  it('narrows the loans by grade, bucket and number, from both ends', async () => {
    const { client, agent } = people();
    expect((await accounts(client, 'grade=D')).total).toBe(40);
    expect((await accounts(agent, 'bucket=31-60')).rows.map(({ loanNumber }) => loanNumber)).toEqual(['DEEP']);
    expect((await accounts(agent, 'q=deep')).total).toBe(1);
    expect((await accounts(agent, 'dir=asc')).rows[0]?.expectedPaise).toBeLessThanOrEqual(
      Number((await accounts(agent, 'dir=desc')).rows[0]?.expectedPaise),
    );
  });

  it('keeps a file of numbers as a list of its maker’s loans, for its maker alone', async () => {
    const { agent, rivalAgent, manager } = people();
    const [id, mine, foreign] = [uuidv7(), payers[1]?.number, others[0]?.number];
    const file = `Loan number\n${mine}\nDEEP\nDEEP\n${foreign}\nNOBODY\n`;
    const add = (who: Person, of = file) => send(who, 'POST', `/lists?id=${id}&fileName=mine.csv`, of);
    const { status, body } = await add(agent);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data as RecoveryList).toMatchObject({
      ...{ id, name: 'mine.csv', numbers: 4, found: 2, examples: [foreign, 'NOBODY'] },
    });
    expect((await add(agent)).body.data).toMatchObject({ found: 2 });
    expect((await add(rivalAgent)).status).toBe(409);
    expect((await add(agent, 'a,b\n1,2\n')).status).toBe(422);
    expect(await get<RecoveryList[]>(agent, '/lists')).toHaveLength(1);
    expect(await get<RecoveryList[]>(rivalAgent, '/lists')).toEqual([]);
    expect((await accounts(agent, `listId=${id}`)).total).toBe(2);
    expect((await forecast(agent, `listId=${id}`)).total).toMatchObject({ loans: 2, posPaise: 8 * POS });
    for (const who of [rivalAgent, manager, other.people.agent]) {
      expect((await send(who, 'GET', `/forecast?listId=${id}`)).status).toBe(404);
      expect((await send(who, 'GET', `/accounts?listId=${id}`)).status).toBe(404);
    }
    // A loan that somebody else holds since is not shown any more.
    const [, moved] = payers;
    if (moved) await world.unassign(moved, 'field_agent');
    expect((await accounts(agent, `listId=${id}`)).total).toBe(1);
    expect((await forecast(agent, `listId=${id}`)).total.loans).toBe(1);
    expect((await send(rivalAgent, 'DELETE', `/lists/${id}`)).status).toBe(404);
    expect(await get<RecoveryList[]>(agent, '/lists')).toHaveLength(1);
    expect((await send(agent, 'DELETE', `/lists/${id}`)).status).toBe(200);
    expect(await get<RecoveryList[]>(agent, '/lists')).toEqual([]);
    const entries = await world.run((tx) =>
      tx.query(
        `select action, actor_id, detail from audit_log where tenant_id = current_tenant() and subject_id = $1 order by seq`,
        [id],
      ),
    );
    expect(entries).toMatchObject([
      {
        ...{ action: 'recovery.list-added', actor_id: agent.id },
        detail: { before: null, after: { name: 'mine.csv', numbers: 4, found: 2 } },
      },
      {
        ...{ action: 'recovery.list-deleted', actor_id: agent.id },
        detail: { before: { name: 'mine.csv' }, after: null },
      },
    ]);
  });
});
