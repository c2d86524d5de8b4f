/** What the screens of portfolios ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allCodes } from '../../../core/contract/codes';
import type { ROLE_TYPES } from '../../../core/contract/incentive-tiers';
import { getIncentives, saveIncentives } from '../../../core/contract/incentives';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import { myIncentives } from '../../../core/contract/own-incentives';
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
import {
  ApiError,
  type BodyOf,
  download,
  failures,
  LOOKUP,
  OWN_WORDS,
  problemOf,
  useAnswer,
  useApi,
  useWrite,
} from '../../api';
import type { Problem } from '../../ui/kit';

/** All that are active, to choose one. */
export const useActivePortfolios = () =>
  useAnswer(searchPortfolios, ['portfolios', 'active'], {
    query: { pageNumber: 1, pageSize: PORTFOLIO_PAGE, sort: 'name' },
    headers: { active: 'true' },
  });

/** A search for portfolios that failed: specification section 8 has words of its own for it. */
export function searchProblem(error: Error | null): Problem | undefined {
  const problem = problemOf(error);
  if (!problem || problem.offline) return problem;
  const status = error instanceof ApiError ? error.detail.status : 0;
  return { ...problem, title: failures.portfolioSearch(status), todo: problem.title };
}

export const usePortfolio = (id: string) =>
  useAnswer(getPortfolio, ['portfolio', id], { params: { id } }, { enabled: id !== '' });

export const useMembers = (id: string, query: { q: string; page: number }) =>
  useAnswer(
    portfolioMembers,
    ['portfolio', id, 'members', query],
    { headers: { portfolioid: id }, query: { q: query.q || undefined, pageNumber: query.page, pageSize: 10 } },
    { placeholderData: keepPreviousData },
  );

export type Choices = ResponseOf<typeof portfolioChoices>['data'];
export const useChoices = () => useAnswer(portfolioChoices, ['portfolio-choices'], { query: {} });

/** Everything about portfolios is asked for again, also when a change was refused: who was faster is then known. */
const PORTFOLIOS = { again: ['portfolios', 'portfolio', 'portfolio-choices'] };

export function useNameCheck() {
  const api = useApi();
  return (name: string, portfolioId: string | undefined, signal: AbortSignal) =>
    api.call(validatePortfolioName, { body: { name, ...(portfolioId && { portfolioId }) }, signal });
}

export type DetailsBody = Omit<RequestOf<typeof createPortfolio>['body'], 'id'>;

/** Makes the portfolio (a repeat after a lost answer makes no second one) or changes it from `version`. */
export function useSaveDetails(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ value, version, isNew }: { value: DetailsBody; version: number; isNew: boolean }) =>
      isNew
        ? (await api.call(createPortfolio, { body: { id, ...value } })).data
        : (await api.call(updatePortfolio, { params: { id }, body: { version, ...value } })).data,
    onSettled: () => Promise.all(PORTFOLIOS.again.map((name) => client.invalidateQueries({ queryKey: [name] }))),
    meta: OWN_WORDS,
  });
}

export const useActivate = () =>
  useWrite(
    activatePortfolio,
    ({ id, active }: { id: string; active: boolean }) => ({ params: { id }, body: { active } }),
    PORTFOLIOS,
  );

export const useScript = (id: string) =>
  useAnswer(getPortfolioScript, ['portfolio', id, 'script'], { params: { id } }, { enabled: id !== '' });
export const useSaveScript = (id: string) =>
  useWrite(savePortfolioScript, (body: BodyOf<typeof savePortfolioScript>) => ({ params: { id }, body }), PORTFOLIOS);

export const useForeclosure = (id: string) =>
  useAnswer(getPortfolioForeclosure, ['portfolio', id, 'foreclosure'], { params: { id } }, { enabled: id !== '' });
export const useSaveForeclosure = (id: string) =>
  useWrite(
    savePortfolioForeclosure,
    (body: BodyOf<typeof savePortfolioForeclosure>) => ({ params: { id }, body }),
    PORTFOLIOS,
  );

export const useIncentives = (id: string) =>
  useAnswer(getIncentives, ['portfolio', id, 'incentive'], { headers: { portfolioid: id } }, { enabled: id !== '' });

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

export const useSaveIncentives = (id: string) =>
  useWrite(
    saveIncentives,
    (body: BodyOf<typeof saveIncentives>) => ({ headers: { portfolioid: id }, body }),
    PORTFOLIOS,
  );

export const useSettlementReports = (id: string, page: number) =>
  useAnswer(
    listSettlementReports,
    ['portfolio', id, 'settlement-reports', page],
    { params: { id }, query: { page } },
    { placeholderData: keepPreviousData },
  );
export const useUploadSettlementReport = (id: string) =>
  useWrite(
    uploadSettlementReport,
    (file: File) => ({ params: { id }, query: { fileName: file.name.slice(0, 200) }, bytes: file }),
    { again: [['portfolio', id, 'settlement-reports']] },
  );
export function useOpenSettlementReport(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (report: SettlementReport) =>
      download(api, settlementReportFile, { params: { id, reportId: report.id } }, report),
    meta: OWN_WORDS,
  });
}

export const useLetters = (id: string) =>
  useAnswer(listLetters, ['portfolio', id, 'letters'], { params: { id }, query: {} });
export type LetterBody = Omit<RequestOf<typeof createLetter>['body'], 'id'>;
/** Version 0 makes a new one under `letterId`. */
export function useSaveLetter(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ letterId, version, value }: { letterId: string; version: number; value: LetterBody }) =>
      version === 0
        ? api.call(createLetter, { params: { id }, body: { id: letterId, ...value } })
        : api.call(editLetter, { params: { id, letterId }, body: { version, ...value } }),
    onSettled: () => Promise.all(PORTFOLIOS.again.map((name) => client.invalidateQueries({ queryKey: [name] }))),
    meta: OWN_WORDS,
  });
}
export const useDeleteLetter = (id: string) =>
  useWrite(deleteLetter, (letterId: string) => ({ params: { id, letterId } }), PORTFOLIOS);
/** Disposition codes with their labels; kept on the device, they name nobody. */
export const useCodeChoices = () =>
  useAnswer(
    allCodes,
    ['portfolio-codes'],
    {},
    {
      select: ({ codes }) => codes.map(({ code, label }) => ({ value: code, label, hint: code })),
      staleTime: 6 * 3_600_000,
      meta: LOOKUP,
    },
  );
