/** Where the agent came from: Back from a loan returns to the same list with its filters, or to today's plan. */
import { paths } from '../../../routes';

let place = '';

/** Called by the screens that lead to loans, with their own address. */
export function rememberPlace(address: string): void {
  place = address;
}

export const cameFrom = (): string => place || paths.fieldLoans();
