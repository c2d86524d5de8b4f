/** No screen reads a large table from its beginning to its end. PostgreSQL only: the planner of the embedded database is the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../core/contract';
import type { Endpoint } from '../../core/contract/kit';
import { DUPONT_SUMS } from '../../core/domain/dupont';
import { uuidv7 } from '../../core/domain/ids';
import { FEATURES, learn } from '../../core/domain/prediction';
import { type DrilledKind, FIGURES } from '../../core/domain/report-figures';
import { maySeeKind } from '../../core/domain/reports';
import type { Role } from '../../core/domain/roles';
import type { Database, Tx } from '../../server/db/database';
import { DEMO_PASSWORD, demoSignIns, loadDemo } from '../../server/demo';
import { columnOf } from '../../server/modules/figures';
import { countInsights } from '../../server/modules/insights/count';
import { countFurther, openRun } from '../../server/modules/leaderboard/count';
import { countPredictor } from '../../server/modules/predictor/count';
import { countRecovery } from '../../server/modules/recovery/count';
import { type Read, ROLES, readsOf, soughtIn, usernameOf } from '../bench/support/reads';
import { type Ids, requestFor, type Special } from '../matrix/request';
import { SPECIAL } from '../matrix/special';
import { namesOneRecord } from '../matrix/walk';
import { engines, type TestDatabase } from '../support/databases';
import { multiplyBook } from '../support/large-book';
import { atNight } from '../support/nightly';
import { startServer, type TestServer } from '../support/server';

/** Rows from which on a table, or one month of it, is large. */
const LARGE = 10_000;
const LOANS = 24_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const scansOf = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

/** One record as well, but named by a word or by two ids. */
const NAMED: readonly string[] = [
  'dialer.agentStatus',
  'monitor.status',
  'settlements.downloadLetter',
  'settlements.letterChoices',
  // A line of this month, which the demo may not have; those it has are asked below.
  'reports.figure',
];
/** The whole tenant and a team; a statement of other roles is one of theirs with another scope. */
const SIGHTS = ['ADMIN', 'CRM_MANAGER', 'CRM_TENANT_ADMIN', 'CRM_TELECALLER', 'CRM_FIELDAGENT'] as const;
const specials: Record<string, ((ids: Ids) => Special) | undefined> = {
  ...SPECIAL,
  // No client's mapping is saved in the demo.
  'trainingFiles.file': () => ({ query: { mappingId: undefined } }),
};

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
  // Of the whole tenant, and of a team.
  ...(['all', 'open', 'matched', 'receipt-without-bank', 'cash-in-hand'] as const).flatMap((status) =>
    (['keeper', 'manager'] as const).map(
      (reader): Read => ({ name: `bank lines ${status}`, reader, path: `/api/v2/reconciliation?status=${status}` }),
    ),
  ),
  { name: 'requests on loans', reader: 'manager', path: '/api/v2/loan-requests/list' },
  { name: 'settlements', reader: 'manager', path: '/api/v2/settlement' },
  { name: 'what agencies hold', reader: 'admin', path: '/api/v1/loans/agency-allocation/agencies' },
  { name: 'what agencies hold', reader: 'manager', path: '/api/v1/loans/agency-allocation/agencies' },
  { name: 'report of calls', reader: 'caller', path: '/api/v1/call-disposition/daily-reports?count=quick' },
  // Of the tenant's administrators and of a team; those on few rows are here for the tables that they join.
  ...(['logins', 'retained', 'last', 'agentDays', 'agentWork', 'processes'] as const).map(
    (kind): Read => ({ name: `report ${kind}`, reader: 'manager', path: `/api/v2/reports/${kind}?count=quick` }),
  ),
  { name: 'all last interactions', reader: 'admin', path: '/api/v2/reports/last?count=quick' },
  { name: 'everybody’s work', reader: 'admin', path: '/api/v2/reports/agentWork?count=quick' },
  { name: 'everybody’s days', reader: 'admin', path: '/api/v2/reports/agentDays?count=quick' },
  {
    name: 'status of a day’s calls',
    reader: 'admin',
    path: '/api/v1/activity/daily-call/status?gte=2026-11-20&lte=2026-11-20',
  },
  // Of a day: what was worked then, and not the book.
  {
    name: 'data insight',
    reader: 'manager',
    path: '/api/v1/activity/get-export?model=dataInsight&gte=2026-11-20&lte=2026-11-20',
  },
];

