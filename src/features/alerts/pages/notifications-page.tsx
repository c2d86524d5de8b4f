import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_ROLE_OF,
  NOTIFICATION_SORTS,
  type Notification,
} from '../../../../core/contract/alerts';
import { dayOf, formatDateTime, formatDay, formatTime, isDay } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { lastDayOf, monthOf } from '../../../../core/domain/working-days';
import { ApiError, problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Badge, Banner, Button, Card, EmptyState, Money, Row, Stack } from '../../../ui';
import {
  type Column,
  DataTable,
  DayRange,
  DeskPage,
  DeskTitle,
  FilterBar,
  ListFoot,
  PAGE_SIZE,
  ProblemState,
  useKept,
  useListAddress,
  useTableQuery,
  useTableSettings,
  withUndo,
} from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { type KeptNotifications, pageOfKept, useKeepNotifications, useKeptNotifications } from '../kept-notifications';
import { type NotificationQuery, useDeactivateNotifications, useNotifications } from '../queries';
import { NOTIFICATION_LABELS } from '../words';

const FILTER_NAMES = ['kind'] as const;
/** Searches that are remembered. */
const MOST_SEARCHES = 6;

/** What of the asked range is not on this device, in words; empty when all of it is. */
function keptRange({ rows, total, fromDate }: KeptNotifications, from: string): string {
  if (rows.length < total) return t('Of {total}, this device keeps the newest {n}.', { total, n: rows.length });
  return from < fromDate ? t('Those before {day} need a network.', { day: formatDay(fromDate) }) : '';
}

