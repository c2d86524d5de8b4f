/**
 * The hours in which a borrower may be called or visited: RBI/2022-23/108 of 12 August 2022 forbids regulated lenders
 * and their agents "calling the borrower before 8:00 a.m. and after 7:00 p.m. for recovery of overdue loans". We hold
 * visits to the same hours. Times are the borrower's, so the zone is a parameter (default Asia/Kolkata).
 */
import { addDays, DEFAULT_ZONE, dayOf, formatTime } from './dates';

/** First lawful minute and first minute that no longer is, `HH:mm` in the borrower's zone. */
export const CONTACT_HOURS = { from: '08:00', to: '19:00' } as const;

export interface ContactHours {
  lawful: boolean;
  /** Where `lawful` changes next: today's end while it is lawful, else the next start. */
  until: { day: string; time: string };
}

/** Whether contact is within the hours at an instant. A record made outside them is still kept as evidence. */
export function contactHours(now: Date | string | number, zone: string = DEFAULT_ZONE): ContactHours {
  const day = dayOf(now, zone);
  const time = formatTime(now, zone);
  if (time < CONTACT_HOURS.from) return { lawful: false, until: { day, time: CONTACT_HOURS.from } };
  if (time < CONTACT_HOURS.to) return { lawful: true, until: { day, time: CONTACT_HOURS.to } };
  return { lawful: false, until: { day: addDays(day, 1), time: CONTACT_HOURS.from } };
}
