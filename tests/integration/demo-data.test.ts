import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LetterKind, letterProblems } from '../../core/domain/letters/letter-template';
import { parseRole, ROLES } from '../../core/domain/roles';
import { verifyAudit } from '../../server/db/audit';
import { type DemoSummary, demoSignIns, loadDemo } from '../../server/demo';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { startServer } from '../support/server';

const now = new Date();

describe.each(bothAtNight)('demo data on $name', ({ fresh }) => {
  let held: TestDatabase;
  let summary: DemoSummary;
  let tenantIds: string[];
  beforeAll(async () => {
    held = await fresh();
    summary = await loadDemo(held.db, { seed: 'test', scale: 1200, now });
    const tenants = await held.db.platform((tx) => tx.query<{ id: string }>('select id from tenants order by name'));
    tenantIds = tenants.map(({ id }) => id);
  });
  afterAll(() => held.close());

  /** Sum of one number over the tenants, each read under its own policies. */
  async function over(sql: string): Promise<number> {
    let sum = 0;
    for (const tenantId of tenantIds) {
      const [row] = await held.db.transaction({ tenantId }, (tx) => tx.query<{ n: number }>(sql));
      sum += row?.n ?? 0;
    }
    return sum;
  }

  it('is there as the summary says', async () => {
    expect(tenantIds).toHaveLength(3);
    expect(await over('select count(*) as n from loans')).toBe(1200);
    expect(await over('select count(*) as n from users')).toBe(summary.users);
    expect(await over('select count(*) as n from dispositions')).toBe(summary.dispositions);
  });

  it.each([
    [
      'loans without a borrower',
      'select count(*) as n from loans l left join borrowers b using (tenant_id) where b.id is null',
    ],
    [
      'promises without a record',
      'select count(*) as n from ptps p where not exists (select 1 from dispositions d where d.id = p.disposition_id)',
    ],
    [
      'field records without a visit',
      "select count(*) as n from dispositions d where channel = 'field' and not exists (select 1 from visits v where v.disposition_id = d.id)",
    ],
    [
      'assignments to nobody',
      "select count(*) as n from loan_assignments a where kind <> 'agency' and not exists (select 1 from users u where u.id = a.profile_id)",
    ],
    ['records outside a month partition', 'select count(*) as n from dispositions_default'],
    ['open promises of the past', "select count(*) as n from ptps where status = 'open' and due_on < current_date - 1"],
    [
      'loans whose last code is not their last record',
      'select count(*) as n from loans l where l.last_code is distinct from (select d.code from dispositions d where d.loan_id = l.id order by d.recorded_at desc limit 1)',
    ],
  ])('has no %s', async (_, sql) => expect(await over(sql)).toBe(0));

  it.each([
    ['targets of people, teams and portfolios', 'select count(distinct scope) / 3 as n from targets'],
    [
      'a target of this month for everybody in the field and on the phone',
      `select count(*) - (select count(*) from users where role in ('CRM_TELECALLER', 'CRM_FIELDAGENT')) + 1 as n
         from targets t join users u on u.id = t.scope_id and u.role in ('CRM_TELECALLER', 'CRM_FIELDAGENT')
        where metric in ('amount', 'ptp') and month = (select max(month) from targets)`,
    ],
    [
      'letters and a matrix',
      'select least(1, count(*)) as n from settlement_matrix join letter_templates using (tenant_id, portfolio_id)',
    ],
    ['attendance', 'select least(1, count(*)) as n from attendance where clock_in_at is not null'],
    ['notifications', 'select least(1, count(*)) as n from notifications'],
  ])('has %s in each of the three tenants', async (_, sql) => expect(await over(sql)).toBe(3));

  it.each([
    [
      'targets that are not what their people add up to',
      `select count(*) as n from targets t where scope = 'team' and target <> (select sum(o.target) from targets o
         join user_tree b on b.descendant_id = o.scope_id and b.ancestor_id = t.scope_id and b.depth > 0
        where o.scope = 'user' and o.metric = t.metric and o.month = t.month)`,
    ],
    [
      'targets without a log',
      'select count(*) as n from targets t where not exists (select 1 from target_log l where l.target_id = t.id and l.after_value = t.target)',
    ],
    ['notifications of the future', 'select count(*) as n from notifications where created_at > now()'],
    [
      'attendance of today',
      "select count(*) as n from attendance where day >= (now() at time zone 'Asia/Kolkata')::date",
    ],
    [
      'people who left before they came',
      'select count(*) as n from attendance where clock_out_at <= clock_in_at or clock_in_at is null',
    ],
  ])('has no %s either', async (_, sql) => expect(await over(sql)).toBe(0));

  it('has letters without a problem', async () => {
    for (const tenantId of tenantIds) {
      const letters = await held.db.transaction({ tenantId }, (tx) =>
        tx.query<{ kind: LetterKind; body: string }>('select distinct kind, body from letter_templates'),
      );
      expect(letters.flatMap(({ kind, body }) => letterProblems(kind, body))).toEqual([]);
    }
  });

  it('numbers receipts without a gap and leaves the counter at the last', async () => {
    expect(
      await over(
        "select count(*) as n from tenant_counters where name = 'receipt' and value <> (select max(receipt_no) from dispositions)",
      ),
    ).toBe(0);
    expect(await over('select max(receipt_no) - count(distinct receipt_no) as n from dispositions')).toBe(0);
  });

  it('has the feed that the triggers would have written', async () => {
    const trigger = `
      select count(*) as n from (
        select a.profile_id, a.loan_id, case when l.state = 'active' then 'assigned' else 'revoked' end,
               case when l.state in ('closed', 'settled') then 'closed' when l.state = 'suppressed' then 'suppressed' end
          from loan_assignments a join loans l on l.id = a.loan_id
         where a.kind in ('field_agent', 'collector') and a.ended_at is null
        %s
        select user_id, loan_id, state, reason from loan_feed) difference`;
    expect(await over(trigger.replace('%s', 'except'))).toBe(0);
    expect(await over('select count(*) as n from loan_feed')).toBe(
      await over("select count(*) as n from loan_assignments where kind in ('field_agent', 'collector')"),
    );
  });

  it('leaves the triggers and every index in place', async () => {
    const state = async (db: TestDatabase['db']) => ({
      triggers: await db.owner((tx) =>
        tx.query('select tgname, tgenabled from pg_trigger where not tgisinternal and tgparentid = 0 order by 1'),
      ),
      indexes: await db.owner((tx) =>
        tx.query(
          "select tablename, regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') as definition from pg_indexes where schemaname = 'public' and tablename !~ '_[0-9]{4}_[0-9]{2}$' order by 1, 2",
        ),
      ),
    });
    const empty = await fresh();
    const before = await state(empty.db);
    await empty.close();
    expect(await state(held.db)).toEqual(before);
  });

  it('has an audit chain that verifies', async () => {
    for (const tenantId of tenantIds) {
      const verdict = await held.db.transaction({ tenantId }, (tx) => verifyAudit(tx));
      expect(verdict).toMatchObject({ ok: true });
      if (verdict.ok) expect(verdict.entries).toBeGreaterThan(10);
    }
  });

  it('lets everybody who is listed sign in, with every role among them', async () => {
    const server = await startServer(held.db);
    const roles = new Set<unknown>();
    for (const { username, password, role } of demoSignIns()) {
      const answer = await fetch(`${server.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      expect(answer.status, username).toBe(200);
      const { data } = (await answer.json()) as { data: { profile: { role: unknown; username: string } } };
      expect(parseRole(data.profile.role)).toBe(role);
      roles.add(parseRole(data.profile.role));
    }
    await server.close();
    expect(roles).toEqual(new Set(ROLES));
  });

  it('refuses a database that already holds a tenant', async () => {
    await expect(loadDemo(held.db, { scale: 100 })).rejects.toThrow(/already holds a tenant/);
    expect(await over('select count(*) as n from loans')).toBe(1200);
  });
});

describe.each(bothAtNight)('a large load of demo data on $name', ({ fresh }) => {
  it('goes on where it was stopped, and ends as one that was never stopped', async () => {
    const held = await fresh();
    const indexes = () =>
      held.db.owner((tx) =>
        tx.query(
          "select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_[0-9_]+$' order by 1",
        ),
      );
    const before = await indexes();
    let lines = 0;
    const stopped = loadDemo(held.db, {
      seed: 'test',
      scale: 300,
      now,
      oneTransaction: 0,
      log() {
        lines += 1;
        if (lines === 2) throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    // What it is asked for now does not count: it goes on with what it began.
    const summary = await loadDemo(held.db, { seed: 'other', scale: 100, oneTransaction: 0 });
    expect(summary).toMatchObject({ tenants: 3, loans: 300 });
    expect(await indexes()).toEqual(before);
    const off = await held.db.owner((tx) => tx.query("select 1 from pg_trigger where tgenabled = 'D'"));
    expect(off).toEqual([]);
    let loans = 0;
    for (const { id: tenantId } of await held.db.platform((tx) => tx.query<{ id: string }>('select id from tenants'))) {
      const [row] = await held.db.transaction({ tenantId }, (tx) =>
        tx.query<{ n: number }>('select count(*) as n from loans'),
      );
      loans += row?.n ?? 0;
    }
    expect(loans).toBe(300);
    await expect(loadDemo(held.db, { scale: 100 })).rejects.toThrow('already holds a tenant');
    await held.close();
  });
});