export default function NotificationsPage() {
  const zone = useZone();
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  const [search, setSearch] = useListAddress();
  const { query, change } = useTableQuery(FILTER_NAMES);
  const [pageSize, setPageSize] = useKept('table.notifications.size', PAGE_SIZE);
  const [history, setHistory] = useKept<string[]>('notifications.searches', []);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const today = dayOf(new Date(), zone);
  const month = { from: monthOf(today), to: lastDayOf(today) };
  const dayIn = (name: 'from' | 'to') => {
    const given = search.get(name) ?? '';
    return isDay(given) ? given : month[name];
  };
  const [from, to] = [dayIn('from'), dayIn('to')];
  // A range that ends before it begins is one day.
  const [, until = to] = [from, to].sort();
  const asked: NotificationQuery = {
    fromDate: from,
    toDate: until,
    role: (role && NOTIFICATION_ROLE_OF[role]) ?? 'Collector',
    q: query.q || undefined,
    kind: NOTIFICATION_KINDS.find((kind) => kind === query.filters.kind?.[0]),
    sort: NOTIFICATION_SORTS.find((sort) => sort === query.sort?.by),
    dir: query.sort?.dir,
    page: query.page,
    size: pageSize,
  };
  const list = useNotifications(asked);
  useKeepNotifications();
  const kept = useKeptNotifications();
  const { mutate: deactivate } = useDeactivateNotifications();
  const { error } = list;
  const offline = error instanceof ApiError && error.offline;
  // Of the same question the last answer; of another one what is kept on the device can say.
  const fromKept = offline && !list.data && kept ? pageOfKept(kept, asked, zone) : undefined;
  const data = list.data ?? fromKept;

  const remove = (row: Notification) => {
    setTaken((held) => new Set(held).add(row.id));
    const back = () =>
      setTaken((held) => {
        const next = new Set(held);
        next.delete(row.id);
        return next;
      });
    withUndo({
      message: t('Notification on {loan} removed', { loan: row.loanNumber }),
      commit: () => deactivate([row.id], { onError: back }),
      undo: back,
    });
  };
  const columns = useMemo<Column<Notification>[]>(
    () => [
      {
        id: 'createdAt',
        label: t('Date'),
        sort: { by: 'createdAt', first: 'desc' },
        cell: (row) => `${formatDay(row.createdAt, zone)} ${formatTime(row.createdAt, zone)}`,
        always: true,
      },
      {
        id: 'kind',
        label: t('What'),
        cell: (row) => (
          <Badge tone={NOTIFICATION_LABELS[row.kind].tone}>{t(NOTIFICATION_LABELS[row.kind].label)}</Badge>
        ),
      },
      { id: 'loanNumber', label: t('Loan'), sort: { by: 'loanNumber' }, cell: (row) => row.loanNumber },
      { id: 'customerName', label: t('Customer'), sort: { by: 'customerName' }, cell: (row) => row.customerName },
      {
        id: 'amountPaise',
        label: t('Amount'),
        end: true,
        sort: { by: 'amountPaise', first: 'desc' },
        cell: (row) => (row.amountPaise === null ? '–' : <Money paise={row.amountPaise} />),
      },
    ],
    [zone],
  );
  const withRemoval: Column<Notification>[] = [
    ...columns,
    {
      id: 'remove',
      label: t('Remove'),
      cell: (row) => (
        <Button
          small
          look="quiet"
          onClick={(event) => {
            event.stopPropagation();
            remove(row);
          }}
        >
          {t('Remove')}
        </Button>
      ),
      always: true,
    },
  ];
  const settings = useTableSettings('notifications', withRemoval);
  // The server takes them away; what is kept here only shows them.
  const shown = fromKept ? columns : withRemoval;
  const open = (row: Notification) => {
    const target = mayEnter(profile.role, routeOf('callManagement'))
      ? deskPaths.callManagement({ loanId: row.loanId, loanNumber: row.loanNumber })
      : mayEnter(profile.role, routeOf('loans'))
        ? deskPaths.loans({ loan: row.loanId })
        : undefined;
    if (target) void navigate(target);
  };
  const setDays = (range: { from: string; to: string }) =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held);
        for (const name of ['from', 'to'] as const)
          if (isDay(range[name]) && range[name] !== month[name]) next.set(name, range[name]);
          else next.delete(name);
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  const remember = (text: string) => {
    const word = text.trim();
    if (word.length >= 3) setHistory([word, ...history.filter((one) => one !== word)].slice(0, MOST_SEARCHES));
  };
  const rows = data?.rows.filter(({ id }) => !taken.has(id));
  const widened = from !== month.from || to !== month.to || query.q !== '' || query.filters.kind !== undefined;

  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{t('Notifications')}</DeskTitle>
        <DayRange from={from} to={to} today={today} onChange={setDays} />
      </Row>
      {error && data && (
        <Banner tone={offline ? 'offline' : 'warn'} title={screenWords(error).title}>
          {fromKept && kept
            ? `${t('This is how it stood on {when}.', { when: formatDateTime(kept.at, zone) })} ${keptRange(kept, from)}`
            : t('This is how it stood at {time}.', { time: formatTime(list.dataUpdatedAt, zone) })}
        </Banner>
      )}
      <Card flush>
        <FilterBar
          filters={[
            {
              name: 'kind',
              label: t('What'),
              single: true,
              options: NOTIFICATION_KINDS.map((value) => ({ value, label: t(NOTIFICATION_LABELS[value].label) })),
            },
          ]}
          query={query}
          onChange={(part) => {
            if (part.q !== undefined) remember(query.q);
            change(part);
          }}
          searchLabel={t('Loan number or customer')}
          settings={settings}
          columns={withRemoval}
        />
        {history.length > 0 && query.q === '' && (
          <Row gap="2" paddingX="4" paddingBottom="3" aria-label={t('Earlier searches')}>
            {history.map((word) => (
              <Button key={word} small look="quiet" icon="search" onClick={() => change({ q: word })}>
                {word}
              </Button>
            ))}
          </Row>
        )}
        {error && !data ? (
          <ProblemState
            problem={problemOf(error, t('No notifications are kept on this device yet: they need a network once.'))}
            retry={list.refetch}
          />
        ) : (
          <>
            <DataTable
              label={t('Notifications')}
              columns={shown}
              rows={rows}
              keyOf={(row) => row.id}
              nameOf={(row) => `${row.loanNumber}, ${row.customerName}`}
              settings={settings}
              sort={query.sort ?? { by: 'createdAt', dir: 'desc' }}
              onSort={(sort) => change({ sort })}
              onOpen={open}
              stale={list.isPlaceholderData}
              empty={
                <EmptyState
                  icon={widened ? 'search' : 'check'}
                  title={widened ? t('Nothing found') : t('No notifications this month')}
                  action={
                    widened ? (
                      <Button onClick={() => setSearch({}, { replace: true })}>{t('Show this month')}</Button>
                    ) : undefined
                  }
                >
                  {t('Payments, broken promises and messages that did not arrive appear here.')}
                </EmptyState>
              }
            />
            {data && data.total > 0 && (
              <Stack gap="0">
                <ListFoot
                  page={query.page}
                  pageSize={pageSize}
                  total={data.total}
                  noun={t('notifications')}
                  onPage={(page) => change({ page })}
                  onPageSize={setPageSize}
                />
              </Stack>
            )}
          </>
        )}
      </Card>
    </DeskPage>
  );
}
