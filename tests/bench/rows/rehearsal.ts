/** A rehearsal, its commit and the counts beside a rule, asked of the built server over a large book in PostgreSQL. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type AllocationRun, MOST_RULES } from '../../../core/contract/allocation';
import { type AllocationRule, type Condition, EVEN_WEIGHTS } from '../../../core/domain/allocation';
import { uuidv7 } from '../../../core/domain/ids';
import type { Database } from '../../../server/db/database';
import { percentile } from '../../faults/storm/storm';
import { AppServer } from '../../support/app-server';
import { signIn } from '../../support/people';
import { createTenantWorld, type TenantWorld } from '../../support/world';
import type { Bench } from '../support/bench';
import { startDurablePostgres } from '../support/installation';
import { quietReads, readsWhile } from '../support/reading';
import { atMost, inform, type Result, shareOfLimit } from '../support/result';

const FIRST = 'rehearsal-first-figures';
const SECONDS = 'rehearsal-seconds';
const MEMORY = 'rehearsal-memory';
const READS = 'rehearsal-reads-p95';
const COMMIT = 'rehearsal-commit-against-insert';
const COUNTS = 'rehearsal-counts-p95';
const LOANS = 200_000;
/** Loans a head. */
const HELD = 1000;
const QUIET_MS = 15_000;

const MAIN = '/api/v1/loans';
const RUNS = `${MAIN}/auto-allocation`;

const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** People below the manager and loans, each with a borrower and an address, spread by hashes of their numbers. */
async function fill({ run, people }: TenantWorld, loans: number): Promise<void> {
  const heads = Math.max(20, Math.round(loans / HELD));
  const pincode =
    "(array['110','121','201','226','302','380','400','411','500','560','600','641','682','700','751','781'])";
  const language = "(array['hi','ta','mr','te','kn'])";
  const spread = (what: string, of: number) => `(1 + abs(hashint4(${what})) % ${of})`;
  await run(async (tx) => {
    await tx.query(
      `insert into users (tenant_id, id, role, username, full_name, password_hash, manager_id, languages, pincodes)
       select current_tenant(), gen_random_uuid(), 'CRM_TELECALLER', 'caller' || n, 'Caller ' || n, '', $1,
              array[${language}[${spread('n', 5)}], ${language}[${spread('n + 7', 5)}]],
              array[${pincode}[${spread('n', 16)}] || '001', ${pincode}[${spread('n + 3', 16)}] || '014']
         from generate_series(1, $2::int) n`,
      [people.manager.id, heads],
    );
    await tx.query(
      `insert into user_tree (tenant_id, ancestor_id, descendant_id, depth)
       select u.tenant_id, u.id, u.id, 0 from users u where u.tenant_id = current_tenant() and u.username like 'caller%' and u.manager_id = $1
       union all
       select u.tenant_id, t.ancestor_id, u.id, t.depth + 1 from users u
         join user_tree t on t.tenant_id = u.tenant_id and t.descendant_id = $1
        where u.tenant_id = current_tenant() and u.username like 'caller%' and u.manager_id = $1
       on conflict do nothing`,
      [people.manager.id],
    );
  });
  const PART = 50_000;
  for (let from = 0; from < loans; from += PART)
    await run(async (tx) => {
      await tx.query(
        `create temporary table made on commit drop as
         select n, gen_random_uuid() as loan, gen_random_uuid() as borrower from generate_series($1::int + 1, $2::int) n`,
        [from, Math.min(loans, from + PART)],
      );
      await tx.query(
        `insert into borrowers (tenant_id, id, name, language)
         select current_tenant(), borrower, 'Borrower ' || n, ${language}[${spread('n', 5)}] from made`,
      );
      await tx.query(
        `insert into addresses (tenant_id, id, borrower_id, kind, line, city, state, pincode, rank)
         select current_tenant(), gen_random_uuid(), borrower, 'residence', n || ', MG Road', 'Pune', 'MH',
                ${pincode}[${spread('n + 11', 16)}] || lpad((${spread('n + 5', 30)})::text, 3, '0'), 1 from made`,
      );
      await tx.query(
        `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket,
           pos_paise, tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day, dpd_as_of)
         select p.tenant_id, m.loan, 'LN' || m.n, p.client_id, p.id, m.borrower, (array['TW','PL','HL'])[1 + m.n % 3], d.dpd, d.dpd,
                bucket_of(d.dpd), (10000 + abs(hashint4(m.n)) % 900000)::bigint * 100, 5000000, 500000, 500000, 0, 250000, 5, '2026-11-29'
           from made m cross join lateral (select m.n % 400 as dpd) d
           cross join lateral (select * from portfolios where tenant_id = current_tenant() order by id limit 1) p`,
      );
    });
}

