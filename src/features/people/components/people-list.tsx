import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { DRA_FILTERS, PERSON_SORTS, PERSON_STATES, type PersonRow } from '../../../../core/contract/people';
import { formatTime } from '../../../../core/domain/dates';
import { PROFILE_KINDS, type ProfileKind } from '../../../../core/domain/people';
import { ApiError, problemOf, screenWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Banner, Button, Card, EmptyState, Row, Stack } from '../../../ui';
import {
  DataTable,
  DeskPage,
  DeskTitle,
  FilterBar,
  ListFoot,
  ProblemState,
  type TableQuery,
  useKept,
  useListAddress,
  useTableQuery,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { FILTER_NAMES, peopleColumns, peopleFilters } from '../people-columns';
import { type PeopleQuery, usePeople } from '../queries';
import { PersonPanel } from './person-panel';

const SIZE = 25;

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
  const [size, setSize] = useKept(`table.${name}.size`, SIZE);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = usePeople(askedFor(query, kinds, size));
  const columns = useMemo(() => peopleColumns(zone, wide), [zone, wide]);
  const settings = useTableSettings(name, columns);
  const list = useRef<HTMLDivElement>(null);
  const open = search.get('user') ?? '';
  const filtered = query.q !== '' || Object.keys(query.filters).length > 0;

  const show = useCallback(
    (id: string | undefined) => {
      setSearch((held) => {
        const next = new URLSearchParams(held);
        if (id) next.set('user', id);
        else next.delete('user');
        return next;
      });
      if (!id) requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
    },
    [setSearch],
  );
  const openRow = useCallback((row: PersonRow) => show(row.id), [show]);
  return (
    <DeskPage beside={open !== ''}>
      <Stack gap="3" minWidth="0">
        <Row apart>
          <DeskTitle>{title}</DeskTitle>
          <Row>{actions}</Row>
        </Row>
        {error && data && (
          <Banner
            tone={error instanceof ApiError && error.offline ? 'offline' : 'warn'}
            title={said(screenWords(error).title)}
          >
            {t('This is the list of {time}.', { time: formatTime(dataUpdatedAt, zone) })}
          </Banner>
        )}
        <Card flush ref={list}>
          <FilterBar
            searchLabel={t('Name, user name, email, mobile')}
            query={query}
            onChange={change}
            filters={peopleFilters(kinds, data?.counts ?? {})}
            settings={settings}
            columns={columns}
          />
          {error && !data ? (
            <ProblemState problem={problemOf(error)} retry={refetch} />
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={data?.content}
              keyOf={(row) => row.id}
              nameOf={(row) => row.fullName}
              settings={settings}
              sort={query.sort ?? { by: 'name', dir: 'asc' }}
              onSort={(sort) => change({ sort })}
              onOpen={openRow}
              openKey={open}
              stale={isPlaceholderData}
              empty={
                filtered ? (
                  <EmptyState
                    icon="search"
                    title={t('Nobody fits')}
                    action={<Button onClick={() => change({ q: '', filters: {} })}>{t('Show everybody')}</Button>}
                  >
                    {query.q
                      ? t('Searched for “{q}” in name, user name, email and mobile.', { q: query.q })
                      : undefined}
                  </EmptyState>
                ) : (
                  <EmptyState icon="me" title={t('Nobody yet')} action={actions}>
                    {t('Users appear here once they are created.')}
                  </EmptyState>
                )
              }
            />
          )}
          {data && data.totalElements > 0 && (
            <ListFoot
              page={query.page}
              pageSize={size}
              total={data.totalElements}
              noun={t('users')}
              onPage={(page) => change({ page })}
              onPageSize={(next) => {
                setSize(next);
                change({ page: 1 });
              }}
            />
          )}
        </Card>
      </Stack>
      {open && <PersonPanel key={open} id={open} onClose={() => show(undefined)} />}
    </DeskPage>
  );
}
