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

/** At most so many loans, and this principal in paise. */
export type Caps = Pick<AllocationRule, 'mostLoans' | 'mostPos'>;

export interface Placing {
  rule: AllocationRule;
  /** Of those whose caps are their own and not the rule's. */
  ownCaps: ReadonlyMap<number, Caps>;
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

const capsOf = ({ ownCaps, rule }: Placing, holder: number): Caps => ownCaps.get(holder) ?? rule;

export function over(work: Placing, holder: number): boolean {
  const { mostLoans, mostPos } = capsOf(work, holder);
  const { loans, pos } = work.standing;
  return (
    (mostLoans !== null && (loans[holder] as number) > mostLoans) ||
    (mostPos !== null && (pos[holder] as number) > mostPos)
  );
}

export function fits(work: Placing, holder: number, row: number): boolean {
  const { mostLoans, mostPos } = capsOf(work, holder);
  const { book, standing } = work;
  return (
    (mostLoans === null || (standing.loans[holder] as number) + 1 <= mostLoans) &&
    (mostPos === null || (standing.pos[holder] as number) + (book.pos[row] as number) <= mostPos)
  );
}

export function place({ book, standing, to }: Placing, row: number, holder: number): void {
  to[row] = holder;
  shiftLoad(standing, holder, book.pos[row] as number, 1);
}

/** Takes a loan away again from whom it was given to. */
export function lift({ book, standing, to }: Placing, row: number): void {
  shiftLoad(standing, to[row] as number, book.pos[row] as number, -1);
  to[row] = 0;
}
