/** One loan: from the server where the device does not hold it, its script, its codes and what happened on it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callScript } from '../../../core/contract/call-script';
import { allCodes } from '../../../core/contract/codes';
import { caseHistory } from '../../../core/contract/dispositions';
import type { HistoryEntry, Loan } from '../../../core/contract/loans';
import { useAnswer, useApi } from '../../api';
import type { OutboxState } from '../../offline/types';
import { useEngine, useStore } from '../session';

/** What the loan's portfolio has its people say; undefined until the server was asked. */
export const useCallScript = (loanId: string) =>
  useAnswer(callScript, ['call-script', loanId], { params: { loanId } }, { staleTime: 10 * 60_000 });

/** The tenant's codes from the server, for devices that keep none. */
export const useServerCodes = (on: boolean) =>
  useAnswer(allCodes, ['code-policy'], {}, { staleTime: 6 * 3_600_000, enabled: on });

/** Specification 9. */
const HISTORY_PAGE = 10;

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