/** A bank's line for most loans, of the last two months; most were accepted. */
async function bankLines(db: Database, tenantId: string): Promise<void> {
  await db.owner(async (tx) => {
    await tx.query("select set_config('app.tenant', $1, true)", [tenantId]);
    await tx.query(
      `insert into bank_files (tenant_id, id, file_name, size, sha256, state, look, columns, client_id, uploaded_by, created_at)
       select $1, gen_random_uuid(), 'bank.csv', 1, repeat('0', 64), 'done', '{"columns":[],"samples":[]}'::jsonb, '{}'::jsonb, c.id,
              (select id from users where tenant_id = $1 limit 1), now() from clients c where c.tenant_id = $1`,
      [tenantId],
    );
    await tx.query(
      `insert into bank_lines (tenant_id, id, file_id, line, client_id, reference, reference_key, paid_on, amount_paise, narration, payer,
         status, found, score, loan_id)
       select $1, gen_random_uuid(), f.id, l.n, l.client_id, 'UTR' || l.n, 'UTR' || l.n, current_date - (l.n % 60)::int, 100000, 'x', 'y',
              case when l.n % 20 = 0 then 'unidentified' when l.n % 20 = 1 then 'matched' else 'accepted' end, 'matched', 100, l.id
         from (select id, client_id, row_number() over () as n from loans where tenant_id = $1) l
         join bank_files f on f.tenant_id = $1 and f.client_id = l.client_id and f.file_name = 'bank.csv'`,
      [tenantId],
    );
    await tx.query(
      `insert into bank_parts (tenant_id, line_id, place, loan_id, payment_id, amount_paise, accepted)
       select tenant_id, id, 0, loan_id, gen_random_uuid(), amount_paise, status = 'accepted' from bank_lines
          where tenant_id = $1 and narration = 'x'`,
      [tenantId],
    );
  });
  await db.owner((tx) => tx.query('analyze bank_files, bank_lines, bank_parts, bank_line_sums'));
}

