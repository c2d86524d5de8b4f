/**
 * A list of the contract as a screen or a part of one: it asks its endpoint, keeps search, filters, order, page and the open
 * row in the address, and says by itself that it loads, is empty, did not come or is from before.
 */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Endpoint } from '../../../core/contract/kit';
import { failedWrite, OWN_WORDS, problemOf, useApi } from '../../api';
import { t } from '../../i18n';
import { Button, EmptyState, type IconName, LinkButton } from '../../ui';
import {
  type Column,
  DeskPage,
  downloadCsv,
  type Filter,
  type Option,
  PAGE_SIZE,
  type Problem,
  ProblemNote,
  RecordList,
  type Selection,
  type Sort,
  selectedCount,
  type TableQuery,
  type Tabs,
  useKept,
  useOpen,
  useSelection,
  useShortcuts,
  useTableQuery,
} from '../../ui/kit';
import { useZone } from '../session';
import {
  type Asked,
  callOf,
  countsQuickly,
  type DataOf,
  hasPages,
  type ListEndpoint,
  listedIn,
  matchOf,
  type NameOf,
  pageIn,
  type RowOf,
  type ValueOf,
  valuesOf,
} from './endpoint-query';

/** A filter: its values are those of the endpoint's query, or `values`, or those of `options`. */
export interface ListFilter<Value, Data> {
  label: string;
  words?: (value: Value & string) => string;
  values?: readonly (Value & string)[] | undefined;
  options?: readonly Option[];
  /** Of `values` and `options`: more than one may be chosen. */
  several?: true;
  /** Its name in the address, where that is not the query's. */
  name?: string;
  /** Stands above the list as one of a few; `all` is what none of them is called. */
  tab?: { all?: string };
  /** How many there are of each. */
  counts?: (data: Data) => Readonly<Partial<Record<string, number>>>;
}

/** The open row; undefined while it is not on the page, as for `new`. */
export interface Opened<Row> {
  id: string;
  row: Row | undefined;
  open: (id: string) => void;
  close: () => void;
}

interface Empty {
  icon: IconName;
  title: string;
  text?: string;
  action?: ReactNode;
}

/** What the list asks and got, for what stands around its rows. */
export interface Listing<E extends Endpoint> {
  query: TableQuery;
  change: (part: Partial<TableQuery>) => void;
  data: DataOf<E> | undefined;
  error: Error | null;
  /** Shown from what the device keeps. */
  fromKept: boolean;
  zone: string;
}

/** Rows that were chosen by hand, or with `selection.kind` `all` everything that matches. */
export interface Chosen<E extends Endpoint> {
  ids: string[];
  selection: Selection;
  count: number;
  match: Asked<E>;
  clear: () => void;
}

export interface EntityListProps<E extends ListEndpoint> {
  /** Names its settings and its saved views. */
  name: string;
  /** The first of its query's key, by which changes ask it again; the name otherwise. */
  under?: string;
  from: E;
  title: string;
  /** What the table is called where the title is that of a screen with more on it. */
  label?: string;
  /** Of a screen with more on it; `bare` where the heading is elsewhere too. */
  part?: 'headed' | 'bare';
  /** In the plural. */
  noun: string;
  columns: (listing: Listing<E>) => readonly Column<RowOf<E>>[];
  /** Of the query, whatever the address says. What a filter of the address has, goes first. */
  ask?: Asked<E>;
  searchLabel?: string;
  filters?: {
    [Name in NameOf<E>]?: ListFilter<ValueOf<E, Name>, DataOf<E>> | undefined;
  };
  /** The server's order when none was asked for. */
  sort?: Sort;
  keyOf?: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  /** What a click on a row does, where it does not open the panel. */
  onOpen?: ((row: RowOf<E>) => void) | undefined;
  /** The open row beside the list, with `over` in front of it. */
  panel?: (opened: Opened<RowOf<E>>) => ReactNode;
  over?: boolean;
  /** The name of the open row in the address. */
  opens?: string;
  /** The way to another one, as a button and the key `n`: its address, what it does, or the panel as `new`. `first` is what it is called while there is none. */
  add?: { label: string; to?: string; run?: () => void; first?: string } | undefined;
  actions?: ReactNode;
  above?: ReactNode | ((listing: Listing<E>) => ReactNode);
  /** Everything that matches as a file. */
  file?: Endpoint;
  /** What is done with chosen rows; with `all` also with everything that matches. */
  bulk?: { all?: true; actions: (chosen: Chosen<E>) => ReactNode } | undefined;
  narrowed?: { clear: () => void } | undefined;
  pageSize?: number;
  /** Where the user chooses how many rows a page has. */
  sizes?: boolean;
  /** Asked again after so many milliseconds, or while there is work to watch. */
  every?: number | ((rows: readonly RowOf<E>[]) => number | false);
  /** What the device keeps for a time without a network, and words on how old it is. */
  kept?: { answer: (asked: Asked<E>) => DataOf<E>; words: string } | undefined;
  /** Rows that were taken away and may still come back. */
  without?: (row: RowOf<E>) => boolean;
  /** In words of its own; `problemOf` otherwise. */
  problem?: (listing: Listing<E>) => Problem | undefined;
  empty: Empty | ((match: Asked<E>) => Empty);
}

