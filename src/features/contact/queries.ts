/** What the screens of the gate ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addPack,
  addPreference,
  blocksReport,
  contactOfLoan,
  endPreference,
  liftHold,
  listPacks,
  previewPack,
  whyBlocked,
} from '../../../core/contract/contact';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { OWN_WORDS, useApi } from '../../api';

export type PackList = ResponseOf<typeof listPacks>['data'];
export type Preview = ResponseOf<typeof previewPack>['data'];
export type Blocks = ResponseOf<typeof blocksReport>['data'];
export type BlocksQuery = CallOf<typeof blocksReport>['query'];
export type NewPack = CallOf<typeof addPack>['body'];

const LOOK_MS = 60_000;

/** The facts about one loan; kept while the network is away, and judged anew by the engine on this device. */
export function useLoanContact(loanId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['contact', loanId],
    queryFn: async ({ signal }) => (await api.call(contactOfLoan, { params: { loanId }, signal })).data,
    refetchInterval: LOOK_MS,
    enabled: loanId !== '',
  });
}

export function useWhyBlocked(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['contact-why', q],
    queryFn: async ({ signal }) => (await api.call(whyBlocked, { query: { q }, signal })).data,
    enabled: q.length >= 3,
  });
}

export function useBlocks(query: BlocksQuery, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['contact-blocks', query],
    queryFn: async ({ signal }) => (await api.call(blocksReport, { query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
    enabled,
  });
}

export function usePacks(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['contact-packs'],
    queryFn: async ({ signal }) => (await api.call(listPacks, { signal })).data,
    enabled,
  });
}

export function useAddPack() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPack) => api.call(addPack, { body }),
    onSuccess: ({ data }) => client.setQueryData(['contact-packs'], data),
    meta: OWN_WORDS,
  });
}

export function usePreview() {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: CallOf<typeof previewPack>['body']) => (await api.call(previewPack, { body })).data,
    meta: OWN_WORDS,
  });
}

export function useContactChange(loanId: string) {
  const api = useApi();
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ['contact', 'contact-why', 'loan', 'loans'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return {
    lift: useMutation({
      mutationFn: (body: CallOf<typeof liftHold>['body']) => api.call(liftHold, { params: { loanId }, body }),
      onSettled,
      meta: OWN_WORDS,
    }),
    end: useMutation({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        api.call(endPreference, { params: { loanId, id }, body: { reason } }),
      onSettled,
      meta: OWN_WORDS,
    }),
    wish: useMutation({
      mutationFn: (body: CallOf<typeof addPreference>['body']) => api.call(addPreference, { params: { loanId }, body }),
      onSettled,
      meta: OWN_WORDS,
    }),
  };
}
