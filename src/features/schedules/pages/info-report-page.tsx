/** /info-report "Info for Reports": which reports are mailed to whom, and when (specification 2.9). */
import { lazy, Suspense, useCallback, useState } from 'react';
import { listSchedules, type ScheduledReport } from '../../../../core/contract/schedule-reports';
import { ApiError, confirmReportDelete, failedWrite, failures, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { Badge, Button, DateText, showToast } from '../../../ui';
import {
  CellText,
  type Column,
  ConfirmDialog,
  dayColumn,
  nameColumn,
  RowSwitch,
  textColumn,
  useOpen,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useScheduleChanges } from '../queries';
import { FREQUENCY_WORDS, firstTwo, rhythmWords } from '../words';

const ScheduleDialog = lazy(() =>
  import('../components/schedule-dialog').then((part) => ({ default: part.ScheduleDialog })),
);
const DeliveriesPanel = lazy(() =>
  import('../components/deliveries-panel').then((part) => ({ default: part.DeliveriesPanel })),
);

const STATUS_WORDS = { active: 'Active', inactive: 'Inactive' } as const;

interface Actions {
  toggle: (one: ScheduledReport, active: boolean) => void;
  edit: (one: ScheduledReport) => void;
  remove: (one: ScheduledReport) => void;
}

const columnsOf = (zone: string, { toggle, edit, remove }: Actions): Column<ScheduledReport>[] => [
  nameColumn('report', t('Report'), (row) => said(row.displayName), { sort: 'reportName' }),
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
  {
    id: 'portfolios',
    label: t('Portfolios'),
    cell: (row) => <CellText clip="13rem">{firstTwo(row.portfolios)}</CellText>,
  },
  { id: 'emails', label: t('Emails'), cell: (row) => <CellText clip="13rem">{firstTwo(row.emails)}</CellText> },
  textColumn('frequency', t('Frequency'), rhythmWords),
  textColumn('timing', t('Timing'), (row) => row.timing),
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
  textColumn('owner', t('Made by'), (row) => row.owner, { notOnPhone: true }),
  dayColumn('changed', t('Changed'), (row) => row.updatedAt, { zone, notOnPhone: true, sort: 'updatedAt' }),
];

/** The server answered; otherwise there was no network, or the page itself failed. */
const refused = (error: unknown): boolean => error instanceof ApiError && !error.offline;

export default function InfoReportPage() {
  const [, setOpen] = useOpen();
  const [editing, setEditing] = useState<ScheduledReport | 'new'>();
  const [removing, setRemoving] = useState<ScheduledReport>();
  const { activate, remove } = useScheduleChanges();
  const { mutate: switchOne } = activate;
  const toggle = useCallback(
    ({ id }: ScheduledReport, active: boolean) =>
      switchOne(
        { id, active },
        {
          onSuccess: () =>
            showToast(t(active ? successes.reportActivated : successes.reportDeactivated), { tone: 'saved' }),
          onError: (error) =>
            showToast(t(refused(error) ? failures.reportToggle : failures.reportToggleUnexpected), { tone: 'problem' }),
        },
      ),
    [switchOne],
  );
  const columns = useCallback(
    ({ zone }: Listing<typeof listSchedules>) => columnsOf(zone, { edit: setEditing, remove: setRemoving, toggle }),
    [toggle],
  );
  return (
    <>
      <EntityList
        name="schedules"
        from={listSchedules}
        title={t('Info for Reports')}
        noun={t('scheduled reports')}
        columns={columns}
        searchLabel={t('Report or email')}
        filters={{
          status: { label: t('Status'), words: (one) => t(STATUS_WORDS[one]) },
          frequency: { label: t('Frequency'), words: (one) => t(FREQUENCY_WORDS[one]) },
        }}
        sort={{ by: 'updatedAt', dir: 'desc' }}
        nameOf={(row) => said(row.displayName)}
        add={{ label: t('Link a report'), run: () => setEditing('new') }}
        over
        panel={({ row, close }) =>
          row && (
            <DeliveriesPanel
              schedule={row}
              onEdit={() => setEditing(row)}
              onDelete={() => setRemoving(row)}
              onClose={close}
            />
          )
        }
        empty={{
          icon: 'info',
          title: t('No scheduled report yet'),
          text: t('A scheduled report is written and mailed by itself at 19:30.'),
        }}
      />
      <Suspense>
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
              onError: (error) =>
                showToast(t(refused(error) ? failures.reportDelete : failures.reportDeleteUnexpected), {
                  tone: 'problem',
                }),
            })
          }
        >
          {confirmReportDelete(said(removing.displayName))}
        </ConfirmDialog>
      )}
    </>
  );
}
