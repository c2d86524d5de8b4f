import type { CallOf } from '../../../core/contract/kit';
import { decidePayout, getPayout } from '../../../core/contract/payouts';
import { useAnswer, useWrite } from '../../api';

/** Queries that show payouts, by the first of their key. */
export const PAYOUTS = ['agency-payouts', 'payout'];
export type PayoutKey = CallOf<typeof getPayout>['params'];

export const usePayout = (params: PayoutKey) => useAnswer(getPayout, ['payout', params], { params });

/** Approves, pays or takes back; whatever comes of it, list and panel ask again. */
export function useDecidePayout(params: PayoutKey) {
  return useWrite(decidePayout, (body: CallOf<typeof decidePayout>['body']) => ({ params, body }), { again: PAYOUTS });
}
