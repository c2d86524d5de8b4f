/**
 * The grid of a month's targets: what was set, what was achieved, what is needed a day and where it leads. Both routes of the
 * specification lead here; who may set targets changes them where they stand, the client's side only looks.
 */
import { useCallback, useState } from 'react';
import { listTargets, type Target } from '../../../../core/contract/targets';
import { dayOf } from '../../../../core/domain/dates';
import { TARGET_EDITORS } from '../../../../core/domain/portfolio-roles';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { addMonths, monthOf } from '../../../../core/domain/working-days';
import { t, tn } from '../../../i18n';
import { mayEnter, routeOf } from '../../../routes';
import { Button, Row, showToast, Text } from '../../../ui';
import { ConfirmDialog, MonthPicker, useListAddress } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useSignedIn, useZone } from '../../session';
import { targetColumns } from '../columns';
import { CalendarDialog } from '../components/calendar-dialog';
import { CopyTargets } from '../components/copy-targets';
import { Failure } from '../components/dialogs';
import { NewTarget } from '../components/new-target';
import { TargetPanel } from '../components/target-panel';
import { useLockTargets, useUpdateTarget } from '../queries';
import { aboutWords, metricWords, monthWords, scopeWords } from '../target-words';

type Open = 'new' | 'copy' | 'calendar' | 'lock' | 'unlock';

export default function TargetsPage() {
  const zone = useZone();
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  const editor = role !== undefined && (TARGET_EDITORS as readonly Role[]).includes(role);
  const charts = mayEnter(profile.role, routeOf('collectorTarget'));
  const [address, setAddress] = useListAddress();
  const [open, setOpen] = useState<Open>();
  const thisMonth = monthOf(dayOf(Date.now(), zone));
  const month = /^\d{4}-\d{2}-01$/.test(address.get('month') ?? '') ? (address.get('month') ?? thisMonth) : thisMonth;
  const goTo = (next: string) =>
    setAddress(
      (held) => {
        held.set('month', next);
        for (const gone of ['page', 'open']) held.delete(gone);
        return held;
      },
      { replace: true },
    );
  const lock = useLockTargets();
  const { mutateAsync } = useUpdateTarget();
  const columns = useCallback(
    ({ data }: Listing<typeof listTargets>) =>
      targetColumns(data && data.days.total > 0 ? (data.days.elapsed / data.days.total) * 100 : 0, {
        async save({ id, version }: Target, target) {
          await mutateAsync({ id, version, target });
          showToast(t('Target changed'), { tone: 'saved' });
        },
      }),
    [mutateAsync],
  );
  const before = addMonths(month, -1);

  const setLock = (locked: boolean) =>
    lock.mutate(
      { month, locked },
      {
        onSuccess: ({ changed }) => {
          showToast(
            locked
              ? tn(changed, '{n} target locked', '{n} targets locked')
              : tn(changed, '{n} target opened', '{n} targets opened'),
            { tone: 'saved' },
          );
          setOpen(undefined);
        },
        onError: () => setOpen(undefined),
      },
    );

  return (
    <>
      <EntityList
        name="targets"
        from={listTargets}
        ask={{ month }}
        sizes
        title={t('Targets')}
        noun={t('targets')}
        actions={<MonthPicker month={month} words={monthWords(month)} onChange={goTo} />}
        above={({ data }) => (
          <>
            {/* Its line is kept while it is asked for. */}
            <Text tone="muted" size="small" minHeight="1lh">
              {data &&
                (data.days.left === 0
                  ? tn(data.days.total, '{n} working day, over', '{n} working days, all over')
                  : t('{elapsed} of {total} working days gone, {left} left with today', { ...data.days }))}
            </Text>
            <Row gap="2">
              {editor && (
                <>
                  <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
                    {t('New target')}
                  </Button>
                  <Button onClick={() => setOpen('copy')}>{t('Copy last month')}</Button>
                  {data?.mayLock && (
                    <Button icon="lock" onClick={() => setOpen('lock')}>
                      {t('Lock the month')}
                    </Button>
                  )}
                  {data?.mayUnlock && data.locked > 0 && (
                    <Button onClick={() => setOpen('unlock')}>{t('Open the month')}</Button>
                  )}
                </>
              )}
              <Button onClick={() => setOpen('calendar')}>{t('Working days')}</Button>
            </Row>
            <Failure error={lock.error} />
          </>
        )}
        columns={columns}
        searchLabel={t('Name or portfolio')}
        filters={{
          scope: { label: t('For'), words: (one) => scopeWords()[one] },
          metric: { label: t('Metric'), words: metricWords },
        }}
        nameOf={(row) => `${row.name}, ${aboutWords(row)}`}
        panel={({ row, close }) => row && <TargetPanel target={row} zone={zone} charts={charts} onClose={close} />}
        empty={{
          icon: 'promise',
          title: t('No target for {month} yet', { month: monthWords(month) }),
          text: t(
            'A target says what a person, team or portfolio is to reach in a month; achievements are counted from the records.',
          ),
          action: editor && (
            <Button look="primary" onClick={() => setOpen('new')}>
              {t('Set the first target')}
            </Button>
          ),
        }}
      />
      {open === 'new' && <NewTarget month={month} onClose={() => setOpen(undefined)} />}
      {open === 'copy' && <CopyTargets month={month} before={before} onClose={() => setOpen(undefined)} />}
      {open === 'calendar' && <CalendarDialog onClose={() => setOpen(undefined)} />}
      {(open === 'lock' || open === 'unlock') && (
        <ConfirmDialog
          title={
            open === 'lock'
              ? t('Lock your targets of {month}?', { month: monthWords(month) })
              : t('Open the targets of {month}?', { month: monthWords(month) })
          }
          confirm={open === 'lock' ? t('Lock targets') : t('Open targets')}
          busy={lock.isPending}
          onConfirm={() => setLock(open === 'lock')}
          onClose={() => setOpen(undefined)}
        >
          {open === 'lock'
            ? t('Nobody changes them then; only a super manager or tenant admin can open them again.')
            : t('They can be changed again by those who set them.')}
        </ConfirmDialog>
      )}
    </>
  );
}
