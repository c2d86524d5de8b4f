/** /info-report "Info for Reports": which reports are mailed to whom, and when (specification 2.9). */
import { lazy, Suspense, useMemo, useState } from 'react';
import { SCHEDULE_SORTS, type ScheduledReport } from '../../../../core/contract/schedule-reports';
import { FREQUENCIES } from '../../../../core/domain/validators';
import { confirmReportDelete, failedWrite, failures, problemOf, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { Badge, Button, DateText, EmptyState, showToast, Text } from '../../../ui';
import {
  type Column,
  ConfirmDialog,
  DeskPage,
  type Filter,
  pageOf,
  RecordList,
  RowSwitch,
  useOpen,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { useScheduleChanges, useSchedules } from '../queries';
import { FREQUENCY_WORDS, firstTwo, rhythmWords } from '../words';

const ScheduleDialog = lazy(() =>
  import('../components/schedule-dialog').then((part) => ({ default: part.ScheduleDialog })),
);
const DeliveriesPanel = lazy(() =>
  import('../components/deliveries-panel').then((part) => ({ default: part.DeliveriesPanel })),
);

const FILTERS = ['status', 'frequency'] as const;
const filters = (): Filter[] => [
  {
    name: 'status',
    label: t('Status'),
    single: true,
    options: [
      { value: 'active', label: t('Active') },
      { value: 'inactive', label: t('Inactive') },
    ],
  },
  {
    name: 'frequency',
    label: t('Frequency'),
    options: FREQUENCIES.map((value) => ({ value, label: t(FREQUENCY_WORDS[value]) })),
  },
];

interface Actions {
  toggle: (one: ScheduledReport, active: boolean) => void;
  edit: (one: ScheduledReport) => void;
  remove: (one: ScheduledReport) => void;
}

const short = (words: string) => (
  <Text as="span" truncate maxWidth="13rem" title={words}>
    {words}
  </Text>
);

const columns = (zone: string, { toggle, edit, remove }: Actions): Column<ScheduledReport>[] => [
  {
    id: 'report',
    label: t('Report'),
    always: true,
    sort: { by: 'reportName' },
    cell: (row) => (
      <Text as="span" strong>
        {said(row.displayName)}
      </Text>
    ),
  },
  {
    id: 'active',
    label: t('Active'),
    cell: (row) => (
      <RowSwitch
        label={t('{report} is mailed', { report: said(row.displayName) })}
        on={row.active}
        onChange={(active) => toggle(row, active)}
      />
    ),
  },
  { id: 'portfolios', label: t('Portfolios'), cell: (row) => short(firstTwo(row.portfolios)) },
  { id: 'emails', label: t('Emails'), cell: (row) => short(firstTwo(row.emails)) },
  { id: 'frequency', label: t('Frequency'), cell: rhythmWords },
  { id: 'timing', label: t('Timing'), cell: (row) => row.timing },
  {
    id: 'next',
    label: t('Next'),
    cell: (row) =>
      row.nextOn ? <DateText value={row.nextOn} /> : row.problem ? <Badge tone="warn">{t('Paused')}</Badge> : '—',
  },
  {
    id: 'actions',
    label: t('Actions'),
    cell: (row) => (
      <span style={{ display: 'inline-flex', gap: '0.5rem' }}>
        <Button small onClick={() => edit(row)}>
          {t('Edit')}
        </Button>
        <Button small look="danger" onClick={() => remove(row)}>
          {t('Delete')}
        </Button>
      </span>
    ),
  },
  { id: 'owner', label: t('Made by'), notOnPhone: true, cell: (row) => row.owner ?? '—' },
  {
    id: 'changed',
    label: t('Changed'),
    notOnPhone: true,
    sort: { by: 'updatedAt', first: 'desc' },
    cell: (row) => <DateText value={row.updatedAt} zone={zone} />,
  },
];

export default function InfoReportPage() {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const result = useSchedules(pageOf(query, SCHEDULE_SORTS, FILTERS));
  const [open, setOpen] = useOpen();
  const [editing, setEditing] = useState<ScheduledReport | 'new'>();
  const [removing, setRemoving] = useState<ScheduledReport>();
  const { activate, remove } = useScheduleChanges();
  const { mutate: switchOne } = activate;
  const shown = useMemo(
    () =>
      columns(zone, {
        edit: setEditing,
        remove: setRemoving,
        toggle: ({ id }, active) =>
          switchOne(
            { id, active },
            {
              onSuccess: () =>
                showToast(t(active ? successes.reportActivated : successes.reportDeactivated), { tone: 'saved' }),
              onError: () => showToast(t(failures.reportToggle), { tone: 'problem' }),
            },
          ),
      }),
    [zone, switchOne],
  );
  const chosen = result.data?.rows.find(({ id }) => id === open);
  const add = (
    <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
      {t('Link a report')}
    </Button>
  );
  return (
    <DeskPage>
      <RecordList
        name="schedules"
        title={t('Info for Reports')}
        noun={t('scheduled reports')}
        actions={add}
        searchLabel={t('Report or email')}
        filters={filters()}
        columns={shown}
        result={result}
        problem={problemOf(result.error)}
        zone={zone}
        query={query}
        change={change}
        sort={{ by: 'updatedAt', dir: 'desc' }}
        keyOf={(row) => row.id}
        nameOf={(row) => said(row.displayName)}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={
          <EmptyState icon="info" title={t('No scheduled report yet')} action={add}>
            {t('A scheduled report is written and mailed by itself at 19:30.')}
          </EmptyState>
        }
      />
      <Suspense>
        {chosen && (
          <DeliveriesPanel
            schedule={chosen}
            onEdit={() => setEditing(chosen)}
            onDelete={() => setRemoving(chosen)}
            onClose={() => setOpen('')}
          />
        )}
        {editing && (
          <ScheduleDialog {...(editing !== 'new' && { schedule: editing })} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
      {removing && (
        <ConfirmDialog
          title={t('Delete report')}
          confirm={t('Delete report')}
          danger
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onClose={() => setRemoving(undefined)}
          onConfirm={() =>
            remove.mutate(removing.id, {
              onSuccess: () => {
                showToast(t(successes.reportDeleted), { tone: 'saved' });
                setRemoving(undefined);
                setOpen('');
              },
            })
          }
        >
          {confirmReportDelete(said(removing.displayName))}
        </ConfirmDialog>
      )}
    </DeskPage>
  );
}
