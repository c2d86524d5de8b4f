import { useMemo, useState } from 'react';
import { type DialList, LIST_SORTS, PROCESS_PAGE } from '../../../../core/contract/predictive';
import { problemOf, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Badge, DateText, ProgressBar, Stack, showToast, Text } from '../../../ui';
import { type Column, ConfirmDialog, RecordList, useListAddress, useOpen, useTableQuery } from '../../../ui/kit';
import { useZone } from '../../session';
import { useCancelList, useDialLists } from '../queries';
import { ListPanel } from './list-panel';

const STATES = ['checking', 'ready', 'cancelled'] as const;
const SOURCES = ['file', 'filter'] as const;
const FILTERS = ['state', 'source'] as const;

const stateWords = (): Record<DialList['state'], string> => ({
  checking: t('Being checked'),
  ready: t('Ready'),
  cancelled: t('Taken back'),
});
const sourceWords = (): Record<DialList['source'], string> => ({ file: t('Sheet'), filter: t('Filter') });

const columns = (zone: string): Column<DialList>[] => [
  {
    id: 'name',
    label: t('List'),
    always: true,
    sort: { by: 'name' },
    cell: (row) => (
      <Stack gap="0" lineHeight={1.25} paddingY="1">
        <Text as="span" strong truncate maxWidth="15rem" title={row.name}>
          {row.name}
        </Text>
        <Text as="span" size="small" tone="muted" truncate maxWidth="15rem">
          {row.fileName ?? sourceWords()[row.source]}
        </Text>
      </Stack>
    ),
  },
  { id: 'process', label: t('Process'), sort: { by: 'process' }, cell: (row) => row.process.name },
  {
    id: 'state',
    label: t('State'),
    cell: (row) =>
      row.state === 'checking' ? (
        <ProgressBar
          done={row.total - (row.lines.waiting ?? 0)}
          total={row.total}
          label={t('Checking {name}', { name: row.name })}
        />
      ) : (
        <Badge tone={row.state === 'ready' ? 'paid' : 'blocked'}>{stateWords()[row.state]}</Badge>
      ),
  },
  { id: 'total', label: t('Lines'), end: true, cell: (row) => row.total },
  { id: 'ready', label: t('To dial'), end: true, cell: (row) => row.lines.ready ?? 0 },
  {
    id: 'done',
    label: t('Done'),
    end: true,
    cell: ({ lines }) => (lines.done ?? 0) + (lines.exhausted ?? 0),
  },
  {
    id: 'refused',
    label: t('Not dialed'),
    end: true,
    cell: ({ lines }) =>
      lines.refused ? (
        <Text as="span" tone="danger">
          {lines.refused}
        </Text>
      ) : (
        0
      ),
  },
  { id: 'by', label: t('By'), cell: (row) => row.createdBy },
  {
    id: 'created',
    label: t('Made'),
    sort: { by: 'created', first: 'desc' },
    cell: (row) => <DateText value={row.createdAt} zone={zone} time />,
  },
];

/** Lists of numbers to dial, one of them open. `source`: only those of sheets. Its panel goes to `beside`. */
export function useListsTable({ source, empty }: { source?: DialList['source']; empty: React.ReactNode }) {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [address, setAddress] = useListAddress();
  const [chosen, setOpen] = useOpen();
  const [sure, setSure] = useState(false);
  const processId = address.get('process') ?? undefined;
  const showAllProcesses = () =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        next.delete('process');
        return next;
      },
      { replace: true },
    );
  const lists = useDialLists({
    q: query.q || undefined,
    processId,
    source: source ?? SOURCES.find((one) => one === query.filters.source?.[0]),
    state: STATES.find((one) => one === query.filters.state?.[0]),
    sort: LIST_SORTS.find((one) => one === query.sort?.by),
    dir: query.sort?.dir,
    page: query.page,
    size: PROCESS_PAGE,
  });
  const cancel = useCancelList();
  const shownColumns = useMemo(() => columns(zone), [zone]);
  const { data } = lists;
  const shown = data?.rows.find(({ id }) => id === chosen);
  const takeBack = (list: DialList) =>
    cancel.mutate(list.id, {
      onSuccess: ({ lines }) =>
        showToast(tn(lines.cancelled ?? 0, '{n} line is not dialed any more', '{n} lines are not dialed any more'), {
          tone: 'saved',
        }),
      onSettled: () => setSure(false),
    });

  return {
    isOpen: shown !== undefined,
    open: setOpen,
    table: (
      <RecordList
        bare
        name="dial-lists"
        title={t('Lists')}
        noun={t('lists')}
        searchLabel={t('List, file or process')}
        filters={[
          {
            name: 'state',
            label: t('State'),
            single: true,
            options: STATES.map((one) => ({ value: one, label: stateWords()[one] })),
          },
          {
            name: 'source',
            label: t('Made from'),
            single: true,
            options: SOURCES.map((one) => ({ value: one, label: sourceWords()[one] })),
          },
        ].filter(({ name }) => !source || name !== 'source')}
        columns={shownColumns}
        result={lists}
        problem={problemOf(lists.error)}
        zone={zone}
        query={query}
        change={change}
        pageSize={PROCESS_PAGE}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        onOpen={(row) => setOpen(row.id)}
        openKey={chosen}
        narrowed={processId === undefined ? undefined : { clear: showAllProcesses }}
        empty={empty}
      />
    ),
    beside: shown && (
      <>
        <ListPanel
          key={shown.id}
          list={shown}
          zone={zone}
          problem={cancel.error ? said(screenWords(cancel.error).title) : undefined}
          onTakeBack={() => setSure(true)}
          onClose={() => setOpen('')}
        />
        {sure && (
          <ConfirmDialog
            title={t('Take {name} back?', { name: shown.name })}
            confirm={t('Take it back')}
            busy={cancel.isPending}
            onConfirm={() => takeBack(shown)}
            onClose={() => setSure(false)}
          >
            {tn(
              (shown.lines.ready ?? 0) + (shown.lines.waiting ?? 0),
              '{n} line that was not dialed yet is not dialed any more. What was dialed stays in the report.',
              '{n} lines that were not dialed yet are not dialed any more. What was dialed stays in the report.',
            )}
          </ConfirmDialog>
        )}
      </>
    ),
  };
}
