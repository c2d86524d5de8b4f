/** Where everything stands while the rules are applied one after the other. People and agencies are their places in the words of the book. */
import type { Book } from './book';
import type { AllocationRule, Candidate } from './rules';

/** What somebody already has of a kind, also loans that no rule touches. POS in paise. */
export interface Load {
  loans: number;
  pos: number;
}

export interface Standing {
  loans: Float64Array;
  pos: Float64Array;
}

export interface Member extends Candidate {
  code: number;
}

export interface Placing {
  rule: AllocationRule;
  book: Book;
  /** Who holds each loan now; 0 is nobody. */
  holders: Uint32Array;
  members: readonly Member[];
  standing: Standing;
  /** Whom each loan is given to; 0 is nobody yet. */
  to: Uint32Array;
}

export function shiftLoad({ loans, pos }: Standing, holder: number, paise: number, sign: 1 | -1): void {
  loans[holder] = (loans[holder] as number) + sign;
  pos[holder] = (pos[holder] as number) + sign * paise;
}

export const over = ({ mostLoans, mostPos }: AllocationRule, { loans, pos }: Standing, holder: number): boolean =>
  (mostLoans !== null && (loans[holder] as number) > mostLoans) ||
  (mostPos !== null && (pos[holder] as number) > mostPos);

export const fits = ({ rule: { mostLoans, mostPos }, book, standing }: Placing, holder: number, row: number): boolean =>
  (mostLoans === null || (standing.loans[holder] as number) + 1 <= mostLoans) &&
  (mostPos === null || (standing.pos[holder] as number) + (book.pos[row] as number) <= mostPos);

export function place({ book, standing, to }: Placing, row: number, holder: number): void {
  to[row] = holder;
  shiftLoad(standing, holder, book.pos[row] as number, 1);
}

/** Takes a loan away again from whom it was given to. */
export function lift({ book, standing, to }: Placing, row: number): void {
  shiftLoad(standing, to[row] as number, book.pos[row] as number, -1);
  to[row] = 0;
}
