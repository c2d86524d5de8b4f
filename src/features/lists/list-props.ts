/** What a screen says of its list. */
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../core/contract/kit';
import type { DataOf } from '../../api';
import type { IconName } from '../../ui';
import type { Column, Option, Problem, Selection, Sort, TableQuery } from '../../ui/kit';
import type { Asked, ListEndpoint, NameOf, RowOf, ValueOf } from './endpoint-query';

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
  /** The first day of a span; its last one has this name. */
  days?: string;
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
  /** Those of them that stand on the page. */
  rows: readonly RowOf<E>[];
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
