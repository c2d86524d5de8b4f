/** Who decides about settlements while somebody is away. Days in the tenant's zone, both ends included. */
import { addDays, type Day } from '../dates';

/** Longer than any leave: what is not ended by then was forgotten. */
export const LONGEST_ABSENCE_DAYS = 90;
/** At most so many people are stood in for at once. */
export const MOST_STOOD_IN_FOR = 5;

export const ABSENCE_STATES = ['coming', 'now', 'over'] as const;
export type AbsenceState = (typeof ABSENCE_STATES)[number];

export interface Absence {
  from: Day;
  to: Day;
  ended: boolean;
}

export const absenceState = ({ from, to, ended }: Absence, today: Day): AbsenceState =>
  ended || to < today ? 'over' : from > today ? 'coming' : 'now';

/** What is wrong with the days, in a sentence; undefined for right ones. */
export function absenceFault(from: Day, to: Day, today: Day): { path: 'from' | 'to'; message: string } | undefined {
  if (from < today) return { path: 'from', message: 'This day is over.' };
  if (to < from) return { path: 'to', message: 'The last day must not be before the first.' };
  if (to > addDays(from, LONGEST_ABSENCE_DAYS)) return { path: 'to', message: 'At most 90 days.' };
  return undefined;
}
