import { keepPreviousData } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { dashboardByCategory } from '../../../core/contract/landing';
import { type Breakdown, landingBreakdown, listLoans, searchLoans } from '../../../core/contract/loan-list';
import { useAnswer, useApi } from '../../api';

/** The dashboard of a role, the user's own; asked again every minute while the page is looked at. */
export const useLanding = (role: string) =>
  useAnswer(dashboardByCategory, ['landing', role], { query: { category: role } }, { refetchInterval: 60_000 });

export type LoanListQuery = CallOf<typeof listLoans>['query'];

/** A page of the loans the user may see; the one before stays on the screen until the next is there. */
export const useLoanList = (query: LoanListQuery) =>
  useAnswer(listLoans, ['loans', query], { query }, { placeholderData: keepPreviousData });

/** Loan numbers of everything that matches, page by page; `onProgress` hears how many are there. */
export function useLoanNumbers() {
  const api = useApi();
  return async (query: LoanListQuery, onProgress: (done: number) => void, signal: AbortSignal) => {
    const found: { id: string; loanNumber: string }[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const count = page === 1 ? ('exact' as const) : ('quick' as const);
      const { data } = await api.call(listLoans, { query: { ...query, page, pageSize: 250, count }, signal });
      found.push(...data.content);
      if (page === 1) pages = data.totalPages;
      onProgress(found.length);
    }
    return found;
  };
}

/** Loans by number, name, pincode or phone, for the jump palette; asks from the third character on. */
export function useLoanMatches(typed: string) {
  const search = typed.trim();
  return useAnswer(
    searchLoans,
    ['loan-search', search],
    { query: { search, count: 'quick' } },
    { enabled: search.length >= 3, placeholderData: keepPreviousData },
  );
}

/** Today's figures by agent, place or product. */
export const useBreakdown = (by: Breakdown) =>
  useAnswer(landingBreakdown, ['breakdown', by], { query: { by } }, { placeholderData: keepPreviousData });
