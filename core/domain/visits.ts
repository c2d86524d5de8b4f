/** When a visit may be planned; the phone's form, the desk and the server ask the same. */
import { addDays, type Day } from './dates';

/** Half a year: beyond it nobody plans a visit, and a wrong year is typed easily. */
export const MAX_VISIT_DAYS_AHEAD = 180;

/** What is wrong with a planned day, in words; `today` is the tenant's. */
export function visitDayProblem(day: Day, today: Day): string | undefined {
  if (day < today) return 'Choose today or a later day';
  return day > addDays(today, MAX_VISIT_DAYS_AHEAD) ? 'Choose a day within 180 days' : undefined;
}
