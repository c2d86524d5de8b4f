/** The engine's own search: the index that every list screen asks. */
import type { Loan } from '../../../core/contract/loans';
import { LoanIndex } from '../../../src/offline/loan-index';
import type { LoanQuery } from '../../../src/offline/types';
import type { Ask } from './asks';

const TODAY = '2026-11-21';
const NOW = Date.parse('2026-11-21T10:00:00Z');

const queryOf = (ask: Ask): LoanQuery => ({
  text: '',
  buckets: ask.buckets,
  pincode: '',
  ptp: ask.ptpOpen ? 'open' : 'any',
  notVisitedDays: 0,
  plan: 'any',
  visit: 'any',
  paid: 'any',
  legal: false,
  sort: ask.sort,
  near: null,
});

/** An index over `loans`, and ways to ask it. */
export function engineLoans(loans: readonly Loan[]) {
  const index = new LoanIndex('Asia/Kolkata', TODAY);
  for (const loan of loans) index.put(loan);
  const ask = (asked: Ask): Loan[] => {
    const found = index.query(queryOf(asked), NOW);
    return Array.from(found.rows.subarray(0, Math.min(found.count, asked.page)), (row) => index.at(row)).filter(
      (loan) => loan !== undefined,
    );
  };
  return {
    ask,
    /** With one loan changed just before, so that no sort order of the last ask holds any more. */
    askAfterChange(asked: Ask, changed: Loan): Loan[] {
      index.put(changed);
      return ask(asked);
    },
  };
}
