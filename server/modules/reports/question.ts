/** One question to a report: what is asked, within what the caller may see, as SQL; and its answer page by page or whole. */

import type { RequestOf } from '../../../core/contract/kit';
import type { ReportRow, reportFile } from '../../../core/contract/reports';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import { columnsOf, type SourceKind } from '../../../core/domain/export-kinds';
import { instantAt } from '../../../core/domain/local-time';
import { maskMobile } from '../../../core/domain/masking';
import { MOST_REPORT_DAYS, SUMMED } from '../../../core/domain/report-kinds';
import { knowsFloor } from '../../../core/domain/settlements/sight';
import type { Tx } from '../../db/database';
import { type Counted, countOf, EXACT_COUNT, estimateOf, type Source } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { SOURCES } from './sources';

export type Filters = RequestOf<typeof reportFile>['query'];
/** Within some portfolios, as a scheduled report is. */
export type Narrowed = Filters & { portfolioIds?: readonly string[] };

const wrong = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

/** The days asked for, or those of the specification's section 9. Throws `invalid` for a span that cannot be answered. */
export function spanOf(kind: SourceKind, { from, to }: Filters, now: Date, zone: string): { from: Day; to: Day } {
  const { days } = SOURCES[kind];
  const today = dayOf(now, zone);
  if (days === 'none') return { from: today, to: today };
  const utc = dayOf(now, 'UTC');
  const month = today.slice(0, 8);
  const first = days === 'today' ? utc : `${month}01`;
  const last = days === 'today' ? addDays(utc, 1) : addDays(`${addDays(`${month}28`, 4).slice(0, 8)}01`, -1);
  const span = { from: from ?? (to !== undefined && to < first ? to : first), to: to ?? last };
  if (to === undefined && from !== undefined && (span.to < from || span.to > addDays(from, MOST_REPORT_DAYS - 1)))
    span.to = from;
  if (span.to < span.from) throw wrong('to', 'The last day comes before the first');
  if (span.to > addDays(span.from, MOST_REPORT_DAYS - 1))
    throw wrong('to', `At most ${MOST_REPORT_DAYS} days at a time`);
  return span;
}

export interface Question {
  /** What matches, to be counted. */
  source: Source;
  /** Counted by this column instead: each of its values is one row. */
  oneOf?: { source: Source; column: string };
  /** The keys of one page, and its cells, as statements without a limit. */
  keys: string;
  cells: string;
  /** All cells, without pages. */
  all: string;
  /** The sums of the columns that add up, over at most `MOST_TOTALLED` lines and one more; undefined where none does. */
  totals: string | undefined;
  /** Some columns of every line, without an order. */
  pick: (columns: readonly string[]) => string;
  /** SQL of a source with the days, the moment and what matches written into it. */
  fill: (text: string) => string;
}

/** The same condition over another record `e` of `d`'s loan, and its person. */
const ofOther = (condition: string): string => condition.replace(/\bd\./g, 'e.').replace(/\bu\./g, 'eu.');

/** `word` as SQL; of the server's own days, instants and zones, which hold nothing that a user typed. */
const literal = (word: string, type: string): string => `'${word.replaceAll("'", "''")}'::${type}`;

/** Names that `joins` brings. */
const namesIn = (joins: string): string[] =>
  [...joins.matchAll(/(?:join \w+|\)) (\w+) on\b/g)].flatMap(([, name]) => name ?? []);

interface Around {
  span: { from: Day; to: Day };
  zone: string;
  now: Date;
  /** For how long recordings are given out. */
  recordingDays: number;
  /** Only loans of this client. */
  clientId?: string | null;
}