const idOf = (row: unknown): string => (row as { id: string }).id;

export function EntityList<E extends ListEndpoint>(props: EntityListProps<E>) {
  type Row = RowOf<E>;
  const { name, from, columns, ask, filters = {}, keyOf = idOf, panel, add, bulk, every } = props;
  const zone = useZone();
  const api = useApi();
  const navigate = useNavigate();
  const specs = (Object.entries(filters) as [string, ListFilter<string, DataOf<E>> | undefined][]).flatMap(
    ([asked, spec]) => (spec ? [{ ...spec, asked, address: spec.name ?? asked }] : []),
  );
  type Spec = (typeof specs)[number];
  const { query, change } = useTableQuery(specs.map(({ address }) => address));
  const [open, setOpen] = useOpen(props.opens);
  const [size, setSize] = useKept(`table.${name}.size`, props.pageSize ?? PAGE_SIZE);
  const match = matchOf(from, query, specs, ask);
  const matching = JSON.stringify(match);
  const [countedFor, setCountedFor] = useState<string>();
  const asked = {
    ...match,
    ...pageIn(from, query.page, size),
    ...(countsQuickly(from) && { count: countedFor === matching ? 'exact' : 'quick' }),
  };
  const result = useQuery({
    queryKey: [props.under ?? name, name, asked],
    queryFn: async ({ signal }) => {
      const answer = (await api.call<Endpoint>(from, { ...callOf(from, asked), signal })) as { data?: unknown };
      return (answer.data ?? answer) as DataOf<E>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof every === 'function' ? every(listedIn<Row>(state.data ?? {}).rows) : (every ?? false),
  });
  const { error } = result;
  const offline = problemOf(error)?.offline === true;
  const kept = offline && !result.data ? props.kept?.answer(asked as Asked<E>) : undefined;
  const data = result.data ?? kept;
  const fromKept = kept !== undefined;
  const { without } = props;
  const listed = useMemo(() => {
    const found = data && listedIn<Row>(data);
    return found && without ? { ...found, rows: found.rows.filter((row) => !without(row)) } : found;
  }, [data, without]);
  const listing = { query, change, data, error, fromKept, zone };
  // Rows that scroll by are not drawn again while the columns are the same.
  const shown = useMemo(
    () => columns({ query, change, data, error, fromKept, zone }),
    [columns, query, change, data, error, fromKept, zone],
  );
  const { selection, set, clear } = useSelection(matching);
  const file = useMutation({
    meta: OWN_WORDS,
    mutationFn: async (endpoint: Endpoint) =>
      ((await api.call(endpoint, { ...callOf(from, match) })) as { data: { fileName: string; csv: string } }).data,
    onSuccess: downloadCsv,
  });
  const toAdd = () => (add?.to === undefined ? (add?.run ?? (() => setOpen('new')))() : void navigate(add.to));
  useShortcuts(add ? [{ keys: 'n', label: add.label, run: toAdd }] : [], open !== 'new');

  const optionsOf = ({ asked, words = t, options, values, tab, counts }: Spec): readonly Option[] => {
    const counted = data && counts?.(data);
    return (options ?? (values ?? valuesOf(from, asked)?.values ?? []).map((value) => ({ value, label: words(value) })))
      .map((option) => {
        const n = counted?.[option.value];
        if (n === undefined) return option;
        return tab ? { ...option, label: `${option.label} ${n}` } : { ...option, hint: String(n) };
      })
      .filter(({ value }) => tab || !counts || (counted?.[value] ?? 0) > 0);
  };
  const bar = specs
    .filter(({ tab }) => !tab)
    .map((spec): Filter => {
      const single = !spec.several && !valuesOf(from, spec.asked)?.several;
      return { name: spec.address, label: spec.label, single, options: optionsOf(spec) };
    });
  const tabs = specs
    .filter(({ tab }) => tab)
    .map((spec): Tabs => {
      const first = (ask as Record<string, string> | undefined)?.[spec.asked] ?? '';
      const all = spec.tab?.all === undefined ? [] : [{ value: '', label: spec.tab.all }];
      return { name: spec.address, label: spec.label, first, options: [...all, ...optionsOf(spec)] };
    });

  const empty = typeof props.empty === 'function' ? props.empty(match as Asked<E>) : props.empty;
  const drawn =
    open === ''
      ? null
      : panel?.({
          id: open,
          row: listed?.rows.find((row) => keyOf(row) === open),
          open: setOpen,
          close: () => setOpen(''),
        });
  const addButton = (label = add?.label) =>
    add &&
    (add.to === undefined ? (
      <Button look="primary" icon="plus" onClick={toAdd}>
        {label}
      </Button>
    ) : (
      <LinkButton look="primary" icon="plus" to={add.to}>
        {label}
      </LinkButton>
    ));
  const onOpen = props.onOpen ?? (panel && ((row: Row) => setOpen(keyOf(row))));
  const list = (
    <RecordList<Row>
      name={name}
      title={props.title}
      label={props.label ?? props.title}
      bare={props.part === 'bare'}
      noun={props.noun}
      actions={
        <>
          {props.actions}
          {props.file && (
            <Button
              icon="download"
              busy={file.isPending}
              disabled={!listed?.total}
              onClick={() => props.file && file.mutate(props.file)}
            >
              {t('Export CSV')}
            </Button>
          )}
          {addButton()}
        </>
      }
      above={
        <>
          {typeof props.above === 'function' ? props.above(listing) : props.above}
          {file.error && <ProblemNote tone="danger" problem={failedWrite(file.error)} />}
        </>
      }
      searchLabel={props.searchLabel}
      filters={bar}
      tabs={tabs}
      columns={shown}
      result={{ ...result, data: listed }}
      problem={props.problem ? props.problem(listing) : problemOf(error)}
      zone={zone}
      {...(fromKept && { older: props.kept?.words })}
      query={query}
      change={change}
      {...(props.sort && { sort: props.sort })}
      pageSize={hasPages(from) ? size : Math.max(1, listed?.total ?? 1)}
      {...(props.sizes && { onPageSize: setSize })}
      {...(countsQuickly(from) && { onCount: () => setCountedFor(matching) })}
      keyOf={keyOf}
      nameOf={props.nameOf}
      {...(onOpen && { onOpen })}
      openKey={open}
      narrowed={props.narrowed}
      chosen={
        bulk && {
          selection,
          onSelection: set,
          ...(bulk.all && { all: true }),
          actions: bulk.actions({
            ids: selection.kind === 'some' ? [...selection.ids] : [],
            selection,
            count: selectedCount(selection, listed?.total ?? 0),
            match: match as Asked<E>,
            clear,
          }),
        }
      }
      empty={
        <EmptyState icon={empty.icon} title={empty.title} action={empty.action ?? addButton(add?.first)}>
          {empty.text}
        </EmptyState>
      }
    />
  );
  if (props.part) return list;
  return (
    <DeskPage beside={Boolean(drawn) && !props.over}>
      {list}
      <Suspense>{drawn}</Suspense>
    </DeskPage>
  );
}
