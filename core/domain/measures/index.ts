/**
 * What is counted of each day, once for every screen: by who did it, client, portfolio, channel and the bucket at the month's opening.
 * A record counts on the day on which it was made, however late a phone delivers it. Amounts are paise, days are the tenant's.
 */

/** How a sum came about: by a call, by a visit, or without anybody's work (a payment link, a bank's file). */
export const WORK_CHANNELS = ['call', 'field', 'self'] as const;
export type WorkChannel = (typeof WORK_CHANNELS)[number];

interface DaySumFacts {
  label: string;
  unit: 'number' | 'paise';
  /** In the words of the screens that show it. */
  formula: string;
}

/** In the order in which they are shown; the names are those of the columns of `day_sums`. */
export const DAY_SUMS = {
  attempts: {
    label: 'Attempts',
    unit: 'number',
    formula: 'Calls and visits that count on their loan, without those taken out',
  },
  connected: { label: 'Connected', unit: 'number', formula: 'Attempts in which somebody answered or was met' },
  reached: { label: 'Right-party contacts', unit: 'number', formula: 'Attempts in which it was the borrower' },
  visits: { label: 'Visits', unit: 'number', formula: 'Visits that were recorded, whatever came of them' },
  promises: { label: 'Promises', unit: 'number', formula: 'Promises made on the day' },
  promised: { label: 'Promised', unit: 'paise', formula: 'Amounts of the promises made on the day' },
  kept: { label: 'Kept', unit: 'number', formula: 'Promises due on the day that were kept' },
  kept_amount: {
    label: 'Kept amount',
    unit: 'paise',
    formula: 'Amounts of the promises due on the day that were kept',
  },
  broken: { label: 'Broken', unit: 'number', formula: 'Promises due on the day that were broken' },
  broken_amount: {
    label: 'Broken amount',
    unit: 'paise',
    formula: 'Amounts of the promises due on the day that were broken',
  },
  payments: { label: 'Payments', unit: 'number', formula: 'Payments of the day without reversed ones' },
  paid: { label: 'Collected', unit: 'paise', formula: 'Amounts of the payments of the day without reversed ones' },
  cash: { label: 'Collected in cash', unit: 'paise', formula: 'Of what was collected, the cash' },
} as const satisfies Record<string, DaySumFacts>;
export type DaySum = keyof typeof DAY_SUMS;
export const DAY_SUM_NAMES = Object.keys(DAY_SUMS) as DaySum[];
