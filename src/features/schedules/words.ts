import type { DELIVERY_STATES, ScheduledReport } from '../../../core/contract/schedule-reports';
import { type Frequency, ordinal, type Weekday } from '../../../core/domain/validators';
import { t } from '../../i18n';
import type { Tone } from '../../ui';

export const FREQUENCY_WORDS: Record<Frequency, string> = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' };
export const WEEKDAY_WORDS: Record<Weekday, string> = {
  Sunday: 'Sunday',
  Monday: 'Monday',
  Tuesday: 'Tuesday',
  Wednesday: 'Wednesday',
  Thursday: 'Thursday',
  Friday: 'Friday',
  Saturday: 'Saturday',
};

/** `Weekly: Monday, Friday`, `Monthly: 1st`. */
export function rhythmWords(one: Pick<ScheduledReport, 'frequency' | 'daysOfWeek' | 'dateOfMonth'>): string {
  const rhythm = t(FREQUENCY_WORDS[one.frequency]);
  if (one.frequency === 'weekly') return `${rhythm}: ${one.daysOfWeek.map((day) => t(WEEKDAY_WORDS[day])).join(', ')}`;
  return one.dateOfMonth === null ? rhythm : `${rhythm}: ${ordinal(one.dateOfMonth)}`;
}

/** At most two, then an ellipsis (specification 2.9). */
export const firstTwo = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')}, …` : names.join(', ');

export const DELIVERY_WORDS: Record<(typeof DELIVERY_STATES)[number], { label: string; tone: Tone }> = {
  building: { label: 'Being written', tone: 'neutral' },
  sending: { label: 'Being sent', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'paid' },
  failed: { label: 'Not sent', tone: 'danger' },
};
export const MAIL_WORDS = { waiting: 'waiting', sent: 'sent', refused: 'refused' } as const;
