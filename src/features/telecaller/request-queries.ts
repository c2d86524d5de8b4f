/** What was asked for on a loan, asking for more, and answering. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerRequest, askForLoan, loanRequests, type RequestKind } from '../../../core/contract/loan-requests';
import { OWN_WORDS, useApi } from '../../api';

export function useLoanRequests(loanId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['loan-requests', loanId],
    queryFn: async ({ signal }) => (await api.call(loanRequests, { query: { loanId }, signal })).data.rows,
    enabled,
  });
}

/** Those of the loan and the list of all have their key in common. */
const useRenewed = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['loan-requests'] });
};

export function useAsk(loanId: string) {
  const api = useApi();
  const onSettled = useRenewed();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: (asked: { kind: RequestKind; note: string }) => api.call(askForLoan, { body: { loanId, ...asked } }),
    onSettled,
  });
}

export function useAnswer() {
  const api = useApi();
  const onSettled = useRenewed();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: ({ id, ...body }: { id: string; state: 'done' | 'declined'; answer: string }) =>
      api.call(answerRequest, { params: { id }, body }),
    onSettled,
  });
}
