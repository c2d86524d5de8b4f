/** Whom loans can be given to, giving them, and taking it back. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HandKind } from '../../../core/contract/allocation';
import { cancelAllocation, oneAllocation, undoAllocation } from '../../../core/contract/allocation';
import { giveListed, giveMatching } from '../../../core/contract/hand-allocation';
import type { CallOf } from '../../../core/contract/kit';
import {
  type AssignResult,
  assignAgency,
  assignCollector,
  assignManager,
  assignProfile,
  undoAssign,
} from '../../../core/contract/loan-changes';
import { MAX_ASSIGNED } from '../../../core/contract/loan-givers';
import { mayAnswerRequests } from '../../../core/contract/loan-requests';
import { MOST_ASKED_ABOUT, otherAgentRequests } from '../../../core/contract/other-agent';
import { portfolioChoices } from '../../../core/contract/portfolios';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { parseRole } from '../../../core/domain/roles';
import { OWN_WORDS, SAID_IN_PASSING, useAnswer, useApi } from '../../api';
import { said, tn } from '../../i18n';
import { showToast } from '../../ui';
import { useSignedIn } from '../session';

/** Managers, telecallers with collectors, and field agents below the caller, and the agencies, by name. */
export const useHolders = (q: string) =>
  useAnswer(portfolioChoices, ['holders', q], { query: { q: q || undefined } }, { placeholderData: keepPreviousData });

/** Of the chosen loans those whose agent asks that somebody else works them; not asked for more than 50 at once. */
export function useOtherAgentRequests(count: number, idsOf: () => Promise<readonly string[]>) {
  const api = useApi();
  const role = parseRole(useSignedIn().profile.role.name);
  return useQuery({
    queryKey: ['other-agent-requests'],
    queryFn: async ({ signal }) => {
      const loanIds = (await idsOf()).join(',');
      return (await api.call(otherAgentRequests, { query: { loanIds }, signal })).data.rows;
    },
    enabled: mayAnswerRequests(role) && count > 0 && count <= MOST_ASKED_ABOUT,
    // Other loans may have been chosen since.
    gcTime: 0,
    staleTime: 0,
  });
}

const PLAIN = { managers: assignManager, collectors: assignCollector };

/** To whom and why: a manager, a telecaller, an agency, or a field agent with the day of the visit, perhaps of loans in their own pincodes only. */
export type GivenTo = { profileId: string; reason?: string | undefined } & (
  | { kind: 'managers' | 'collectors' }
  /** Until when the agency has them. */
  | { kind: 'agencies'; recallOn: Day | undefined }
  | { kind: 'fieldAgents'; visitOn: Day | undefined; ownPincodes: boolean }
);

/** The payload's visit has a time, which nobody plans: the plan of a phone is by days. */
const MORNING = 'T09:00:00';

export interface Given {
  assigned: number;
  results: AssignResult['results'];
  /** What takes it back. */
  batches: string[];
  /** Why the rest, after some pieces had gone, was not given. */
  stopped?: unknown;
}

