/**
 * Loads the demo into an empty, migrated database: a load that is killed half-way leaves nothing behind, or goes on where it
 * was (progress.ts). The bulk goes through COPY, loan batches at a time, so that memory stays flat.
 */
import { setImmediate } from 'node:timers/promises';
import { hash as argon2 } from '@node-rs/argon2';
import { Random } from '../../core/domain/random';
import { appendAudit } from '../db/audit';
import type { Database, Tx } from '../db/database';
import { StartError } from '../platform/start-error';
import { loadAttendance, loadLeaves } from './attendance';
import { loadBankFile } from './bank-files';
import { type Book, makeBook } from './book';
import { dropIndexes } from './bulk';
import { DAY, dayIn } from './calendar';
import { loadContact } from './contact';
import { type HistoryEvent, makeHistory } from './history';
import { noteAgeing, openingsOf } from './month-opens';
import { loadNotifications } from './notifications';
import { describeOrganisation, foundedAt, loadOrganisation } from './organisation';
import { loadPortfolioParts } from './portfolios';
import { loadPredictive } from './predictive';
import { LoadProgress, type Plan, type Step } from './progress';
import { loadReportFormats } from './reports';
import { loadRevenue } from './revenue';
import { loadSettlement } from './settlement';
import { buildStaff } from './staff';
import { addLoan, COLUMNS, dispositionRow, emptyRows, type Rows, type Table } from './tables';
import { loadTargets } from './targets';
import { DEMO_PASSWORD, TENANTS } from './tenants';

const BATCH = 5000;
const APP_VERSION = '0.1.0';
/**
 * Tables whose triggers are off while the load runs. The feed is written in bulk, as they would write it, and words and totals are
 * read at the end. A trigger that looks for a borrower's loans reads the whole book each time, because the index is not there.
 */
const QUIET = ['loan_assignments', 'loans', 'suppressions', 'contact_attempts', 'contact_preferences'];
/** What tells of single records as they come: of a demo's past nobody is told, and the server counts its days. */
const NO_NEWS = [
  ['dispositions', 'dispositions_field'],
  ['dispositions', 'dispositions_marked'],
  ['payments', 'payments_marked'],
  ['ptps', 'ptps_marked'],
] as const;
/** Without statistics a join of these with what they did compares everybody with everybody. */
const PEOPLE = ['users', 'user_tree', 'portfolios'];
/** Filled after the loans; the embedded database has nothing that would analyze them later. */
const FOLLOWING = [
  'contact_attempts',
  'loan_words',
  'loan_totals',
  'held_totals',
  'loan_month_opens',
  'attendance',
  'targets',
];

export interface DemoOptions {
  /** Same seed, scale and `now`: the same data to the byte. */
  seed?: string;
  /** Loans over all tenants. */
  scale?: number;
  now?: Date;
  /** The first field agent of the first tenant (the demo's main agent) holds exactly this many active loans. */
  agentLoans?: number;
  /** A load of at most so many loans is one transaction; a larger one commits as it goes on. */
  oneTransaction?: number;
  log?: (line: string) => void;
}

export interface DemoSummary {
  tenants: number;
  users: number;
  loans: number;
  dispositions: number;
  milliseconds: number;
}

/**
 * Loads the demo, or goes on with a load that was stopped: then with the options of that one. Throws when the database has a
 * tenant otherwise: demo data never mixes with anybody's own.
 */
export async function loadDemo(db: Database, options: DemoOptions = {}): Promise<DemoSummary> {
  const started = Date.now();
  const { seed = DEFAULT_SEED, scale = DEFAULT_SCALE, agentLoans = 0 } = options;
  const progress = await LoadProgress.begin(
    db,
    { seed, scale, agentLoans, now: (options.now ?? new Date()).getTime() },
    options,
  );
  const { plan } = progress;
  const books = planBooks({ ...plan, now: new Date(plan.now) });
  const password = await passwordHash(plan.seed);
  const operator = books[0]?.book.tenantId ?? null;
  if (progress.isNew) await mustBeEmpty(db);
  await progress.run([
    { run: (tx) => openLoad(tx, progress) },
    ...books.flatMap(({ book, loans }) => bookSteps(book, loans, plan, password, operator)),
    { run: (tx) => closeLoad(tx, progress) },
    ...books.map(({ book }): Step => ({ run: (tx) => loadFollowing(tx, book, plan.now) })),
    { run: (tx) => loadMainCaller(tx, books[0]?.book, plan.now) },
    { run: (tx) => tx.query(`analyze ${FOLLOWING.join(', ')}`) },
  ]);
  return { ...(await counted(db, books)), milliseconds: Date.now() - started };
}

