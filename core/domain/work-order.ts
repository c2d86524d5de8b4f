/**
 * In which order somebody's loans are worked: an ordered list of sorting rules. A loan stands under the first rule that takes it, and among
 * those of its rule by what the rule orders by; what no rule takes comes last. The phone orders by this, and the server's SQL means the same
 * (server/modules/work-order/sql.ts; a test asks both).
 */
import type { Loan } from '../contract/loans';
import { meets, type TermOf } from './allocation/terms';
import { type Day, dayOf, daysBetween } from './dates';

export const ORDER_LISTED = ['product', 'bucket', 'language', 'pincode', 'lastCode'] as const;
/** Money is paise. `…In`: days from today until then, negative once it is past; `…For`: days since then, 0 is today. */
export const ORDER_NUMBERS = [
  'dpd',
  'pos',
  'overdue',
  'attempts30d',
  'promiseIn',
  'brokenFor',
  'visitIn',
  'contactedFor',
  'visitedFor',
] as const;
export const ORDER_FACTS = ['callbackDue', 'legal', 'untouched'] as const;
export type OrderTerm = TermOf<
  (typeof ORDER_LISTED)[number],
  (typeof ORDER_NUMBERS)[number],
  (typeof ORDER_FACTS)[number]
>;

export const ORDER_KEYS = [
  'pos',
  'overdue',
  'dpd',
  'promiseAmount',
  'promiseOn',
  'callbackAt',
  'visitOn',
  'lastContact',
  'lastVisit',
  'attempts30d',
] as const;
export type OrderKey = (typeof ORDER_KEYS)[number];
export interface OrderBy {
  key: OrderKey;
  dir: 'asc' | 'desc';
}

/** Whose list a rule is for: telecallers', field agents', or both. */
export const ORDER_WORK = ['both', 'calls', 'visits'] as const;
export type OrderWork = (typeof ORDER_WORK)[number];

export interface SortingRule {
  id: string;
  name: string;
  active: boolean;
  work: OrderWork;
  /** Any of the groups, in which all terms hold; a group without terms takes every loan. */
  condition: OrderTerm[][];
  by: OrderBy[];
}

/** What the order asks of a loan. Money is paise. */
export interface OrderFacts {
  id: string;
  product: string;
  bucket: string;
  language: string;
  pincode: string | null;
  legal: boolean;
  dpd: number;
  pos: number;
  overdue: number;
  attempts30d: number;
  /** The newest promise. */
  promise: { dueOn: Day; amountPaise: number; status: 'open' | 'kept' | 'broken' } | null;
  nextVisitOn: Day | null;
  /** Instants: the newest record of any kind, with its code; the newest visit; when to call back. */
  last: { at: string; code: string } | null;
  lastVisitAt: string | null;
  callbackAt: string | null;
}

type OrderedLoan = Pick<
  Loan,
  | 'id'
  | 'product'
  | 'bucket'
  | 'borrower'
  | 'addresses'
  | 'flags'
  | 'dpd'
  | 'posPaise'
  | 'overduePaise'
  | 'attempts30d'
  | 'ptp'
  | 'nextVisitOn'
  | 'recent'
  | 'lastVisit'
  | 'callbackAt'
>;

/** `more`: what a device knows beyond the loan that it was sent. */
export const orderFacts = (
  loan: OrderedLoan,
  more: Partial<Pick<OrderFacts, 'last' | 'callbackAt'>> = {},
): OrderFacts => ({
  id: loan.id,
  product: loan.product,
  bucket: loan.bucket,
  language: loan.borrower.language,
  pincode: loan.addresses[0]?.pincode ?? null,
  legal: loan.flags.legal,
  dpd: loan.dpd,
  pos: loan.posPaise,
  overdue: loan.overduePaise,
  attempts30d: loan.attempts30d,
  promise: loan.ptp,
  nextVisitOn: loan.nextVisitOn,
  last: newest(loan.recent),
  lastVisitAt: loan.lastVisit?.at ?? null,
  callbackAt: loan.callbackAt ?? null,
  ...more,
});

/** Records travel in the order in which they were received; the newest is the one that was made last. */
function newest(recent: OrderedLoan['recent']): OrderFacts['last'] {
  let [last] = recent;
  for (const one of recent) if (last && Date.parse(one.at) > Date.parse(last.at)) last = one;
  return last ?? null;
}

/** The tenant's day and zone. */
export interface OrderDay {
  today: Day;
  zone: string;
}

const sinceDay = (at: string | null | undefined, { today, zone }: OrderDay) =>
  at ? daysBetween(dayOf(at, zone), today) : null;

