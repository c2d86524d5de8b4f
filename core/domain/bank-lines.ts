/** What a line of a bank's file holds and is found to be; how it is found stands in core/domain/reconciliation. */

export const BANK_FIELDS = ['reference', 'paidOn', 'amount', 'narration', 'payer', 'loanNumber'] as const;
export type BankField = (typeof BANK_FIELDS)[number];
/** Without these no row can be read. */
export const NEEDED = ['paidOn', 'amount'] as const satisfies BankField[];

export const FOUND = ['matched', 'partial', 'excess', 'duplicate', 'bank-without-receipt', 'unidentified'] as const;
/** `partial`: less than its receipts say · `excess`: more · `bank-without-receipt`: its loan is known, a receipt is not. */
export type Found = (typeof FOUND)[number];

export const REASONS = ['reference', 'loan-number', 'name', 'amount', 'date', 'reference-part'] as const;
export type Reason = (typeof REASONS)[number];