async function mustBeEmpty(db: Database): Promise<void> {
  const [row] = await db.platform((tx) => tx.query<{ count: number }>('select count(*) as count from tenants'));
  if (row && row.count > 0)
    throw new StartError('This database already holds a tenant; demo data is only loaded into an empty one');
}

const inTenant = (tx: Tx, { tenantId }: Book) => tx.query("select set_config('app.tenant', $1, true)", [tenantId]);

async function openLoad(tx: Tx, progress: LoadProgress): Promise<void> {
  // Six months of history before the months that every start prepares.
  await tx.query('select ensure_partitions($1::date, 12)', [dayIn(progress.plan.now - 215 * DAY)]);
  for (const table of QUIET) await tx.query(`alter table ${table} disable trigger user`);
  // Who is to hear of a visit of this hour is looked up through indexes that are not there now; a demo's past is no news.
  for (const [table, trigger] of NO_NEWS) await tx.query(`alter table ${table} disable trigger ${trigger}`);
  progress.keepIndexes(await dropIndexes(tx, Object.keys(COLUMNS)));
}

function bookSteps(book: Book, loans: number, plan: Plan, password: string, operator: string | null): Step[] {
  const { seed, now } = plan;
  const organisation = async (tx: Tx) => {
    await inTenant(tx, book);
    await loadOrganisation(tx, book, password, now);
    await describeOrganisation(tx, book, {
      seed,
      founded: foundedAt(now),
      operatorId: operator === book.tenantId ? null : operator,
    });
  };
  const made = aheadOf((from: number) => makeBatch(book, plan, from, Math.min(loans, from + BATCH)), BATCH, loans);
  const batches = Array.from({ length: Math.ceil(loans / BATCH) }, (_, at): Step => {
    const from = at * BATCH;
    const to = Math.min(loans, from + BATCH);
    return {
      loans: to - from,
      run: async (tx) => {
        await inTenant(tx, book);
        await writeBatch(tx, book, plan, await made(from), from, to);
      },
    };
  });
  const parts = async (tx: Tx) => {
    await inTenant(tx, book);
    // Autovacuum may have seen the books before alone: a tenant that it does not know is joined as if it had one loan.
    await tx.query('analyze loans, loan_assignments');
    await loadPortfolioParts(tx, book.tenantId, book.staff.admin.id, foundedAt(now));
    await loadContact(tx, book, seed, now);
    await loadReportFormats(tx, book, seed, now);
    await loadRevenue(tx, book, seed, now);
  };
  return [{ run: organisation }, ...batches, { run: parts }];
}

async function closeLoad(tx: Tx, progress: LoadProgress): Promise<void> {
  for (const index of progress.indexes) await tx.query(index);
  for (const table of QUIET) await tx.query(`alter table ${table} enable trigger user`);
  for (const [table, trigger] of NO_NEWS) await tx.query(`alter table ${table} enable trigger ${trigger}`);
  await tx.query(
    "insert into installation (name, value) values ('demo', 'on') on conflict (name) do update set value = excluded.value",
  );
  await tx.query(`analyze ${[...Object.keys(COLUMNS), ...PEOPLE].join(', ')}`);
}

/** Counted from what is there: with its indexes and statistics, a fraction of a second. */
async function loadFollowing(tx: Tx, book: Book, now: number): Promise<void> {
  const { tenantId, staff } = book;
  await inTenant(tx, book);
  await tx.query('select read_book($1)', [tenantId]);
  await loadSettlement(tx, tenantId, staff.admin.id, foundedAt(now));
  await loadTargets(tx, tenantId, staff.admin.id, now);
  await loadNotifications(tx, tenantId, now);
  await loadAttendance(tx, tenantId, now);
  await loadLeaves(tx, tenantId, now);
  await noteAgeing(tx, tenantId, dayIn(now), now);
  await loadBankFile(tx, tenantId, staff.admin.id, dayIn(now), now);
}

async function loadMainCaller(tx: Tx, book: Book | undefined, now: number): Promise<void> {
  const caller = book?.staff.fieldPosts[0]?.caller;
  if (!book || !caller) return;
  await inTenant(tx, book);
  await loadPredictive(tx, { tenantId: book.tenantId, caller: caller.id, by: book.staff.admin.id, now });
}

