/** Days off of people who collect. */
import { addDays, type Day } from './dates';

/** `withdrawn`: taken back before its first day was over. */
export const LEAVE_STATES = ['running', 'coming', 'over', 'withdrawn'] as const;
export type LeaveState = (typeof LEAVE_STATES)[number];

export const MOST_LEAVE_DAYS = 366;
/** Days off are written down at most so many days after they began. */
export const LEAVE_BACK_DAYS = 31;

export interface LeaveDays {
  from: Day;
  until: Day;
}

/** On a day in the tenant's zone. */
export function leaveState({ from, until, withdrawn }: LeaveDays & { withdrawn: boolean }, today: Day): LeaveState {
  if (withdrawn) return 'withdrawn';
  if (until < today) return 'over';
  return from > today ? 'coming' : 'running';
}

/** What is wrong with new days off, by field; nothing where they are good. */
export function leaveFaults({ from, until }: LeaveDays, today: Day): Partial<Record<keyof LeaveDays, string>> {
  if (until < from) return { until: 'The last day is before the first' };
  if (until < today) return { until: 'These days are over' };
  if (from < addDays(today, -LEAVE_BACK_DAYS)) return { from: `At most ${LEAVE_BACK_DAYS} days ago` };
  return until >= addDays(from, MOST_LEAVE_DAYS) ? { until: `At most ${MOST_LEAVE_DAYS} days` } : {};
}
