/** What was asked for on a loan. */
import { useQuery } from '@tanstack/react-query';
import { loanRequests } from '../../../core/contract/loan-requests';
import { useApi } from '../../api';

export function useLoanRequests(loanId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['loan-requests', loanId],
    queryFn: async ({ signal }) => (await api.call(loanRequests, { query: { loanId }, signal })).data.rows,
    enabled,
  });
}
