/**
 * A list of the contract as a screen or a part of one: it asks its endpoint, keeps search, filters, order, page and the open
 * row in the address, and says by itself that it loads, is empty, did not come or is from before.
 */
import { useMutation } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Endpoint } from '../../../core/contract/kit';
import { failedWrite, OWN_WORDS, problemOf, useApi } from '../../api';
import { t } from '../../i18n';
import { Button, EmptyState, LinkButton } from '../../ui';
import {
  DeskPage,
  downloadCsv,
  isSelected,
  ProblemNote,
  RecordList,
  selectedCount,
  useOpen,
  useSelection,
  useShortcuts,
} from '../../ui/kit';
import { callOf, type ListEndpoint, type RowOf } from './endpoint-query';
import { filtersOf } from './list-filters';
import type { EntityListProps } from './list-props';
import { useListing } from './use-listing';

const idOf = (row: unknown): string => (row as { id: string }).id;

export function EntityList<E extends ListEndpoint>(props: EntityListProps<E>) {
  type Row = RowOf<E>;
  const { columns, keyOf = idOf, panel, bulk, kept } = props;
  const { listing, specs, match, matching, listed, result, setSize, ...paging } = useListing(props);
  const { query, change, data, error, fromKept, zone } = listing;
  const [open, setOpen] = useOpen(props.opens);
  const { selection, set, clear } = useSelection(matching);
  const file = useFile(props, match);
  const add = useAdd(props, open, setOpen);
  // Rows that scroll by are not drawn again while the columns are the same.
  const shown = useMemo(() => columns(listing), [columns, listing]);
  const { bar, tabs } = filtersOf(props, specs, data);
  const empty = typeof props.empty === 'function' ? props.empty(match) : props.empty;
  const row = listed?.rows.find((one) => keyOf(one) === open);
  const drawn = open !== '' && panel?.({ id: open, row, open: setOpen, close: () => setOpen('') });
  const onOpen = props.onOpen ?? (panel && ((one: Row) => setOpen(keyOf(one))));
  const list = (
    <RecordList<Row>
      name={props.name}
      title={props.title}
      label={props.label ?? props.title}
      bare={props.part === 'bare'}
      noun={props.noun}
      actions={
        <>
          {props.actions}
          {file.button(!listed?.total)}
          {add(props.add?.label)}
        </>
      }
      above={
        <>
          {typeof props.above === 'function' ? props.above(listing) : props.above}
          <ProblemNote tone="danger" problem={failedWrite(file.error)} />
        </>
      }
      searchLabel={props.searchLabel}
      filters={bar}
      tabs={tabs}
      columns={shown}
      result={result}
      problem={props.problem ? props.problem(listing) : problemOf(error)}
      {...(fromKept && { older: kept?.words })}
      zone={zone}
      query={query}
      change={change}
      {...(props.sort && { sort: props.sort })}
      {...paging}
      {...(props.sizes && { onPageSize: setSize })}
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
            rows: (listed?.rows ?? []).filter((row) => isSelected(selection, keyOf(row))),
            selection,
            count: selectedCount(selection, listed?.total ?? 0),
            match,
            clear,
          }),
        }
      }
      empty={
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={empty.action ?? add(props.add?.first ?? props.add?.label)}
        >
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

/** Everything that matches as a file. */
function useFile<E extends ListEndpoint>({ from, file }: EntityListProps<E>, match: object) {
  const api = useApi();
  const { mutate, isPending, error } = useMutation({
    meta: OWN_WORDS,
    mutationFn: async (endpoint: Endpoint) =>
      ((await api.call(endpoint, { ...callOf(from, { ...match }) })) as { data: { fileName: string; csv: string } })
        .data,
    onSuccess: downloadCsv,
  });
  const button = (disabled: boolean) =>
    file && (
      <Button icon="download" busy={isPending} disabled={disabled} onClick={() => mutate(file)}>
        {t('Export CSV')}
      </Button>
    );
  return { button, error };
}

/** The way to another one, by the key `n` and by buttons. */
function useAdd<E extends ListEndpoint>({ add }: EntityListProps<E>, open: string, setOpen: (id: string) => void) {
  const navigate = useNavigate();
  const run = add?.run ?? (() => (add?.to === undefined ? setOpen('new') : void navigate(add.to)));
  useShortcuts(add ? [{ keys: 'n', label: add.label, run }] : [], open !== 'new');
  return (label: string | undefined) =>
    add &&
    (add.to === undefined ? (
      <Button look="primary" icon="plus" onClick={run}>
        {label}
      </Button>
    ) : (
      <LinkButton look="primary" icon="plus" to={add.to}>
        {label}
      </LinkButton>
    ));
}
