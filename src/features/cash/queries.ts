/** What the screen of hand-overs asks the server, and what it decides. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cashHandovers, decideHandover } from '../../../core/contract/cash';
import type { CallOf } from '../../../core/contract/kit';
import { OWN_WORDS, useApi } from '../../api';

const LOOK_MS = 60_000;

export function useHandovers(query: CallOf<typeof cashHandovers>['query']) {
  const api = useApi();
  return useQuery({
    queryKey: ['cash-handovers', query],
    queryFn: async ({ signal }) => {
      const { exact, ...page } = (await api.call(cashHandovers, { query, signal })).data;
      return { ...page, ...(!exact && { exact }) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
}

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
