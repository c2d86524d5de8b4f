/** The sorting rules of a tenant: kept, checked, and as those ask for them who order by them. */

import type { RequestOf } from '../../../core/contract/kit';
import type { saveSortingRules } from '../../../core/contract/sorting-rules';
import { type SortingFault, sortingFaults } from '../../../core/domain/sorting-faults';
import type { SortingRule } from '../../../core/domain/work-order';
import type { Database, Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { type Believed, believed, ruleSets } from '../tenants';

export const sortingSets = ruleSets<SortingRule>({
  table: 'sorting_rule_sets',
  action: 'sorting-rules.saved',
  subject: 'sorting-rules',
});

interface WorkOrder {
  /** 0 before anything was saved. */
  version: number;
  rules: readonly SortingRule[];
}

const books = new WeakMap<Database, Believed<WorkOrder>>();

/** The rules in force, the same for everybody in this process who asks; other processes see a change within seconds. */
export function workOrderOf(db: Database): Believed<WorkOrder> {
  const known =
    books.get(db) ??
    believed((tenantId) =>
      db.transaction({ tenantId }, async (tx) => {
        const set = await sortingSets.find(tx, tenantId);
        return { version: set?.version ?? 0, rules: set?.rules ?? [] };
      }),
    );
  books.set(db, known);
  return known;
}

const FAULT_WORDS: Record<SortingFault, string> = {
  'takes-nothing': 'This rule takes no loan',
  contradiction: 'Its conditions exclude each other: no loan can match',
  hidden: 'An earlier rule takes every loan, so nothing is left for it',
};

/** Throws `invalid` for rules that could never do what they say: each fault under the rule's place in the list. */
export function checkSorting(rules: readonly SortingRule[]): void {
  const faults = sortingFaults(rules);
  const fields = rules.flatMap(({ id }, at) => {
    const fault = faults.get(id);
    return fault ? [{ path: `rules.${at}`, message: FAULT_WORDS[fault] }] : [];
  });
  if (new Set(rules.map(({ id }) => id)).size < rules.length)
    fields.push({ path: 'rules', message: 'Two rules have the same id' });
  if (fields.length > 0) throw new ApiError('invalid', { fields });
}

export async function saveSorting(tx: Tx, actor: Actor, body: RequestOf<typeof saveSortingRules>['body'], now: Date) {
  checkSorting(body.rules);
  await sortingSets.save(tx, actor, body, now);
  return sortingSets.present(tx, actor.tenantId);
}
