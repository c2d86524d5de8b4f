/** What is counted of the last weeks beside the figures of a day (domain 1.13): when and how borrowers answer, what becomes of promises and of loans. */

import { ROLES, type Role } from './roles';

const TENANT_ADMINS: readonly Role[] = ['CRM_TENANTADMIN', 'TENANT_ADMIN', 'CRM_SUPERADMIN', 'SUPER_ADMIN'];
/** Section 6, menu visibility: whoever is neither tenant admin nor super admin. */
export const INSIGHT_ROLES: readonly Role[] = ROLES.filter((role) => !TENANT_ADMINS.includes(role));
/** Days that are looked back on; the day of the count is not one of them. */
export const INSIGHT_DAYS = 30;
/** Months of a cohort that are followed, the one that found it included. */
export const COHORT_MONTHS = 6;
/** Keys of pincodes and reasons that are shown one by one. */
export const MOST_KEYS = 20;

/** Specification 9: which of the two screens a tenant has. */
export const SUBSCRIPTIONS = ['primary_explorar', 'secondry'] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

/** Days from promise to due day. */
export const PROMISE_AGES = ['0-1', '2-3', '4-7', '8-15', '16+'] as const;
/** Months since the loan was paid out. */
export const VINTAGES = ['0-6', '7-12', '13-24', '25-36', '37+'] as const;
/** The first number of a borrower, the second, the third, any later one. */
export const PHONE_RANKS = ['1', '2', '3', '4'] as const;

interface InsightFacts {
  label: string;
  /** What it is counted from, in the words of the screens. */
  formula: string;
  /** What a cell's `base`, `first` and `second` are. */
  measures: readonly [base: string, first: string, second: string];
  unit: 'number' | 'paise';
}

const contact = { measures: ['Attempts', 'Connected', 'Right-party contacts'], unit: 'number' } as const;
export const INSIGHT_FIGURES = {
  phone: {
    label: 'Contactability by phone',
    formula: 'Calls of the last 30 days by the place that the number has among the borrower’s numbers',
    ...contact,
  },
  vintage: {
    label: 'Contactability by vintage',
    formula: 'Calls and visits of the last 30 days by the months since the loan was paid out',
    ...contact,
  },
  pincode: {
    label: 'Contactability by pincode',
    formula: 'Calls and visits of the last 30 days by the pincode of the borrower’s first address',
    ...contact,
  },
  hour: {
    label: 'Connects by day and hour',
    formula: 'Calls of the last 30 days by the weekday and hour at which they were made',
    ...contact,
  },
  promise: {
    label: 'Age of promises',
    formula: 'Promises that fell due in the last 30 days by the days between promise and due day',
    measures: ['Promises due', 'Kept', 'Broken'],
    unit: 'number',
  },
  bounce: {
    label: 'Reasons of bounces',
    formula: 'Open loans by the reason of their last bounce, as the lender’s file says it',
    measures: ['Accounts', 'POS', 'Overdue'],
    unit: 'paise',
  },
  cohort: {
    label: 'Cohorts',
    formula:
      'Loans by the month whose opening found them first: what they paid in it and in each month after it, of their principal then',
    measures: ['Principal', 'Collected', 'Accounts'],
    unit: 'paise',
  },
} as const satisfies Record<string, InsightFacts>;
export type InsightFigure = keyof typeof INSIGHT_FIGURES;
export const INSIGHTS = Object.keys(INSIGHT_FIGURES) as [InsightFigure, ...InsightFigure[]];

/** `at`: the hour, or how many months after its first the cohort is looked at. An empty key is not known, `other` all keys beyond those shown. */
export interface InsightCell {
  key: string;
  at: number;
  base: number;
  first: number;
  second: number;
}

/** Of each cohort the share of its principal that was paid up to each month; null for months that are not there yet. */
export function cohortCurves(
  cells: readonly InsightCell[],
): { key: string; principal: number; shares: (number | null)[] }[] {
  return [...new Set(cells.map(({ key }) => key))].sort().map((key) => {
    const own = cells.filter((cell) => cell.key === key);
    const principal = Math.max(0, ...own.map(({ base }) => base));
    let paid = 0;
    const shares = Array.from({ length: COHORT_MONTHS }, (_, at) => {
      const cell = own.find((one) => one.at === at);
      if (!cell || principal === 0) return null;
      paid += cell.first;
      return paid / principal;
    });
    return { key, principal, shares };
  });
}

/** Sunday last: 1 to 7, as the database numbers the days of a week. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;
