/** What is wrong with sorting rules while they are written. Apart from the order, which phones load. */
import { contradicts } from './allocation/conditions';
import type { SortingRule } from './work-order';

export const SORTING_FAULTS = ['takes-nothing', 'contradiction', 'hidden'] as const;
export type SortingFault = (typeof SORTING_FAULTS)[number];

/** What is wrong with each rule of a list while it is written, by rule id. */
export function sortingFaults(rules: readonly SortingRule[]): Map<string, SortingFault> {
  const hides = (earlier: SortingRule, rule: SortingRule) =>
    earlier.active &&
    (earlier.work === 'both' || earlier.work === rule.work) &&
    earlier.condition.some((terms) => terms.length === 0);
  return new Map(
    rules.flatMap((rule, at): [string, SortingFault][] => {
      if (rule.condition.length === 0) return [[rule.id, 'takes-nothing']];
      if (rule.condition.every(contradicts)) return [[rule.id, 'contradiction']];
      return rules.slice(0, at).some((earlier) => hides(earlier, rule)) ? [[rule.id, 'hidden']] : [];
    }),
  );
}
