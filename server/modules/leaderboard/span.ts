import type { Day } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';

/** A month as far as it was counted: up to the beginning of the day `before`. */
export interface Span {
  month: Day;
  before: Day;
  from: string;
  to: string;
  zone: string;
}

export function spanOf({ month, before_day: before, zone }: { month: Day; before_day: Day; zone: string }): Span {
  const at = (day: Day) => new Date(instantAt(day, '00:00', zone)).toISOString();
  return { month, before, from: at(month), to: at(before), zone };
}
