/** What the telecaller's screens read and write beside the device's own loans. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { missedAlerts } from '../../../core/contract/alerts';
import { callScript } from '../../../core/contract/call-script';
import { callerDay, caseHistories, correctDisposition } from '../../../core/contract/call-work';
import { allCodes } from '../../../core/contract/codes';
import { ownDialerDay } from '../../../core/contract/dialer';
import { caseHistory } from '../../../core/contract/dispositions';
import type { CallOf } from '../../../core/contract/kit';
import { markRetain, unmarkRetain, updateLoan } from '../../../core/contract/loan-changes';
import type { HistoryEntry, Loan } from '../../../core/contract/loans';
import { loanById } from '../../../core/contract/loans';
import { collectorTargets } from '../../../core/contract/targets';
import { type Day, dayOf } from '../../../core/domain/dates';
import { OWN_WORDS, SAID_IN_PASSING, useApi } from '../../api';
import type { LedgerEntry, OutboxState } from '../../offline/types';
import { useEngine, useSignedIn, useStore, useZone } from '../session';
import { type Queues, readQueues } from './queues';

const NOTHING_SAVED: LedgerEntry[] = [];

/** The time, moving on every `ms`. */
export function useNow(ms = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}

/** Today in the tenant's zone. */
export const useToday = (): Day => dayOf(useNow(), useZone());

/** The queues as this device holds them; undefined while its loans are opening. */
export function useQueues(): Queues | undefined {
  const engine = useEngine();
  const zone = useZone();
  const today = useToday();
  const revision = useStore(engine?.loans.revision);
  const ledger = useStore(engine?.ledger) ?? NOTHING_SAVED;
  const phase = useStore(engine?.loans.status)?.phase;
  return useMemo(() => {
    void revision;
    if (!engine || phase === 'loading') return undefined;
    return readQueues(engine.loans, ledger, today, zone);
  }, [engine, revision, ledger, phase, today, zone]);
}

/** The caller's funnel; asked again every minute while the page is looked at. */
export function useCallerDay() {
  const api = useApi();
  return useQuery({
    queryKey: ['caller-day'],
    queryFn: async ({ signal }) => (await api.call(callerDay, { signal })).data,
    refetchInterval: 60_000,
  });
}

/** The caller's time in the dialer's states; none where no dialer is. */
export function useDialerDay() {
  const api = useApi();
  return useQuery({
    queryKey: ['dialer-day'],
    queryFn: async ({ signal }) => (await api.call(ownDialerDay, { signal })).data,
    refetchInterval: 60_000,
  });
}

/** The caller's own targets of this month. */
export function useOwnTargets() {
  const api = useApi();
  const { profile } = useSignedIn();
  return useQuery({
    queryKey: ['own-targets', profile.id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(collectorTargets, { headers: {}, query: {}, signal });
      return { ...data, rows: data.rows.filter(({ collectorId }) => collectorId === profile.id) };
    },
    staleTime: 5 * 60_000,
  });
}

/** Alerts that nobody has opened yet. */
export function useMissedAlerts() {
  const api = useApi();
  const { profile } = useSignedIn();
  return useQuery({
    queryKey: ['missed-alerts', profile.id],
    queryFn: async ({ signal }) =>
      (await api.call(missedAlerts, { headers: { collectorid: profile.id }, signal })).data,
    refetchInterval: 120_000,
  });
}

export type RecordsQuery = CallOf<typeof caseHistories>['query'];

/** Records over all loans of the caller, newest first. */
export function useRecords(query: RecordsQuery, on = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['case-histories', query],
    queryFn: ({ signal }) => api.call(caseHistories, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: on,
  });
}

/** What the loan's portfolio has its people say; undefined until the server was asked. */
export function useCallScript(loanId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['call-script', loanId],
    queryFn: async ({ signal }) => (await api.call(callScript, { params: { loanId }, signal })).data,
    staleTime: 10 * 60_000,
  });
}

/** One loan from the server, by id or number; `on` false where the device has it. */
export function useServerLoan(loan: string, on: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['loan', loan],
    queryFn: async ({ signal }) => (await api.call(loanById, { params: { id: loan }, signal })).data,
    enabled: on && loan !== '',
  });
}

/** The tenant's codes from the server, for devices that keep none. */
export function useServerCodes(on: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['code-policy'],
    queryFn: async ({ signal }) => (await api.call(allCodes, { signal })).data,
    staleTime: 6 * 3_600_000,
    enabled: on,
  });
}

const HISTORY_PAGE = 20;

export type TimelineEntry = HistoryEntry & { local: OutboxState | null };

/**
 * Everything that happened on a loan, newest first: the device's own records on top, the newest entries that travel with
 * the loan, and what the server has beyond them, page by page.
 */
export function useTimeline(loan: Loan) {
  const api = useApi();
  const engine = useEngine();
  const revision = useStore(engine?.loans.revision);
  const pages = useInfiniteQuery({
    queryKey: ['timeline', loan.id, loan.version],
    queryFn: ({ pageParam, signal }) =>
      api.call(caseHistory, {
        headers: { loanid: loan.id },
        query: { pageNo: pageParam, pageSize: HISTORY_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => (page.currentPageNumber < page.totalPages ? page.currentPageNumber + 1 : undefined),
  });
  const entries = useMemo(() => {
    void revision;
    const known = new Map<string, TimelineEntry>();
    const local = engine?.loans.byId(loan.id) ? engine.loans.history(loan.id) : [];
    for (const entry of local) known.set(entry.id, entry);
    const served = pages.data?.pages.flatMap(({ caseHistories: rows }) => rows) ?? loan.recent;
    for (const entry of served) known.set(entry.id, { ...entry, local: known.get(entry.id)?.local ?? null });
    return [...known.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  }, [engine, revision, loan, pages.data]);
  return { entries, error: pages.error, more: pages.hasNextPage, loadMore: () => void pages.fetchNextPage() };
}

/** Changes how a borrower is reached. The failure's words belong to the form. */
export function useUpdateLoan() {
  const api = useApi();
  const client = useQueryClient();
  const engine = useEngine();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: CallOf<typeof updateLoan>['body']) => (await api.call(updateLoan, { body })).data,
    onSuccess: async () => {
      void engine?.loans.refresh();
      await client.invalidateQueries({ queryKey: ['loan'] });
    },
  });
}

export function useRetain() {
  const api = useApi();
  return useMutation({
    meta: SAID_IN_PASSING,
    mutationFn: async ({ loanId, retain }: { loanId: string; retain: boolean }) =>
      (await (retain ? api.call(markRetain, { body: { loanId } }) : api.call(unmarkRetain, { query: { loanId } })))
        .data,
  });
}

export function useCorrect() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: CallOf<typeof correctDisposition>['body']) =>
      (await api.call(correctDisposition, { body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['case-histories'] }),
  });
}
