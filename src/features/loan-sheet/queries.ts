/** One loan from the server, and the words for its codes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allCodes } from '../../../core/contract/codes';
import { loanFacts } from '../../../core/contract/loan-facts';
import { loanById } from '../../../core/contract/loans';
import type { DispositionClass } from '../../../core/domain/dispositions';
import { LOOKUP, useApi } from '../../api';

/** One loan by id or loan number; off while `loan` is empty, or where the device holds it (`on` false). */
export function useLoan(loan: string, on = true) {
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
    enabled: on && loan !== '',
  });
}

/** Terms, dates, holders, outcomes and attempts, which only desks ask for. */
export function useLoanFacts(loanId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['loan', loanId, 'facts'],
    queryFn: async ({ signal }) => (await api.call(loanFacts, { params: { id: loanId }, signal })).data,
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
