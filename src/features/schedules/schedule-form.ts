/** What the modal of a scheduled report holds, and the messages of specification section 5 beside their fields. */
import type { ScheduledReport } from '../../../core/contract/schedule-reports';
import {
  checkScheduledReport,
  DEFAULT_FREQUENCY,
  DEFAULT_TIMING,
  type Frequency,
  type Weekday,
} from '../../../core/domain/validators';

export interface ScheduleValues {
  tenant: string;
  reportName: string;
  portfolioIds: string[];
  /** As typed: one a line, or with commas between them. */
  emails: string;
  frequency: Frequency;
  daysOfWeek: Weekday[];
  /** A number in drafts of before. */
  dateOfMonth: string | number | null;
  timing: string;
}

/** `tenant` is the name of one that is new. */
export const valuesOf = (one: ScheduledReport | undefined, tenant: string): ScheduleValues => ({
  tenant: one?.tenantName ?? tenant,
  reportName: one?.reportName ?? '',
  portfolioIds: one?.portfolioIds ?? [],
  emails: one?.emails.join('\n') ?? '',
  frequency: one?.frequency ?? DEFAULT_FREQUENCY,
  daysOfWeek: one?.daysOfWeek ?? [],
  dateOfMonth: one?.dateOfMonth?.toString() ?? null,
  timing: DEFAULT_TIMING,
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

/** One message at a time, whatever else is missing. */
export function checkSchedule(tenantId: string) {
  return (values: ScheduleValues): Record<string, string | undefined> => {
    const { emails, dateOfMonth: date } = values;
    const form = { ...values, tenantId, emails: addressesOf(emails), dateOfMonth: date === null ? null : Number(date) };
    const wrong = checkScheduledReport(form);
    const about = wrong && FIELDS.find(([words]) => words.test(wrong))?.[1];
    return Object.fromEntries(FIELDS.map(([, field]) => [field, field === about ? wrong : undefined]));
  };
}

export const bodyOf = (values: ScheduleValues, portfolios: readonly { id: string; name: string }[]) => ({
  portfolioNames: portfolios.filter(({ id }) => values.portfolioIds.includes(id)).map(({ name }) => name),
  emails: addressesOf(values.emails),
  frequency: values.frequency.toUpperCase(),
  dateOfMonth: values.dateOfMonth === null ? null : Number(values.dateOfMonth),
});
