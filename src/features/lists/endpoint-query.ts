/** What an endpoint of the contract says about its list: which values a filter has, how pages are asked for, where the rows are. */
import type { CallOf, Endpoint, RequestOf, ResponseOf, Schema } from '../../../core/contract/kit';
import type { TableQuery } from '../../ui/kit';

export type ListEndpoint = Endpoint & { method: 'GET'; query: Schema };
export type QueryOf<E extends Endpoint> = CallOf<E>['query'];
/** What the rows come with: sums, counts, days. */
export type DataOf<E extends Endpoint> = ResponseOf<E> extends { data: infer Data } ? Data : ResponseOf<E>;
type RowsOf<Data> = Data extends { rows: readonly (infer Row)[] }
  ? Row
  : Data extends { content: readonly (infer Row)[] }
    ? Row
    : Data extends { caseHistories: readonly (infer Row)[] }
      ? Row
      : never;
export type RowOf<E extends Endpoint> = RowsOf<DataOf<E>>;

/** The values of one name of the query: `status=active,locked` and `status=active` have the same. */
export type ValueOf<E extends Endpoint, Name> = Name extends keyof RequestOf<E>['query']
  ? NonNullable<RequestOf<E>['query'][Name]> extends infer Whole
    ? Whole extends readonly (infer Value)[]
      ? Value
      : Whole
    : never
  : never;

/** Of a schema, as zod describes itself. */
interface Described {
  _zod: {
    def: {
      shape?: Record<string, Described>;
      entries?: Record<string, string>;
      innerType?: Described;
      out?: Described;
      element?: Described;
    };
  };
}

const shapeOf = (endpoint: ListEndpoint) => (endpoint.query as unknown as Described)._zod.def.shape ?? {};

/** The values that a filter may have, and whether several at a time; undefined where any text will do. */
export function valuesOf(
  endpoint: ListEndpoint,
  name: string,
): { values: readonly string[]; several: boolean } | undefined {
  let several = false;
  for (let at = shapeOf(endpoint)[name]; at; ) {
    const { entries, element, innerType, out }: Described['_zod']['def'] = at._zod.def;
    if (entries) return { values: Object.values(entries), several };
    several ||= element !== undefined;
    at = element ?? innerType ?? out;
  }
  return undefined;
}

/** What a list asks, without its page: values that the endpoint does not know are left out. `filters`: the name in the address by the query's. */
export function matchOf<E extends ListEndpoint>(
  endpoint: E,
  query: TableQuery,
  filters: Readonly<Record<string, string>>,
  fixed: Partial<QueryOf<E>> | undefined,
): Record<string, string | undefined> {
  const asked: Record<string, string | undefined> = { ...(fixed as object) };
  if (query.q) asked.q = query.q;
  for (const [name, inAddress] of Object.entries(filters)) {
    const known = valuesOf(endpoint, name);
    const chosen = (query.filters[inAddress] ?? []).filter((value) => !known || known.values.includes(value));
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

/** Whether it can be asked to count no further than it is quick. */
export const countsQuickly = (endpoint: ListEndpoint): boolean => 'count' in shapeOf(endpoint);

/** An answer's rows, under whichever of the contract's names. */
export function listedIn<Row>(answer: unknown): { rows: readonly Row[]; total: number; exact?: false } {
  const { rows, content, caseHistories, total, totalElements, exact } = answer as {
    rows?: readonly Row[];
    content?: readonly Row[];
    caseHistories?: readonly Row[];
    total?: number;
    totalElements?: number;
    exact?: boolean;
  };
  return {
    rows: rows ?? content ?? caseHistories ?? [],
    total: total ?? totalElements ?? 0,
    ...(exact === false && { exact }),
  };
}
