/** One question to a report: what is asked, within what the caller may see, as SQL; and its answer page by page or whole. */

import type { RequestOf } from '../../../core/contract/kit';
import type { ReportRow, reportFile } from '../../../core/contract/reports';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { maskMobile } from '../../../core/domain/masking';
import { columnsOf, MOST_REPORT_DAYS, type ReportKind } from '../../../core/domain/report-kinds';
import type { Tx } from '../../db/database';
import { type Counted, countOf, EXACT_COUNT, estimateOf, type Source } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { breadthOf, loanScope, peopleScope } from '../loans';
import { SOURCES } from './columns';

export type Filters = RequestOf<typeof reportFile>['query'];
/** Within some portfolios, as a scheduled report is. */
export type Narrowed = Filters & { portfolioIds?: readonly string[] };

const wrong = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

/** The days asked for, or those of the specification's section 9. Throws `invalid` for a span that cannot be answered. */
export function spanOf(kind: ReportKind, { from, to }: Filters, now: Date, zone: string): { from: Day; to: Day } {
  const utc = dayOf(now, 'UTC');
  const month = dayOf(now, zone).slice(0, 8);
  const first = kind === 'calls' ? utc : `${month}01`;
  const last = kind === 'calls' ? addDays(utc, 1) : addDays(`${addDays(`${month}28`, 4).slice(0, 8)}01`, -1);
  const span = { from: from ?? (to !== undefined && to < first ? to : first), to: to ?? last };
  if (to === undefined && from !== undefined && (span.to < from || span.to > addDays(from, MOST_REPORT_DAYS - 1)))
    span.to = from;
  if (span.to < span.from) throw wrong('to', 'The last day comes before the first');
  if (span.to > addDays(span.from, MOST_REPORT_DAYS - 1))
    throw wrong('to', `At most ${MOST_REPORT_DAYS} days at a time`);
  return span;
}

/**
 * Whose rows one sees. A record belongs to whoever made it, an allocation to whom the loan was given; those who look after
 * people see theirs. A client sees what was done on its loans.
 */
function scopeOf(kind: ReportKind, actor: Actor, parameters: unknown[]): string {
  const breadth = breadthOf(actor);
  if (breadth === 'client') return loanScope(actor, parameters);
  if (kind !== 'allocations') return peopleScope(actor, parameters, 'd.tenant_id', 'd.user_id');
  const people = peopleScope(actor, parameters, 'a.tenant_id', 'a.profile_id');
  if (breadth !== 'agency') return people;
  return `(${people} or (a.kind = 'agency' and a.profile_id = $${parameters.push(actor.agencyId)}::uuid))`;
}

export interface Question {
  /** What matches, to be counted. */
  source: Source;
  /** Counted as the loans that have a row in here: each loan has one row. */
  loansOf?: Source;
  /** The keys of one page, and its cells, as statements without a limit. */
  keys: string;
  cells: string;
  /** All cells, without pages. */
  all: string;
}

/** The same condition over another record `e` of `d`'s loan, and its person. */
const ofOther = (condition: string): string => condition.replace(/\bd\./g, 'e.').replace(/\bu\./g, 'eu.');