/** Half of the loans are held: given in pieces, as they are in work, with the planner told of the tables that grow. */
async function hold({ run, people }: TenantWorld, db: Database): Promise<void> {
  const PIECE = 2000;
  const callers = (
    await run((tx) =>
      tx.query<{ id: string }>(
        "select id from users where tenant_id = current_tenant() and username like 'caller%' order by id",
      ),
    )
  ).map(({ id }) => id);
  // Somebody who can sign in holds as many as the others.
  callers[0] = people.caller.id;
  let after = '';
  for (let pieces = 1; ; pieces++) {
    const more = await run(async (tx) => {
      const loans = await tx.query<{ loan_number: string }>(
        `with part as (select id, loan_number from loans where tenant_id = current_tenant() and loan_number > $1 order by loan_number limit $2),
         given as (insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id)
           select current_tenant(), gen_random_uuid(), id, 'collector', ($3::uuid[])[1 + abs(hashtext(loan_number)) % cardinality($3::uuid[])]
             from part where hashtext(loan_number) % 2 = 0)
         select loan_number from part order by loan_number desc limit 1`,
        [after, PIECE, callers],
      );
      after = loans[0]?.loan_number ?? after;
      return loans.length > 0;
    });
    if (!more) break;
    if (pieces === 1 || pieces === 10) await db.owner((tx) => tx.query('analyze'));
  }
}

const ruleOf = (managerId: string, loans: number): AllocationRule => ({
  id: uuidv7(),
  name: 'Everybody',
  active: true,
  condition: [[]],
  kind: 'collector',
  target: { of: 'team', ids: [managerId] },
  method: 'best',
  weights: EVEN_WEIGHTS,
  keepPresent: false,
  mostLoans: Math.ceil((loans / Math.max(20, Math.round(loans / HELD))) * 1.05),
  mostPos: null,
  needsDra: false,
  needsPresence: false,
  from: null,
  until: null,
});

/** As somebody writes them beside each other. */
const CONDITIONS: Condition[] = [
  [[{ field: 'dpd', from: 31, to: 90, not: false }]],
  [[{ field: 'bucket', values: ['61-90'], not: false }]],
  [
    [
      { field: 'product', values: ['PL'], not: false },
      { field: 'pos', from: 50_000_00, to: null, not: false },
    ],
  ],
];

type Ask = (method: string, path: string, body?: unknown) => Promise<{ data: unknown }>;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Milliseconds of the bare statement that gives what the run will give, its triggers included; nothing of it stays. */
async function bareInsert({ run }: TenantWorld, id: string): Promise<number> {
  let took = 0;
  await run(async (tx) => {
    await tx.query(
      `update loan_assignments a set ended_at = now() from allocation_run_loans r
        where r.tenant_id = current_tenant() and r.run_id = $1 and r.to_id is not null and a.tenant_id = r.tenant_id and a.loan_id = r.loan_id
          and a.kind = r.kind and a.ended_at is null`,
      [id],
    );
    took = await timed(() =>
      tx.query(
        `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id, assigned_at, reason, run_id)
         select tenant_id, gen_random_uuid(), loan_id, kind, to_id, now(), 'Rules', run_id from allocation_run_loans
          where tenant_id = current_tenant() and run_id = $1 and to_id is not null`,
        [id],
      ),
    );
    throw new Error('taken back');
  }).catch((error: Error) => {
    if (error.message !== 'taken back') throw error;
  });
  return took;
}

