/** What the suppression list asks the server, and what it tells it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import { releaseMatching, releaseSuppressions, whySuppressed } from '../../../core/contract/suppression-list';
import { OWN_WORDS, useAnswer, useApi } from '../../api';

export const SUPPRESSIONS = 'suppressions';

export const useWhySuppressed = (value: string) =>
  useAnswer(whySuppressed, [SUPPRESSIONS, 'why', value], { query: { value } }, { enabled: value !== '' });

export function useSuppressionChanges() {
  const api = useApi();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [SUPPRESSIONS] });
  return {
    release: useMutation({
      meta: OWN_WORDS,
      mutationFn: async (body: { ids: string[]; reason: string }) =>
        (await api.call(releaseSuppressions, { body })).data,
      onSettled,
    }),
    /** Everything that matches a list's filter, as a job: the list shows what is left. */
    releaseAll: useMutation({
      meta: OWN_WORDS,
      mutationFn: async (body: CallOf<typeof releaseMatching>['body']) =>
        (await api.call(releaseMatching, { body })).data,
      onSettled,
    }),
  };
}
