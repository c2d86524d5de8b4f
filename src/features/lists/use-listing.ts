/** Asks a list's endpoint what the address says, and knows what the device keeps when it cannot be asked. */
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Call, problemOf, useAnswer } from '../../api';
import { PAGE_SIZE, useKept, useTableQuery } from '../../ui/kit';
import { useZone } from '../session';
import {
  type Asked,
  callOf,
  countsQuickly,
  hasPages,
  type ListEndpoint,
  listedIn,
  matchOf,
  pageIn,
  type RowOf,
} from './endpoint-query';
import { specsOf } from './list-filters';
import type { EntityListProps } from './list-props';

export function useListing<E extends ListEndpoint>(props: EntityListProps<E>) {
  const { name, from, every, without } = props;
  const zone = useZone();
  const specs = specsOf<E>(props.filters);
  const { query, change } = useTableQuery(specs.map(({ address }) => address));
  const [size, setSize] = useKept(`table.${name}.size`, props.pageSize ?? PAGE_SIZE);
  const match = matchOf(from, query, specs, props.ask);
  const matching = JSON.stringify(match);
  const [countedFor, setCountedFor] = useState<string>();
  const asked = {
    ...match,
    ...pageIn(from, query.page, size),
    ...(countsQuickly(from) && { count: countedFor === matching ? 'exact' : 'quick' }),
  };
  // The filters are of this endpoint's query, which says so by its own schema.
  const call = callOf(from, asked) as unknown as Omit<Call<E>, 'signal'>;
  const result = useAnswer(from, [props.under ?? name, name, asked], call, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof every === 'function' ? every(listedIn<RowOf<E>>(state.data ?? {}).rows) : (every ?? false),
  });
  const { error } = result;
  const cut = !result.data && problemOf(error)?.offline === true;
  const kept = cut ? props.kept?.answer(asked as Asked<E>) : undefined;
  const data = result.data ?? kept;
  const listed = useMemo(() => {
    const found = data && listedIn<RowOf<E>>(data);
    return found && without ? { ...found, rows: found.rows.filter((row) => !without(row)) } : found;
  }, [data, without]);
  const fromKept = kept !== undefined;
  const listing = useMemo(
    () => ({ query, change, data, error, fromKept, zone }),
    [query, change, data, error, fromKept, zone],
  );
  return {
    listing,
    specs,
    match: match as Asked<E>,
    matching,
    listed,
    result: { ...result, data: listed },
    pageSize: hasPages(from) ? size : Math.max(1, listed?.total ?? 1),
    setSize,
    ...(countsQuickly(from) && { onCount: () => setCountedFor(matching) }),
  };
}
