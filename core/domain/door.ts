import type { Loan } from '../contract/loans';

type Address = Loan['addresses'][number];

/**
 * The address of a loan to go to: the first with a position, else the first. What a card shows of it is also what lists are
 * sorted and filtered by.
 */
export function doorOf(loan: Pick<Loan, 'addresses'>): Address | undefined {
  return loan.addresses.find(({ lat, lng }) => lat !== null && lng !== null) ?? loan.addresses[0];
}
