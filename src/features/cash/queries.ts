/** What the screen of hand-overs asks the server, and what it decides. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { decideHandover } from '../../../core/contract/cash';
import type { CallOf } from '../../../core/contract/kit';
import { OWN_WORDS, useApi } from '../../api';

/** Whatever comes of it, the list asks again: somebody else may have been faster. */
export function useDecideHandover(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async (body: CallOf<typeof decideHandover>['body']) =>
      (await api.call(decideHandover, { params: { id }, body })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ['cash-handovers'] }),
  });
}
