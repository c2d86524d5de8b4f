import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { listNotifications, NOTIFICATION_ROLE_OF, type Notification } from '../../../../core/contract/alerts';
import { dayOf, formatDateTime, formatDay, isDay } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { lastDayOf, monthOf } from '../../../../core/domain/working-days';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Button, Row } from '../../../ui';
import {
  type Column,
  DayRange,
  dayColumn,
  moneyColumn,
  statusColumn,
  type TableQuery,
  textColumn,
  useKept,
  useListAddress,
  withUndo,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useSignedIn, useZone } from '../../session';
import { type KeptNotifications, pageOfKept, useKeepNotifications, useKeptNotifications } from '../kept-notifications';
import { type NotificationQuery, useDeactivateNotifications, useReadyExport } from '../queries';
import { NOTIFICATION_LABELS } from '../words';

/** Searches that are remembered. */
const MOST_SEARCHES = 6;

/** What of the asked range is not on this device, in words; empty when all of it is. */
function keptRange({ rows, total, fromDate }: KeptNotifications, from: string): string {
  if (rows.length < total) return t('Of {total}, this device keeps the newest {n}.', { total, n: rows.length });
  return from < fromDate ? t('Those before {day} need a network.', { day: formatDay(fromDate) }) : '';
}

const kindLook = (kind: Notification['kind']) => ({
  ...NOTIFICATION_LABELS[kind],
  words: t(NOTIFICATION_LABELS[kind].label),
});

const columnsOf = (zone: string): Column<Notification>[] => [
  dayColumn('createdAt', t('Date'), (row) => row.createdAt, { zone, time: true, sort: true, always: true }),
  statusColumn('kind', t('What'), (row) => kindLook(row.kind)),
  textColumn('loanNumber', t('Loan'), (row) => row.loanNumber, { sort: true }),
  textColumn('customerName', t('Customer'), (row) => row.customerName || row.exported?.fileName, { sort: true }),
  moneyColumn('amountPaise', t('Amount'), (row) => row.amountPaise, { sort: true }),
];

/** The last searches, each a press away while nothing is searched for. */
function EarlierSearches({ q, change }: { q: string; change: (part: Partial<TableQuery>) => void }) {
  const [history, setHistory] = useKept<string[]>('notifications.searches', []);
  const before = useRef(q);
  useEffect(() => {
    const word = before.current.trim();
    if (before.current === q) return;
    before.current = q;
    if (word.length >= 3) setHistory([word, ...history.filter((one) => one !== word)].slice(0, MOST_SEARCHES));
  }, [q, history, setHistory]);
  if (history.length === 0 || q !== '') return null;
  return (
    <Row gap="2" aria-label={t('Earlier searches')}>
      {history.map((word) => (
        <Button key={word} small look="quiet" icon="search" onClick={() => change({ q: word })}>
          {word}
        </Button>
      ))}
    </Row>
  );
}

/** A notification leads to its loan, or saves its file. */
function useOpening(): (row: Notification) => void {
  const navigate = useNavigate();
  const { role } = useSignedIn().profile;
  const { mutate: save } = useReadyExport();
  return ({ exported, loanId, loanNumber }) => {
    if (exported) save(exported);
    if (loanId === null) return;
    if (mayEnter(role, routeOf('callManagement'))) void navigate(deskPaths.callManagement({ loanId, loanNumber }));
    else if (mayEnter(role, routeOf('loans'))) void navigate(deskPaths.loans({ loan: loanId }));
  };
}

export default function NotificationsPage() {
  const zone = useZone();
  const role = parseRole(useSignedIn().profile.role);
  const [address, setAddress] = useListAddress();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const today = dayOf(new Date(), zone);
  const month = { from: monthOf(today), to: lastDayOf(today) };
  const dayIn = (name: 'from' | 'to') => {
    const given = address.get(name) ?? '';
    return isDay(given) ? given : month[name];
  };
  const [from, to] = [dayIn('from'), dayIn('to')];
  // A range that ends before it begins is one day.
  const [, until = to] = [from, to].sort();
  useKeepNotifications();
  const kept = useKeptNotifications();
  const { mutate: deactivate } = useDeactivateNotifications();
  const remove = useCallback(
    (row: Notification) => {
      setTaken((held) => new Set(held).add(row.id));
      const back = () =>
        setTaken((held) => {
          const next = new Set(held);
          next.delete(row.id);
          return next;
        });
      withUndo({
        message: t('Notification on {loan} removed', { loan: row.loanNumber || (row.exported?.fileName ?? '') }),
        commit: () => deactivate([row.id], { onError: back }),
        undo: back,
      });
    },
    [deactivate],
  );
  const columns = useCallback(
    ({ fromKept }: Listing<typeof listNotifications>): Column<Notification>[] => [
      ...columnsOf(zone),
      // The server takes them away; what is kept here only shows them.
      ...(fromKept
        ? []
        : [
            {
              id: 'remove',
              label: t('Remove'),
              always: true,
              cell: (row: Notification) => (
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
            },
          ]),
    ],
    [zone, remove],
  );
  const open = useOpening();
  const setDays = (range: { from: string; to: string }) =>
    setAddress(
      (held) => {
        for (const name of ['from', 'to'] as const)
          if (isDay(range[name]) && range[name] !== month[name]) held.set(name, range[name]);
          else held.delete(name);
        held.delete('page');
        return held;
      },
      { replace: true },
    );
  return (
    <EntityList
      name="notifications"
      from={listNotifications}
      ask={{ fromDate: from, toDate: until, role: (role && NOTIFICATION_ROLE_OF[role]) ?? 'Collector', all: 'true' }}
      sizes
      title={t('Notifications')}
      noun={t('notifications')}
      actions={<DayRange from={from} to={to} today={today} onChange={setDays} />}
      above={({ query, change }) => <EarlierSearches q={query.q} change={change} />}
      columns={columns}
      searchLabel={t('Loan number or customer')}
      filters={{ kind: { label: t('What'), words: (one) => kindLook(one).words } }}
      problem={({ error }) =>
        problemOf(error, t('No notifications are kept on this device yet: they need a network once.'))
      }
      kept={
        kept && {
          answer: (asked) => pageOfKept(kept, asked as NotificationQuery, zone),
          words: `${t('This is how it stood on {when}.', { when: formatDateTime(kept.at, zone) })} ${keptRange(kept, from)}`,
        }
      }
      without={({ id }) => taken.has(id)}
      sort={{ by: 'createdAt', dir: 'desc' }}
      nameOf={(row) => row.exported?.fileName ?? `${row.loanNumber}, ${row.customerName}`}
      onOpen={open}
      narrowed={address.has('from') || address.has('to') ? { clear: () => setDays(month) } : undefined}
      empty={{
        icon: 'check',
        title: t('No notifications this month'),
        text: t('Payments, broken promises, messages that did not arrive and exports that are ready appear here.'),
      }}
    />
  );
}
