/** What the page of the contact rules asks the server, and what it tells it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addPack, type blocksReport, listPacks, previewPack, whyBlocked } from '../../../core/contract/contact-rules';
import type { CallOf, ResponseOf } from '../../../core/contract/kit';
import { OWN_WORDS, useAnswer, useApi, useWrite } from '../../api';

export type PackList = ResponseOf<typeof listPacks>['data'];
export type Preview = ResponseOf<typeof previewPack>['data'];
export type Blocks = ResponseOf<typeof blocksReport>['data'];
export type NewPack = CallOf<typeof addPack>['body'];

export const useWhyBlocked = (q: string) =>
  useAnswer(whyBlocked, ['contact-why', q], { query: { q } }, { enabled: q.length >= 3 });

export const usePacks = (enabled: boolean) => useAnswer(listPacks, ['contact-packs'], {}, { enabled });

export function useAddPack() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPack) => api.call(addPack, { body }),
    onSuccess: ({ data }) => client.setQueryData(['contact-packs'], data),
    meta: OWN_WORDS,
  });
}

export const usePreview = () => useWrite(previewPack, (body: CallOf<typeof previewPack>['body']) => ({ body }));
