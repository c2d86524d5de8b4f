/** A screen of lists of numbers to dial, one of them open. */
import { type ReactNode, useState } from 'react';
import { type DialList, listDialLists } from '../../../../core/contract/predictive';
import { screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { ProgressBar, showToast, Text } from '../../../ui';
import {
  type Column,
  ConfirmDialog,
  countColumn,
  dayColumn,
  type Look,
  LookBadge,
  personColumn,
  textColumn,
  useListAddress,
} from '../../../ui/kit';
import { EntityList, type EntityListProps, type Listing } from '../../lists';
import { CHECKING_MS, LIVE_MS, useCancelList } from '../queries';
import { ListPanel } from './list-panel';

type Lists = typeof listDialLists;

const stateLook = (state: DialList['state']): Look =>
  ({
    checking: { words: t('Being checked'), tone: 'neutral' as const },
    ready: { words: t('Ready'), tone: 'paid' as const },
    cancelled: { words: t('Taken back'), tone: 'blocked' as const },
  })[state];
const sourceWords = (source: DialList['source']) =>
  ({ file: t('Sheet'), filter: t('Filter'), rules: t('Rules') })[source];

const columns = ({ zone }: Listing<Lists>): Column<DialList>[] => [
  personColumn('name', t('List'), (row) => ({ name: row.name, detail: row.fileName ?? sourceWords(row.source) }), {
    sort: true,
  }),
  textColumn('process', t('Process'), (row) => row.process.name, { sort: true }),
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
        <LookBadge {...stateLook(row.state)} />
      ),
  },
  countColumn('total', t('Lines'), (row) => row.total),
  countColumn('ready', t('To dial'), (row) => row.lines.ready ?? 0),
  countColumn('done', t('Done'), ({ lines }) => (lines.done ?? 0) + (lines.exhausted ?? 0)),
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
  textColumn('by', t('By'), (row) => row.createdBy),
  dayColumn('created', t('Made'), (row) => row.createdAt, { zone, time: true, sort: true }),
];

/** `source`: only those of sheets, or of filters. */
export function DialLists({
  source,
  ...screen
}: { source?: DialList['source'] } & Pick<EntityListProps<Lists>, 'title' | 'actions' | 'above' | 'add'> & {
    empty: { title: string; text?: string; action?: ReactNode };
  }) {
  const [address, setAddress] = useListAddress();
  const [sure, setSure] = useState<DialList>();
  const cancel = useCancelList();
  const processId = address.get('process') ?? undefined;
  const showAllProcesses = () =>
    setAddress(
      (held) => {
        held.delete('process');
        return held;
      },
      { replace: true },
    );
  const takeBack = (list: DialList) =>
    cancel.mutate(list.id, {
      onSuccess: ({ lines }) =>
        showToast(tn(lines.cancelled ?? 0, '{n} line is not dialed any more', '{n} lines are not dialed any more'), {
          tone: 'saved',
        }),
      onSettled: () => setSure(undefined),
    });
  return (
    <>
      <EntityList
        {...screen}
        name="dial-lists"
        from={listDialLists}
        ask={{ processId, source }}
        every={(rows) => (rows.some(({ state }) => state === 'checking') ? CHECKING_MS : LIVE_MS)}
        noun={t('lists')}
        columns={columns}
        searchLabel={t('List, file or process')}
        filters={{
          state: { label: t('State'), words: (one) => stateLook(one).words },
          source: source ? undefined : { label: t('Made from'), words: sourceWords },
        }}
        nameOf={(row) => row.name}
        narrowed={processId === undefined ? undefined : { clear: showAllProcesses }}
        panel={({ row, close }) =>
          row && (
            <ListPanel
              key={row.id}
              list={row}
              problem={cancel.error ? said(screenWords(cancel.error).title) : undefined}
              onTakeBack={() => setSure(row)}
              onClose={close}
            />
          )
        }
        empty={{ icon: 'loans', ...screen.empty }}
      />
      {sure && (
        <ConfirmDialog
          title={t('Take {name} back?', { name: sure.name })}
          confirm={t('Take it back')}
          busy={cancel.isPending}
          onConfirm={() => takeBack(sure)}
          onClose={() => setSure(undefined)}
        >
          {tn(
            (sure.lines.ready ?? 0) + (sure.lines.waiting ?? 0),
            '{n} line that was not dialed yet is not dialed any more. What was dialed stays in the report.',
            '{n} lines that were not dialed yet are not dialed any more. What was dialed stays in the report.',
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