describe.each(engines.filter(({ name }) => name === 'postgres'))('plans on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  const askers = new Map<Role, { id: string; token: string }>();
  let tenantId: string;
  let reads: Read[];
  let ids: Ids;
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

  /** What the contract's requests name: of each table one row of the tenant. */
  async function idsOf(): Promise<Ids> {
    const tables = await held.db.owner((tx) =>
      tx.query<{ name: string }>(
        `select c.table_name as name from information_schema.columns c
           join information_schema.columns t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.column_name = 'tenant_id'
          where c.table_schema = 'public' and c.column_name = 'id' and c.data_type = 'uuid'`,
      ),
    );
    return held.db.transaction({ tenantId }, async (tx) => {
      const rows: Record<string, string> = {};
      for (const { name } of tables) {
        const [row] = await tx.query<{ id: string }>(`select id from ${name} where tenant_id = $1 limit 1`, [tenantId]);
        if (row) rows[name] = row.id;
      }
      const [held] = await tx.query<{ number: string; borrower: string; phone: string; mobile: string; sha: string }>(
        `select l.loan_number as number, l.borrower_id as borrower, p.id as phone, p.number as mobile,
                coalesce((select sha256 from disposition_files f where f.tenant_id = $1 limit 1), repeat('0', 64)) as sha
           from loans l join phones p on p.tenant_id = l.tenant_id and p.borrower_id = l.borrower_id where l.tenant_id = $1 and l.id = $2 limit 1`,
        [tenantId, rows.loans],
      );
      const of = (table: string) => rows[table] ?? tenantId;
      return {
        tenant: tenantId,
        loan: of('loans'),
        loanNumber: held?.number ?? '',
        borrower: held?.borrower ?? '',
        phone: held?.phone ?? '',
        mobile: held?.mobile ?? '',
        user: of('users'),
        device: of('devices'),
        client: of('clients'),
        portfolio: of('portfolios'),
        agency: of('agencies'),
        disposition: of('dispositions'),
        sha256: held?.sha ?? '',
        rows,
      };
    });
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
    await bankLines(held.db, tenantId);
    const sizes = await held.db.owner((tx) =>
      tx.query<{ name: string }>("select relname as name from pg_class where relkind = 'r' and reltuples >= $1", [
        LARGE,
      ]),
    );
    large = new Set(sizes.map(({ name }) => name));
    reads = [...readsOf(await soughtIn(held.db, tenantId)), ...OTHERS, ...(await filteredReads())];

    ids = await idsOf();

    const db: Database = new Proxy(held.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return (scope: Parameters<Database['transaction']>[0], work: (tx: Tx) => Promise<unknown>) =>
          target.transaction(scope, (tx) =>
            work({
              ...tx,
              async query(sql, parameters) {
                // A file's rows come by a cursor.
                const read = sql.replace(/^\s*declare [\w ]+ cursor[\w ]* for /i, '');
                if (watching && /^\s*(select|with)\b/i.test(read)) await explain(tx, read, parameters);
                return tx.query(sql, parameters);
              },
            }),
          );
      },
    });
    server = await startServer(db);
    for (const { role, username } of demoSignIns()) {
      if (askers.has(role)) continue;
      const answer = await fetch(`${server.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: DEMO_PASSWORD }),
      });
      const { data } = (await answer.json()) as {
        data: { profile: { id: string; tenant: { id: string } }; authenticationResult: { token: string } };
      };
      if (data.profile.tenant.id !== tenantId) continue;
      askers.set(role, { id: data.profile.id, token: data.authenticationResult.token });
    }
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('the book is large', () => {
    for (const table of ['loans', 'borrowers', 'phones', 'addresses', 'loan_assignments', 'loan_words', 'bank_lines'])
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
      const answer = await fetch(server.origin + path, {
        headers: { authorization: `Bearer ${askers.get(ROLES[reader])?.token}` },
      });
      expect(answer.status, `${name} (${reader}): ${path} ${server.log.at(-1)}`).toBe(200);
      if (scanned.length > 0) whole[`${name} (${reader})`] = scanned;
    }
    watching = false;
    expect(whole).toEqual({});
  });

  it('nor do the rows behind a figure', async () => {
    const whole: Record<string, unknown> = {};
    const asked: string[] = [];
    let headers = {};
    const rowsOf = async (path: string): Promise<{ id: string }[]> => {
      const answer = await fetch(server.origin + path, { headers });
      expect(answer.status, `${path} ${server.log.at(-1)}`).toBe(200);
      return ((await answer.json()) as { data: { rows: { id: string }[] } }).data.rows;
    };
    for (const kind of Object.keys(FIGURES) as DrilledKind[]) {
      const days = kind === 'workable' ? '' : '&from=2026-09-01&to=2026-11-30';
      const role = maySeeKind(kind, ROLES.admin) ? ROLES.admin : ROLES.manager;
      headers = { authorization: `Bearer ${askers.get(role)?.token}` };
      const [line] = await rowsOf(`/api/v2/reports/${kind}?count=quick&pageSize=1${days}`);
      if (!line) continue;
      watching = true;
      for (const figure of Object.keys(FIGURES[kind])) {
        scanned = [];
        await rowsOf(`/api/v2/reports/${kind}/figures/${figure}?count=quick&of=${encodeURIComponent(line.id)}${days}`);
        asked.push(kind);
        if (scanned.length > 0) whole[`${kind} ${figure}`] = scanned;
      }
      watching = false;
    }
    // The demo has no times at the dialer and retains no loan of this manager.
    expect([...new Set(asked)].sort()).toEqual(['agentWork', 'best', 'processes', 'workable']);
    expect(whole).toEqual({});
  });

  it('nor do counting the leaderboard and looking at it', async () => {
    const { id, token } = askers.get(ROLES.caller) ?? { id: '', token: '' };
    const [month, before, now] = ['2026-11-01', '2026-11-24', new Date()];
    scanned = [];
    await held.db.transaction({ tenantId }, async (tx) => {
      await tx.query(
        `insert into dupont_runs (tenant_id, month, before_day, started_at, finished_at) values (current_tenant(), $1, $2, $3, $3)`,
        [month, before, now],
      );
      await tx.query(
        `insert into dupont_sums (tenant_id, month, before_day, client_id, portfolio_id, bucket, manager_id, collector_id, field_agent_id, agency_id,
           ${DUPONT_SUMS.map(columnOf).join(', ')})
         select current_tenant(), $1, $2, nobody(), nobody(), '0-30', nobody(), $3, nobody(), nobody(), ${DUPONT_SUMS.map(() => 40).join(', ')}`,
        [month, before, id],
      );
      const run = await openRun(tx, { id: uuidv7(), tenantId, month, zone: 'Asia/Kolkata', askedBy: null }, now);
      const watched: Tx = {
        ...tx,
        async query(sql, parameters) {
          await explain(tx, sql, parameters);
          return tx.query(sql, parameters);
        },
      };
      while (await countFurther(watched, run?.id ?? '', now));
    });
    expect(scanned).toEqual([]);
    watching = true;
    for (const path of ['getList', `?month=${month}`, `promises?profileId=${id}&month=${month}`]) {
      const answer = await fetch(`${server.origin}/api/v1/agentprofile${path.startsWith('?') ? '' : '/'}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status, `${path} ${server.log.at(-1)}`).toBe(200);
    }
    watching = false;
    expect(scanned).toEqual([]);
  });

  it.runIf(atNight)(
    'nor do counting what loans may pay and what the weeks say, and looking at it',
    { timeout: 240_000 },
    async () => {
      const [today, now] = ['2026-12-05', new Date('2026-12-05T02:00:00+05:30')];
      await held.db.owner((tx) => tx.query("select ensure_partitions('2026-11-01', 3)"));
      scanned = [];
      await held.db.transaction({ tenantId }, async (tx) => {
        for (const month of ['2026-11-01', '2026-12-01'])
          await tx.query(
            `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
           select tenant_id, $1::date, id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, $1::date from loans where tenant_id = current_tenant()
           on conflict do nothing`,
            [month],
          );
      });
      await held.db.owner((tx) => tx.query('analyze loan_month_opens'));
      // The demo has too few months to learn from.
      const samples = Array.from({ length: 600 }, (_, at) => ({
        features: FEATURES.map(() => at % 7),
        paid: at % 7 > 3,
      }));
      const learned = learn(
        ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'].map((month) => ({ month, samples })),
      );
      await held.db.transaction({ tenantId }, (tx) =>
        tx.query(
          `insert into predictor_models (tenant_id, month, made_at, learned) values (current_tenant(), '2026-11-01', $1, $2)`,
          [now, JSON.stringify(learned)],
        ),
      );
      for (const part of [countRecovery, countInsights, countPredictor] as const) {
        let further = true;
        while (further)
          further = await held.db.transaction({ tenantId }, (tx) =>
            part(
              {
                ...tx,
                async query(sql, parameters) {
                  await explain(tx, sql, parameters);
                  return tx.query(sql, parameters);
                },
              },
              today,
              'Asia/Kolkata',
              now,
            ),
          );
      }
      expect(scanned).toEqual([]);
      await held.db.owner((tx) => tx.query('analyze'));
      for (const table of ['recovery_loans', 'insight_people', 'insight_loans', 'predictor_loans', 'predictor_samples'])
        large.add(table);
      const [scored] = await held.db.transaction({ tenantId }, (tx) =>
        tx.query<{ loan_id: string }>('select loan_id from predictor_loans where tenant_id = current_tenant() limit 1'),
      );
      const whole: Record<string, unknown> = {};
      watching = true;
      for (const [role, { token }] of askers)
        for (const path of [
          'recovery/forecast',
          'recovery/accounts?size=25',
          'recovery/accounts?size=25&grade=A&dir=asc',
          'recovery/accounts?size=25&q=ra',
          'insights',
          'recovery/predictor',
          'recovery/predictor/accounts?size=25',
          'recovery/predictor/accounts?size=25&dir=asc&bucket=31-60',
          `recovery/predictor/accounts/${scored?.loan_id}`,
        ]) {
          scanned = [];
          const answer = await fetch(`${server.origin}/api/v1/${path}`, {
            headers: { authorization: `Bearer ${token}` },
          });
          expect([200, 403, 404], `${role} ${path} ${server.log.at(-1)}`).toContain(answer.status);
          if (scanned.length > 0) whole[`${role} ${path}`] = scanned;
        }
      watching = false;
      expect(whole).toEqual({});
    },
  );

  it('nor any other GET of the contract, asked by those who see most and least', { timeout: 240_000 }, async () => {
    const whole: Record<string, unknown> = {};
    const unseen: Record<string, number> = {};
    watching = true;
    for (const [id, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const { method, access } = endpoint;
      if (method !== 'GET' || access.kind !== 'session' || endpoint.events) continue;
      const statuses: number[] = [];
      const may = [...askers].filter(([role]) => access.roles === '*' || access.roles.includes(role));
      const by = ({ 0: role }: (typeof may)[number]) => (SIGHTS as readonly Role[]).indexOf(role) >>> 0;
      for (const [place, [role, asker]] of may.sort((a, b) => by(a) - by(b)).entries()) {
        if (place >= 2 && statuses.some((status) => status < 300)) break;
        const made = requestFor(endpoint, ids, { tenantId, id: asker.id }, specials[id]?.(ids));
        scanned = [];
        const answer = await fetch(server.origin + made.path, {
          headers: { ...made.headers, authorization: `Bearer ${asker.token}` },
        });
        await answer.arrayBuffer();
        statuses.push(answer.status);
        if (scanned.length > 0) whole[`${id} (${role})`] = scanned;
      }
      // What is read by a key of its own and is not in the demo needs no plan.
      const missing = statuses.includes(404) && (namesOneRecord(endpoint) || NAMED.includes(id));
      if (!missing && !statuses.some((status) => status < 300)) unseen[id] = Math.max(...statuses);
    }
    watching = false;
    expect(unseen).toEqual({});
    expect(whole).toEqual({});
  });
});
