/** What a borrower may ask for on the page of their offer: when, where and in which language they are spoken with. */
import type { LetterLanguage } from '../letters/letter-words';

export const WISH_PLACES = ['residence', 'office', 'other'] as const;
export type WishPlace = (typeof WISH_PLACES)[number];

/** Within those that the contact rules allow, so that no wish leaves no hour at all. */
export const WISH_HOURS = [
  '08:00',
  '09:00',
  '10:00',
  '11:00',
  '12:00',
  '13:00',
  '14:00',
  '15:00',
  '16:00',
  '17:00',
  '18:00',
  '19:00',
] as const;

/** As asked; null: no wish. `language` is the one that is spoken from now on; null leaves the book's, which may be none of the letters'. */
export interface Asked {
  from: string | null;
  to: string | null;
  /** Where the borrower does not want to be visited. */
  notAt: WishPlace | null;
  language: LetterLanguage | null;
}

/** Undefined for no wish that can be kept: an end without its begin, or not after it. */
export function askedOf(form: Partial<Asked>): Asked | undefined {
  const { from = null, to = null, notAt = null, language = null } = form;
  if ((from === null) !== (to === null)) return undefined;
  return from !== null && to !== null && from >= to ? undefined : { from, to, notAt, language };
}
