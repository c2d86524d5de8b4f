/** No screen reads a large table from its beginning to its end. PostgreSQL only: the planner of the embedded database is the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Tx } from '../../server/db/database';
import { DEMO_PASSWORD, loadDemo } from '../../server/demo';
import { type Read, type Reader, readsOf, soughtIn, usernameOf } from '../bench/support/reads';
import { engines, type TestDatabase } from '../support/databases';
import { multiplyBook } from '../support/large-book';
import { startServer, type TestServer } from '../support/server';

/** Rows from which on a table, or one month of it, is large. */
const LARGE = 10_000;
const LOANS = 50_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const scansOf = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

/** Beside those that are measured. */
const OTHERS: Read[] = [
  { name: 'search by two words', reader: 'admin', path: '/api/v1/loans/loan2?count=quick&q=ra%20k' },
  { name: 'list by what is owed', reader: 'admin', path: '/api/v1/loans/loan2?count=quick&sort=overdue' },
  { name: 'list by the last contact', reader: 'admin', path: '/api/v1/loans/loan2?count=quick&sort=lastAt' },
  { name: 'list by promise', reader: 'manager', path: '/api/v1/loans/loan2?count=quick&sort=ptpDueOn' },
  { name: 'promises due', reader: 'caller', path: '/api/v1/loans/scheduledCases?count=quick' },
  { name: 'cash in hand', reader: 'agent', path: '/api/v2/cash' },
  {
    name: 'own notices',
    reader: 'agent',
    path: '/api/v2/notifications?fromDate=2026-11-16&toDate=2026-11-23&role=Collector',
  },
  { name: 'hand-overs of cash', reader: 'manager', path: '/api/v2/cash/hand-overs?state=open' },
  { name: 'requests on loans', reader: 'manager', path: '/api/v2/loan-requests/list' },
  { name: 'settlements', reader: 'manager', path: '/api/v2/settlement' },
  { name: 'report of calls', reader: 'caller', path: '/api/v1/call-disposition/daily-reports?count=quick' },
  // Of the tenant's administrators and of a team; those on few rows are here for the tables that they join.
  ...(['logins', 'retained', 'last', 'agentDays', 'agentWork', 'processes'] as const).map(
    (kind): Read => ({ name: `report ${kind}`, reader: 'manager', path: `/api/v2/reports/${kind}?count=quick` }),
  ),
  { name: 'all last interactions', reader: 'admin', path: '/api/v2/reports/last?count=quick' },
  { name: 'everybody’s work', reader: 'admin', path: '/api/v2/reports/agentWork?count=quick' },
];

describe.each(engines.filter(({ name }) => name === 'postgres'))('plans on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  const tokens = new Map<Reader, string>();
  let tenantId: string;
  let reads: Read[];
  /** Whether statements are looked at; those that read a large table whole. */
  let watching = false;
  let scanned: { sql: string; tables: string[] }[] = [];
  let large: Set<string>;

  async function explain(tx: Tx, sql: string, parameters: readonly unknown[] | undefined): Promise<void> {
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] } & Record<string, unknown>>(
      `explain (format json) ${sql}`,
      parameters,
    );
    const tables = row ? scansOf(row['QUERY PLAN'][0].Plan).filter((name) => large.has(name)) : [];
    if (tables.length > 0) scanned.push({ sql: sql.replace(/\s+/g, ' ').trim(), tables });
  }

  /** The list of loans by who holds them, by days past due and by last contact. */
  async function filteredReads(): Promise<Read[]> {
    const [row] = await held.db.transaction({ tenantId }, (tx) =>
      tx.query<{ agent: string; agency: string; manager: string }>(
        `select (select profile_id from loan_assignments where tenant_id = $1 and kind = 'field_agent' and ended_at is null limit 1) as agent,
                (select profile_id from loan_assignments where tenant_id = $1 and kind = 'agency' and ended_at is null limit 1) as agency,
                (select id from users where tenant_id = $1 and role = 'CRM_MANAGER' order by id limit 1) as manager`,
        [tenantId],
      ),
    );
    return [
      `agentId=${row?.agent}`,
      `agencyId=${row?.agency}`,
      `managerId=${row?.manager}`,
      'dpdFrom=30&dpdTo=40',
      'dateFrom=2026-11-01&dateTo=2026-11-02',
    ].map((query) => ({
      name: `list by ${query.split('=')[0]}`,
      reader: 'admin',
      path: `/api/v1/loans/loan2?count=quick&${query}`,
    }));
  }

  beforeAll(async () => {
    held = await fresh();
    await loadDemo(held.db, { seed: 'test', scale: 1000 });
    const [row] = await held.db.platform((tx) =>
      tx.query<{ tenant_id: string }>('select tenant_id from logins where login = $1', [usernameOf('admin')]),
    );
    tenantId = row?.tenant_id ?? '';
    const [own] = await held.db.transaction({ tenantId }, (tx) =>
      tx.query<{ n: number }>('select count(*) as n from loans'),
    );
    await multiplyBook(held.db, tenantId, Math.ceil(LOANS / (own?.n ?? 1)));
    const sizes = await held.db.owner((tx) =>
      tx.query<{ name: string }>("select relname as name from pg_class where relkind = 'r' and reltuples >= $1", [
        LARGE,
      ]),
    );
    large = new Set(sizes.map(({ name }) => name));
    reads = [...readsOf(await soughtIn(held.db, tenantId)), ...OTHERS, ...(await filteredReads())];

    const db: Database = new Proxy(held.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return (scope: Parameters<Database['transaction']>[0], work: (tx: Tx) => Promise<unknown>) =>
          target.transaction(scope, (tx) =>
            work({
              ...tx,
              async query(sql, parameters) {
                if (watching && /^\s*(select|with)\b/i.test(sql)) await explain(tx, sql, parameters);
                return tx.query(sql, parameters);
              },
            }),
          );
      },
    });
    server = await startServer(db);
    for (const reader of ['admin', 'manager', 'caller', 'agent'] as const) {
      const answer = await fetch(`${server.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: usernameOf(reader), password: DEMO_PASSWORD }),
      });
      const { data } = (await answer.json()) as { data: { authenticationResult: { token: string } } };
      tokens.set(reader, data.authenticationResult.token);
    }
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('the book is large', () => {
    for (const table of ['loans', 'borrowers', 'phones', 'addresses', 'loan_assignments', 'loan_words'])
      expect(large).toContain(table);
    expect(reads.length).toBeGreaterThanOrEqual(19);
  });

  it('a statement that reads a whole table is seen', async () => {
    scanned = [];
    await held.db.transaction({ tenantId }, (tx) =>
      explain(tx, "select count(*) from borrowers where employer = 'nobody'", undefined),
    );
    expect(scanned.map(({ tables }) => tables)).toEqual([['borrowers']]);
  });

  it('no read of a screen does', async () => {
    const whole: Record<string, unknown> = {};
    watching = true;
    for (const { name, reader, path } of reads) {
      scanned = [];
      const answer = await fetch(server.origin + path, { headers: { authorization: `Bearer ${tokens.get(reader)}` } });
      expect(answer.status, `${name} (${reader}): ${path} ${server.log.at(-1)}`).toBe(200);
      if (scanned.length > 0) whole[`${name} (${reader})`] = scanned;
    }
    watching = false;
    expect(whole).toEqual({});
  });
});