export function questionOf(
  kind: SourceKind,
  actor: Actor,
  filters: Narrowed,
  { span, zone, now, recordingDays, clientId = null }: Around,
): Question {
  const source = SOURCES[kind];
  const shown: Record<string, string> = knowsFloor(actor.role)
    ? source.columns
    : { ...source.columns, ...source.sealed };
  const { row, at, id, filters: by } = source;
  const [from, until] = [instantAt(span.from, '00:00', zone), instantAt(addDays(span.to, 1), '00:00', zone)];
  const words: Record<string, string> = {
    from: literal(from.toISOString(), 'timestamptz'),
    until: literal(until.toISOString(), 'timestamptz'),
    first: literal(span.from, 'text'),
    last: literal(span.to, 'text'),
    now: literal(now.toISOString(), 'timestamptz'),
    zone: literal(zone, 'text'),
    heardFor: `interval '${recordingDays} days'`,
  };
  const told = (text: string) =>
    text.replace(/(?<!:):(from|until|first|last|now|zone|heardFor)\b/g, (_, name) => words[name] ?? '');
  const parameters: unknown[] = [];
  const use = (value: unknown, type: string) => `$${parameters.push(value)}${type}`;
  const where = [
    `${row}.tenant_id = current_tenant()`,
    source.scope(actor, parameters),
    ...(source.always ?? []).map(told),
  ];
  const after: string[] = [];
  if (at && source.days !== 'none')
    where.push(`${at} >= ${use(from, '::timestamptz')}`, `${at} < ${use(until, '::timestamptz')}`);
  if (source.pieces)
    where.push(`${source.pieces} >= ${use(instantAt(addDays(span.from, -1), '00:00', zone), '::timestamptz')}`);
  if (filters.client && by.client) where.push(`lower(${by.client}) = ${use(filters.client.toLowerCase(), '::text')}`);
  if (clientId) where.push(by.clientId ? `${by.clientId} = ${use(clientId, '::uuid')}` : 'false');
  if (filters.portfolioId && by.portfolio) where.push(`${by.portfolio} = ${use(filters.portfolioId, '::uuid')}`);
  if (filters.portfolioIds)
    where.push(by.portfolio ? `${by.portfolio} = any(${use(filters.portfolioIds, '::uuid[]')})` : 'false');
  if (filters.agentId && by.agent) where.push(`${by.agent} = ${use(filters.agentId, '::uuid')}`);
  if (filters.agencyId && by.agent) {
    const agency = use(filters.agencyId, '::uuid');
    where.push(
      `(${by.agent} = ${agency} or ${by.agent} in (select w.id from users w where w.tenant_id = current_tenant() and w.agency_id = ${agency}))`,
    );
  }
  if (filters.bucket?.length && by.bucket) where.push(`${by.bucket} = any(${use(filters.bucket, '::text[]')})`);
  if (filters.holder?.length && by.holder) where.push(`${by.holder} = any(${use(filters.holder, '::text[]')})`);
  if (filters.disposition?.length && by.class && by.code) {
    const named = use(filters.disposition, '::text[]');
    after.push(`(${by.class} = any(${named}) or ${by.code} = any(${named}))`);
  }
  if (filters.q && source.search.length > 0) {
    const typed = use(`%${filters.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, '::text');
    where.push(`(${source.search.map((one) => `lower(${one}) like ${typed}`).join(' or ')})`);
  }
  if (filters.q && source.exact) where.push(`${source.exact} = ${use(filters.q, '::text')}`);
  const wanted = filters.sort || source.first;
  const column = columnsOf(kind).find((one) => one.id === wanted && one.sort);
  const sql = shown[wanted];
  if (!column || !sql) throw wrong('sort', 'This column does not sort');
  const dir = filters.dir ?? (column.type === 'text' ? 'asc' : 'desc');
  const sorted = column.type === 'text' ? `lower(${sql})` : sql;
  // The first column has a value in every row, and its index none of the words for those without.
  const order =
    sql === at ? `${sql} ${dir}, ${id} ${dir}` : `${sorted} ${dir} nulls last, ${at ? `${at} desc, ` : ''}${id}`;
  const matching = where.join(' and ');
  const fill = (text: string) => told(text).replaceAll(':matching', () => ofOther(matching));
  const conditions = [matching, ...(source.only ? [fill(source.only)] : []), ...after].join(' and ');
  const cellJoins = fill(source.cellJoins ?? '');
  // An order by what only cells know needs their joins for every row.
  const needing = (text: string) =>
    namesIn(cellJoins).some((name) => new RegExp(`\\b${name}\\.`).test(text)) ? cellJoins : '';
  const sortJoins = needing(sorted);
  const select = [
    `(${id})::text as id`,
    ...(source.loanId ? [`${source.loanId}::text as "loanId"`] : []),
    ...Object.entries(shown).map(([name, text]) => `${told(text)} as "${name === 'id' ? '_id' : name}"`),
  ].join(', ');
  const summed = source.counted ? [] : Object.entries(shown).filter(([name]) => summedOf(kind).includes(name));
  const sumJoins = needing(summed.map(([, text]) => text).join(' '));
  const table = told(source.table);
  const whole = `${table} ${source.joins}`;
  const same = source.key.map((name) => `${row}.${name} = page.${name}`).join(' and ');
  return {
    source: { from: whole, where: conditions, parameters },
    fill,
    pick(columns) {
      const chosen = columns.map((name) => [name, told(shown[name] ?? 'null')] as const);
      const cells = chosen.map(([name, text]) => `${text} as "${name}"`).join(', ');
      // A line that is only counted needs no cell.
      return `select ${cells || '1 as one'} from ${whole} ${needing(cells)} where ${conditions}`;
    },
    ...(source.oneOf &&
      after.length === 0 && { oneOf: { source: { from: whole, where: matching, parameters }, column: source.oneOf } }),
    keys: `select ${source.key.map((name) => `${row}.${name}`).join(', ')} from ${whole} ${sortJoins} where ${conditions} order by ${told(order)}`,
    cells: `select ${select} from page join ${table} on ${same} ${source.joins} ${cellJoins} order by ${told(order)}`,
    all: `select ${select} from ${whole} ${cellJoins} where ${conditions} order by ${told(order)}`,
    totals:
      summed.length === 0
        ? undefined
        : `select count(*)::int as lines, ${summed.map(([name]) => `sum("${name}")::float8 as "${name}"`).join(', ')}
             from (select ${summed.map(([name, text]) => `${told(text)} as "${name}"`).join(', ')} from ${whole} ${sumJoins}
                    where ${conditions} limit ${MOST_TOTALLED + 1}) added`,
  };
}

/** Lines that are added up at a visit; the file adds up any number. */
export const MOST_TOTALLED = 50_000;
/** Columns of a report that add up. */
export const summedOf = (kind: SourceKind): readonly string[] =>
  (SUMMED as Record<string, readonly string[]>)[kind] ?? [];

/** The lines that match and what they add up to: null where there are too many, or nothing adds up. */
export async function readTotals(
  tx: Tx,
  { totals, source }: Question,
): Promise<{ lines: number | null; sums: Record<string, number | null> | null }> {
  if (!totals) return { lines: null, sums: null };
  const [row] = await tx.query<Record<string, number | null>>(totals, [...source.parameters]);
  const { lines, ...sums } = row ?? {};
  return lines === undefined || lines === null || lines > MOST_TOTALLED ? { lines: null, sums: null } : { lines, sums };
}

/** Numbers of borrowers leave the server masked (specification 5). */
export const masked = (row: ReportRow): ReportRow =>
  typeof row.phone === 'string' ? { ...row, phone: maskMobile(row.phone) } : row;

/** How many values the column has: exactly up to `EXACT_COUNT` records, else as many of the estimated records as in those. */
async function countValues(
  tx: Tx,
  { source, column }: { source: Source; column: string },
  how: 'exact' | 'quick',
): Promise<Counted> {
  const limit = how === 'exact' ? '' : ` limit ${EXACT_COUNT + 1}`;
  const [row] = await tx.query<{ records: number; loans: number }>(
    `select count(*) as records, count(distinct value) as loans
       from (select ${column} as value from ${source.from} where ${source.where}${limit}) found`,
    source.parameters,
  );
  const { records = 0, loans = 0 } = row ?? {};
  if (how === 'exact' || records <= EXACT_COUNT) return { total: loans, exact: true };
  return { total: Math.max(loans, Math.round((await estimateOf(tx, source)) * (loans / records))), exact: false };
}

/** How many lines there are, counted to one more than `most`: what is too much is known before a cell of it is worked out. */
export async function countUpTo(tx: Tx, { source, oneOf }: Question, most: number): Promise<number> {
  const { from, where, parameters } = oneOf?.source ?? source;
  const [row] = await tx.query<{ lines: number }>(
    `select count(*) as lines from (select ${oneOf ? `distinct ${oneOf.column}` : '1'} from ${from} where ${where} limit ${most + 1}) found`,
    [...parameters],
  );
  return row?.lines ?? 0;
}

/** The keys of the page are found first, so that only its own rows are joined and worked out. */
export async function readPage(
  tx: Tx,
  { source, oneOf, keys, cells }: Question,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
  count: 'exact' | 'quick',
): Promise<{ rows: ReportRow[]; counted: Counted }> {
  const counted = await (oneOf ? countValues(tx, oneOf, count) : countOf(tx, source, count));
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
