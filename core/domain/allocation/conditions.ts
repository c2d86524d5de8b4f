/** Which loans a rule takes: any of several groups, in each of which all terms hold (specification 2.3; every and/or/not can be written so). */
import type { Day } from '../dates';
import { type AnyTerm, meets, type TermOf } from './terms';

/** What rules may ask of a loan. Money is paise, days past due are whole days. */
export interface BookLoan {
  clientId: string;
  portfolioId: string;
  product: string;
  bucket: string;
  dpd: number;
  pos: number;
  overdue: number;
  /** Records of every kind since the loan is here, and visits among them. */
  attempts: number;
  visits: number;
  brokenPromises: number;
  /** Percent: the chance to pay within a month by the Advanced Predictor; null for a loan without a score. */
  propensity: number | null;
  /** Of the borrower's first address; null without one. */
  pincode: string | null;
  language: string;
  /** The code of the newest record; null for a loan nobody has worked. */
  lastCode: string | null;
  /** The newest promise. */
  brokenPromise: boolean;
  legal: boolean;
}

export const LISTED_FIELDS = ['client', 'portfolio', 'product', 'bucket', 'language', 'pincode', 'lastCode'] as const;
export const NUMBER_FIELDS = ['dpd', 'pos', 'overdue', 'attempts', 'visits', 'brokenPromises', 'propensity'] as const;
/** Typed in rupees and kept in paise. */
export const MONEY_FIELDS: readonly string[] = ['pos', 'overdue'];
export const FACT_FIELDS = ['brokenPromise', 'legal', 'untouched'] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];
export type NumberField = (typeof NUMBER_FIELDS)[number];
export type FactField = (typeof FACT_FIELDS)[number];

export type Term = TermOf<ListedField, NumberField, FactField>;
/** No group at all takes nothing; a group without terms takes every loan. */
export type Condition = Term[][];

const VALUES: Record<Term['field'], (loan: BookLoan) => string | number | boolean | null> = {
  client: (loan) => loan.clientId,
  portfolio: (loan) => loan.portfolioId,
  product: (loan) => loan.product,
  bucket: (loan) => loan.bucket,
  language: (loan) => loan.language,
  pincode: (loan) => loan.pincode,
  lastCode: (loan) => loan.lastCode,
  dpd: (loan) => loan.dpd,
  pos: (loan) => loan.pos,
  overdue: (loan) => loan.overdue,
  attempts: (loan) => loan.attempts,
  visits: (loan) => loan.visits,
  brokenPromises: (loan) => loan.brokenPromises,
  propensity: (loan) => loan.propensity,
  brokenPromise: (loan) => loan.brokenPromise,
  legal: (loan) => loan.legal,
  untouched: (loan) => loan.lastCode === null,
};

export const takes = (condition: Condition, loan: BookLoan): boolean =>
  condition.some((terms) => terms.every((term) => meets(term, VALUES[term.field](loan))));

/** The smallest and largest days past due of a bucket. */
const BUCKET_DPD: Record<string, [number, number]> = {
  '0-30': [0, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  '91-180': [91, 180],
  '180-360': [181, 360],
  '360+': [361, Number.POSITIVE_INFINITY],
};

/** Whether terms that must all hold exclude each other, so that no loan can ever match. */
export function contradicts(terms: readonly AnyTerm[]): boolean {
  const facts = terms.filter((term) => !('values' in term) && !('from' in term));
  if (facts.some((one) => facts.some((other) => one.field === other.field && one.not !== other.not))) return true;
  for (const field of new Set(terms.map((term) => term.field))) {
    const sets = terms.flatMap((term) => ('values' in term && term.field === field && !term.not ? [term.values] : []));
    const [first, ...rest] = sets;
    if (!first) continue;
    const out = new Set(
      terms.flatMap((term) => ('values' in term && term.field === field && term.not ? term.values : [])),
    );
    const fits = (value: string, values: readonly string[]) =>
      field === 'pincode'
        ? values.some((start) => value.startsWith(start) || start.startsWith(value))
        : values.includes(value);
    if (!first.some((value) => !out.has(value) && rest.every((values) => fits(value, values)))) return true;
    if (field === 'lastCode' && terms.some((term) => term.field === 'untouched' && !term.not)) return true;
  }
  for (const field of new Set(terms.map((term) => term.field))) {
    const spans = terms.flatMap((term) => ('from' in term && term.field === field && !term.not ? [term] : []));
    const from = Math.max(Number.NEGATIVE_INFINITY, ...spans.map((span) => span.from ?? Number.NEGATIVE_INFINITY));
    const to = Math.min(Number.POSITIVE_INFINITY, ...spans.map((span) => span.to ?? Number.POSITIVE_INFINITY));
    if (from > to) return true;
    if (field !== 'dpd') continue;
    for (const term of terms) {
      if (term.field !== 'bucket' || term.not || !('values' in term)) continue;
      const inside = (bucket: string) => {
        const [low, high] = BUCKET_DPD[bucket] ?? [0, Number.POSITIVE_INFINITY];
        return low <= to && high >= from;
      };
      if (!term.values.some(inside)) return true;
    }
  }
  return false;
}

/** Whether something that is in force from one day until another (both inclusive, null is open) is so on a day. */
export const inForce = ({ from, until }: { from: Day | null; until: Day | null }, today: Day): boolean =>
  (from === null || from <= today) && (until === null || until >= today);
