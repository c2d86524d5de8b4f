/**
 * The grid of a month's targets: what was set, what was achieved, what is needed a day and where it leads. Both routes of the
 * specification lead here; who may set targets changes them where they stand, the client's side only looks.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { TARGET_PAGE, TARGET_SORTS, type Target } from '../../../../core/contract/targets';
import { dayOf } from '../../../../core/domain/dates';
import { TARGET_EDITORS } from '../../../../core/domain/portfolio-roles';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { METRICS, TARGET_SCOPES } from '../../../../core/domain/targets';
import { addMonths, monthOf } from '../../../../core/domain/working-days';
import { ApiError, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { mayEnter, routeOf } from '../../../routes';
import { Banner, Button, Card, EmptyState, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import {
  ConfirmDialog,
  DataTable,
  DeskPage,
  DeskTitle,
  FilterBar,
  ListFoot,
  MonthPicker,
  ProblemState,
  useListAddress,
  useTableQuery,
  useTableSettings,
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
  const targets = useTargets({
    month,
    q: query.q || undefined,
    scope: TARGET_SCOPES.find((one) => one === query.filters.scope?.[0]),
    metric: METRICS.find((one) => one === query.filters.metric?.[0]),
    sort,
    dir: query.sort?.dir,
    page: query.page,
    size: TARGET_PAGE,
  });
  const update = useUpdateTarget();
  const lock = useLockTargets();
  const table = useRef<HTMLDivElement>(null);
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
  const settings = useTableSettings('targets', columns);
  const shown = data?.rows.find(({ id }) => id === chosen);
  const offline = targets.error instanceof ApiError && targets.error.offline;
  const narrowed = query.q !== '' || Object.keys(query.filters).length > 0;
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
        {targets.error && data && (
          <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')} />
        )}
        {targets.error && !data ? (
          <ProblemState problem={problemOf(targets.error)} retry={targets.refetch} />
        ) : !data ? (
          <Skeleton lines={8} height="2.25rem" />
        ) : (
          <Card flush ref={table}>
            <FilterBar
              searchLabel={t('Name or portfolio')}
              query={query}
              onChange={change}
              settings={settings}
              columns={columns}
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
            />
            <DataTable
              label={t('Targets')}
              columns={columns}
              rows={data.rows}
              keyOf={(row) => row.id}
              nameOf={(row) => `${row.name}, ${aboutWords(row)}`}
              settings={settings}
              {...(query.sort && { sort: query.sort })}
              onSort={(next) => change({ sort: next })}
              onOpen={(row) => put('open', row.id)}
              openKey={chosen}
              stale={targets.isPlaceholderData}
              empty={
                narrowed ? (
                  <EmptyState
                    icon="search"
                    title={t('No target matches')}
                    action={<Button onClick={() => change({ q: '', filters: {} })}>{t('Show all targets')}</Button>}
                  />
                ) : (
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
                )
              }
            />
            {data.total > TARGET_PAGE && (
              <ListFoot
                page={query.page}
                pageSize={TARGET_PAGE}
                total={data.total}
                noun={t('targets')}
                onPage={(page) => change({ page })}
              />
            )}
          </Card>
        )}
      </Stack>
      {shown && (
        <TargetPanel
          target={shown}
          zone={zone}
          charts={charts}
          onClose={() => {
            put('open', undefined);
            requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
          }}
        />
      )}
      {open === 'new' && <NewTargetDialog month={month} zone={zone} onClose={() => setOpen(undefined)} />}
      {open === 'copy' && <CopyDialog month={month} before={before} onClose={() => setOpen(undefined)} />}
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