const VALUES: Record<OrderTerm['field'], (loan: OrderFacts, day: OrderDay) => string | number | boolean | null> = {
  product: (loan) => loan.product,
  bucket: (loan) => loan.bucket,
  language: (loan) => loan.language,
  pincode: (loan) => loan.pincode,
  lastCode: (loan) => loan.last?.code ?? null,
  dpd: (loan) => loan.dpd,
  pos: (loan) => loan.pos,
  overdue: (loan) => loan.overdue,
  attempts30d: (loan) => loan.attempts30d,
  promiseIn: ({ promise }, { today }) => (promise?.status === 'open' ? daysBetween(today, promise.dueOn) : null),
  // The server marks what was not kept at night; a phone knows it by the day.
  brokenFor: ({ promise }, { today }) =>
    promise?.status === 'broken' || (promise?.status === 'open' && promise.dueOn < today)
      ? daysBetween(promise.dueOn, today)
      : null,
  visitIn: (loan, { today }) => (loan.nextVisitOn ? daysBetween(today, loan.nextVisitOn) : null),
  contactedFor: (loan, day) => sinceDay(loan.last?.at, day),
  visitedFor: (loan, day) => sinceDay(loan.lastVisitAt, day),
  callbackDue: (loan, { today, zone }) => loan.callbackAt !== null && dayOf(loan.callbackAt, zone) <= today,
  legal: (loan) => loan.legal,
  untouched: (loan) => loan.last === null,
};

const EPOCH: Day = '1970-01-01';
const owedPromise = ({ promise }: OrderFacts) => (promise && promise.status !== 'kept' ? promise : null);
const KEYS: Record<OrderKey, (loan: OrderFacts) => number | null> = {
  pos: (loan) => loan.pos,
  overdue: (loan) => loan.overdue,
  dpd: (loan) => loan.dpd,
  attempts30d: (loan) => loan.attempts30d,
  promiseAmount: (loan) => owedPromise(loan)?.amountPaise ?? null,
  promiseOn: (loan) => {
    const promise = owedPromise(loan);
    return promise && daysBetween(EPOCH, promise.dueOn);
  },
  callbackAt: (loan) => (loan.callbackAt ? Date.parse(loan.callbackAt) : null),
  visitOn: (loan) => (loan.nextVisitOn ? daysBetween(EPOCH, loan.nextVisitOn) : null),
  // Nobody has waited longer than who was never reached.
  lastContact: (loan) => (loan.last ? Date.parse(loan.last.at) : Number.NEGATIVE_INFINITY),
  lastVisit: (loan) => (loan.lastVisitAt ? Date.parse(loan.lastVisitAt) : Number.NEGATIVE_INFINITY),
};

/** What is not there comes last, whichever way. */
function keyOf({ key, dir }: OrderBy, loan: OrderFacts): number {
  const value = KEYS[key](loan);
  if (value === null) return Number.POSITIVE_INFINITY;
  return dir === 'desc' ? -value : value;
}

export interface Place {
  /** Of the rules that were asked, from 0; their number for a loan that none of them takes. */
  rule: number;
  /** Smaller comes first. */
  keys: readonly number[];
}

/** The rules that are in force for such work. */
export const rulesFor = (
  rules: readonly SortingRule[] | undefined,
  work: Exclude<OrderWork, 'both'>,
): readonly SortingRule[] =>
  (rules ?? []).filter((rule) => rule.active && (rule.work === work || rule.work === 'both'));

/** Where each loan stands. `otherwise` orders what no rule takes, and what its rule leaves equal. */
export function placing(
  rules: readonly Pick<SortingRule, 'condition' | 'by'>[],
  otherwise: readonly OrderBy[],
  day: OrderDay,
): (loan: OrderFacts) => Place {
  const by = [...rules.map((rule) => [...rule.by, ...otherwise]), otherwise];
  return (loan) => {
    const at = rules.findIndex(({ condition }) =>
      condition.some((terms) => terms.every((term) => meets(term, VALUES[term.field](loan, day)))),
    );
    const rule = at < 0 ? rules.length : at;
    return { rule, keys: (by[rule] ?? []).map((one) => keyOf(one, loan)) };
  };
}

/** A total order of places; only loans that nothing tells apart are equal (0), and their ids decide. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.rule !== b.rule) return a.rule - b.rule;
  for (let at = 0; at < a.keys.length; at += 1) {
    const [left = 0, right = 0] = [a.keys[at], b.keys[at]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

const HIGHEST_OVERDUE: OrderBy = { key: 'overdue', dir: 'desc' };
const upTo = (field: (typeof ORDER_NUMBERS)[number], to: number | null, from: number | null = null): OrderTerm => ({
  field,
  from,
  to,
  not: false,
});
const NOT_VISITED_TODAY: OrderTerm = { ...upTo('visitedFor', 0, 0), not: true };

/** A field agent's list before a tenant has written rules: what is due and was not visited today, each by the largest overdue amount. */
export const VISIT_ORDER: readonly Pick<SortingRule, 'condition' | 'by'>[] = [
  [upTo('promiseIn', 0, 0), NOT_VISITED_TODAY],
  [upTo('promiseIn', -1), NOT_VISITED_TODAY],
  [upTo('visitIn', 0), NOT_VISITED_TODAY],
].map((terms) => ({ condition: [terms], by: [] }));
export const VISITS_OTHERWISE: readonly OrderBy[] = [HIGHEST_OVERDUE];
/** Without a dialing process: open promises first. */
export const CALL_ORDER: typeof VISIT_ORDER = [{ condition: [[upTo('promiseIn', null)]], by: [] }];
export const CALLS_OTHERWISE: readonly OrderBy[] = [{ key: 'dpd', dir: 'desc' }];