/** Giving loans to somebody, however many, and taking it back. */
export function useAssigning() {
  const api = useApi();
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ['loan', 'loans', 'landing', 'breakdown'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return {
    assign: useMutation({
      meta: OWN_WORDS,
      /** Finding out which loans are chosen belongs to the work: it may ask the server for page after page. */
      mutationFn: async ({ to, idsOf }: { to: GivenTo; idsOf: () => Promise<readonly string[]> }) => {
        const ids = await idsOf();
        const given: Given = { assigned: 0, results: [], batches: [] };
        const give = (body: { profileId: string; loanIds: string[]; reason?: string | undefined }) =>
          to.kind === 'agencies'
            ? api.call(assignAgency, { body: { ...body, recallOn: to.recallOn } })
            : to.kind !== 'fieldAgents'
              ? api.call(PLAIN[to.kind], { body })
              : api.call(assignProfile, {
                  body: {
                    ...body,
                    agentType: 'Field_Agent',
                    checkPinCode: to.ownPincodes,
                    ...(to.visitOn && { visitDate: `${to.visitOn}${MORNING}` }),
                  },
                });
        try {
          for (let at = 0; at < ids.length; at += MAX_ASSIGNED) {
            const { data } = await give({
              profileId: to.profileId,
              loanIds: ids.slice(at, at + MAX_ASSIGNED),
              ...(to.reason && { reason: to.reason }),
            });
            given.assigned += data.assigned;
            given.results.push(...data.results);
            if (data.batchId !== null) given.batches.push(data.batchId);
          }
        } catch (error) {
          // What has gone stays gone; told as a failure it would lose its way back.
          if (given.results.length === 0) throw error;
          given.stopped = error;
        }
        return { ...given, untouched: ids.length - given.results.length };
      },
      onSettled,
    }),
    undo: useMutation({
      meta: SAID_IN_PASSING,
      mutationFn: async (batches: readonly string[]) => {
        const whole: { restored: number; refused: { n: number; reason: string }[] } = { restored: 0, refused: [] };
        for (const batchId of batches) {
          const { data } = await api.call(undoAssign, { body: { batchId } });
          whole.restored += data.restored;
          whole.refused.push(...data.refused.map(({ loanIds, reason }) => ({ n: loanIds.length, reason })));
        }
        return whole;
      },
      onSuccess: ({ restored, refused }) =>
        showToast(
          [
            tn(restored, '{n} loan is back where it was', '{n} loans are back where they were'),
            ...refused.map(({ n, reason }) =>
              tn(n, '{n} loan stays where it is: {reason}', '{n} loans stay where they are: {reason}', {
                reason: said(reason),
              }),
            ),
          ].join(' · '),
          { tone: refused.length > 0 ? 'problem' : 'saved' },
        ),
      onSettled,
    }),
  };
}

/** Which loans a job gives: all that match the list's filter less some, or those of a file of numbers. */
export type JobLoans = { filter: CallOf<typeof giveMatching>['body']['filter']; except: string[] } | { numbers: File };

const HAND_KINDS: Record<GivenTo['kind'], HandKind> = {
  managers: 'manager',
  collectors: 'collector',
  fieldAgents: 'field_agent',
  agencies: 'agency',
};

/** Loans given by the server as one job, however many. */
export function useGivingJob() {
  const api = useApi();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ to, loans }: { to: GivenTo; loans: JobLoans }) => {
      const field = to.kind === 'fieldAgents' ? to : undefined;
      const whom = {
        id: uuidv7(),
        kind: HAND_KINDS[to.kind],
        profileId: to.profileId,
        ...(field?.visitOn && { visitOn: field.visitOn }),
        ...(to.kind === 'agencies' && to.recallOn && { recallOn: to.recallOn }),
        ...(to.reason && { reason: to.reason }),
      };
      const { data } =
        'numbers' in loans
          ? await api.call(giveListed, {
              bytes: loans.numbers,
              query: { ...whom, fileName: loans.numbers.name.slice(0, 200), ownPincodes: `${!!field?.ownPincodes}` },
            })
          : await api.call(giveMatching, { body: { ...whom, ...loans, ownPincodes: !!field?.ownPincodes } });
      return data;
    },
  });
}

const AT_WORK = ['rehearsing', 'committing', 'undoing'];
/** How often the server is asked while it is at work, in milliseconds. */
const AT_WORK_MS = 1000;
const JOB_STEPS = { cancel: cancelAllocation, undo: undoAllocation };

/** A job that gives loans, watched until it is over. */
export function useJob(id: string) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = ['giving', id];
  const found = useAnswer(
    oneAllocation,
    queryKey,
    { params: { id } },
    { refetchInterval: ({ state }) => (!state.data || AT_WORK.includes(state.data.state) ? AT_WORK_MS : false) },
  );
  const step = useMutation({
    meta: OWN_WORDS,
    mutationFn: async (verb: keyof typeof JOB_STEPS) => (await api.call(JOB_STEPS[verb], { params: { id } })).data,
    onSuccess: (run) => client.setQueryData(queryKey, run),
  });
  const forgetLists = () =>
    Promise.all(
      ['loan', 'loans', 'landing', 'breakdown'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return { run: found.data, error: found.error, atWork: AT_WORK.includes(found.data?.state ?? ''), step, forgetLists };
}
