/** One loan from the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { loanById } from '../../../core/contract/loans';
import { useApi } from '../../api';

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
