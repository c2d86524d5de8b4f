/** What the screens of the organisation ask the server, and what they tell it. */
import { agencyStatus, getAgency } from '../../../core/contract/agencies';
import { activateClient, getClient } from '../../../core/contract/clients';
import type { CallOf, Endpoint } from '../../../core/contract/kit';
import {
  createBucket,
  createProduct,
  deleteBucket,
  deleteProduct,
  lookups,
  updateBucket,
  updateProduct,
} from '../../../core/contract/lookups';
import { activateTenant, getTenant } from '../../../core/contract/tenants';
import { type BodyOf, SAID_IN_PASSING, useAnswer, useWrite } from '../../api';
import { TENANTS } from './tenant-form';

export const useClient = (clientId: string) =>
  useAnswer(getClient, ['client', clientId], { params: { clientId } }, { enabled: clientId !== '' });
export const useAgency = (agencyId: string) => useAnswer(getAgency, ['agency', agencyId], { params: { agencyId } });
export const useTenant = (tenantId: string) => useAnswer(getTenant, ['tenant', tenantId], { params: { tenantId } });
export const useLookups = () => useAnswer(lookups, ['lookups'], {});

type Told<E extends Endpoint> = Pick<CallOf<E>, 'params' | 'body'>;

/** Of what is taken back from the toast, when the screen may be another one. */
const passing = (again: readonly string[]) => ({ again, meta: SAID_IN_PASSING });

export function useClientSwitch() {
  const again = ['clients', 'client'];
  const call = (told: Told<typeof activateClient>) => told;
  return {
    activate: useWrite(activateClient, call, { again }),
    takeBack: useWrite(activateClient, call, passing(again)),
  };
}

export function useAgencyFlags() {
  const again = ['agencies', 'agency'];
  const call = (told: Told<typeof agencyStatus>) => told;
  return { status: useWrite(agencyStatus, call, { again }), takeBack: useWrite(agencyStatus, call, passing(again)) };
}

export const useTenantSwitch = () =>
  useWrite(activateTenant, (told: Told<typeof activateTenant>) => told, { again: TENANTS });

export function useLookupChanges() {
  const options = { again: ['lookups'] };
  return {
    addProduct: useWrite(createProduct, (body: BodyOf<typeof createProduct>) => ({ body }), options),
    changeProduct: useWrite(updateProduct, (told: Told<typeof updateProduct>) => told, options),
    removeProduct: useWrite(deleteProduct, (productId: string) => ({ params: { productId } }), options),
    addBucket: useWrite(createBucket, (body: BodyOf<typeof createBucket>) => ({ body }), options),
    changeBucket: useWrite(updateBucket, (told: Told<typeof updateBucket>) => told, options),
    removeBucket: useWrite(deleteBucket, (bucketId: string) => ({ params: { bucketId } }), options),
  };
}
