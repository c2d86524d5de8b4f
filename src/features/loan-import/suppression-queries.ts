/** What the suppression list asks the server, and what it tells it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import {
  addSuppressions,
  releaseMatching,
  releaseSuppressions,
  whySuppressed,
} from '../../../core/contract/suppression-list';
import { OWN_WORDS, useApi } from '../../api';

const KEY = 'suppressions';
export type NewSuppressions = CallOf<typeof addSuppressions>['body'];

export function useWhySuppressed(value: string) {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'why', value],
    queryFn: async ({ signal }) => (await api.call(whySuppressed, { query: { value }, signal })).data,
    enabled: value !== '',
  });
}

export function useSuppressionChanges() {
  const api = useApi();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    add: useMutation({
      meta: OWN_WORDS,
      mutationFn: async (body: NewSuppressions) => (await api.call(addSuppressions, { body })).data,
      onSettled,
    }),
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
