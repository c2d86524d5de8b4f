/** What the screens of portfolios ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allCodes } from '../../../core/contract/codes';
import type { ROLE_TYPES } from '../../../core/contract/incentive-tiers';
import { getIncentives, myIncentives, saveIncentives } from '../../../core/contract/incentives';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import { createLetter, deleteLetter, editLetter, listLetters } from '../../../core/contract/portfolio-letters';
import {
  getPortfolioForeclosure,
  getPortfolioScript,
  savePortfolioForeclosure,
  savePortfolioScript,
} from '../../../core/contract/portfolio-tabs';
import {
  activatePortfolio,
  createPortfolio,
  getPortfolio,
  PORTFOLIO_PAGE,
  portfolioChoices,
  portfolioMembers,
  searchPortfolios,
  updatePortfolio,
  validatePortfolioName,
} from '../../../core/contract/portfolios';
import {
  listSettlementReports,
  type SettlementReport,
  settlementReportFile,
  uploadSettlementReport,
} from '../../../core/contract/settlement-reports';
import { ApiError, download, failures, LOOKUP, OWN_WORDS, problemOf, useAnswer, useApi } from '../../api';
import type { Problem } from '../../ui/kit';

/** All that are active, to choose one. */
export function useActivePortfolios() {
  const api = useApi();
  return useQuery({
    queryKey: ['portfolios', 'active'],
    queryFn: async ({ signal }) => {
      const query = { pageNumber: 1, pageSize: PORTFOLIO_PAGE, sort: 'name' } as const;
      return (await api.call(searchPortfolios, { query, headers: { active: 'true' }, signal })).data;
    },
  });
}

/** A search for portfolios that failed: specification section 8 has words of its own for it. */
export function searchProblem(error: Error | null): Problem | undefined {
  const problem = problemOf(error);
  if (!problem || problem.offline) return problem;
  const status = error instanceof ApiError ? error.detail.status : 0;
  return { ...problem, title: failures.portfolioSearch(status), todo: problem.title };
}

export const usePortfolio = (id: string) =>
  useAnswer(getPortfolio, ['portfolio', id], { params: { id } }, { enabled: id !== '' });

export function useMembers(id: string, query: { q: string; page: number }) {
  const api = useApi();
  return useQuery({
    queryKey: ['portfolio', id, 'members', query],
    queryFn: async ({ signal }) =>
      (
        await api.call(portfolioMembers, {
          headers: { portfolioid: id },
          query: { q: query.q || undefined, pageNumber: query.page, pageSize: 10 },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}

export type Choices = ResponseOf<typeof portfolioChoices>['data'];
export const useChoices = () => useAnswer(portfolioChoices, ['portfolio-choices'], { query: {} });

/** Everything about portfolios is asked for again. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['portfolios', 'portfolio', 'portfolio-choices'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
}

export function useNameCheck() {
  const api = useApi();
  return (name: string, portfolioId: string | undefined, signal: AbortSignal) =>
    api.call(validatePortfolioName, { body: { name, ...(portfolioId && { portfolioId }) }, signal });
}

export type DetailsBody = Omit<RequestOf<typeof createPortfolio>['body'], 'id'>;

/** Makes the portfolio (a repeat after a lost answer makes no second one) or changes it from `version`. */
export function useSaveDetails(id: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ value, version, isNew }: { value: DetailsBody; version: number; isNew: boolean }) =>
      isNew
        ? (await api.call(createPortfolio, { body: { id, ...value } })).data
        : (await api.call(updatePortfolio, { params: { id }, body: { version, ...value } })).data,
    // Also when it was refused: who was faster is then known.
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}

export function useActivate() {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      api.call(activatePortfolio, { params: { id }, body: { active } }),
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}

/** A tab that is read and written whole. */
function useTabOf<Data>(key: string, id: string, read: (signal: AbortSignal) => Promise<{ data: Data }>) {
  return useQuery({
    queryKey: ['portfolio', id, key],
    queryFn: async ({ signal }) => (await read(signal)).data,
    enabled: id !== '',
  });
}

export function useScript(id: string) {
  const api = useApi();
  return useTabOf('script', id, (signal) => api.call(getPortfolioScript, { params: { id }, signal }));
}
export function useSaveScript(id: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RequestOf<typeof savePortfolioScript>['body']) =>
      api.call(savePortfolioScript, { params: { id }, body }),
    // Also when it was refused: who was faster is then known.
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}

export function useForeclosure(id: string) {
  const api = useApi();
  return useTabOf('foreclosure', id, (signal) => api.call(getPortfolioForeclosure, { params: { id }, signal }));
}
export function useSaveForeclosure(id: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RequestOf<typeof savePortfolioForeclosure>['body']) =>
      api.call(savePortfolioForeclosure, { params: { id }, body }),
    // Also when it was refused: who was faster is then known.
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}

export function useIncentives(id: string) {
  const api = useApi();
  return useTabOf('incentive', id, (signal) => api.call(getIncentives, { headers: { portfolioid: id }, signal }));
}

export type Payment = ResponseOf<typeof myIncentives>['data'][number];
/** What telecallers (`ta`) and field agents (`fa`) are paid, by portfolio; one that pays them nothing is not in it. */
export function usePayments() {
  const api = useApi();
  return useQuery({
    queryKey: ['portfolios', 'payments'],
    queryFn: async ({ signal }) => {
      const of = async (roleType: (typeof ROLE_TYPES)[number]) => {
        const { data } = await api.call(myIncentives, { query: { roleType }, signal });
        return new Map(data.map((payment) => [payment.portfolio.id, payment]));
      };
      const [ta, fa] = await Promise.all([of('Collector'), of('Field_Agent')]);
      return { ta, fa };
    },
  });
}

export function useSaveIncentives(id: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RequestOf<typeof saveIncentives>['body']) =>
      api.call(saveIncentives, { headers: { portfolioid: id }, body }),
    // Also when it was refused: who was faster is then known.
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}

