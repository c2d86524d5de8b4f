/**
 * Loads the demo into an empty, migrated database, in one transaction: a start that is killed half-way leaves nothing
 * behind and simply loads again. The bulk goes through COPY, loan batches at a time, so that memory stays flat.
 */
import { hash as argon2 } from '@node-rs/argon2';
import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { appendAudit } from '../db/audit';
import type { Database, Tx } from '../db/database';
import { StartError } from '../platform/start-error';
import { loadAttendance } from './attendance';
import { type Book, makeBook } from './book';
import { withoutIndexes } from './bulk';
import { DAY, dayIn } from './calendar';
import { loadContact } from './contact';
import { type HistoryEvent, makeHistory } from './history';
import { isSecured } from './loans';
import { loadMessages } from './messages';
import { loadMonthOpens } from './month-opens';
import { loadNotifications } from './notifications';
import { describeOrganisation } from './organisation';
import { loadPortfolioParts } from './portfolios';
import { loadPredictive } from './predictive';
import { Random } from './random';
import { loadReportFormats } from './reports';
import { loadSettlement } from './settlement';
import { buildStaff, userTree } from './staff';
import { addLoan, COLUMNS, dispositionRow, emptyRows, type Table } from './tables';
import { loadTargets } from './targets';
import { DEMO_PASSWORD, TENANTS } from './tenants';

const BATCH = 5000;
const APP_VERSION = '0.1.0';

export interface DemoOptions {
  /** Same seed, scale and `now`: the same data to the byte. */
  seed?: string;
  /** Loans over all tenants. */
  scale?: number;
  now?: Date;
  /** The first field agent of the first tenant (the demo's main agent) holds exactly this many active loans. */
  agentLoans?: number;
  log?: (line: string) => void;
}

export interface DemoSummary {
  tenants: number;
  users: number;
  loans: number;
  dispositions: number;
  milliseconds: number;
}

