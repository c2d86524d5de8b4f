/** Whether reads keep their pace: the same reads on a small and on a large book in PostgreSQL, through HTTP. */
import type { Database } from '../../../server/db/database';
import { loadDemo } from '../../../server/demo';
import { percentile } from '../../faults/storm/storm';
import { AppServer } from '../../support/app-server';
import type { Bench } from '../support/bench';
import { type SignedIn, signIn, startDurablePostgres } from '../support/installation';
import { REPORT_READS, type Read, type Reader, readsOf, soughtIn, usernameOf } from '../support/reads';
import { atMost, type Result } from '../support/result';
import { median } from '../support/rounds';

const GROWTH = 'reads-growth';
const REPORTS = 'reports-growth';
const MILLION = 'reads-1000000';
const SMALL = 10_000;
const LARGE = 200_000;
/** A read that is this quick may grow. */
const QUICK_MS = 60;
const TIMES = 7;
const CLIENTS = 8;
const SECONDS = 60;

interface Book {
  origin: string;
  db: Database;
  reads: Read[];
  people: Record<Reader, SignedIn>;
}

/** A server on a book of its own; `work` gets it, and everything is gone afterwards. */
async function withBook<T>(
  loans: number,
  say: (text: string) => void,
  work: (book: Book) => Promise<T>,
): Promise<T | undefined> {
  const postgres = await startDurablePostgres();
  if (!postgres) return undefined;
  let server: AppServer | undefined;
  try {
    say(`loading ${loans} loans into PostgreSQL`);
    await loadDemo(postgres.db, { scale: loans, log: say });
    server = await AppServer.start({ env: { DATABASE_URL: postgres.url } });
    const { origin } = server;
    const people = {
      admin: await signIn(origin, usernameOf('admin')),
      keeper: await signIn(origin, usernameOf('keeper')),
      manager: await signIn(origin, usernameOf('manager')),
      caller: await signIn(origin, usernameOf('caller')),
      agent: await signIn(origin, usernameOf('agent')),
    };
    const reads = readsOf(await soughtIn(postgres.db, people.admin.tenantId));
    return await work({ origin, db: postgres.db, reads, people });
  } finally {
    await server?.destroy();
    await postgres.stop();
  }
}

async function ask({ origin, people }: Book, { name, reader, path }: Read): Promise<number> {
  const began = performance.now();
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${people[reader].token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${name} (${reader}) was answered with ${answer.status}`);
  return performance.now() - began;
}

const nameOf = ({ name, reader }: Read) => `${name} (${reader})`;

/** Median ms of each read, once it is warm. */
async function timesOf(book: Book, reads: readonly Read[]): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const read of reads) {
    await ask(book, read);
    const found: number[] = [];
    for (let time = 0; time < TIMES; time += 1) found.push(await ask(book, read));
    times[nameOf(read)] = median(found);
  }
  return times;
}

/** Every caller’s states at the dialer, forty hours of this month, so that the reports on them have something to count. */
const dialed = ({ db, people: { admin } }: Book) =>
  db.transaction({ tenantId: admin.tenantId }, (tx) =>
    tx.query(
      `insert into dialer_times (tenant_id, id, user_id, state, process, from_at, until_at)
       select u.tenant_id, gen_random_uuid(), u.id, (array['idle', 'talk', 'wrap-up', 'break'])[1 + n % 4], 'manual',
              date_trunc('month', now()) + d * interval '1 day' + n * interval '2 minutes',
              date_trunc('month', now()) + d * interval '1 day' + (n + 1) * interval '2 minutes'
         from users u cross join generate_series(0, 4) d cross join generate_series(90, 329) n
        where u.tenant_id = $1 and u.role = 'CRM_TELECALLER'`,
      [admin.tenantId],
    ),
  );

async function growth(row: typeof GROWTH | typeof REPORTS, say: (text: string) => void): Promise<Result[]> {
  const measured = async (book: Book) => {
    if (row === GROWTH) return timesOf(book, book.reads);
    await dialed(book);
    return timesOf(book, REPORT_READS);
  };
  const small = await withBook(SMALL, say, measured);
  const large = await withBook(LARGE, say, measured);
  if (!small || !large) {
    say(`${row}: left out, this machine has no PostgreSQL`);
    return [];
  }
  const reads = Object.entries(large).map(([name, ms]) => ({ name, ms, before: small[name] ?? ms }));
  for (const { name, ms, before } of reads)
    say(`${name}: ${before.toFixed(1)} ms, then ${ms.toFixed(1)} ms (${(ms / before).toFixed(1)} ×)`);
  const slow = reads.filter(({ ms, before }) => ms > QUICK_MS && ms > 2 * before);
  return [
    atMost({
      name: row,
      ours: slow.length,
      peers: Object.fromEntries(slow.map(({ name, ms }) => [name, Math.round(ms)])),
      limit: 1,
      goal: 0,
      unit: `of ${reads.length} reads slow and more than doubled`,
    }),
  ];
}

/** Eight clients read while records are written. */
async function million(say: (text: string) => void): Promise<Result[]> {
  const found = await withBook(1_000_000, say, async (book) => {
    let over = false;
    const writing = writeRecords(book, () => over);
    const times: number[] = [];
    const until = performance.now() + SECONDS * 1000;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let at = client; performance.now() < until; at += 1) {
          const read = book.reads[at % book.reads.length];
          if (read) times.push(await ask(book, read));
        }
      }),
    );
    over = true;
    const written = await writing;
    times.sort((a, b) => a - b);
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), reads: times.length, written };
  });
  if (!found) return [];
  const { p50, p95, reads, written } = found;
  const row = { ours: Math.round(p95), peers: { p50: Math.round(p50), reads, 'records written': written }, unit: 'ms' };
  return [atMost({ name: MILLION, ...row, limit: 300, goal: 1 })];
}

const EVERY_MS = 200;
const AT_ONCE = 10;

/** Fifty records a second into the tables that a disposition writes; answers how many. */
async function writeRecords({ db, people }: Book, isOver: () => boolean): Promise<number> {
  const { tenantId, userId } = people.caller;
  let written = 0;
  let next = performance.now();
  while (!isOver()) {
    await db.transaction({ tenantId, userId }, (tx) =>
      tx.query(
        `with picked as (select l.tenant_id, l.id, gen_random_uuid() as record from loans l
           where l.tenant_id = $1 and l.id >= gen_random_uuid() order by l.id limit $3),
         written as (insert into dispositions (tenant_id, id, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no,
             record, payload_hash)
           select tenant_id, record, id, $2, 'call', 'RTP', 'REFUSED', 50, 'applied', now(), 0, '{}', '' from picked)
         update loans l set last_at = now(), attempts = attempts + 1, version = version + 1
           from picked where l.tenant_id = picked.tenant_id and l.id = picked.id`,
        [tenantId, userId, AT_ONCE],
      ),
    );
    written += AT_ONCE;
    next += EVERY_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
  return written;
}

export const reads: Bench = {
  rows: [GROWTH, REPORTS, MILLION],
  byName: [MILLION],
  async run(wanted, { say }) {
    return [
      ...(wanted.has(GROWTH) ? await growth(GROWTH, say) : []),
      ...(wanted.has(REPORTS) ? await growth(REPORTS, say) : []),
      ...(wanted.has(MILLION) ? await million(say) : []),
    ];
  },
};
