/**
 * The frame of a list: heading, search, filters, columns, the rows with their order and pages, and what stands there while
 * they load, when there are none, when none fits and when they did not come.
 */
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { formatTime } from '../../../core/domain/dates';
import { t } from '../../i18n';
import { Button } from '../button';
import { ChipChoice } from '../choices';
import { Card, Row, Stack } from '../layout';
import { EmptyState } from '../states';
import type { Column } from './column';
import { DataTable } from './data-table';
import { DeskTitle } from './desk-page';
import { type Filter, FilterBar } from './filter-bar';
import { useListAddress } from './list-address';
import { ListFoot, SelectionBar } from './list-foot';
import { PAGE_SIZE } from './pagination';
import { type Problem, ProblemNote, ProblemState } from './problem';
import { type SavedView, SavedViews } from './saved-views';
import { isSelected, type Selection } from './selection';
import { readTableQuery, type TableQuery, writeTableQuery } from './table-query';
import { useTableSettings } from './table-settings';

/** Which record is open, in the address under `name`; `new` is one that does not exist yet. */
export function useOpen(name = 'open'): [open: string, setOpen: (id: string) => void] {
  const [search, setSearch] = useListAddress();
  const setOpen = useCallback(
    (id: string) =>
      setSearch((held) => {
        const next = new URLSearchParams(held);
        if (id) next.set(name, id);
        else next.delete(name);
        return next;
      }),
    [setSearch, name],
  );
  return [search.get(name) ?? '', setOpen];
}

/** Rows that the device has itself, as a list takes them. */
export const heldList = <Row,>(rows: readonly Row[], total: number): ListResult<Row> => ({
  data: { rows, total },
  isPlaceholderData: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
});

/** A query of TanStack Query as it stands. */
export interface ListResult<Row> {
  /** `exact` is false where `total` is an estimate. */
  data: { rows: readonly Row[]; total: number; exact?: false | undefined } | undefined;
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** A filter that stands above the list as one of a few; `first` is the value while none is chosen. */
export interface Tabs {
  name: string;
  label: string;
  first: string;
  options: readonly { value: string; label: string }[];
}

/** What a saved view keeps: search, order and filters, in one spelling. Which record is open, and the days of a report, are not of it. */
const viewOf = (query: TableQuery): string =>
  writeTableQuery(new URLSearchParams(), { ...query, page: 1 }, Object.keys(query.filters).sort()).toString();

function queryOf(view: string): Partial<TableQuery> {
  const kept = new URLSearchParams(view);
  const names = [...kept.keys()].filter((name) => name !== 'q' && name !== 'sort');
  const { q, sort, filters } = readTableQuery(kept, names);
  return { q, sort, filters };
}

/** The row that the keyboard is on gets the focus when a panel closed that had it. */
function useFocusBack(openKey: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(openKey);
  useEffect(() => {
    const closed = Boolean(before.current) && !openKey;
    before.current = openKey;
    if (!closed) return;
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement || document.activeElement === document.body)
        list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openKey]);
  return list;
}

