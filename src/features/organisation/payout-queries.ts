/** What the screen of payouts asks the server, and what it decides. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { decidePayout, getPayout } from '../../../core/contract/payouts';
import { OWN_WORDS, useAnswer, useApi } from '../../api';

/** Queries that show payouts, by the first of their key. */
export const PAYOUTS = ['agency-payouts', 'payout'];
export type PayoutKey = CallOf<typeof getPayout>['params'];

export const usePayout = (params: PayoutKey) => useAnswer(getPayout, ['payout', params], { params });

/** Approves, pays or takes back; whatever comes of it, list and panel ask again. */
export function useDecidePayout(params: PayoutKey) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: CallOf<typeof decidePayout>['body']) =>
      (await api.call(decidePayout, { params, body })).data,
    onSettled: () => Promise.all(PAYOUTS.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}
