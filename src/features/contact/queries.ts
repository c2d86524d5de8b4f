/** The facts about how the borrower of one loan may be reached. */
import { contactOfLoan } from '../../../core/contract/contact';
import { useAnswer } from '../../api';

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
