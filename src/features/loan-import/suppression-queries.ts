/** What the suppression list asks the server, and what it tells it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import {
  addSuppressions,
  listSuppressions,
  releaseMatching,
  releaseSuppressions,
  SUPPRESSION_KINDS,
  whySuppressed,
} from '../../../core/contract/suppression-list';
import { OWN_WORDS, useApi } from '../../api';
import type { TableQuery } from '../../ui/kit';

const KEY = 'suppressions';
export const SUPPRESSION_STATES = ['active', 'released', 'all'] as const;
export const SUPPRESSION_PAGE = 10;
export type NewSuppressions = CallOf<typeof addSuppressions>['body'];

const matchOf = (query: TableQuery) => ({
  q: query.q || undefined,
  kind: SUPPRESSION_KINDS.find((kind) => kind === query.filters.kind?.[0]),
});

export function useSuppressions(query: TableQuery) {
  const api = useApi();
  const asked = {
    ...matchOf(query),
    state: SUPPRESSION_STATES.find((state) => state === query.filters.state?.[0]),
    page: query.page,
    pageSize: SUPPRESSION_PAGE,
  };
  return useQuery({
    queryKey: [KEY, 'list', asked],
    queryFn: async ({ signal }) => {
      const { content, totalElements, exact } = (await api.call(listSuppressions, { query: asked, signal })).data;
      return { rows: content, total: totalElements, exact: exact === false ? (false as const) : undefined };
    },
    placeholderData: keepPreviousData,
  });
}

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
      mutationFn: async ({ query, ...how }: { query: TableQuery; except: string[]; reason: string }) =>
        (await api.call(releaseMatching, { body: { ...matchOf(query), ...how } })).data,
      onSettled,
    }),
  };
}
