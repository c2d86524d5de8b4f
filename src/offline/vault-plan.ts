/** Planning the day of a visit. Needs the server: the desk plans the same loans. Loaded with the vault. */
import { planVisit } from '../../core/contract/visit-plan';
import { type CallContext, callNow } from './call-now';
import type { Vault } from './types';

export const planActs = (ctx: CallContext): Pick<Vault, 'planVisit'> => ({
  planVisit: (plan) => callNow(ctx, planVisit, plan, (json) => planVisit.response.safeParse(json).data?.data),
});
