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
  countsQuickly,
  type DataOf,
  type ListEndpoint,
  listedIn,
  matchOf,
  pageIn,
  type QueryOf,
  type RowOf,
  type ValueOf,
  valuesOf,
} from './endpoint-query';

/** A filter: its values are those of the endpoint's query, unless `options` names them. */
export interface ListFilter<Value> {
  label: string;
  words?: (value: Value & string) => string;
  options?: readonly Option[];
  /** Its name in the address, where that is not the query's. */
  name?: string;
  /** Stands above the list as one of a few, each with how many it has; `all` is what none of them is called. */
  tab?: { all?: string; counts?: Readonly<Partial<Record<string, number>>> | undefined };
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
  data: DataOf<E> | undefined;
  zone: string;
}

/** Rows that were chosen by hand, or with `selection.kind` `all` everything that matches. */
export interface Chosen<E extends Endpoint> {
  ids: string[];
  selection: Selection;
  count: number;
  match: Partial<QueryOf<E>>;
  clear: () => void;
}

export interface EntityListProps<E extends ListEndpoint> {
  /** Names its settings and its saved views. */
  name: string;
  /** The first of its query's key, by which changes ask it again; the name otherwise. */
  under?: string;
  from: E;
  title: string;
  /** Of a screen with more on it; `bare` where the heading is elsewhere too. */
  part?: 'headed' | 'bare';
  /** In the plural. */
  noun: string;
  columns: (listing: Listing<E>) => readonly Column<RowOf<E>>[];
  /** Of the query, whatever the address says. What a filter of the address has, goes first. */
  ask?: Partial<QueryOf<E>>;
  searchLabel?: string;
  filters?: { [Name in keyof QueryOf<E>]?: ListFilter<ValueOf<E, Name>> | undefined };
  /** The server's order when none was asked for. */
  sort?: Sort;
  keyOf?: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  /** What a click on a row does, where it does not open the panel. */
  onOpen?: ((row: RowOf<E>) => void) | undefined;
  /** The open row beside the list, with `over` in front of it. */
  panel?: (opened: Opened<RowOf<E>>) => ReactNode;
  over?: boolean;
  /** The way to another one, as a button and the key `n`: its address, what it does, or the panel as `new`. */
  add?: { label: string; to?: string; run?: () => void } | undefined;
  actions?: ReactNode;
  above?: ReactNode | ((listing: Listing<E>) => ReactNode);
  /** Everything that matches as a file. */
  file?: Endpoint;
  /** What is done with chosen rows; with `all` also with everything that matches. */
  bulk?: { all?: true; actions: (chosen: Chosen<E>) => ReactNode } | undefined;
  narrowed?: { clear: () => void } | undefined;
  /** Where the user chooses how many rows a page has. */
  sizes?: boolean;
  /** Asked again after so many milliseconds, or while there is work to watch. */
  every?: number | ((rows: readonly RowOf<E>[]) => number | false);
  /** What goes on without a network, where something does. */
  works?: string;
  empty: Empty | ((match: Partial<QueryOf<E>>) => Empty);
}

/** A list is asked by its query alone. */
const noMore = { params: undefined, body: undefined };
const idOf = (row: unknown): string => (row as { id: string }).id;

export function EntityList<E extends ListEndpoint>(props: EntityListProps<E>) {
  type Row = RowOf<E>;
  const { name, from, columns, ask, filters = {}, keyOf = idOf, panel, add, bulk, sizes, every } = props;
  const zone = useZone();
  const api = useApi();
  const navigate = useNavigate();
  const specs = (Object.entries(filters) as [string, ListFilter<string> | undefined][]).flatMap(([asked, spec]) =>
    spec ? [{ asked, address: spec.name ?? asked, spec }] : [],
  );
  const { query, change } = useTableQuery(specs.map(({ address }) => address));
  const [open, setOpen] = useOpen();
  const [size, setSize] = useKept(`table.${name}.size`, PAGE_SIZE);
  const match = matchOf(from, query, Object.fromEntries(specs.map(({ asked, address }) => [asked, address])), ask);
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
      const answer = (await api.call<Endpoint>(from, { ...noMore, query: asked, signal })) as { data?: unknown };
      return (answer.data ?? answer) as DataOf<E>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof every === 'function' ? every(listedIn<Row>(state.data ?? {}).rows) : (every ?? false),
  });
  const { data } = result;
  const listed = useMemo(() => data && listedIn<Row>(data), [data]);
  const listing = { query, data, zone };
  // Rows that scroll by are not drawn again while the columns are the same.
  const shown = useMemo(() => columns({ query, data, zone }), [columns, query, data, zone]);
  const { selection, set, clear } = useSelection(matching);
  const file = useMutation({
    meta: OWN_WORDS,
    mutationFn: async (endpoint: Endpoint) =>
      ((await api.call(endpoint, { ...noMore, query: match })) as { data: { fileName: string; csv: string } }).data,
    onSuccess: downloadCsv,
  });
  const toAdd = () => (add?.to === undefined ? (add?.run ?? (() => setOpen('new')))() : void navigate(add.to));
  useShortcuts(add ? [{ keys: 'n', label: add.label, run: toAdd }] : [], open !== 'new');

  const optionsOf = ({ words = t, options }: ListFilter<string>, name: string): readonly Option[] =>
    options ?? valuesOf(from, name)?.values.map((value) => ({ value, label: words(value) })) ?? [];
  const bar = specs.flatMap(({ asked, address, spec }): Filter[] =>
    spec.tab
      ? []
      : [
          {
            name: address,
            label: spec.label,
            single: valuesOf(from, asked)?.several !== true,
            options: optionsOf(spec, asked),
          },
        ],
  );
  const tabs = specs.flatMap(({ asked, address, spec }): Tabs[] => {
    if (!spec.tab) return [];
    const { all, counts } = spec.tab;
    const counted = ({ value, label }: Option) => ({
      value,
      label: counts?.[value] === undefined ? label : `${label} ${counts[value]}`,
    });
    const first = (ask as Record<string, string> | undefined)?.[asked] ?? '';
    const options = optionsOf(spec, asked).map(counted);
    return [
      {
        name: address,
        label: spec.label,
        first,
        options: all === undefined ? options : [{ value: '', label: all }, ...options],
      },
    ];
  });

  const empty = typeof props.empty === 'function' ? props.empty(match as Partial<QueryOf<E>>) : props.empty;
  const drawn =
    open === ''
      ? null
      : panel?.({
          id: open,
          row: listed?.rows.find((row) => keyOf(row) === open),
          open: setOpen,
          close: () => setOpen(''),
        });
  const addButton =
    add &&
    (add.to === undefined ? (
      <Button look="primary" icon="plus" onClick={toAdd}>
        {add.label}
      </Button>
    ) : (
      <LinkButton look="primary" icon="plus" to={add.to}>
        {add.label}
      </LinkButton>
    ));
  const onOpen = props.onOpen ?? (panel && ((row: Row) => setOpen(keyOf(row))));
  const list = (
    <RecordList<Row>
      name={name}
      title={props.title}
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
          {addButton}
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
      problem={problemOf(result.error, props.works)}
      zone={zone}
      query={query}
      change={change}
      {...(props.sort && { sort: props.sort })}
      pageSize={size}
      {...(sizes && { onPageSize: setSize })}
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
            match: match as Partial<QueryOf<E>>,
            clear,
          }),
        }
      }
      empty={
        <EmptyState icon={empty.icon} title={empty.title} action={empty.action ?? addButton}>
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
