/** What the product itself says in a settlement's letters: its shape and its English; the other languages are loaded where letters are drawn. */
/** The settlement letter with its terms, the approval, and the no-dues letter (domain 1.14). */
export const SETTLEMENT_LETTERS = ['SR', 'AL', 'NL'] as const;
export type SettlementLetterKind = (typeof SETTLEMENT_LETTERS)[number];

export const CLAUSES = ['full_and_final', 'lapse_clause', 'bureau_clause', 'no_dues_promise'] as const;
export type Clause = (typeof CLAUSES)[number];

export interface Standing {
  titles: Record<SettlementLetterKind, string>;
  heads: Record<'principal' | 'interest' | 'penal' | 'charges' | 'total' | 'waived' | 'payable', string>;
  /** Before what a line of the standard text says. */
  labels: Record<'loan' | 'date' | 'account' | 'grievance' | 'paid' | 'paidOn' | 'approvedOn', string>;
  clauses: Record<Clause, string>;
}

export const ENGLISH: Standing = {
  titles: { SR: 'Settlement letter', AL: 'Approval of the settlement', NL: 'No-dues letter' },
  heads: {
    principal: 'Principal',
    interest: 'Interest',
    penal: 'Penal charges',
    charges: 'Other charges',
    total: 'Total outstanding',
    waived: 'Amount waived',
    payable: 'Settlement amount',
  },
  labels: {
    loan: 'Loan',
    date: 'Date',
    account: 'Account for the payment',
    grievance: 'Grievances',
    paid: 'Amount paid',
    paidOn: 'Paid in full on',
    approvedOn: 'Approved on',
  },
  clauses: {
    full_and_final:
      'When the settlement amount has been paid in full, it is in full and final settlement of this loan and nothing more is claimed on it.',
    lapse_clause:
      'If a payment is not made by its date, this settlement lapses and the whole outstanding is due again, less what has been paid.',
    bureau_clause: 'Within 30 days of full payment the loan is reported to the credit bureaus as “Settled”.',
    no_dues_promise: 'After full payment you receive a no-dues letter.',
  },
};
