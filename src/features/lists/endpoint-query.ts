/** What an endpoint of the contract says about its list: which values a filter has, how pages are asked for, where the rows are. */
import type { CallOf, Endpoint, RequestOf } from '../../../core/contract/kit';
import { type DataOf, type Described, shapeIn } from '../../api';
import { daysOf, type TableQuery } from '../../ui/kit';

export type ListEndpoint = Endpoint & { method: 'GET' };
/** Some of what a list is asked. */
export type Asked<E extends Endpoint> = Partial<PartOf<CallOf<E>['query']> & PartOf<CallOf<E>['headers']>>;
type PartOf<Part> = [Part] extends [undefined] ? unknown : Part;
/** What a list may be narrowed by. */
export type NameOf<E extends Endpoint> = NamesIn<CallOf<E>['query']> | NamesIn<CallOf<E>['headers']>;
type NamesIn<Part> = [Part] extends [undefined] ? never : keyof Part;
type RowsOf<Data> = Data extends readonly (infer Row)[]
  ? Row
  : Data extends { rows: readonly (infer Row)[] }
    ? Row
    : Data extends { content: readonly (infer Row)[] }
      ? Row
      : Data extends { caseHistories: readonly (infer Row)[] }
        ? Row
        : never;
export type RowOf<E extends Endpoint> = RowsOf<DataOf<E>>;

/** The values of one name of the query: `status=active,locked` and `status=active` have the same. */
export type ValueOf<E extends Endpoint, Name> = Name extends keyof RequestOf<E>['query']
  ? OneOf<NonNullable<RequestOf<E>['query'][Name]>>
  : string;
type OneOf<Whole> = Whole extends readonly (infer Value)[] ? Value : Whole;

const shapeOf = (endpoint: ListEndpoint) => shapeIn(endpoint.query);

/** What is asked as the endpoint takes it: a few name what narrows their list in headers. */
export function callOf(endpoint: ListEndpoint, asked: Readonly<Record<string, string | number | undefined>>) {
  const query = shapeOf(endpoint);
  const parts = (wanted: boolean) =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => name in query === wanted));
  return { params: undefined, body: undefined, query: parts(true), headers: parts(false) };
}

/** The values that a filter may have, and whether several at a time; undefined where any text will do. */
export function valuesOf(
  endpoint: ListEndpoint,
  name: string,
): { values: readonly string[]; several: boolean } | undefined {
  let several = false;
  for (let at = shapeOf(endpoint)[name] ?? shapeIn(endpoint.headers)[name]; at; ) {
    const { entries, element, innerType, out }: Described['_zod']['def'] = at._zod.def;
    if (entries) return { values: Object.values(entries), several };
    several ||= element !== undefined;
    at = element ?? innerType ?? out;
  }
  return undefined;
}

/** What a list asks, without its page: values that the endpoint does not know are left out. `filters`: under which name each stands in the address. */
export function matchOf<E extends ListEndpoint>(
  endpoint: E,
  query: TableQuery,
  filters: readonly { asked: string; address: string; days?: string; values?: readonly string[] | undefined }[],
  fixed: Asked<E> | undefined,
): Record<string, string | undefined> {
  const asked: Record<string, string | undefined> = { ...(fixed as object) };
  if (query.q) asked.q = query.q;
  for (const { asked: name, address, days, values = valuesOf(endpoint, name)?.values } of filters) {
    if (days) {
      const { from, to } = daysOf(query.filters[address]?.[0]);
      Object.assign(asked, from && { [name]: from }, to && { [days]: to });
      continue;
    }
    const chosen = (query.filters[address] ?? []).filter((value) => !values || values.includes(value));
    if (chosen.length) asked[name] = chosen.join(',');
  }
  const { sort } = query;
  if (sort && valuesOf(endpoint, 'sort')?.values.includes(sort.by))
    Object.assign(asked, { sort: sort.by, dir: sort.dir });
  return asked;
}

const first = (endpoint: ListEndpoint, names: readonly string[]) => names.find((name) => name in shapeOf(endpoint));

/** The page under the names that the endpoint has for it. */
export function pageIn(endpoint: ListEndpoint, page: number, size: number): Record<string, number> {
  const [number, rows] = [
    first(endpoint, ['page', 'pageNo', 'pageNumber']),
    first(endpoint, ['size', 'pageSize', 'limit']),
  ];
  return { ...(number && { [number]: page }), ...(rows && { [rows]: size }) };
}

/** Whether it answers a page and not the whole. */
export const hasPages = (endpoint: ListEndpoint): boolean => Object.keys(pageIn(endpoint, 1, 1)).length > 0;

/** Whether it can be asked to count no further than it is quick. */
export const countsQuickly = (endpoint: ListEndpoint): boolean => 'count' in shapeOf(endpoint);

/** An answer's rows, under whichever of the contract's names. */
export function listedIn<Row>(answer: unknown): { rows: readonly Row[]; total: number; exact?: false } {
  if (Array.isArray(answer)) return { rows: answer, total: answer.length };
  const {
    content,
    caseHistories,
    rows = content ?? caseHistories ?? [],
    total,
    totalElements,
    exact,
  } = answer as {
    rows?: readonly Row[];
    content?: readonly Row[];
    caseHistories?: readonly Row[];
    total?: number;
    totalElements?: number;
    exact?: boolean;
  };
  return {
    rows,
    total: total ?? totalElements ?? rows.length,
    ...(exact === false && { exact }),
  };
}
