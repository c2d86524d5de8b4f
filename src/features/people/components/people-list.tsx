import { type ReactNode, useCallback, useMemo } from 'react';
import { DRA_FILTERS, PERSON_SORTS, PERSON_STATES, type PersonRow } from '../../../../core/contract/people';
import { PROFILE_KINDS, type ProfileKind } from '../../../../core/domain/people';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { EmptyState } from '../../../ui';
import {
  DeskPage,
  PAGE_SIZE,
  RecordList,
  type TableQuery,
  useKept,
  useListAddress,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { FILTER_NAMES, peopleColumns, peopleFilters } from '../people-columns';
import { type PeopleQuery, usePeople } from '../queries';
import { PersonPanel } from './person-panel';

/** The address as the server understands it; a value that nobody knows is left out. */
export function askedFor(query: TableQuery, kinds: readonly ProfileKind[], size: number): PeopleQuery {
  const chosen = PROFILE_KINDS.filter(
    (kind) => query.filters.kind?.includes(kind) && (!kinds.length || kinds.includes(kind)),
  );
  const wanted = chosen.length ? chosen : kinds;
  return {
    q: query.q || undefined,
    kind: wanted.length ? wanted.join(',') : undefined,
    state: PERSON_STATES.find((state) => state === query.filters.state?.[0]),
    dra: DRA_FILTERS.find((state) => state === query.filters.dra?.[0]),
    sort: PERSON_SORTS.find((sort) => sort === query.sort?.by),
    dir: query.sort?.dir,
    page: query.page,
    size,
  };
}

/** The one list of people: every screen of people is this one with a title, some kinds and a way to make more. */
export function PeopleList({
  name,
  title,
  kinds,
  wide = false,
  actions,
}: {
  /** Names its columns and page size for the user. */
  name: string;
  title: string;
  /** Empty for all. */
  kinds: readonly ProfileKind[];
  /** Starts with every column. */
  wide?: boolean;
  actions?: ReactNode;
}) {
  const zone = useZone();
  const [search, setSearch] = useListAddress();
  const { query, change } = useTableQuery(FILTER_NAMES);
  const [size, setSize] = useKept(`table.${name}.size`, PAGE_SIZE);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = usePeople(askedFor(query, kinds, size));
  const columns = useMemo(() => peopleColumns(zone, wide), [zone, wide]);
  const open = search.get('user') ?? '';
  const show = useCallback(
    (id: string | undefined) =>
      setSearch((held) => {
        const next = new URLSearchParams(held);
        if (id) next.set('user', id);
        else next.delete('user');
        return next;
      }),
    [setSearch],
  );
  const openRow = useCallback((row: PersonRow) => show(row.id), [show]);
  return (
    <DeskPage beside={open !== ''}>
      <RecordList
        name={name}
        title={title}
        noun={t('users')}
        actions={actions}
        searchLabel={t('Name, user name, email, mobile')}
        filters={peopleFilters(kinds, data?.counts ?? {})}
        columns={columns}
        result={{
          data: data && { rows: data.content, total: data.totalElements },
          isPlaceholderData,
          dataUpdatedAt,
          refetch,
        }}
        problem={problemOf(error)}
        zone={zone}
        query={query}
        change={change}
        sort={{ by: 'name', dir: 'asc' }}
        pageSize={size}
        onPageSize={setSize}
        keyOf={(row) => row.id}
        nameOf={(row) => row.fullName}
        onOpen={openRow}
        openKey={open}
        empty={
          <EmptyState icon="me" title={t('Nobody yet')} action={actions}>
            {t('Users appear here once they are created.')}
          </EmptyState>
        }
      />
      {open && <PersonPanel key={open} id={open} onClose={() => show(undefined)} />}
    </DeskPage>
  );
}
