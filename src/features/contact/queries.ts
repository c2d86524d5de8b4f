/** The facts about one loan, and what is changed about them. */
import { useQueryClient } from '@tanstack/react-query';
import { contactOfLoan, endPreference, liftHold } from '../../../core/contract/contact';
import type { CallOf } from '../../../core/contract/kit';
import { useAnswer, useWrite } from '../../api';

/** Queries that show how a borrower may be reached, by the first of their key. */
export const CONTACTS = ['contact', 'contact-why', 'loan', 'loans'];

const LOOK_MS = 60_000;

/** The facts about one loan; kept while the network is away, and judged anew by the engine on this device. */
export const useLoanContact = (loanId: string) =>
  useAnswer(
    contactOfLoan,
    ['contact', loanId],
    { params: { loanId } },
    { refetchInterval: LOOK_MS, enabled: loanId !== '' },
  );

export function useContactChange(loanId: string) {
  const client = useQueryClient();
  const onSettled = () => Promise.all(CONTACTS.map((name) => client.invalidateQueries({ queryKey: [name] })));
  return {
    lift: useWrite(liftHold, (body: CallOf<typeof liftHold>['body']) => ({ params: { loanId }, body }), {
      again: onSettled,
    }),
    end: useWrite(
      endPreference,
      ({ id, reason }: { id: string; reason: string }) => ({ params: { loanId, id }, body: { reason } }),
      { again: onSettled },
    ),
  };
}
