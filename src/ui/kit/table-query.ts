/**
 * A list's filters, order and page, kept in the address: a link shows the same list. Its search goes with them but for
 * the address itself (list-address.ts).
 */
import { useCallback, useMemo } from 'react';
import { useListAddress } from './list-address';
import { PAGE_SIZE } from './pagination';

export interface TableQuery {
  q: string;
  page: number;
  sort: { by: string; dir: 'asc' | 'desc' } | undefined;
  /** Chosen values by filter. */
  filters: Readonly<Record<string, readonly string[]>>;
}

/** `page=2&sort=-dpd&bucket=31-60,61-90`; a leading minus is descending. Other names in the address are left alone. */
export function readTableQuery(search: URLSearchParams, filterNames: readonly string[]): TableQuery {
  const sort = search.get('sort') ?? '';
  const filters: Record<string, string[]> = {};
  for (const name of filterNames) {
    const values = (search.get(name) ?? '').split(',').filter(Boolean);
    if (values.length) filters[name] = values;
  }
  return {
    q: search.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(search.get('page')) || 1)),
    sort: sort ? { by: sort.replace(/^-/, ''), dir: sort.startsWith('-') ? 'desc' : 'asc' } : undefined,
    filters,
  };
}

export function writeTableQuery(
  search: URLSearchParams,
  query: TableQuery,
  filterNames: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  put('q', query.q);
  put('page', query.page > 1 ? String(query.page) : '');
  put('sort', query.sort ? `${query.sort.dir === 'desc' ? '-' : ''}${query.sort.by}` : '');
  for (const name of filterNames) put(name, (query.filters[name] ?? []).join(','));
  return next;
}

/** Everything but the page: what a selection and a saved view are about. */
export const matchKey = (query: TableQuery): string => JSON.stringify([query.q, query.filters]);

export function useTableQuery(filterNames: readonly string[]) {
  const [search, setSearch] = useListAddress();
  const names = filterNames.join(',');
  const query = useMemo(() => readTableQuery(search, names.split(',')), [search, names]);
  /** A change of anything but the page goes back to the first one. */
  const change = useCallback(
    (part: Partial<TableQuery>) =>
      setSearch(
        (held) => {
          const list = names.split(',');
          return writeTableQuery(held, { ...readTableQuery(held, list), page: 1, ...part }, list);
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch, names],
  );
  return { query, change };
}

/** What a list is asked for; values that nobody knows are left to the server to refuse. */
export const pageOf = <Sort extends string>(query: TableQuery, sorts: readonly Sort[], filters: readonly string[]) => ({
  page: query.page,
  size: PAGE_SIZE,
  q: query.q || undefined,
  sort: sorts.find((one) => one === query.sort?.by),
  dir: query.sort?.dir,
  ...Object.fromEntries(filters.map((name) => [name, query.filters[name]?.join(',') || undefined])),
});
