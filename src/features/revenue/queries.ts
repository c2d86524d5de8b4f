/** What the screens of revenue ask the server, and what they tell it. */
import { clientPortfolios, listClients } from '../../../core/contract/clients';
import type { CallOf, Endpoint } from '../../../core/contract/kit';
import { activatePartner, getPartner, getSuccessFee, listPartners } from '../../../core/contract/partners';
import { decideClientRevenue, getClientRevenue, getRevenue, takeBackCorrection } from '../../../core/contract/revenue';
import { SAID_IN_PASSING, useAnswer, useWrite } from '../../api';

type Told<E extends Endpoint> = Pick<CallOf<E>, 'params' | 'body'>;
export type FeeKey = CallOf<typeof getClientRevenue>['params'];
export type PersonKey = CallOf<typeof getRevenue>['params'];

/** Names of queries, by the first of their key. */
export const PARTNERS = ['partners', 'partner'];
/** A rule of a fee moves every month that is open. */
export const FEES = ['success-fees', 'success-fee', 'client-revenue', 'client-fee', 'employee-revenue', 'revenue-of'];
export const CLIENT_FEES = ['client-revenue', 'client-fee'];
export const REVENUES = ['employee-revenue', 'revenue-of'];

export const usePartner = (partnerId: string) =>
  useAnswer(getPartner, ['partner', partnerId], { params: { partnerId } }, { enabled: partnerId !== '' });
export const useSuccessFee = (feeId: string) =>
  useAnswer(getSuccessFee, ['success-fee', feeId], { params: { feeId } }, { enabled: feeId !== '' });
export const useClientFee = (params: FeeKey) => useAnswer(getClientRevenue, ['client-fee', params], { params });
export const useRevenue = (params: PersonKey) =>
  useAnswer(getRevenue, ['revenue-of', params], { params }, { enabled: params.userId !== '' });

/** For choices: as many as a page takes. */
export const useFeeChoices = () => ({
  clients: useAnswer(listClients, ['clients', 'choices'], { query: { size: 250 } }).data?.rows,
  portfolios: useAnswer(clientPortfolios, ['client-portfolios', 'all'], { body: { clientIds: [] } }).data,
  partners: useAnswer(listPartners, ['partners', 'choices'], { query: { size: 250, status: 'active' } }).data?.rows,
});

export function usePartnerSwitch() {
  const call = (told: Told<typeof activatePartner>) => told;
  return {
    activate: useWrite(activatePartner, call, { again: PARTNERS }),
    takeBack: useWrite(activatePartner, call, { again: PARTNERS, meta: SAID_IN_PASSING }),
  };
}

/** Approves or goes back; whatever comes of it, list and panel ask again. */
export const useDecideFee = (params: FeeKey) =>
  useWrite(decideClientRevenue, (body: CallOf<typeof decideClientRevenue>['body']) => ({ params, body }), {
    again: CLIENT_FEES,
  });
export const useTakeBack = (params: PersonKey) =>
  useWrite(takeBackCorrection, (correctionId: string) => ({ params: { ...params, correctionId } }), {
    again: REVENUES,
  });