async function measured(
  world: TenantWorld,
  server: AppServer,
  loans: number,
  say: (text: string) => void,
): Promise<Result[]> {
  const { token } = await signIn(server.origin, world.people.admin);
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(server.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { data: unknown };
  };
  await ask('POST', `${MAIN}/allocation-rule/upload`, { version: 0, rules: [ruleOf(world.people.manager.id, loans)] });
  say('counting');
  const counts: number[] = [];
  for (let time = 0; time < 40; time++) {
    const conditions = [...CONDITIONS, [[{ field: 'dpd' as const, from: time, to: null, not: false }]]].slice(
      0,
      MOST_RULES,
    );
    counts.push(await timed(() => ask('POST', `${MAIN}/allocation-rule/count`, { conditions })));
  }
  counts.sort((a, b) => a - b);
  say('reading while nothing else happens');
  const caller = (await signIn(server.origin, world.people.caller)).token;
  const quiet = await quietReads(server.origin, caller, QUIET_MS);
  const before = peakOf(server.pid);
  say('a rehearsal');
  const id = uuidv7();
  const run = async () => (await ask('GET', `${RUNS}/${id}`)).data as AllocationRun;
  const began = performance.now();
  await ask('POST', RUNS, { id });
  let firstMs = Number.POSITIVE_INFINITY;
  let over = false;
  const reading = readsWhile(server.origin, caller, () => over);
  const reached = async (state: string) => {
    for (;;) {
      const found = await run();
      if (found.first) firstMs = Math.min(firstMs, performance.now() - began);
      if (found.state === state) return found;
      if (found.state === 'failed') throw new Error(found.problem ?? 'It failed');
      await pause(100);
    }
  };
  const found = await reached('rehearsed').finally(() => {
    over = true;
  });
  const took = performance.now() - began;
  const busy = await reading;
  const most = peakOf(server.pid);
  const moved = found.summary?.kinds[0]?.moved ?? 0;
  say(
    `${before.toFixed(0)} MB before, at most ${most.toFixed(0)}; ${moved} loans move, gap ${found.summary?.rules[0]?.gapPercent} %`,
  );
  say('the bare statement');
  const bare = await bareInsert(world, id);
  say('the commit');
  const commit = await timed(async () => {
    await ask('PUT', `${RUNS}/${id}/commit`, {});
    const done = await reached('committed');
    if (done.given !== moved) throw new Error(`${done.given} of ${moved} loans were given`);
  });
  const pace = (ms: number) => moved / (ms / 1000);
  return [
    atMost({ name: FIRST, ours: firstMs / 1000, limit: 2, goal: 1, unit: 's' }),
    inform({ name: SECONDS, ours: took / 1000, unit: 's' }),
    atMost({ name: MEMORY, ours: most, limit: 400, goal: 1, unit: 'MB' }),
    atMost({ name: READS, ours: percentile(busy, 0.95), limit: percentile(quiet, 0.95), goal: 2, unit: 'ms' }),
    shareOfLimit({ name: COMMIT, ours: pace(commit), limit: pace(bare), goal: 0.5, unit: 'loans/s' }),
    atMost({ name: COUNTS, ours: percentile(counts, 0.95), limit: 300, goal: 1, unit: 'ms' }),
  ];
}

/** One rule by cost over the whole book, a person for each thousand loans. */
export const rehearsal: Bench = {
  rows: [FIRST, SECONDS, MEMORY, READS, COMMIT, COUNTS],
  async run(_wanted, { loans = LOANS, say }) {
    const postgres = process.platform === 'linux' ? await startDurablePostgres() : undefined;
    if (!postgres) {
      say(`${SECONDS}: left out, this machine has no PostgreSQL or is no Linux`);
      return [];
    }
    let server: AppServer | undefined;
    try {
      const world = await createTenantWorld(postgres.db);
      say(`making ${loans} loans`);
      await fill(world, loans);
      await postgres.db.owner((tx) => tx.query('analyze'));
      say('giving half of them');
      await hold(world, postgres.db);
      await postgres.db.owner((tx) => tx.query('analyze'));
      server = await AppServer.start({ env: { DATABASE_URL: postgres.url, DEMO: 'off' } });
      return await measured(world, server, loans, say);
    } finally {
      await server?.destroy();
      await postgres.stop();
    }
  },
};
