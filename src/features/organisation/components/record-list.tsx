/** A list of the organisation's records: search, filters, order and page in the address, and one open beside it. */
import { type ReactNode, useCallback, useRef } from 'react';
import { formatTime } from '../../../../core/domain/dates';
import { ApiError, screenWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Banner, Button, Card, EmptyState, ErrorState, Row, Stack } from '../../../ui';
import {
  type Column,
  DataTable,
  DeskTitle,
  type Filter,
  FilterBar,
  ListFoot,
  PAGE_SIZE,
  type TableQuery,
  useListAddress,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';

/** Which record is open, in the address; `new` is one that does not exist yet. */
export function useOpen(): [open: string, setOpen: (id: string) => void] {
  const [search, setSearch] = useListAddress();
  const setOpen = useCallback(
    (id: string) =>
      setSearch((held) => {
        const next = new URLSearchParams(held);
        if (id) next.set('open', id);
        else next.delete('open');
        return next;
      }),
    [setSearch],
  );
  return [search.get('open') ?? '', setOpen];
}

export interface ListResult<Row> {
  data: { rows: Row[]; total: number } | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

export function RecordList<Row>({
  name,
  title,
  noun,
  actions,
  searchLabel,
  filters,
  columns,
  result,
  query,
  change,
  sort,
  keyOf,
  nameOf,
  onOpen,
  openKey,
  empty,
}: {
  /** Names its settings. */
  name: string;
  title: string;
  /** In the plural. */
  noun: string;
  actions?: ReactNode;
  searchLabel: string;
  filters: readonly Filter[];
  columns: readonly Column<Row>[];
  result: ListResult<Row>;
  query: TableQuery;
  change: (part: Partial<TableQuery>) => void;
  sort: { by: string; dir: 'asc' | 'desc' };
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  openKey?: string;
  /** When there is none at all. */
  empty: ReactNode;
}) {
  const zone = useZone();
  const settings = useTableSettings(name, columns);
  const list = useRef<HTMLDivElement>(null);
  const { data, error } = result;
  const words = error ? screenWords(error) : undefined;
  const asked = query.q !== '' || Object.keys(query.filters).length > 0;
  return (
    <Stack gap="3" minWidth="0">
      <Row apart gap="3">
        <DeskTitle>{title}</DeskTitle>
        <Row>{actions}</Row>
      </Row>
      {words && data && (
        <Banner tone={error instanceof ApiError && error.offline ? 'offline' : 'warn'} title={said(words.title)}>
          {t('This is the list of {time}.', { time: formatTime(result.dataUpdatedAt, zone) })}
        </Banner>
      )}
      <Card flush ref={list}>
        <FilterBar
          searchLabel={searchLabel}
          query={query}
          onChange={change}
          filters={filters}
          settings={settings}
          columns={columns}
        />
        {words && !data ? (
          <ErrorState
            title={said(words.title)}
            todo={said(words.todo)}
            retry={() => void result.refetch()}
            reference={words.reference}
          />
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={data?.rows}
            keyOf={keyOf}
            nameOf={nameOf}
            settings={settings}
            sort={query.sort ?? sort}
            onSort={(next) => change({ sort: next })}
            onOpen={onOpen}
            openKey={openKey}
            stale={result.isPlaceholderData}
            empty={
              asked ? (
                <EmptyState
                  icon="search"
                  title={t('Nothing fits')}
                  action={<Button onClick={() => change({ q: '', filters: {} })}>{t('Show all')}</Button>}
                >
                  {query.q ? t('Searched for “{q}”.', { q: query.q }) : t('Nothing has what was asked for.')}
                </EmptyState>
              ) : (
                empty
              )
            }
          />
        )}
        {data && data.total > 0 && (
          <ListFoot
            page={query.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            noun={noun}
            onPage={(page) => change({ page })}
          />
        )}
      </Card>
    </Stack>
  );
}
