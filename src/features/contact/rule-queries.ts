/** What the page of the contact rules asks the server, and what it tells it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addPack, type blocksReport, listPacks, previewPack, whyBlocked } from '../../../core/contract/contact-rules';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { OWN_WORDS, useApi } from '../../api';

export type PackList = ResponseOf<typeof listPacks>['data'];
export type Preview = ResponseOf<typeof previewPack>['data'];
export type Blocks = ResponseOf<typeof blocksReport>['data'];
export type NewPack = CallOf<typeof addPack>['body'];

export function useWhyBlocked(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['contact-why', q],
    queryFn: async ({ signal }) => (await api.call(whyBlocked, { query: { q }, signal })).data,
    enabled: q.length >= 3,
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
