import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { importCodes } from '../../../core/contract/code-import';
import { allCodes } from '../../../core/contract/codes';
import { caseHistory } from '../../../core/contract/dispositions';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { dashboardByCategory } from '../../../core/contract/landing';
import { type AssignResult, assignCollector, MAX_ASSIGNED, undoAssign } from '../../../core/contract/loan-changes';
import { type Breakdown, landingBreakdown, listLoans, searchLoans } from '../../../core/contract/loan-list';
import { loanById } from '../../../core/contract/loans';
import { portfolioChoices } from '../../../core/contract/portfolios';
import type { DispositionClass } from '../../../core/domain/dispositions';
import { LOOKUP, OWN_WORDS, SAID_IN_PASSING, useApi } from '../../api';
import { said, tn } from '../../i18n';
import { showToast } from '../../ui';

export const HISTORY_PAGE = 10;

/** The dashboard of a role, the user's own; asked again every minute while the page is looked at. */
export function useLanding(role: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['landing', role],
    queryFn: async ({ signal }) => (await api.call(dashboardByCategory, { query: { category: role }, signal })).data,
    refetchInterval: 60_000,
  });
}

/** One loan by id or loan number; off while `loan` is empty. */
export function useLoan(loan: string) {
  const api = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: ['loan', loan],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(loanById, { params: { id: loan }, signal });
      // Found by its number, it is there under its id too.
      if (data.id !== loan) client.setQueryData(['loan', data.id], data);
      return data;
    },
    enabled: loan !== '',
  });
}

/** A page of what happened on a loan, newest first; pages count from 1. */
export function useHistory(loanId: string, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['history', loanId, page],
    queryFn: ({ signal }) =>
      api.call(caseHistory, {
        headers: { loanid: loanId },
        query: { pageNo: page, pageSize: HISTORY_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Label and class of each disposition code; kept on the device, it names nobody. */
export function useCodes(): ReadonlyMap<string, { label: string; class: DispositionClass }> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['codes'],
    queryFn: async ({ signal }) =>
      (await api.call(allCodes, { signal })).data.codes.map(
        (code) => [code.code, { label: code.label, class: code.class }] as const,
      ),
    staleTime: 6 * 3_600_000,
    meta: LOOKUP,
  });
  return new Map(data);
}

export type CodesCheck = ResponseOf<typeof importCodes>['data'];

/** The codes in use with what each asks for, in the order of the tree. */
export function useCodeTree() {
  const api = useApi();
  return useQuery({
    queryKey: ['code-tree'],
    queryFn: async ({ signal }) => (await api.call(allCodes, { signal })).data.codes,
  });
}

/** Checks a CSV of codes, or takes it (`commit`). A file with a wrong line changes nothing. */
export function useImportCodes() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: { csv: string; commit: boolean }) => (await api.call(importCodes, { body })).data,
    onSuccess: async ({ saved }) => {
      if (!saved) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: ['codes'] }),
        client.invalidateQueries({ queryKey: ['code-tree'] }),
      ]);
    },
  });
}

export type LoanListQuery = CallOf<typeof listLoans>['query'];

/** A page of the loans the user may see; the one before stays on the screen until the next is there. */
export function useLoanList(query: LoanListQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['loans', query],
    queryFn: async ({ signal }) => (await api.call(listLoans, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Loan numbers of everything that matches, page by page; `onProgress` hears how many are there. */
export function useLoanNumbers() {
  const api = useApi();
  return async (query: LoanListQuery, onProgress: (done: number) => void, signal: AbortSignal) => {
    const found: { id: string; loanNumber: string }[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data } = await api.call(listLoans, { query: { ...query, page, pageSize: 250 }, signal });
      found.push(...data.content);
      pages = data.totalPages;
      onProgress(found.length);
    }
    return found;
  };
}

/** Loans by number, name, pincode or phone, for the jump palette; asks from the third character on. */
export function useLoanMatches(typed: string) {
  const api = useApi();
  const search = typed.trim();
  return useQuery({
    queryKey: ['loan-search', search],
    queryFn: async ({ signal }) => (await api.call(searchLoans, { query: { search }, signal })).data,
    enabled: search.length >= 3,
    placeholderData: keepPreviousData,
  });
}

/** Today's figures by agent, place or product. */
export function useBreakdown(by: Breakdown) {
  const api = useApi();
  return useQuery({
    queryKey: ['breakdown', by],
    queryFn: async ({ signal }) => (await api.call(landingBreakdown, { query: { by }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Telecallers and collectors below the caller, by name. */
export function useTelecallers(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['telecallers', q],
    queryFn: async ({ signal }) =>
      (await api.call(portfolioChoices, { query: { q: q || undefined }, signal })).data.collectors,
    placeholderData: keepPreviousData,
  });
}

export interface Given {
  assigned: number;
  results: AssignResult['results'];
  /** What takes it back. */
  batches: string[];
}

/** Giving loans to somebody, however many, and taking it back. */
export function useAssigning() {
  const api = useApi();
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ['loan', 'loans', 'landing', 'breakdown'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return {
    assign: useMutation({
      meta: OWN_WORDS,
      mutationFn: async ({ profileId, ids }: { profileId: string; ids: readonly string[] }) => {
        const given: Given = { assigned: 0, results: [], batches: [] };
        for (let at = 0; at < ids.length; at += MAX_ASSIGNED) {
          const body = { profileId, loanIds: ids.slice(at, at + MAX_ASSIGNED) };
          const { data } = await api.call(assignCollector, { body });
          given.assigned += data.assigned;
          given.results.push(...data.results);
          if (data.batchId !== null) given.batches.push(data.batchId);
        }
        return given;
      },
      onSettled,
    }),
    undo: useMutation({
      meta: SAID_IN_PASSING,
      mutationFn: async (batches: readonly string[]) => {
        const whole: { restored: number; refused: { n: number; reason: string }[] } = { restored: 0, refused: [] };
        for (const batchId of batches) {
          const { data } = await api.call(undoAssign, { body: { batchId } });
          whole.restored += data.restored;
          whole.refused.push(...data.refused.map(({ loanIds, reason }) => ({ n: loanIds.length, reason })));
        }
        return whole;
      },
      onSuccess: ({ restored, refused }) =>
        showToast(
          [
            tn(restored, '{n} loan is back where it was', '{n} loans are back where they were'),
            ...refused.map(({ n, reason }) =>
              tn(n, '{n} loan stays where it is: {reason}', '{n} loans stay where they are: {reason}', {
                reason: said(reason),
              }),
            ),
          ].join(' · '),
          { tone: refused.length > 0 ? 'problem' : 'saved' },
        ),
      onSettled,
    }),
  };
}
