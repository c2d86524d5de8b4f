/** A rule while it is written. */
import {
  type AllocationRule,
  EVEN_WEIGHTS,
  FACT_FIELDS,
  LISTED_FIELDS,
  NUMBER_FIELDS,
  type Term,
} from '../../../core/domain/allocation';
import { uuidv7 } from '../../../core/domain/ids';

export const FIELDS: readonly Term['field'][] = [...LISTED_FIELDS, ...NUMBER_FIELDS, ...FACT_FIELDS];

export function newTerm(field: Term['field']): Term {
  const listed = LISTED_FIELDS.find((one) => one === field);
  if (listed) return { field: listed, values: [], not: false };
  const number = NUMBER_FIELDS.find((one) => one === field);
  if (number) return { field: number, from: null, to: null, not: false };
  const fact = FACT_FIELDS.find((one) => one === field);
  return { field: fact ?? 'untouched', not: false };
}

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

/** A term that says nothing yet, or a rule without a name. */
export const isUnfinished = (rule: AllocationRule): boolean =>
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
