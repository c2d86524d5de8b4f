/**
 * A call that was not begun at this desk: it was made on another phone, which says its number and when it was, or there was none and
 * nothing is saved. A call at an hour at which none is allowed is not recorded as one.
 */
import type { FieldError } from '../../../core/contract/errors';
import { contactHours } from '../../../core/domain/contact-hours';

/** Older calls are told by whoever made them, not by a form. */
const LONGEST_AGO_MS = 12 * 3_600_000;

export interface OtherCall {
  /** Of the loan's phones. */
  phoneId: string | undefined;
  at: number;
}

/** `typed`: the chosen phone and the local time, which is now where it is blank. Without phones the new number says which it was. */
export function otherCall(
  typed: { otherPhone?: string; otherAt?: string; newPhone: string },
  { phones, now, zone }: { phones: number; now: number; zone: string },
): { call: OtherCall; errors: FieldError[] } {
  const at = typed.otherAt ? new Date(typed.otherAt).getTime() : now;
  const errors: FieldError[] = [];
  if (!typed.otherPhone && (phones > 0 || !typed.newPhone.trim()))
    errors.push({ path: 'otherPhone', message: 'Call first, or choose the number that was called from another phone' });
  if (Number.isNaN(at)) errors.push({ path: 'otherAt', message: 'Choose when it was called' });
  else if (at > now) errors.push({ path: 'otherAt', message: 'Choose a time that is over' });
  else if (now - at > LONGEST_AGO_MS) errors.push({ path: 'otherAt', message: 'Choose a time of the last 12 hours' });
  else if (!contactHours(at, zone).lawful)
    errors.push({ path: 'otherAt', message: 'No call is allowed at this time: choose when it was called' });
  return { call: { phoneId: typed.otherPhone || undefined, at }, errors };
}
