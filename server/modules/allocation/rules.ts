/** The rules of a tenant in versions; all SQL of them is here. */

import type { RuleSet, uploadAllocationRules } from '../../../core/contract/allocation';
import type { RequestOf } from '../../../core/contract/kit';
import { type AllocationRule, type RuleFault, ruleFaults } from '../../../core/domain/allocation';
import { isId } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { processRefusals } from '../predictive';
import { agencyRefusal, ruleSets } from '../tenants';
import { namesOf } from './book';

const sets = ruleSets<AllocationRule>({
  table: 'allocation_rule_sets',
  action: 'allocation.rules-saved',
  subject: 'allocation-rules',
});
export const findRules = sets.find;
export const ruleVersions = sets.versions;

/** What a run goes by: the tenant's rules of its version, or the one that it was asked for itself. */
export const rulesOfRun = async (
  tx: Tx,
  tenantId: string,
  { plan, rules_version }: { plan: { rule: AllocationRule } | null; rules_version: number },
): Promise<AllocationRule[]> => (plan ? [plan.rule] : ((await findRules(tx, tenantId, rules_version))?.rules ?? []));

const mentioned = (rules: readonly AllocationRule[]): string[] =>
  rules.flatMap(({ target, condition }) => [
    ...target.ids,
    ...condition
      .flat()
      .flatMap((term) =>
        'values' in term && (term.field === 'client' || term.field === 'portfolio') ? term.values : [],
      ),
  ]);

/** Throws `not-found` for a version that nobody saved. */
export async function presentRules(tx: Tx, tenantId: string, version?: number): Promise<RuleSet> {
  const set = await sets.present(tx, tenantId, version);
  return { ...set, names: Object.fromEntries(await namesOf(tx, tenantId, mentioned(set.rules).filter(isId))) };
}

const FAULT_WORDS: Record<RuleFault, string> = {
  'takes-nothing': 'This rule takes no loan',
  contradiction: 'Its conditions exclude each other: no loan can match',
  'no-target': 'Choose who gets the loans',
  shares: 'Give each of the chosen a percentage, a hundred in all or less',
  method: 'Loans for processes are given in turns, to whoever has least, or by percentages',
  'ends-before-it-begins': 'It ends before it begins',
  hidden: 'An earlier rule takes every loan, so nothing is left for it',
};

/** Throws `invalid` for rules that could never do what they say: each fault under the rule's place in the list. */
export async function checkRules(tx: Tx, tenantId: string, rules: readonly AllocationRule[]): Promise<void> {
  const faults = ruleFaults(rules);
  const fields: { path: string; message: string }[] = [];
  const kinds = await tx.query<{ id: string; kind: string }>(
    `select id, 'person' as kind from users where tenant_id = $1 and id = any($2::uuid[])
     union all select id, 'agency' from agencies where tenant_id = $1 and id = any($2::uuid[])
     union all select id, 'process' from dial_processes where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(rules.flatMap(({ target }) => target.ids))]],
  );
  const known = new Map(kinds.map(({ id, kind }) => [id, kind]));
  const refusals = new Map<string, string | undefined>();
  for (const [at, rule] of rules.entries()) {
    const fault = faults.get(rule.id);
    if (fault) fields.push({ path: `rules.${at}`, message: FAULT_WORDS[fault] });
    if (rule.kind === 'process') {
      if (rule.target.of !== 'chosen') fields.push({ path: `rules.${at}.target`, message: 'Choose the processes' });
      for (const message of rule.active ? await processRefusals(tx, rule.target.ids) : [])
        fields.push({ path: `rules.${at}.target`, message });
    }
    const wanted =
      rule.kind === 'process' ? 'process' : rule.kind === 'agency' || rule.target.of === 'agency' ? 'agency' : 'person';
    for (const id of rule.target.ids) {
      if (known.get(id) !== wanted) fields.push({ path: `rules.${at}.target`, message: 'Not known here' });
      else if (wanted === 'agency') {
        if (!refusals.has(id)) refusals.set(id, await agencyRefusal(tx, id));
        const refusal = refusals.get(id);
        if (refusal && rule.active) fields.push({ path: `rules.${at}.target`, message: refusal });
      }
    }
  }
  if (new Set(rules.map(({ id }) => id)).size < rules.length)
    fields.push({ path: 'rules', message: 'Two rules have the same id' });
  if (fields.length > 0) throw new ApiError('invalid', { fields });
}

/** Throws `invalid` as above, and `conflict` when somebody saved a version since the one these were made from. */
export async function saveRules(
  tx: Tx,
  actor: Actor,
  body: RequestOf<typeof uploadAllocationRules>['body'],
  now: Date,
): Promise<RuleSet> {
  await checkRules(tx, actor.tenantId, body.rules);
  await sets.save(tx, actor, body, now);
  return presentRules(tx, actor.tenantId);
}
