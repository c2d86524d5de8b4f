/** One term of a condition, of whatever rules. Apart from the conditions of allocation, because phones order their lists by terms. */

/** `not` turns a term round. A pincode is given whole or by its first digits; numbers are inclusive on both sides. */
export type TermOf<Listed extends string, Numbers extends string, Facts extends string> =
  | { field: Listed; values: string[]; not: boolean }
  | { field: Numbers; from: number | null; to: number | null; not: boolean }
  | { field: Facts; not: boolean };
/** Of whatever rules. */
export type AnyTerm = TermOf<string, string, string>;

function holds(term: AnyTerm, value: string | number | boolean | null): boolean {
  if ('values' in term) {
    if (typeof value !== 'string') return false;
    return term.field === 'pincode'
      ? term.values.some((start) => value.startsWith(start))
      : term.values.includes(value);
  }
  if ('from' in term)
    return (
      typeof value === 'number' && (term.from === null || value >= term.from) && (term.to === null || value <= term.to)
    );
  return value === true;
}

/** Whether a term is met by what a loan has in its field. Null is not there: it fits no list and no span, and all of them turned round. */
export const meets = (term: AnyTerm, value: string | number | boolean | null): boolean =>
  holds(term, value) !== term.not;
