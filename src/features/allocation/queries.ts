/** What the screens of allocation ask the server, and what they tell it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agencyAllocations, agencyHoldings, rehearseAgencies } from '../../../core/contract/agency-allocation';
import {
  type AllocationRun,
  allocationErrors,
  allocationLoans,
  allocationOutcomes,
  allocationRules,
  allocationRuleVersions,
  cancelAllocation,
  commitAllocation,
  countAllocation,
  listAllocations,
  oneAllocation,
  type RUN_LOANS,
  type RuleSet,
  rehearseAllocation,
  undoAllocation,
  uploadAllocationRules,
} from '../../../core/contract/allocation';
import { allCodes } from '../../../core/contract/codes';
import { handAllocations } from '../../../core/contract/hand-allocation';
import type { RequestOf } from '../../../core/contract/kit';
import { portfolioChoices } from '../../../core/contract/portfolios';
import { processChoices } from '../../../core/contract/predictive';
import type { AllocationRule, Condition } from '../../../core/domain/allocation';
import { uuidv7 } from '../../../core/domain/ids';
import { download, OWN_WORDS, useAnswer, useApi, useLook, useWrite } from '../../api';
import { mayAsk } from '../../api/may-ask';
import { useSignedIn } from '../session';
import { ruleSetHooks } from './rule-set';

const KEY = 'allocation';
/** How often the server is asked while it is at work, in milliseconds. */
const AT_WORK_MS = 1000;

export const isAtWork = (state: AllocationRun['state']): boolean =>
  state === 'rehearsing' || state === 'committing' || state === 'undoing';

export const allocationSet = ruleSetHooks<AllocationRule, RuleSet>(KEY, {
  rules: async (api, version, signal) =>
    (await api.call(allocationRules, { query: version === undefined ? {} : { version }, signal })).data,
  versions: async (api, signal) => (await api.call(allocationRuleVersions, { signal })).data,
  save: async (api, body) => (await api.call(uploadAllocationRules, { body })).data,
});

/** How many loans each condition takes; asked anew when one of them changes. */
export const useCounts = (conditions: Condition[]) =>
  useAnswer(
    countAllocation,
    [KEY, 'count', conditions],
    { body: { conditions } },
    { enabled: conditions.length > 0, placeholderData: keepPreviousData },
  );

/** Whom rules can name: lenders, products, agencies, people, and the codes of records. */
export function useRuleChoices() {
  const api = useApi();
  const mayDial = mayAsk(processChoices, useSignedIn().profile);
  return useQuery({
    queryKey: [KEY, 'choices', mayDial],
    queryFn: async ({ signal }) => {
      const [choices, codes, dialed] = await Promise.all([
        api.call(portfolioChoices, { query: {}, signal }),
        api.call(allCodes, { signal }),
        mayDial ? api.call(processChoices, { signal }) : undefined,
      ]);
      return {
        ...choices.data,
        processes: dialed?.data.processes ?? [],
        codes: codes.data.codes.map(({ code, label }) => ({ code, label })),
      };
    },
  });
}
export type RuleChoices = NonNullable<ReturnType<typeof useRuleChoices>['data']>;

const LISTS = { runs: listAllocations, hand: handAllocations, agencies: agencyAllocations };

/** Runs of the rules, what was given by hand as jobs, or what was given to agencies. */
export const useRuns = (which: keyof typeof LISTS) =>
  useAnswer(
    LISTS[which],
    [KEY, which],
    {},
    { refetchInterval: ({ state }) => (state.data?.some((run) => isAtWork(run.state)) ? AT_WORK_MS : false) },
  );

/** What each agency holds, what is near its recall, and what it resolved. */
export const useHoldings = () => useAnswer(agencyHoldings, [KEY, 'holdings'], {});

export const useRun = (id: string) =>
  useAnswer(
    oneAllocation,
    [KEY, 'run', id],
    { params: { id } },
    {
      enabled: id !== '',
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data.state) ? AT_WORK_MS : false),
    },
  );

export const useRunLoans = (id: string, which: (typeof RUN_LOANS)[number], page: number, state: string) =>
  useAnswer(
    allocationLoans,
    [KEY, 'loans', id, which, page, state],
    { params: { id }, query: { which, page } },
    { placeholderData: keepPreviousData },
  );

export function useOutcomes(id: string) {
  const api = useApi();
  return useLook(
    [KEY, 'outcomes', id],
    (look, signal) => api.call(allocationOutcomes, { params: { id }, query: { look }, signal }),
    { enabled: id !== '' },
  );
}

/** The newest rules over today's book, unless told otherwise. */
export type Rehearsal = Omit<RequestOf<typeof rehearseAllocation>['body'], 'id'>;

const STEPS = { commit: commitAllocation, cancel: cancelAllocation, undo: undoAllocation };

export function useRunActions() {
  const api = useApi();
  const client = useQueryClient();
  const onSuccess = async (run: AllocationRun) => {
    client.setQueryData([KEY, 'run', run.id], run);
    await Promise.all(
      [[KEY, 'runs'], [KEY, 'hand'], [KEY, 'agencies'], [KEY, 'holdings'], ['loans'], ['loan'], ['landing']].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return {
    rehearse: useWrite(rehearseAllocation, (of: Rehearsal = {}) => ({ body: { id: uuidv7(), ...of } }), { onSuccess }),
    agencies: useWrite(
      rehearseAgencies,
      (body: Omit<RequestOf<typeof rehearseAgencies>['body'], 'id'>) => ({ body: { ...body, id: uuidv7() } }),
      { onSuccess },
    ),
    step: useMutation({
      meta: OWN_WORDS,
      mutationFn: async ({ id, verb }: { id: string; verb: keyof typeof STEPS }) =>
        (await api.call(STEPS[verb], { params: { id } })).data,
      onSuccess,
    }),
    errors: useMutation({
      mutationFn: (id: string) =>
        download(api, allocationErrors, { params: { id } }, { name: 'not-allocated.csv', mime: 'text/csv' }),
    }),
  };
}
