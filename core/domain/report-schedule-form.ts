/** What the modal of a scheduled report holds, and the messages of specification section 5 beside their fields. */
import type { ScheduledReport } from '../contract/schedule-reports';
import {
  checkScheduledReport,
  DEFAULT_FREQUENCY,
  DEFAULT_TIMING,
  type FormErrors,
  type Frequency,
  type Weekday,
} from './validators';

export interface ScheduleValues {
  reportName: string;
  portfolioIds: string[];
  /** As typed: one a line, or with commas between them. */
  emails: string;
  frequency: Frequency;
  daysOfWeek: Weekday[];
  dateOfMonth: number | null;
}

export const NEW_SCHEDULE: ScheduleValues = {
  reportName: '',
  portfolioIds: [],
  emails: '',
  frequency: DEFAULT_FREQUENCY,
  daysOfWeek: [],
  dateOfMonth: null,
};

export const valuesOf = (one: ScheduledReport): ScheduleValues => ({
  reportName: one.reportName,
  portfolioIds: one.portfolioIds,
  emails: one.emails.join('\n'),
  frequency: one.frequency,
  daysOfWeek: one.daysOfWeek,
  dateOfMonth: one.dateOfMonth,
});

const addressesOf = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Which field a message is about, by its words. */
const FIELDS: readonly [RegExp, keyof ScheduleValues][] = [
  [/a report/, 'reportName'],
  [/portfolio/, 'portfolioIds'],
  [/email/, 'emails'],
  [/weekday/, 'daysOfWeek'],
  [/a date/, 'dateOfMonth'],
];

export function checkSchedule(tenantId: string) {
  return (values: ScheduleValues): FormErrors => {
    const wrong = checkScheduledReport({ ...values, tenantId, emails: addressesOf(values.emails) });
    const field = wrong && FIELDS.find(([words]) => words.test(wrong))?.[1];
    return wrong && field ? { [field]: wrong } : {};
  };
}

export const bodyOf = (values: ScheduleValues, portfolios: readonly { id: string; name: string }[]) => ({
  reportName: values.reportName,
  portfolioIds: values.portfolioIds,
  portfolioNames: portfolios.filter(({ id }) => values.portfolioIds.includes(id)).map(({ name }) => name),
  emails: addressesOf(values.emails),
  frequency: values.frequency.toUpperCase() as 'DAILY' | 'WEEKLY' | 'MONTHLY',
  daysOfWeek: values.daysOfWeek,
  dateOfMonth: values.dateOfMonth,
  timing: DEFAULT_TIMING as typeof DEFAULT_TIMING,
});