export const useSettlementReports = (id: string, page: number) =>
  useAnswer(
    listSettlementReports,
    ['portfolio', id, 'settlement-reports', page],
    { params: { id }, query: { page } },
    { placeholderData: keepPreviousData },
  );
export function useUploadSettlementReport(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) =>
      (
        await api.call(uploadSettlementReport, {
          params: { id },
          query: { fileName: file.name.slice(0, 200) },
          bytes: file,
        })
      ).data,
    onSettled: () => client.invalidateQueries({ queryKey: ['portfolio', id, 'settlement-reports'] }),
    meta: OWN_WORDS,
  });
}
export function useOpenSettlementReport(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (report: SettlementReport) =>
      download(api, settlementReportFile, { params: { id, reportId: report.id } }, report),
    meta: OWN_WORDS,
  });
}

export function useLetters(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['portfolio', id, 'letters'],
    queryFn: async ({ signal }) => (await api.call(listLetters, { params: { id }, query: {}, signal })).data.letters,
  });
}
export type LetterBody = Omit<RequestOf<typeof createLetter>['body'], 'id'>;
/** Version 0 makes a new one under `letterId`. */
export function useSaveLetter(id: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ letterId, version, value }: { letterId: string; version: number; value: LetterBody }) =>
      version === 0
        ? api.call(createLetter, { params: { id }, body: { id: letterId, ...value } })
        : api.call(editLetter, { params: { id, letterId }, body: { version, ...value } }),
    // Also when it was refused: who was faster is then known.
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}
export function useDeleteLetter(id: string) {
  const api = useApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (letterId: string) => api.call(deleteLetter, { params: { id, letterId } }),
    onSettled: refresh,
    meta: OWN_WORDS,
  });
}
/** Disposition codes with their labels; kept on the device, they name nobody. */
export function useCodeChoices() {
  const api = useApi();
  return useQuery({
    queryKey: ['portfolio-codes'],
    queryFn: async ({ signal }) =>
      (await api.call(allCodes, { signal })).data.codes.map(({ code, label }) => ({ value: code, label, hint: code })),
    staleTime: 6 * 3_600_000,
    meta: LOOKUP,
  });
}
