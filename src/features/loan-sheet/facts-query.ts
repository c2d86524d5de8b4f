import { useQuery } from '@tanstack/react-query';
import { loanFacts } from '../../../core/contract/loan-facts';
import { useApi } from '../../api';

/** Terms, dates, holders, outcomes and attempts, which only desks ask for. */
export function useLoanFacts(loanId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['loan', loanId, 'facts'],
    queryFn: async ({ signal }) => (await api.call(loanFacts, { params: { id: loanId }, signal })).data,
  });
}
