/** A rule while it is written. */
import {
  type AllocationRule,
  type AnyTerm,
  EVEN_WEIGHTS,
  FACT_FIELDS,
  LISTED_FIELDS,
  NUMBER_FIELDS,
  type Term,
} from '../../../core/domain/allocation';
import { uuidv7 } from '../../../core/domain/ids';
import {
  ORDER_FACTS,
  ORDER_LISTED,
  ORDER_NUMBERS,
  type OrderTerm,
  type SortingRule,
} from '../../../core/domain/work-order';

/** What conditions of such rules may ask, and a term that asks nothing yet. */
export interface Asking<T extends AnyTerm> {
  fields: readonly T['field'][];
  fresh: (field: T['field']) => T;
}

const one = <F extends string>(list: readonly F[], field: string): F | undefined => list.find((name) => name === field);

export const ALLOCATION_ASKS: Asking<Term> = {
  fields: [...LISTED_FIELDS, ...NUMBER_FIELDS, ...FACT_FIELDS],
  fresh(field) {
    const [listed, number] = [one(LISTED_FIELDS, field), one(NUMBER_FIELDS, field)];
    if (listed) return { field: listed, values: [], not: false };
    if (number) return { field: number, from: null, to: null, not: false };
    return { field: one(FACT_FIELDS, field) ?? 'untouched', not: false };
  },
};
export const SORTING_ASKS: Asking<OrderTerm> = {
  fields: [...ORDER_NUMBERS, ...ORDER_LISTED, ...ORDER_FACTS],
  fresh(field) {
    const [listed, number] = [one(ORDER_LISTED, field), one(ORDER_NUMBERS, field)];
    if (listed) return { field: listed, values: [], not: false };
    if (number) return { field: number, from: null, to: null, not: false };
    return { field: one(ORDER_FACTS, field) ?? 'untouched', not: false };
  },
};

export const newRule = (name: string): AllocationRule => ({
  id: uuidv7(),
  name,
  active: true,
  condition: [[]],
  kind: 'collector',
  target: { of: 'team', ids: [] },
  method: 'least-loaded',
  weights: EVEN_WEIGHTS,
  keepPresent: true,
  mostLoans: null,
  mostPos: null,
  needsDra: false,
  needsPresence: false,
  from: null,
  until: null,
});

export const newSortingRule = (name: string): SortingRule => ({
  id: uuidv7(),
  name,
  active: true,
  work: 'both',
  condition: [[]],
  by: [],
});

/** With a share for each of the chosen, where shares are dealt: even ones until somebody changes one; then whoever is new gets of what is left. */
export function withShares(rule: AllocationRule): AllocationRule {
  if (rule.method !== 'share') return { ...rule, shares: undefined };
  const { of, ids } = rule.target;
  const chosen = of === 'chosen' ? ids : [];
  const before = rule.shares ?? [];
  const evenOf = (count: number) => Math.floor(100 / Math.max(1, count));
  const isEven = before.length !== chosen.length && before.every(({ percent }) => percent === evenOf(before.length));
  const kept = before.filter(({ id }) => chosen.includes(id));
  const left = 100 - kept.reduce((sum, { percent }) => sum + percent, 0);
  const part = isEven
    ? evenOf(chosen.length)
    : Math.max(1, Math.floor(left / Math.max(1, chosen.length - kept.length)));
  return {
    ...rule,
    target: { of: 'chosen', ids: chosen },
    shares: chosen.map((id) => {
      const own = kept.find((share) => share.id === id) ?? { id, percent: part, mostLoans: null, mostPos: null };
      return isEven ? { ...own, percent: part } : own;
    }),
  };
}

/** A term that says nothing yet, or a rule without a name. */
export const isUnfinished = (rule: { name: string; condition: readonly (readonly AnyTerm[])[] }): boolean =>
  rule.name.trim() === '' || rule.condition.flat().some((term) => 'values' in term && term.values.length === 0);

/** One place up (-1) or down (1); the same list where there is no such place. */
export function moved<T>(list: readonly T[], at: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one === undefined || to < 0 || to > next.length) return [...list];
  next.splice(to, 0, one);
  return next;
}

export const replaced = <T>(list: readonly T[], at: number, one: T): T[] =>
  list.map((held, place) => (place === at ? one : held));
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at);
