/**
 * A call that was not begun at this desk: it was made on another phone, which says its number and when it was, or there was none and
 * nothing is saved. A call at an hour at which none is allowed is not recorded as one.
 */
import type { FieldError } from '../../../core/contract/errors';

/** Older calls are told by whoever made them, not by a form. */
const LONGEST_AGO_MS = 86_400_000;

export interface OtherCall {
  /** Of the loan's phones. */
  phoneId: string | undefined;
  at: number;
}

export interface Elsewhere {
  /** So many numbers the loan has to choose from. */
  phones: number;
  /** Whether the rules of contact allow a call at that moment (ms). */
  inHours: (at: number) => boolean;
}

/** `typed`: the chosen phone and the local time, which is now where it is blank. Without phones the new number says which it was. */
export function otherCall(
  typed: { otherPhone?: string; otherAt?: string; newPhone: string },
  now: number,
  { phones, inHours }: Elsewhere,
): { call: OtherCall; errors: FieldError[] } {
  const at = typed.otherAt ? new Date(typed.otherAt).getTime() : now;
  const errors: FieldError[] = [];
  if (!typed.otherPhone && (phones > 0 || !typed.newPhone.trim()))
    errors.push({ path: 'otherPhone', message: 'Call first, or choose the number that was called from another phone' });
  if (Number.isNaN(at)) errors.push({ path: 'otherAt', message: 'Choose when it was called' });
  else if (at > now) errors.push({ path: 'otherAt', message: 'Choose a time that is over' });
  else if (now - at > LONGEST_AGO_MS) errors.push({ path: 'otherAt', message: 'Choose a time of the last 24 hours' });
  else if (!inHours(at))
    errors.push({ path: 'otherAt', message: 'No call is allowed at this time: choose when it was called' });
  return { call: { phoneId: typed.otherPhone || undefined, at }, errors };
}
