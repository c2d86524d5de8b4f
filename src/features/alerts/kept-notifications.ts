/**
 * Notifications for a time without a network: the newest are kept, sealed, in the desk's own store, and what the server
 * would do with a question is done here. The range reaches back to the month before, so that the first of a month is not empty.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listNotifications, NOTIFICATION_ROLE_OF, type Notification } from '../../../core/contract/alerts';
import { type Day, dayOf } from '../../../core/domain/dates';
import { parseRole } from '../../../core/domain/roles';
import { addMonths, monthOf } from '../../../core/domain/working-days';
import { useApi } from '../../api';
import { useKept } from '../../ui/kit';
import { useSignedIn, useZone } from '../session';
import type { NotificationQuery } from './queries';

/** The largest page that the server gives. */
const MOST = 200;
const ASK_AGAIN_MS = 10 * 60_000;
/** As everything `seen.` it is forgotten after the hours for which loans are kept (kept-store.ts). */
const KEY = 'seen.notifications';

export interface KeptNotifications {
  /** When the server said so, ms. */
  at: number;
  fromDate: Day;
  /** Newest first. */
  rows: Notification[];
  /** Of the range; more than `rows` where that is only the newest part. */
  total: number;
}

export const useKeptNotifications = (): KeptNotifications | undefined =>
  useKept<KeptNotifications | undefined>(KEY, undefined)[0];

/** Keeps them up to date while there is a network. */
export function useKeepNotifications(): void {
  const api = useApi();
  const zone = useZone();
  const role = parseRole(useSignedIn().profile.role);
  const today = dayOf(new Date(), zone);
  const fromDate = addMonths(monthOf(today), -1);
  const [, keep] = useKept<KeptNotifications | undefined>(KEY, undefined);
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['notifications', 'to-keep', fromDate, today],
    queryFn: async ({ signal }) => {
      const query = {
        fromDate,
        toDate: today,
        role: (role && NOTIFICATION_ROLE_OF[role]) ?? 'Collector',
        size: MOST,
      } as const;
      return (await api.call(listNotifications, { query, signal })).data;
    },
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
  });
  useEffect(() => {
    if (data) keep({ at: dataUpdatedAt, fromDate, ...data });
  }, [data, dataUpdatedAt, fromDate, keep]);
}

type Page = Pick<KeptNotifications, 'rows' | 'total'>;
const bySort: Record<NonNullable<NotificationQuery['sort']>, (a: Notification, b: Notification) => number> = {
  createdAt: (a, b) => a.createdAt.localeCompare(b.createdAt),
  customerName: (a, b) => a.customerName.toLowerCase().localeCompare(b.customerName.toLowerCase()),
  loanNumber: (a, b) => a.loanNumber.localeCompare(b.loanNumber),
  amountPaise: (a, b) => (a.amountPaise ?? 0) - (b.amountPaise ?? 0),
};

/** What the server would have answered, as far as it is known here. */
export function pageOfKept(kept: KeptNotifications, query: NotificationQuery, zone: string): Page {
  const { fromDate, toDate, kind, q = '', sort = 'createdAt', dir = 'desc', page = 1, size = 10 } = query;
  const text = q.trim().toLowerCase();
  const found = kept.rows.filter((row) => {
    const day = dayOf(new Date(row.createdAt), zone);
    return (
      day >= fromDate &&
      day <= toDate &&
      (!kind || row.kind === kind) &&
      `${row.loanNumber} ${row.customerName}`.toLowerCase().includes(text)
    );
  });
  // What has no amount comes last either way, as from the server.
  const last = (row: Notification) => Number(sort === 'amountPaise' && row.amountPaise === null);
  const sign = dir === 'asc' ? 1 : -1;
  found.sort((a, b) => last(a) - last(b) || sign * bySort[sort](a, b) || a.id.localeCompare(b.id));
  return { rows: found.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)), total: found.length };
}
