/** The call that the dialer brought, and the telecaller's own status at the server. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentStatus, deactivateOldData, loanByMobile, readyCall, takeBreak } from '../../../core/contract/dialer';
import { type DialerStatus, reasonOf } from '../../../core/contract/dialer-socket';
import { callStarted } from '../../../core/contract/dispositions';
import type { ResponseOf } from '../../../core/contract/kit';
import type { Loan } from '../../../core/contract/loans';
import { type Api, successes, useAnswer, useApi } from '../../api';
import { type CurrentCall, useDialer } from '../../dialer';
import { t } from '../../i18n';
import { showToast } from '../../ui';
import { useSignedIn } from '../session';

/** The telecaller's dialer user name; the profile's user name is that, where they have one (specification 3). */
export const useDialerName = (): string => useSignedIn().profile.username;

const STATUS_MS = 60_000;

export function useAgentStatus() {
  const username = useDialerName();
  return useAnswer(agentStatus, ['agent-status', username], { query: { username } }, { refetchInterval: STATUS_MS });
}

/** Break and ready of the server, beside what goes over the socket; other statuses are the socket's alone. */
function useTellServer() {
  const api = useApi();
  const username = useDialerName();
  const client = useQueryClient();
  /** Asked for at that moment: a process may have been started or paused since the page last looked. */
  const processName = async () => (await api.call(agentStatus, { query: { username } })).data.processName;
  return useMutation({
    mutationFn: async (status: DialerStatus) => {
      const breakName = reasonOf(status);
      if (breakName) {
        await api.call(takeBreak, { body: { username, breakName, processName: await processName() } });
        showToast(t(successes.agentOnBreak));
      } else if (status === 'Ready') {
        await api.call(readyCall, { body: { username } });
        showToast(t(successes.agentIdle));
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['agent-status'] }),
  });
}

/** Chooses a status: the dialer is told first, and nothing is said to have happened before it has agreed. */
export function useChooseStatus(): (status: DialerStatus) => void {
  const dialer = useDialer();
  const { mutate } = useTellServer();
  return (status) => {
    if (!dialer) return;
    // Pressed twice, it is asked once.
    if (dialer.view.asked === status) return;
    void dialer.actions.setStatus(status).then((answer) => {
      if (answer === 'heard') mutate(status);
      else
        showToast(
          answer === 'unsent'
            ? t('The dialer is not connected. Your status was not changed.')
            : t('The dialer has not answered. Your status may not be changed; choose it again.'),
          { tone: 'problem' },
        );
    });
  };
}

type BroughtCall = Pick<CurrentCall, 'callId' | 'number' | 'loanNumber' | 'offeredAt'>;

/**
 * The first form of the disposition, under the dialer's id of the call, which the record carries as well. The borrower is on
 * the line already: a refusal stops nothing, and where the server cannot be asked the record brings the call along.
 */
function noteStart(api: Api, { callId, number, offeredAt }: BroughtCall, loan: Loan): void {
  const phoneId = loan.phones.find((phone) => phone.number === number)?.id;
  const body = {
    call_status: 'CALL_STARTED',
    loanId: loan.id,
    ...(phoneId && { phoneId }),
    disposedBy: 'CRM_TELECALLER',
    isPredictive: true,
    // Not when it was answered: told again, the same call is told in the same words.
    startedAt: offeredAt,
  } as const;
  void api.call(callStarted, { headers: { 'idempotency-key': callId }, body }).catch(() => undefined);
}

/** The loan behind the call that the dialer brought; earlier predictive calls are put away first. */
export function useLoanBehind(call: BroughtCall | null) {
  const api = useApi();
  const username = useDialerName();
  return useQuery({
    queryKey: ['predictive-loan', call?.callId],
    queryFn: async ({ signal }) => {
      if (!call) throw new Error('no call');
      const found = api.call(loanByMobile, {
        query: { mobile: call.number, username, loanNumber: call.loanNumber ?? undefined, callId: call.callId },
        signal,
      });
      // Nobody waits for it: what is shown does not depend on it.
      void api.call(deactivateOldData, { query: { username } }).catch(() => undefined);
      const { data } = await found;
      if (data.loan) noteStart(api, call, data.loan);
      return data;
    },
    enabled: call !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A predictive call whose outcome is saved has no loan any more, and its flag is 1 (specification 4 "Call disposition"). */
export function usePutLoanAway() {
  const client = useQueryClient();
  return (callId: string) =>
    client.setQueryData<ResponseOf<typeof loanByMobile>['data']>(['predictive-loan', callId], (found) => ({
      ...found,
      loan: null,
      flag: 1,
    }));
}
