/** What the screens of predictive dialing ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOf, RequestOf } from '../../../core/contract/kit';
import {
  cancelDialList,
  dialListErrors,
  getProcess,
  listProcesses,
  makeDialList,
  processChoices,
  processLog,
  steerProcess,
} from '../../../core/contract/predictive';
import type { ProcessAction } from '../../../core/domain/predictive';
import { OWN_WORDS, useAnswer, useApi } from '../../api';
import { downloadCsv } from '../../ui/kit';

/** Figures of running processes move; a list that is being checked shows how far it is. */
export const LIVE_MS = 10_000;
export const CHECKING_MS = 1000;

export const useProcesses = (query: CallOf<typeof listProcesses>['query']) =>
  useAnswer(
    listProcesses,
    ['processes', 'list', query],
    { query },
    { placeholderData: keepPreviousData, refetchInterval: LIVE_MS },
  );

export const useProcess = (id: string) =>
  useAnswer(getProcess, ['processes', 'one', id], { params: { id } }, { enabled: id !== '' });

export const useProcessChoices = () => useAnswer(processChoices, ['processes', 'choices'], {});

export function useProcessLog(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['processes', 'log', id],
    queryFn: async ({ signal }) => (await api.call(processLog, { params: { id }, signal })).data.lines,
  });
}

/** A write after which processes and lists are asked for again; what went wrong is said where it was done. */
function useWrite<Variables, Answer>(write: (api: ReturnType<typeof useApi>, variables: Variables) => Promise<Answer>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => write(api, variables),
    onSettled: () =>
      Promise.all(['processes', 'dial-lists'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
    meta: OWN_WORDS,
  });
}

export const useSteerProcess = () =>
  useWrite(
    async (api, { id, ...body }: { id: string; version: number; action: ProcessAction }) =>
      (await api.call(steerProcess, { params: { id }, body })).data,
  );
/** Only counts what the filter of a list finds. */
export const useCountList = () =>
  useWrite(
    async (api, body: RequestOf<typeof makeDialList>['body']) =>
      (await api.call(makeDialList, { body: { ...body, preview: true } })).data.found,
  );
export const useCancelList = () =>
  useWrite(async (api, id: string) => (await api.call(cancelDialList, { params: { id } })).data);
/** Files that the server made: the browser keeps them. */
export function useErrorFile() {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: string) => (await api.call(dialListErrors, { params: { id } })).data,
    onSuccess: downloadCsv,
    meta: OWN_WORDS,
  });
}
