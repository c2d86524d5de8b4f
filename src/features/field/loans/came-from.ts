/** Where the agent came from: Back from a loan returns to the same list with its filters, or to today's plan. */
import { paths } from '../../../routes';

let place = '';
/**
 * What was searched for: names, mobiles, loan numbers. In memory only, never in the address: browsers keep addresses on
 * the disk, readable, after the phone is locked.
 */
let search = '';

/** Called by the screens that lead to loans, with their own address. */
export function rememberPlace(address: string, searchedFor = ''): void {
  place = address;
  search = searchedFor;
}

export const searchedFor = (): string => search;

export const cameFrom = (): string => place || paths.fieldLoans();
