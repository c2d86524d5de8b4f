/** What a telecaller changes on a loan. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markRetain, unmarkRetain } from '../../../core/contract/loan-changes';
import { SAID_IN_PASSING, useApi } from '../../api';

export function useRetain() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: SAID_IN_PASSING,
    mutationFn: async ({ loanId, retain }: { loanId: string; retain: boolean }) =>
      (await (retain ? api.call(markRetain, { body: { loanId } }) : api.call(unmarkRetain, { query: { loanId } })))
        .data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['loan'] }),
  });
}
