/** What the screens of settlements ask the server, and the steps they take. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  clientApproved,
  decideMoney,
  downloadLetter,
  getSettlement,
  listSettlements,
  raiseSettlement,
  type Settlement,
  settlementRoom,
  updateSettlement,
  uploadLetter,
} from '../../../core/contract/settlements';
import { type BodyOf, download, OWN_WORDS, useAnswer, useApi, useWrite } from '../../api';

/** How often what others decide is asked for, in milliseconds. */
export const LOOK_MS = 60_000;
const KEY = 'settlements';

/** The latest of a loan. */
export const useSettlementsOf = (loanId: string) =>
  useAnswer(
    listSettlements,
    [KEY, 'of', loanId],
    { query: { loanId, view: 'all', size: 3 } },
    { refetchInterval: LOOK_MS },
  );

export const useSettlement = (id: string) =>
  useAnswer(getSettlement, [KEY, 'one', id], { params: { id } }, { refetchInterval: LOOK_MS });

export const useRoom = (loanId: string, enabled: boolean) =>
  useAnswer(settlementRoom, [KEY, 'room', loanId], { query: { loanId } }, { enabled });

/** Whatever comes of it, everything is asked again: somebody else may have been faster, or the dues have changed. */
const AGAIN = { again: [KEY] };

export const useRaise = () => useWrite(raiseSettlement, (body: BodyOf<typeof raiseSettlement>) => ({ body }), AGAIN);

export type StepBody = Omit<BodyOf<typeof updateSettlement>, 'settlementId' | 'loan'>;

/** The client's word goes by its own call. */
export function useStep({ id, loanNumber, stage, round }: Settlement) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({
      step,
      remarks,
      offer,
    }: {
      step: StepBody['data']['step'];
      remarks: string;
      offer?: StepBody['data']['offer'];
    }) => {
      const body = { settlementId: id, remarks, loan: { loanNumber } };
      const decides = step === 'approve' || step === 'counter' || step === 'reject';
      const answer =
        stage === 'client' && decides
          ? await api.call(clientApproved, { body: { ...body, data: { step, round, offer } } })
          : await api.call(updateSettlement, { body: { ...body, data: { step, stage, round, offer } } });
      return answer.data;
    },
    onSettled: (data) => {
      if (data) client.setQueryData([KEY, 'one', data.id], data);
      return client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}

export const useMoneyDecision = (settlementId: string) =>
  useWrite(
    decideMoney,
    (body: Omit<BodyOf<typeof decideMoney>, 'settlementId'>) => ({ body: { settlementId, ...body } }),
    AGAIN,
  );

export const useUploadLetter = (id: string) =>
  useWrite(
    uploadLetter,
    ({ letter, despite }: { letter: File; despite?: true }) => ({
      body: { settlementId: id, ...(despite && { despite }) },
      files: { letter },
    }),
    AGAIN,
  );

export function useOpenLetter({ id, number }: Settlement) {
  const api = useApi();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: (one: 'settlement' | 'no-dues' | { letterId: string; number: string }) => {
      const drawn = typeof one === 'object';
      const named = drawn ? one.number : `${number}${one === 'no-dues' ? '/no-dues' : ''}`;
      return download(
        api,
        downloadLetter,
        { query: drawn ? { id, letterId: one.letterId } : { id, kind: one } },
        { name: `${named.replaceAll('/', '-')}.pdf`, mime: 'application/pdf' },
      );
    },
  });
}