export function questionOf(
  kind: ReportKind,
  actor: Actor,
  filters: Narrowed,
  span: { from: Day; to: Day },
  zone: string,
  clientId: string | null = null,
): Question {
  const source = SOURCES[kind];
  const shown: Record<string, string> = source.columns;
  const parameters: unknown[] = [];
  const use = (value: unknown, type: string) => `$${parameters.push(value)}${type}`;
  const row = kind === 'allocations' ? 'a' : 'd';
  const where = [
    `${row}.tenant_id = current_tenant()`,
    scopeOf(kind, actor, parameters),
    `${source.at} >= ${use(instantAt(span.from, '00:00', zone), '::timestamptz')}`,
    `${source.at} < ${use(instantAt(addDays(span.to, 1), '00:00', zone), '::timestamptz')}`,
  ];
  const after = ['true'];
  if (kind !== 'allocations') {
    where.push('d.withdrawn_at is null');
    // Records lie by the month of their receipt, which no clock of a phone puts a day before the call or visit.
    where.push(`d.received_at >= ${use(instantAt(addDays(span.from, -1), '00:00', zone), '::timestamptz')}`);
  }
  if (filters.client) where.push(`lower(c.name) = ${use(filters.client.toLowerCase(), '::text')}`);
  if (clientId) where.push(`l.client_id = ${use(clientId, '::uuid')}`);
  if (filters.portfolioId) where.push(`l.portfolio_id = ${use(filters.portfolioId, '::uuid')}`);
  if (filters.portfolioIds) where.push(`l.portfolio_id = any(${use(filters.portfolioIds, '::uuid[]')})`);
  if (filters.agentId)
    where.push(`${kind === 'allocations' ? 'a.profile_id' : 'd.user_id'} = ${use(filters.agentId, '::uuid')}`);
  if (filters.disposition?.length && kind !== 'allocations') {
    const named = use(filters.disposition, '::text[]');
    after.push(`(d.class = any(${named}) or d.code = any(${named}))`);
  }
  if (filters.holder?.length && kind === 'allocations') where.push(`a.kind = any(${use(filters.holder, '::text[]')})`);
  if (filters.q) {
    const typed = use(`%${filters.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, '::text');
    where.push(
      `(lower(l.loan_number) like ${typed} or lower(b.name) like ${typed} or lower(${source.person}) like ${typed})`,
    );
  }
  const sorted = filters.sort || source.first;
  const column = columnsOf(kind).find((one) => one.id === sorted && one.sort);
  const sql = shown[sorted];
  if (!column || !sql) throw wrong('sort', 'This column does not sort');
  const dir = filters.dir ?? (column.type === 'text' ? 'asc' : 'desc');
  const by = column.type === 'text' ? `lower(${sql})` : sql;
  // The first column has a value in every row, and its index none of the words for those without.
  const order =
    sql === source.at
      ? `${sql} ${dir}, ${source.id} ${dir}`
      : `${by} ${dir} nulls last, ${source.at} desc, ${source.id}`;
  const matching = where.join(' and ');
  const fill = (text: string) => text.replaceAll(':matching', () => ofOther(matching));
  const conditions = [matching, ...(source.only ? [fill(source.only)] : []), ...after].join(' and ');
  const cellJoins = fill(source.cellJoins ?? '');
  // An order by what only cells know needs their joins for every row.
  const sortJoins = /\b(tried|newest|lk|before|dc)\./.test(by) ? cellJoins : '';
  const select = [
    `${source.id}::text as id`,
    `${source.loanId}::text as "loanId"`,
    ...Object.entries(shown).map(([id, text]) => `${text} as "${id === 'id' ? '_id' : id}"`),
  ].join(', ');
  const from = `${source.table} ${source.joins}`;
  const same = source.key.map((name) => `${row}.${name} = page.${name}`).join(' and ');
  return {
    source: { from, where: conditions, parameters },
    ...(kind === 'best' && after.length === 1 && { loansOf: { from, where: matching, parameters } }),
    keys: `select ${source.key.map((name) => `${row}.${name}`).join(', ')} from ${from} ${sortJoins} where ${conditions} order by ${order}`,
    cells: `select ${select} from page join ${source.table} on ${same} ${source.joins} ${cellJoins} order by ${order}`,
    all: `select ${select} from ${from} ${cellJoins} where ${conditions} order by ${order}`,
  };
}

/** Numbers of borrowers leave the server masked (specification 5). */
export const masked = (row: ReportRow): ReportRow =>
  typeof row.phone === 'string' ? { ...row, phone: maskMobile(row.phone) } : row;

/** How many loans have a record: exactly up to `EXACT_COUNT` records, else as many of the estimated records as in those. */
async function countLoans(tx: Tx, source: Source, how: 'exact' | 'quick'): Promise<Counted> {
  const limit = how === 'exact' ? '' : ` limit ${EXACT_COUNT + 1}`;
  const [row] = await tx.query<{ records: number; loans: number }>(
    `select count(*) as records, count(distinct loan_id) as loans
       from (select d.loan_id from ${source.from} where ${source.where}${limit}) found`,
    source.parameters,
  );
  const { records = 0, loans = 0 } = row ?? {};
  if (how === 'exact' || records <= EXACT_COUNT) return { total: loans, exact: true };
  return { total: Math.max(loans, Math.round((await estimateOf(tx, source)) * (loans / records))), exact: false };
}

/** The keys of the page are found first, so that only its own rows are joined and worked out. */
export async function readPage(
  tx: Tx,
  { source, loansOf, keys, cells }: Question,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  count: 'exact' | 'quick',
): Promise<{ rows: ReportRow[]; counted: Counted }> {
  const counted = await (loansOf ? countLoans(tx, loansOf, count) : countOf(tx, source, count));
  const rows = counted.total
    ? await tx.query<ReportRow>(
        `with page as materialized (${keys} limit ${pageSize} offset ${(pageNo - 1) * pageSize}) ${cells}`,
        [...source.parameters],
      )
    : [];
  return { rows: rows.map(masked), counted };
}

/** Rows that come out of the database at once. */
const PIECE = 1000;

/** All rows in order, a piece at a time: the whole of a long report never stands in memory as rows. */
export async function* readAll(tx: Tx, question: Question, most: number): AsyncGenerator<ReportRow[]> {
  await tx.query(`declare report no scroll cursor for ${question.all} limit ${most}`, [...question.source.parameters]);
  for (;;) {
    const rows = await tx.query<ReportRow>(`fetch ${PIECE} from report`);
    if (rows.length > 0) yield rows.map(masked);
    if (rows.length < PIECE) break;
  }
  await tx.query('close report');
}
