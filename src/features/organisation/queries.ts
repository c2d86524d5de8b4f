/** What the screens of the organisation ask the server, and what they tell it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agencyStatus, createAgency, getAgency, updateAgency } from '../../../core/contract/agencies';
import { activateClient, createClient, getClient, updateClient } from '../../../core/contract/clients';
import type { CallOf } from '../../../core/contract/kit';
import {
  createBucket,
  createProduct,
  deleteBucket,
  deleteProduct,
  lookups,
  updateBucket,
  updateProduct,
} from '../../../core/contract/lookups';
import {
  activateTenant,
  addAdministrator,
  createTenant,
  getTenant,
  updateTenant,
} from '../../../core/contract/tenants';
import { OWN_WORDS, SAID_IN_PASSING, useAnswer, useApi } from '../../api';

export const useClient = (clientId: string) =>
  useAnswer(getClient, ['client', clientId], { params: { clientId } }, { enabled: clientId !== '' });

/** After a change: everything that shows such records is asked for again. */
function useAgain(...names: string[]) {
  const client = useQueryClient();
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

export function useClientChanges() {
  const api = useApi();
  const again = useAgain('clients', 'client');
  const create = useMutation({
    mutationFn: async (body: CallOf<typeof createClient>['body']) => (await api.call(createClient, { body })).data,
    onSuccess: again,
    meta: OWN_WORDS,
  });
  const update = useMutation({
    mutationFn: async (call: Pick<CallOf<typeof updateClient>, 'params' | 'body'>) =>
      (await api.call(updateClient, call)).data,
    onSettled: again,
    meta: OWN_WORDS,
  });
  const switching = {
    mutationFn: async (call: Pick<CallOf<typeof activateClient>, 'params' | 'body'>) =>
      (await api.call(activateClient, call)).data,
    onSettled: again,
  };
  const activate = useMutation({ ...switching, meta: OWN_WORDS });
  /** From the toast, when the screen may be another one. */
  const takeBack = useMutation({ ...switching, meta: SAID_IN_PASSING });
  return { create, update, activate, takeBack };
}

export const useAgency = (agencyId: string) => useAnswer(getAgency, ['agency', agencyId], { params: { agencyId } });

export function useAgencyChanges() {
  const api = useApi();
  const again = useAgain('agencies', 'agency');
  const create = useMutation({
    mutationFn: async (body: CallOf<typeof createAgency>['body']) => (await api.call(createAgency, { body })).data,
    onSuccess: again,
    meta: OWN_WORDS,
  });
  const update = useMutation({
    mutationFn: async (call: Pick<CallOf<typeof updateAgency>, 'params' | 'body'>) =>
      (await api.call(updateAgency, call)).data,
    onSettled: again,
    meta: OWN_WORDS,
  });
  const setting = {
    mutationFn: async (call: Pick<CallOf<typeof agencyStatus>, 'params' | 'body'>) =>
      (await api.call(agencyStatus, call)).data,
    onSettled: again,
  };
  const status = useMutation({ ...setting, meta: OWN_WORDS });
  /** From the toast, when the screen may be another one. */
  const takeBack = useMutation({ ...setting, meta: SAID_IN_PASSING });
  return { create, update, status, takeBack };
}

export const useTenant = (tenantId: string) => useAnswer(getTenant, ['tenant', tenantId], { params: { tenantId } });

export function useTenantChanges() {
  const api = useApi();
  const again = useAgain('tenants', 'tenant', 'lookups');
  const create = useMutation({
    mutationFn: async (body: CallOf<typeof createTenant>['body']) => (await api.call(createTenant, { body })).data,
    onSuccess: again,
    meta: OWN_WORDS,
  });
  const update = useMutation({
    mutationFn: async (call: Pick<CallOf<typeof updateTenant>, 'params' | 'body'>) =>
      (await api.call(updateTenant, call)).data,
    onSettled: again,
    meta: OWN_WORDS,
  });
  const activate = useMutation({
    mutationFn: async (call: Pick<CallOf<typeof activateTenant>, 'params' | 'body'>) =>
      (await api.call(activateTenant, call)).data,
    onSettled: again,
    meta: OWN_WORDS,
  });
  const invite = useMutation({
    mutationFn: async (call: Pick<CallOf<typeof addAdministrator>, 'params' | 'body'>) =>
      (await api.call(addAdministrator, call)).data,
    onSuccess: again,
    meta: OWN_WORDS,
  });
  return { create, update, activate, invite };
}

export const useLookups = () => useAnswer(lookups, ['lookups'], {});

type Of<E extends Parameters<ReturnType<typeof useApi>['call']>[0]> = CallOf<E>;

export function useLookupChanges() {
  const api = useApi();
  const again = useAgain('lookups');
  const options = { onSettled: again, meta: OWN_WORDS } as const;
  return {
    addProduct: useMutation({
      mutationFn: (body: Of<typeof createProduct>['body']) => api.call(createProduct, { body }),
      ...options,
    }),
    changeProduct: useMutation({
      mutationFn: (call: Pick<Of<typeof updateProduct>, 'params' | 'body'>) => api.call(updateProduct, call),
      ...options,
    }),
    removeProduct: useMutation({
      mutationFn: (productId: string) => api.call(deleteProduct, { params: { productId } }),
      ...options,
    }),
    addBucket: useMutation({
      mutationFn: (body: Of<typeof createBucket>['body']) => api.call(createBucket, { body }),
      ...options,
    }),
    changeBucket: useMutation({
      mutationFn: (call: Pick<Of<typeof updateBucket>, 'params' | 'body'>) => api.call(updateBucket, call),
      ...options,
    }),
    removeBucket: useMutation({
      mutationFn: (bucketId: string) => api.call(deleteBucket, { params: { bucketId } }),
      ...options,
    }),
  };
}
