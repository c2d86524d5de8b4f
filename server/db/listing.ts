/**
 * One list: what matches, in an order, a page at a time, with how many there are. A page costs the same wherever it stands, and nothing
 * counts a whole book to show it: exactly up to `EXACT_COUNT` rows, beyond that by the planner's estimate unless the exact number is
 * asked for.
 */
import type { Tx } from './database';

/** Rows that are counted one by one at each visit. */
export const EXACT_COUNT = 10_000;
/** Fewer rows are skipped rather than remembered. */
const SKIP = 1_000;

export interface Source {
  /** FROM, with every join that `where` needs. */
  from: string;
  where: string;
  parameters: readonly unknown[];
}

export interface Order {
  /** The column of an index, without a direction. */
  by: string;
  dir: 'asc' | 'desc';
  /** How the index stands; the other direction reads it backwards. */
  indexed: 'asc' | 'desc';
  /** Its type, as a page's last value comes back to the database. */
  type: string;
  /** Rows without a value come last. The index is then `desc nulls last`, or `asc`. */
  nullable?: boolean;
  /** Breaks ties; the last column of the index. */
  id: string;
  /** A join that only the order needs. */
  join?: string;
}

export interface Page {
  page: number;
  pageSize: number;
}

export interface Counted {
  total: number;
  exact: boolean;
}