async function counted(db: Database, books: { book: Book; loans: number }[]) {
  let dispositions = 0;
  for (const { book } of books) {
    const [row] = await db.transaction({ tenantId: book.tenantId }, (tx) =>
      tx.query<{ value: number }>("select value from tenant_counters where tenant_id = $1 and name = 'receipt'", [
        book.tenantId,
      ]),
    );
    dispositions += row?.value ?? 0;
  }
  return {
    tenants: books.length,
    users: books.reduce((sum, { book }) => sum + book.staff.users.length, 0),
    loans: books.reduce((sum, { loans }) => sum + loans, 0),
    dispositions,
  };
}

export const DEFAULT_SEED = 'recoup';
export const DEFAULT_SCALE = 5000;

/** The plan without a database: who works where and how many loans each tenant has. */
export function planBooks(options: DemoOptions): { book: Book; loans: number }[] {
  const { seed = DEFAULT_SEED, scale = DEFAULT_SCALE, agentLoans = 0 } = options;
  const now = (options.now ?? new Date()).getTime();
  let left = scale;
  return TENANTS.map((spec, at) => {
    const share = at === TENANTS.length - 1 ? left : Math.round(scale * spec.share);
    const loans = at === 0 ? Math.max(share, agentLoans) : share;
    left = Math.max(0, left - share);
    const staff = buildStaff(spec, seed, loans, now);
    return { book: makeBook(spec, staff, { seed, now, mainAgentLoans: at === 0 ? agentLoans : 0 }), loans };
  });
}

/** Hashed once for everyone; OWASP's parameters for argon2id, salted from the seed so that the data stays the same. */
function passwordHash(seed: string): Promise<string> {
  const random = new Random(`${seed}/salt`);
  const salt = Uint8Array.from({ length: 16 }, () => random.bits() & 255);
  return argon2(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt });
}

interface Batch {
  rows: Rows;
  /** In the order in which the server received them; they get their numbers as they are written. */
  events: HistoryEvent[];
}

/** Loans that are made before the database is looked after again. */
const PIECE = 250;

async function makeBatch(book: Book, plan: Plan, from: number, to: number): Promise<Batch> {
  // Long histories for a demo to look at, short ones for a book to measure with.
  const meanContacts = plan.scale <= 20_000 ? 3 : 1.2;
  const rows = emptyRows();
  const events: HistoryEvent[] = [];
  for (let index = from; index < to; index++) {
    const loan = book.loan(index);
    const random = new Random(`${plan.seed}/${book.spec.key}/history/${index}`);
    const history = makeHistory(random, loan, plan.now, meanContacts, APP_VERSION);
    addLoan(rows, events, random, book, loan, history, plan.now, openingsOf(plan.scale));
    if ((index + 1) % PIECE === 0) await setImmediate();
  }
  events.sort((a, b) => a.receivedAt - b.receivedAt || (a.record.id < b.record.id ? -1 : 1));
  return { rows, events };
}

/** Makes the next batch while the database writes this one, which keeps two cores busy. */
function aheadOf<T>(make: (from: number) => Promise<T>, step: number, end: number): (from: number) => Promise<T> {
  let next: { from: number; made: Promise<T> } | undefined;
  return (from) => {
    const made = next?.from === from ? next.made : make(from);
    next = undefined;
    return made.then((batch) => {
      if (from + step < end) {
        const ahead = make(from + step);
        // Whoever asks for it hears what failed.
        ahead.catch(() => undefined);
        next = { from: from + step, made: ahead };
      }
      return batch;
    });
  };
}

async function writeBatch(tx: Tx, book: Book, plan: Plan, { rows, events }: Batch, from: number, to: number) {
  const { tenantId } = book;
  const [counter] = await tx.query<{ value: number }>(
    "select value from tenant_counters where tenant_id = $1 and name = 'receipt'",
    [tenantId],
  );
  let receipts = counter?.value ?? 0;
  for (const event of events) rows.dispositions.push(dispositionRow(tenantId, event, ++receipts));
  for (const table of Object.keys(COLUMNS) as Table[]) {
    if (rows[table].length) await tx.copyFrom(table, COLUMNS[table], rows[table]);
  }
  await appendAudit(
    tx,
    [
      {
        action: 'loans.imported',
        subject: 'loans',
        subjectId: `demo-${from + 1}`,
        actorId: book.staff.admin.id,
        detail: { loans: to - from },
      },
    ],
    new Date(plan.now - 185 * DAY),
  );
  await tx.query(
    "insert into tenant_counters (tenant_id, name, value) values ($1, 'receipt', $2) on conflict (tenant_id, name) do update set value = excluded.value",
    [tenantId, receipts],
  );
}