/** Throws when the database already has a tenant: demo data never mixes with anybody's own. */
export async function loadDemo(db: Database, options: DemoOptions = {}): Promise<DemoSummary> {
  const started = Date.now();
  const { log = () => {} } = options;
  const books = planBooks(options);
  const password = await passwordHash(options.seed ?? DEFAULT_SEED);
  const summary: DemoSummary = { tenants: books.length, users: 0, loans: 0, dispositions: 0, milliseconds: 0 };
  const now = (options.now ?? new Date()).getTime();
  const total = books.reduce((sum, { loans }) => sum + loans, 0);
  await db.owner(async (tx) => {
    await tx.query("select set_config('app.platform', 'on', true)");
    const [{ count } = { count: 0 }] = await tx.query<{ count: number }>('select count(*) as count from tenants');
    if (count > 0)
      throw new StartError('This database already holds a tenant; demo data is only loaded into an empty one');
    // Six months of history before the months that every start prepares.
    await tx.query('select ensure_partitions($1::date, 12)', [dayIn(now - 215 * DAY)]);
    // The feed is written in bulk below, exactly as the trigger would write it row by row.
    await tx.query('alter table loan_assignments disable trigger user');
    // Who is to hear of a visit of this hour is looked up through indexes that are not there now; a demo's past is no news.
    await tx.query('alter table dispositions disable trigger dispositions_field');
    await withoutIndexes(tx, Object.keys(COLUMNS), async () => {
      for (const { book, loans } of books) {
        await tx.query("select set_config('app.tenant', $1, true)", [book.tenantId]);
        await loadOrganisation(tx, book, password, now);
        const operator = books[0]?.book.tenantId ?? null;
        await describeOrganisation(tx, book, {
          seed: options.seed ?? DEFAULT_SEED,
          founded: foundedAt(now),
          operatorId: operator === book.tenantId ? null : operator,
        });
        summary.users += book.staff.users.length;
        summary.dispositions += await loadLoans(tx, book, loans, {
          seed: options.seed ?? DEFAULT_SEED,
          now,
          // Long histories for a demo to look at, short ones for a book to measure with.
          meanContacts: total <= 20_000 ? 3 : 1.2,
          progress(done) {
            if (done % BATCH === 0 || done === loans)
              log(
                `Demo data: ${(summary.loans + done).toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} loans`,
              );
          },
        });
        await loadPortfolioParts(tx, book.tenantId, book.staff.admin.id, foundedAt(now));
        summary.loans += loans;
        await loadContact(tx, book, options.seed ?? DEFAULT_SEED, now);
        await loadReportFormats(tx, book, options.seed ?? DEFAULT_SEED, now);
      }
    });
    await tx.query('alter table loan_assignments enable trigger user');
    await tx.query('alter table dispositions enable trigger dispositions_field');
    await tx.query(
      "insert into installation (name, value) values ('demo', 'on') on conflict (name) do update set value = excluded.value",
    );
    await tx.query(`analyze ${Object.keys(COLUMNS).join(', ')}`);
    // Counted from what is there: with its indexes and statistics, a fraction of a second.
    for (const { book } of books) {
      const { tenantId } = book;
      const by = book.staff.admin.id;
      await tx.query("select set_config('app.tenant', $1, true)", [tenantId]);
      await loadSettlement(tx, tenantId, by, foundedAt(now));
      await loadTargets(tx, tenantId, by, now);
      await loadNotifications(tx, tenantId, now);
      await loadAttendance(tx, tenantId, now);
      await loadMonthOpens(tx, tenantId, dayIn(now), now);
    }
    const [first] = books;
    const caller = first?.book.staff.fieldPosts[0]?.caller;
    if (first && caller) {
      const { tenantId, staff } = first.book;
      await tx.query("select set_config('app.tenant', $1, true)", [tenantId]);
      await loadPredictive(tx, { tenantId, caller: caller.id, by: staff.admin.id, now });
    }
  });
  summary.milliseconds = Date.now() - started;
  return summary;
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

const foundedAt = (now: number) => new Date(now - 500 * DAY).toISOString();

async function loadOrganisation(tx: Tx, book: Book, password: string, now: number): Promise<void> {
  const { tenantId, spec, staff, clients, agencies, portfolios } = book;
  const founded = foundedAt(now);
  const owner = staff.admin.id;
  await tx.copyFrom('tenants', ['id', 'name', 'created_at'], [[tenantId, spec.name, founded]]);
  await tx.copyFrom(
    'clients',
    ['tenant_id', 'id', 'name', 'institution', 'created_at'],
    clients.map(({ id, name, institution }) => [tenantId, id, name, institution, founded]),
  );
  await loadMessages(tx, { tenantId, owner, clients, founded });
  await tx.copyFrom(
    'agencies',
    ['tenant_id', 'id', 'code', 'name', 'in_house', 'created_at'],
    agencies.map(({ id, code, name, inHouse }) => [tenantId, id, code, name, inHouse, founded]),
  );
  await tx.copyFrom(
    'portfolios',
    ['tenant_id', 'id', 'client_id', 'name', 'product', 'secured', 'region', 'created_at'],
    portfolios.map(({ id, clientIndex, name, product, region }) => [
      tenantId,
      id,
      clients[clientIndex]?.id,
      name,
      product,
      isSecured(product),
      region,
      founded,
    ]),
  );
  await tx.copyFrom(
    'users',
    'tenant_id id role sub_role username email mobile full_name password_hash manager_id agency_id client_id location dialer_username languages pincodes dra_certificate dra_valid_until created_by created_at updated_at'.split(
      ' ',
    ),
    staff.users.map((user) => [
      tenantId,
      user.id,
      user.role,
      user.subRole,
      user.username,
      user.username,
      user.mobile,
      user.fullName,
      password,
      user.parent?.id,
      user.agencyIndex === null ? null : agencies[user.agencyIndex]?.id,
      user.clientIndex === null ? null : clients[user.clientIndex]?.id,
      user.city?.city,
      user.dialerUsername,
      user.languages,
      user.pins.map(({ pincode }) => pincode),
      user.draCertificate,
      user.draValidUntil,
      user.parent?.id ?? null,
      new Date(user.createdAt).toISOString(),
      new Date(user.createdAt).toISOString(),
    ]),
  );
  await tx.copyFrom(
    'logins',
    ['login', 'tenant_id', 'user_id'],
    staff.users.map(({ username, id }) => [username, tenantId, id]),
  );
  await tx.copyFrom(
    'user_tree',
    ['tenant_id', 'ancestor_id', 'descendant_id', 'depth'],
    [...userTree(staff.users)].map((row) => [tenantId, ...row]),
  );
  await tx.copyFrom(
    'disposition_codes',
    ['tenant_id', 'code', 'channel', 'label', 'class', 'rank', 'requires', 'selectable', 'position'],
    DEFAULT_CODES.map((row, at) => [
      tenantId,
      row.code,
      row.channel,
      row.label,
      row.class,
      row.rank,
      row.requires,
      row.selectable,
      at,
    ]),
  );
  await appendAudit(
    tx,
    [
      {
        action: 'tenants.created',
        subject: 'tenant',
        subjectId: tenantId,
        actorId: null,
        detail: { name: spec.name, demo: true },
      },
      ...staff.users.map(({ id, role }) => ({
        action: 'users.created',
        subject: 'user',
        subjectId: id,
        actorId: id === owner ? null : owner,
        detail: { role },
      })),
      ...portfolios.map(({ id, name }) => ({
        action: 'portfolios.created',
        subject: 'portfolio',
        subjectId: id,
        actorId: owner,
        detail: { name },
      })),
    ],
    new Date(now - 186 * DAY),
  );
}

interface LoadPlan {
  seed: string;
  now: number;
  meanContacts: number;
  progress(done: number): void;
}

async function loadLoans(tx: Tx, book: Book, loans: number, plan: LoadPlan): Promise<number> {
  const { tenantId } = book;
  const { now } = plan;
  let receipts = 0;
  for (let from = 0; from < loans; from += BATCH) {
    const to = Math.min(loans, from + BATCH);
    const rows = emptyRows();
    const events: HistoryEvent[] = [];
    for (let index = from; index < to; index++) {
      const loan = book.loan(index);
      const random = new Random(`${plan.seed}/${book.spec.key}/history/${index}`);
      addLoan(rows, events, random, book, loan, makeHistory(random, loan, now, plan.meanContacts, APP_VERSION), now);
    }
    // Receipts are numbered in the order in which the server received them.
    events.sort((a, b) => a.receivedAt - b.receivedAt || (a.record.id < b.record.id ? -1 : 1));
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
      new Date(now - 185 * DAY),
    );
    plan.progress(to);
  }
  await tx.query(
    "insert into tenant_counters (tenant_id, name, value) values ($1, 'receipt', $2) on conflict (tenant_id, name) do update set value = excluded.value",
    [tenantId, receipts],
  );
  return receipts;
}
