/** /suppression-list: who is not contacted, by hand, released, and why. */
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { SUPPRESSION_KINDS, type Suppression } from '../../../../core/contract/suppression-list';
import { formatDay } from '../../../../core/domain/dates';
import { failedWrite, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Badge, Button, EmptyState, Field, Row, Stack, showToast, TextInput } from '../../../ui';
import {
  CellText,
  type Column,
  ConfirmDialog,
  DeskPage,
  matchKey,
  RecordList,
  type Selection,
  selectedCount,
  type TableQuery,
  useOpen,
  useSelection,
  useTableQuery,
} from '../../../ui/kit';
import { CHANNEL_WORDS } from '../../contact';
import { useZone } from '../../session';
import { ImportDrop } from '../components/start-step';
import { WhyBlocked } from '../components/why-blocked';
import { importPath } from '../import-path';
import { SUPPRESSION_PAGE, SUPPRESSION_STATES, useSuppressionChanges, useSuppressions } from '../suppression-queries';
import { LIST_STATE_WORDS, REASON_WORDS, SUPPRESSED_WORDS } from '../suppression-words';

const ImportWizard = lazy(() => import('../components/import-wizard').then((part) => ({ default: part.ImportWizard })));
const AddSuppressions = lazy(() =>
  import('../components/add-suppressions').then((part) => ({ default: part.AddSuppressions })),
);

const FILTERS = ['kind', 'state'] as const;

const columns = (): Column<Suppression>[] => [
  { id: 'value', label: t('Who or what'), always: true, cell: (row) => <CellText strong>{row.value}</CellText> },
  { id: 'kind', label: t('What it is'), cell: (row) => t(SUPPRESSED_WORDS[row.kind]) },
  { id: 'reason', label: t('Reason'), cell: (row) => <Badge tone="blocked">{t(REASON_WORDS[row.reason])}</Badge> },
  { id: 'portfolio', label: t('Portfolio'), cell: (row) => row.portfolio ?? t('Every portfolio') },
  {
    id: 'channels',
    label: t('Channels'),
    cell: (row) => row.channels?.map((channel) => t(CHANNEL_WORDS[channel])).join(', ') ?? t('All'),
  },
  { id: 'from', label: t('From'), cell: (row) => formatDay(row.fromOn) },
  { id: 'until', label: t('Last day'), cell: (row) => (row.untilOn ? formatDay(row.untilOn) : t('until released')) },
  { id: 'by', label: t('By'), cell: (row) => row.createdBy },
  { id: 'source', label: t('File'), hidden: true, cell: (row) => row.source ?? '' },
  { id: 'note', label: t('Note'), hidden: true, cell: (row) => row.note ?? '' },
  {
    id: 'released',
    label: t('Released'),
    cell: (row) => (row.releasedAt ? `${formatDay(new Date(row.releasedAt))} · ${row.releasedBy ?? ''}` : ''),
  },
];

/** With the id of an import the wizard of its file, else the list. */
export default function SuppressionsPage() {
  const [search] = useSearchParams();
  return search.get('id') ? (
    <Suspense>
      <ImportWizard title={t('Suppressions from a file')} kind="suppressions" />
    </Suspense>
  ) : (
    <Entries />
  );
}

function Entries() {
  const navigate = useNavigate();
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useOpen();
  const [releasing, setReleasing] = useState(false);
  const list = useSuppressions(query);
  const { selection, set, clear } = useSelection(matchKey(query));
  const adding = open === 'new';
  return (
    <DeskPage beside={adding}>
      <Stack gap="4" minWidth="0">
        <RecordList
          name="suppressions"
          title={t('Suppression List')}
          noun={t('entries')}
          actions={
            <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
              {t('Add by hand')}
            </Button>
          }
          above={
            <Stack gap="3">
              <ImportDrop kind="suppressions" onStarted={(one) => navigate(importPath(one))} />
              <WhyBlocked />
            </Stack>
          }
          searchLabel={t('Whole loan number, phone number, PAN or e-mail')}
          filters={[
            {
              name: 'kind',
              label: t('What it is'),
              single: true,
              options: SUPPRESSION_KINDS.map((value) => ({ value, label: t(SUPPRESSED_WORDS[value]) })),
            },
            {
              name: 'state',
              label: t('State'),
              single: true,
              options: SUPPRESSION_STATES.map((value) => ({ value, label: t(LIST_STATE_WORDS[value]) })),
            },
          ]}
          columns={columns()}
          result={list}
          problem={problemOf(list.error)}
          zone={zone}
          query={query}
          change={change}
          pageSize={SUPPRESSION_PAGE}
          keyOf={(row) => row.id}
          nameOf={(row) => row.value}
          chosen={
            // What has been released cannot be released again.
            query.filters.state?.[0] === 'released'
              ? undefined
              : {
                  selection,
                  onSelection: set,
                  all: true,
                  actions: (
                    <Button small onClick={() => setReleasing(true)}>
                      {t('Release')}
                    </Button>
                  ),
                }
          }
          empty={
            <EmptyState icon="blocked" title={t('Nobody is suppressed')}>
              {t('Loans, phone numbers, PANs and e-mails that are not to be contacted stand here.')}
            </EmptyState>
          }
        />
      </Stack>
      <Suspense>{adding && <AddSuppressions onClose={() => setOpen('')} />}</Suspense>
      {releasing && (
        <Release
          selection={selection}
          query={query}
          count={selectedCount(selection, list.data?.total ?? 0)}
          onDone={clear}
          onClose={() => setReleasing(false)}
        />
      )}
    </DeskPage>
  );
}

function Release({
  selection,
  query,
  count,
  onDone,
  onClose,
}: {
  selection: Selection;
  query: TableQuery;
  count: number;
  onDone: () => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { release, releaseAll } = useSuppressionChanges();
  const short = reason.trim().length < 3;
  return (
    <ConfirmDialog
      title={tn(count, 'Release {n} entry?', 'Release {n} entries?')}
      confirm={t('Release')}
      busy={release.isPending || releaseAll.isPending}
      problem={failedWrite(release.error ?? releaseAll.error)}
      onClose={onClose}
      onConfirm={() => {
        setAsked(true);
        if (short) return;
        const done = (words: string) => {
          showToast(words, { tone: 'saved' });
          onDone();
          onClose();
        };
        const said = reason.trim();
        if (selection.kind === 'some')
          release.mutate(
            { ids: [...selection.ids], reason: said },
            {
              onSuccess: ({ released }) => done(tn(released, '{n} entry was released', '{n} entries were released')),
            },
          );
        else
          releaseAll.mutate(
            { query, except: [...selection.except], reason: said },
            {
              onSuccess: ({ matching }) =>
                done(tn(matching, '{n} entry is being released', '{n} entries are being released')),
            },
          );
      }}
    >
      <Row>
        <Stack flex="1">
          <Field label={t('Reason')} required error={asked && short ? t('Give a reason') : undefined}>
            <TextInput autoFocus maxLength={500} value={reason} onChange={setReason} />
          </Field>
        </Stack>
      </Row>
    </ConfirmDialog>
  );
}
