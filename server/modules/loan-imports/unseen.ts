/** Loan numbers with spaces that nobody sees: kept while a file is checked, so that two of one number can be shown beside each other. */
import type { Verification } from './repository';
import type { Refused } from './staging';

/** No-break, narrow and zero-width spaces, joiners, soft hyphens and marks of direction. */
const UNSEEN = /[\u00A0\u00AD\u2007\u200B-\u200F\u202A-\u202F\u2060\uFEFF]/g;
/** A file that has them everywhere says so with its first ones. */
const MOST = 10_000;

export class UnseenSpaces {
  private readonly numbers = new Map<number, string>();

  note(line: number, number = ''): void {
    if (number.length > 0 && this.numbers.size < MOST && number.search(UNSEEN) >= 0)
      // The mark of an open box stands where the space is.
      this.numbers.set(line, number.trim().replace(UNSEEN, '␣').slice(0, 80));
  }

  /** Of rows that were refused because their number stands in the file already, those that look the same for this reason. */
  among(refused: readonly Refused[]): Verification['unseen'] {
    if (this.numbers.size === 0) return undefined;
    const [one, ...others] = refused.filter(
      ({ line, first }) => first !== undefined && (this.numbers.has(line) || this.numbers.has(first)),
    );
    if (one?.first === undefined) return undefined;
    const shown = (line: number) => ({ line, number: this.numbers.get(line) ?? one.number });
    return { rows: 1 + others.length, lines: [shown(one.first), shown(one.line)] };
  }
}
