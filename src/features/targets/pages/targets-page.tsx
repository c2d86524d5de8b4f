/**
 * The grid of a month's targets: what was set, what was achieved, what is needed a day and where it leads. Both routes of the
 * specification lead here; who may set targets changes them where they stand, the client's side only looks.
 */
import { useCallback, useMemo, useState } from 'react';
import { TARGET_PAGE, TARGET_SORTS, type Target } from '../../../../core/contract/targets';
import { dayOf } from '../../../../core/domain/dates';
import { TARGET_EDITORS } from '../../../../core/domain/portfolio-roles';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { METRICS, TARGET_SCOPES } from '../../../../core/domain/targets';
import { addMonths, monthOf } from '../../../../core/domain/working-days';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { mayEnter, routeOf } from '../../../routes';
import { Button, EmptyState, Row, Stack, showToast, Text } from '../../../ui';
import {
  ConfirmDialog,
  DeskPage,
  DeskTitle,
  MonthPicker,
  RecordList,
  useKept,
  useListAddress,
  useTableQuery,
} from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { targetColumns } from '../columns';
import { CalendarDialog } from '../components/calendar-dialog';
import { CopyDialog, Failure, NewTargetDialog } from '../components/dialogs';
import { TargetPanel } from '../components/target-panel';
import { useLockTargets, useTargets, useUpdateTarget } from '../queries';
import { aboutWords, metricWords, monthWords, scopeWords } from '../target-words';

const FILTERS = ['scope', 'metric'] as const;
type Open = 'new' | 'copy' | 'calendar' | 'lock' | 'unlock';

export default function TargetsPage() {
  const zone = useZone();
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  const editor = role !== undefined && (TARGET_EDITORS as readonly Role[]).includes(role);
  const charts = mayEnter(profile.role, routeOf('collectorTarget'));
  const { query, change } = useTableQuery(FILTERS);
  const [address, setAddress] = useListAddress();
  const [open, setOpen] = useState<Open>();
  const thisMonth = monthOf(dayOf(Date.now(), zone));
  const month = /^\d{4}-\d{2}-01$/.test(address.get('month') ?? '') ? (address.get('month') ?? thisMonth) : thisMonth;
  const chosen = address.get('open') ?? '';
  const put = useCallback(
    (name: string, value: string | undefined) =>
      setAddress(
        (held) => {
          const next = new URLSearchParams(held);
          if (value) next.set(name, value);
          else next.delete(name);
          if (name === 'month') for (const gone of ['page', 'open']) next.delete(gone);
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const sort = TARGET_SORTS.find((one) => one === query.sort?.by);
  const [size, setSize] = useKept('table.targets.size', TARGET_PAGE);
  const targets = useTargets({
    month,
    q: query.q || undefined,
    scope: TARGET_SCOPES.find((one) => one === query.filters.scope?.[0]),
    metric: METRICS.find((one) => one === query.filters.metric?.[0]),
    sort,
    dir: query.sort?.dir,
    page: query.page,
    size,
  });
  const update = useUpdateTarget();
  const lock = useLockTargets();
  const data = targets.data;
  const gone = data && data.days.total > 0 ? (data.days.elapsed / data.days.total) * 100 : 0;
  const { mutateAsync } = update;
  const columns = useMemo(
    () =>
      targetColumns(gone, {
        async save({ id, version }: Target, target) {
          await mutateAsync({ id, version, target });
          showToast(t('Target changed'), { tone: 'saved' });
        },
      }),
    [gone, mutateAsync],
  );
  const shown = data?.rows.find(({ id }) => id === chosen);
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
    <DeskPage beside={shown !== undefined}>
      <Stack gap="4">
        <Row apart gap="3">
          <Stack gap="0">
            <DeskTitle>{t('Targets')}</DeskTitle>
            {data && (
              <Text tone="muted" size="small">
                {data.days.left === 0
                  ? tn(data.days.total, '{n} working day, over', '{n} working days, all over')
                  : t('{elapsed} of {total} working days gone, {left} left with today', { ...data.days })}
              </Text>
            )}
          </Stack>
          <MonthPicker month={month} words={monthWords(month)} onChange={(next) => put('month', next)} />
        </Row>
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
        <RecordList
          bare
          name="targets"
          title={t('Targets')}
          noun={t('targets')}
          searchLabel={t('Name or portfolio')}
          filters={[
            {
              name: 'scope',
              label: t('For'),
              single: true,
              options: TARGET_SCOPES.map((one) => ({ value: one, label: scopeWords()[one] })),
            },
            {
              name: 'metric',
              label: t('Metric'),
              single: true,
              options: METRICS.map((one) => ({ value: one, label: metricWords(one) })),
            },
          ]}
          columns={columns}
          result={targets}
          problem={problemOf(targets.error)}
          zone={zone}
          query={query}
          change={change}
          pageSize={size}
          onPageSize={setSize}
          keyOf={(row) => row.id}
          nameOf={(row) => `${row.name}, ${aboutWords(row)}`}
          onOpen={(row) => put('open', row.id)}
          openKey={chosen}
          empty={
            <EmptyState
              icon="promise"
              title={t('No target for {month} yet', { month: monthWords(month) })}
              action={
                editor && (
                  <Button look="primary" onClick={() => setOpen('new')}>
                    {t('Set the first target')}
                  </Button>
                )
              }
            >
              {t(
                'A target says what a person, team or portfolio is to reach in a month; achievements are counted from the records.',
              )}
            </EmptyState>
          }
        />
      </Stack>
      {shown && <TargetPanel target={shown} zone={zone} charts={charts} onClose={() => put('open', undefined)} />}
      {open === 'new' && <NewTargetDialog month={month} zone={zone} onClose={() => setOpen(undefined)} />}
      {open === 'copy' && <CopyDialog month={month} before={before} zone={zone} onClose={() => setOpen(undefined)} />}
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
    </DeskPage>
  );
}
