/** Saving a scheduled report (specification section 5 "Scheduled report save", section 9). */
export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const DEFAULT_TIMING = '19:30';
export const DEFAULT_FREQUENCY: Frequency = 'daily';
/** 29, 30 and 31 cannot be picked: not every month has them. */
export const MONTH_DATES: readonly number[] = Array.from({ length: 28 }, (_, index) => index + 1);

export interface ScheduledReportForm {
  tenantId: string;
  reportName: string;
  portfolioIds: readonly string[];
  emails: readonly string[];
  frequency: Frequency;
  daysOfWeek: readonly Weekday[];
  dateOfMonth: number | null;
}

/** What lists, comments and lines of a mail's head are made with; no mailbox of ours has it. */
const SIGN = '[^\\s@\\p{C}<>(),;:"\\\\[\\]]';
/** The basic pattern: something, an @, something, a dot, something. */
const BASIC_EMAIL = new RegExp(`^${SIGN}+@${SIGN}+\\.${SIGN}+$`, 'u');

/** The first message that applies, in the specification's order; undefined when the report may be saved. */
export function checkScheduledReport(form: ScheduledReportForm): string | undefined {
  if (!form.tenantId) return 'Please select a tenant.';
  if (!form.reportName) return 'Please select a report.';
  if (form.portfolioIds.length === 0) return 'Please select at least one portfolio.';
  if (form.emails.length === 0) return 'Please add at least one email.';
  const wrong = form.emails.filter((address) => !BASIC_EMAIL.test(address.trim()));
  if (wrong.length) return `Invalid email(s): ${wrong.join(', ')}`;
  if (form.frequency === 'weekly' && form.daysOfWeek.length === 0) return 'Please select at least one weekday.';
  if (form.frequency === 'monthly' && (form.dateOfMonth === null || !MONTH_DATES.includes(form.dateOfMonth)))
    return 'Please select a date for the monthly frequency.';
  return undefined;
}

/** Changing the frequency clears the days and the date. */
export const withFrequency = <Form extends ScheduledReportForm>(form: Form, frequency: Frequency): Form => ({
  ...form,
  frequency,
  daysOfWeek: [],
  dateOfMonth: null,
});

/** `1` → `1st`, `22` → `22nd`, `13` → `13th`: monthly dates are shown as ordinals. */
export function ordinal(date: number): string {
  const teens = date % 100 >= 11 && date % 100 <= 13;
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][date % 10] ?? 'th');
  return `${date}${ending}`;
}
