/** What was asked for on a loan, asking for more, and answering. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import {
  answerRequest,
  askForLoan,
  listRequests,
  loanRequests,
  type RequestKind,
} from '../../../core/contract/loan-requests';
import { OWN_WORDS, useApi } from '../../api';

const LOOK_MS = 60_000;

export function useLoanRequests(loanId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['loan-requests', loanId],
    queryFn: async ({ signal }) => (await api.call(loanRequests, { query: { loanId }, signal })).data.rows,
    enabled,
  });
}

export function useRequests(query: CallOf<typeof listRequests>['query']) {
  const api = useApi();
  return useQuery({
    queryKey: ['requests', query],
    queryFn: async ({ signal }) => {
      const { exact, ...page } = (await api.call(listRequests, { query, signal })).data;
      return { ...page, ...(!exact && { exact }) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
}

const useRenewed = (loanId: string) => {
  const client = useQueryClient();
  return () =>
    Promise.all([['loan-requests', loanId], ['requests']].map((queryKey) => client.invalidateQueries({ queryKey })));
};

export function useAsk(loanId: string) {
  const api = useApi();
  const onSettled = useRenewed(loanId);
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: (asked: { kind: RequestKind; note: string }) => api.call(askForLoan, { body: { loanId, ...asked } }),
    onSettled,
  });
}

export function useAnswer(loanId: string) {
  const api = useApi();
  const onSettled = useRenewed(loanId);
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: ({ id, ...body }: { id: string; state: 'done' | 'declined'; answer: string }) =>
      api.call(answerRequest, { params: { id }, body }),
    onSettled,
  });
}