/** `quick`: exact up to `most`, else an estimate that is never below it. */
export async function countOf(
  tx: Tx,
  source: Source,
  how: 'exact' | 'quick',
  most: number = EXACT_COUNT,
): Promise<Counted> {
  const { from, where, parameters } = source;
  const limit = how === 'exact' ? '' : ` limit ${most + 1}`;
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from (select 1 from ${from} where ${where}${limit}) found`,
    parameters,
  );
  const total = row?.total ?? 0;
  if (how === 'exact' || total <= most) return { total, exact: true };
  return { total: Math.max(total, await estimateOf(tx, source)), exact: false };
}

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
}

/** Rows as the planner expects them from its statistics. */
export async function estimateOf(tx: Tx, { from, where, parameters }: Source): Promise<number> {
  const [row] = await tx.query<Explained & Record<string, unknown>>(
    `explain (format json) select 1 from ${from} where ${where}`,
    parameters,
  );
  return Math.round(row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}

/** Where a page of a list began, by what was asked: the value and id of the row before it. */
interface Position {
  offset: number;
  value: string;
  id: string;
}
const positions = new Map<string, Position[]>();
const MOST_LISTS = 500;
const MOST_POSITIONS = 40;

function nearest(list: string, offset: number): Position | undefined {
  const kept = positions.get(list)?.filter((one) => one.offset <= offset) ?? [];
  return kept.sort((a, b) => b.offset - a.offset)[0];
}

function keep(list: string, position: Position): void {
  const others = (positions.get(list) ?? []).filter(({ offset }) => offset !== position.offset);
  positions.delete(list);
  positions.set(list, [...others.slice(1 - MOST_POSITIONS), position]);
  const [oldest] = positions.keys();
  if (positions.size > MOST_LISTS && oldest !== undefined) positions.delete(oldest);
}

/** Order by the index as it stands, or backwards. */
function orderSql({ by, indexed, nullable, id }: Order, dir: 'asc' | 'desc'): string {
  if (indexed === 'desc')
    return dir === 'desc'
      ? `${by} desc${nullable ? ' nulls last' : ''}, ${id}`
      : `${by}${nullable ? ' nulls first' : ''}, ${id} desc`;
  return dir === 'asc' ? `${by}, ${id}` : `${by} desc, ${id} desc`;
}

/**
 * The ids of one page. Far pages are read from the end of the list that is nearer (`counted` must be exact for that) or from where a page
 * before it ended, and never by skipping more than half of the list.
 */
export async function pageOfIds(
  tx: Tx,
  source: Source,
  order: Order,
  { page, pageSize }: Page,
  counted: Counted,
): Promise<string[]> {
  const offset = (page - 1) * pageSize;
  if (counted.exact && offset >= counted.total) return [];
  if (order.nullable && order.dir !== order.indexed) return pageOfValuesFirst(tx, source, order, { page, pageSize });
  const left = counted.total - offset;
  if (counted.exact && !order.nullable && offset > SKIP && offset > counted.total / 2) {
    const limit = Math.min(pageSize, left);
    const other = order.dir === 'asc' ? 'desc' : 'asc';
    const rows = await read(tx, source, order, other, { limit, offset: left - limit });
    return rows.map(({ id }) => id).reverse();
  }
  if (order.nullable)
    return (await read(tx, source, order, order.dir, { limit: pageSize, offset })).map(({ id }) => id);
  const list = JSON.stringify([source, order]);
  const rows = await read(tx, source, order, order.dir, { limit: pageSize, offset, after: nearest(list, offset) });
  const last = rows.at(-1);
  if (last && rows.length === pageSize && offset + pageSize > SKIP)
    keep(list, { offset: offset + pageSize, value: last.value, id: last.id });
  return rows.map(({ id }) => id);
}

interface Found {
  id: string;
  value: string;
}

async function read(
  tx: Tx,
  { from, where, parameters }: Source,
  order: Order,
  dir: 'asc' | 'desc',
  { limit, offset, after }: { limit: number; offset: number; after?: Position | undefined },
): Promise<Found[]> {
  const given = [...parameters];
  const use = (value: unknown, type = '') => `$${given.push(value)}${type}`;
  const { by, id, type } = order;
  let start = '';
  if (after) {
    const value = use(after.value, `::${type}`);
    const further = dir === 'asc' ? '>' : '<';
    const idFurther = dir === order.indexed ? '>' : '<';
    const tie = order.indexed === 'asc' ? further : idFurther;
    start = ` and ${by} ${further}= ${value} and (${by} ${further} ${value} or ${id} ${tie} ${use(after.id, '::uuid')})`;
  }
  return tx.query<Found & Record<string, unknown>>(
    `select ${id} as id, (${by})::text as value from ${from} ${order.join ?? ''} where ${where}${start}
      order by ${orderSql(order, dir)} limit ${use(limit)} offset ${use(offset - (after?.offset ?? 0))}`,
    given,
  );
}

/** Against the direction of an index that holds rows without a value: those with one are read first, the others follow. */
async function pageOfValuesFirst(tx: Tx, source: Source, order: Order, { page, pageSize }: Page): Promise<string[]> {
  const offset = (page - 1) * pageSize;
  const valued = { ...source, where: `${source.where} and ${order.by} is not null` };
  const first = await read(tx, valued, order, order.dir, { limit: pageSize, offset });
  if (first.length === pageSize) return first.map(({ id }) => id);
  const before = first.length > 0 ? offset + first.length : (await countOf(tx, valued, 'exact')).total;
  const rest = await read(tx, { ...source, where: `${source.where} and ${order.by} is null` }, order, order.indexed, {
    limit: pageSize - first.length,
    offset: Math.max(0, offset - before),
  });
  return [...first, ...rest].map(({ id }) => id);
}

/**
 * One page of a short list, whose statement says beside each row how many match (`count(*) over () as total`) and ends with its order.
 * Past the end, too, the total is theirs.
 */
export async function pageWithTotal<Row extends object>(
  tx: Tx,
  sql: string,
  parameters: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: (Row & { total: number })[]; total: number }> {
  const at = (most: number, skipped: number) =>
    tx.query<Row & { total: number } & Record<string, unknown>>(
      `${sql} limit $${parameters.length + 1} offset $${parameters.length + 2}`,
      [...parameters, most, skipped],
    );
  const rows = await at(limit, offset);
  const [any] = rows.length > 0 || offset === 0 ? rows : await at(1, 0);
  return { rows, total: any?.total ?? 0 };
}

export interface PageOf<Item> extends Page {
  content: Item[];
  totalElements: number;
  totalPages: number;
  /** Absent where the number is exact. */
  exact?: false;
}

/** The envelope of a list. */
export const pageOf = <Item>(content: Item[], { page, pageSize }: Page, { total, exact }: Counted): PageOf<Item> => ({
  content,
  page,
  pageSize,
  totalElements: total,
  totalPages: Math.ceil(total / pageSize),
  ...(!exact && { exact }),
});
