/** What a telecaller changes on a loan. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { markRetain, unmarkRetain, updateLoan } from '../../../core/contract/loan-changes';
import { OWN_WORDS, SAID_IN_PASSING, useApi } from '../../api';
import { useEngine } from '../session';

/** Changes how a borrower is reached. The failure's words belong to the form. */
export function useUpdateLoan() {
  const api = useApi();
  const client = useQueryClient();
  const engine = useEngine();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: CallOf<typeof updateLoan>['body']) => (await api.call(updateLoan, { body })).data,
    onSuccess: async () => {
      void engine?.loans.refresh();
      await client.invalidateQueries({ queryKey: ['loan'] });
    },
  });
}

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