export function RecordList<Row>({
  name,
  title,
  label = title,
  bare = false,
  noun,
  actions,
  above,
  searchLabel,
  filters = [],
  tabs = [],
  columns,
  result,
  problem,
  older,
  zone,
  query,
  change,
  sort,
  pageSize = PAGE_SIZE,
  onPageSize,
  onCount,
  keyOf,
  nameOf,
  onOpen,
  openKey,
  narrowed,
  chosen,
  views,
  onView,
  unfit,
  empty,
}: {
  /** Names its settings and its saved views. */
  name: string;
  title: string;
  /** Of the table; the title otherwise. */
  label?: string;
  /** The screen has its heading elsewhere. */
  bare?: boolean;
  /** In the plural. */
  noun: string;
  /** Beside the heading. */
  actions?: ReactNode;
  /** Between the heading and the list. */
  above?: ReactNode;
  /** Without one there is neither a search nor filters and saved views. */
  searchLabel?: string | undefined;
  filters?: readonly Filter[];
  tabs?: readonly Tabs[];
  columns: readonly Column<Row>[];
  result: ListResult<Row>;
  /** What went wrong with the last question to the server. */
  problem: Problem | undefined;
  /** On the age of what is shown while the question fails. */
  older?: string | undefined;
  /** The tenant's, for the time of an older list. */
  zone: string;
  query: TableQuery;
  change: (part: Partial<TableQuery>) => void;
  /** The server's order when none was asked for. */
  sort?: { by: string; dir: 'asc' | 'desc' };
  pageSize?: number;
  /** Where the user chooses how many rows a page has. */
  onPageSize?: (size: number) => void;
  /** Asks for the exact number where the total is an estimate. */
  onCount?: () => void;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  openKey?: string;
  /** Narrowed by more than its own search and filters; `clear` ends that, and goes first. */
  narrowed?: { clear: () => void } | undefined;
  /** Rows may be chosen by hand, over several pages, and with `all` everything that matches (`exact`: once it is counted); `actions` are what is done with them. */
  chosen?:
    | { selection: Selection; onSelection: (selection: Selection) => void; actions: ReactNode; all?: true | 'exact' }
    | undefined;
  /** Views that come with the screen. */
  views?: readonly SavedView[];
  /** Where choosing a view ends more than search, order and filters. */
  onView?: (search: string) => void;
  /** When none fits, in words of its own. */
  unfit?: ReactNode;
  /** When there is none at all. */
  empty: ReactNode;
}) {
  const settings = useTableSettings(name, columns);
  const list = useFocusBack(openKey);
  const { data } = result;
  const order = query.sort ?? sort;
  const chosenFilters = Object.keys(query.filters).filter((one) => !tabs.some((tab) => tab.name === one));
  const asked = query.q !== '' || chosenFilters.length > 0 || narrowed !== undefined;
  const choose = (name: string, value: string, first: string) => {
    const { [name]: _, ...others } = query.filters;
    change({ filters: value === first ? others : { ...others, [name]: [value] } });
  };
  return (
    <Stack gap="3" minWidth="0">
      {!bare && (
        <Row apart gap="3">
          <DeskTitle>{title}</DeskTitle>
          <Row>{actions}</Row>
        </Row>
      )}
      {above}
      {tabs.length > 0 && (
        <Row gap="4">
          {tabs.map(({ name, label, first, options }) => (
            <ChipChoice
              key={name}
              label={label}
              value={query.filters[name]?.[0] ?? first}
              onChange={(value) => choose(name, value, first)}
              options={options}
            />
          ))}
        </Row>
      )}
      {data && (
        <ProblemNote problem={problem}>
          {older ?? t('This is the list of {time}.', { time: formatTime(result.dataUpdatedAt, zone) })}
        </ProblemNote>
      )}
      <Card flush ref={list}>
        {searchLabel !== undefined && (
          <>
            <SavedViews
              name={name}
              builtIn={views ?? [{ name: t('All'), search: '' }]}
              search={viewOf(query)}
              onChoose={onView ?? ((view) => change(queryOf(view)))}
            />
            <div style={{ borderTop: '1px solid var(--c-line)' }} />
            <FilterBar
              searchLabel={searchLabel}
              query={query}
              onChange={change}
              filters={filters}
              settings={settings}
              columns={columns}
            />
          </>
        )}
        {chosen && (
          <SelectionBar
            selection={chosen.selection}
            onSelection={chosen.onSelection}
            total={data?.total ?? 0}
            pageFull={
              chosen.all !== undefined &&
              !(chosen.all === 'exact' && data?.exact === false) &&
              !!data?.rows.every((row) => isSelected(chosen.selection, keyOf(row)))
            }
            noun={noun}
          >
            {chosen.actions}
          </SelectionBar>
        )}
        {problem && !data ? (
          <ProblemState problem={problem} retry={result.refetch} />
        ) : (
          <DataTable
            label={label}
            columns={columns}
            rows={data?.rows}
            keyOf={keyOf}
            nameOf={nameOf}
            settings={settings}
            {...(order && { sort: order })}
            onSort={(next) => change({ sort: next })}
            {...(onOpen && { onOpen })}
            {...(chosen && { selection: chosen.selection, onSelection: chosen.onSelection })}
            openKey={openKey}
            stale={result.isPlaceholderData}
            empty={
              asked
                ? (unfit ?? (
                    <EmptyState
                      icon="search"
                      title={t('Nothing fits')}
                      action={
                        <Button onClick={() => (narrowed ? narrowed.clear() : change({ q: '', filters: {} }))}>
                          {t('Show all')}
                        </Button>
                      }
                    >
                      {query.q ? t('Nothing found for “{q}”', { q: query.q }) : t('Nothing has what was asked for.')}
                    </EmptyState>
                  ))
                : empty
            }
          />
        )}
        {data && data.total > 0 && (
          <ListFoot
            page={query.page}
            pageSize={pageSize}
            total={data.total}
            onCount={data.exact === false ? onCount : undefined}
            noun={noun}
            onPage={(page) => change({ page })}
            {...(onPageSize && {
              onPageSize: (size: number) => {
                onPageSize(size);
                change({ page: 1 });
              },
            })}
          />
        )}
      </Card>
    </Stack>
  );
}
