/** What the screens of targets ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import {
  cascadeTarget,
  deleteTarget,
  getCalendar,
  type listTargets,
  lockTargets,
  managersCollTargets,
  targetChoices,
  targetLog,
  updateTarget,
} from '../../../core/contract/targets';
import { OWN_WORDS, useAnswer, useApi } from '../../api';

export type TargetPage = ResponseOf<typeof listTargets>['data'];
export type Series = ResponseOf<typeof managersCollTargets>['data'];

export const useTargetChoices = () => useAnswer(targetChoices, ['target-choices'], { query: {} });

export const useSeries = (id: string, metric: Series['metric'], months: number) =>
  useAnswer(
    managersCollTargets,
    ['targets', 'series', id, metric, months],
    { query: { id, metric, months } },
    { placeholderData: keepPreviousData },
  );

export function useLog(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['targets', 'log', id],
    queryFn: async ({ signal }) => (await api.call(targetLog, { params: { id }, signal })).data.lines,
  });
}

export const useCalendar = () => useAnswer(getCalendar, ['targets', 'calendar'], {});

/** A write after which every list of targets is asked for again; what went wrong is said where it was done. */
function useWrite<Variables, Answer>(write: (api: ReturnType<typeof useApi>, variables: Variables) => Promise<Answer>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => write(api, variables),
    onSettled: () => client.invalidateQueries({ queryKey: ['targets'] }),
    meta: OWN_WORDS,
  });
}

export const useUpdateTarget = () =>
  useWrite((api, { id, ...body }: { id: string; version: number; target: number }) =>
    api.call(updateTarget, { params: { id }, body }),
  );
export const useDeleteTarget = () =>
  useWrite((api, { id, version }: { id: string; version: number }) =>
    api.call(deleteTarget, { params: { id }, query: { version } }),
  );
export const useLockTargets = () =>
  useWrite(async (api, body: RequestOf<typeof lockTargets>['body']) => (await api.call(lockTargets, { body })).data);
export const useCascade = () =>
  useWrite(
    async (api, { id, ...body }: { id: string } & RequestOf<typeof cascadeTarget>['body']) =>
      (await api.call(cascadeTarget, { params: { id }, body })).data.rows,
  );
