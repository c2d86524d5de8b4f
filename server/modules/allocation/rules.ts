/** The rules of a tenant in versions; all SQL of them is here. */

import type { RuleSet, uploadAllocationRules } from '../../../core/contract/allocation';
import type { RequestOf } from '../../../core/contract/kit';
import { type AllocationRule, type RuleFault, ruleFaults } from '../../../core/domain/allocation';
import { isId } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { agencyRefusal } from '../tenants';
import { namesOf } from './book';

interface SetRow extends Record<string, unknown> {
  version: number;
  rules: AllocationRule[];
  saved_by: string;
  saved_at: string;
}

/** A version of the rules, the newest when none is named; undefined before anything was saved. */
export async function findRules(tx: Tx, tenantId: string, version?: number): Promise<SetRow | undefined> {
  const [row] = await tx.query<SetRow>(
    `select version, rules, saved_by, saved_at from allocation_rule_sets
      where tenant_id = $1 and ($2::int is null or version = $2) order by version desc limit 1`,
    [tenantId, version ?? null],
  );
  return row;
}

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
  const row = await findRules(tx, tenantId, version);
  if (!row) {
    if (version !== undefined) throw new ApiError('not-found');
    return { version: 0, rules: [], savedBy: null, savedAt: null, names: {} };
  }
  const names = await namesOf(tx, tenantId, [...mentioned(row.rules).filter(isId), row.saved_by]);
  return {
    version: row.version,
    rules: row.rules,
    savedBy: names.get(row.saved_by) ?? null,
    savedAt: row.saved_at,
    names: Object.fromEntries(names),
  };
}

const FAULT_WORDS: Record<RuleFault, string> = {
  'takes-nothing': 'This rule takes no loan',
  contradiction: 'Its conditions exclude each other: no loan can match',
  'no-target': 'Choose who gets the loans',
  'ends-before-it-begins': 'It ends before it begins',
  hidden: 'An earlier rule takes every loan, so nothing is left for it',
};

/** Throws `invalid` for rules that could never do what they say: each fault under the rule's place in the list. */
async function checkRules(tx: Tx, tenantId: string, rules: readonly AllocationRule[]): Promise<void> {
  const faults = ruleFaults(rules);
  const fields: { path: string; message: string }[] = [];
  const kinds = await tx.query<{ id: string; kind: string }>(
    `select id, 'person' as kind from users where tenant_id = $1 and id = any($2::uuid[])
     union all select id, 'agency' from agencies where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(rules.flatMap(({ target }) => target.ids))]],
  );
  const known = new Map(kinds.map(({ id, kind }) => [id, kind]));
  const refusals = new Map<string, string | undefined>();
  for (const [at, rule] of rules.entries()) {
    const fault = faults.get(rule.id);
    if (fault) fields.push({ path: `rules.${at}`, message: FAULT_WORDS[fault] });
    const wanted = rule.kind === 'agency' || rule.target.of === 'agency' ? 'agency' : 'person';
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

/** Throws `conflict` when somebody saved a version since the one these were made from. */
export async function saveRules(
  tx: Tx,
  actor: Actor,
  { version, rules }: RequestOf<typeof uploadAllocationRules>['body'],
  now: Date,
): Promise<RuleSet> {
  await checkRules(tx, actor.tenantId, rules);
  const before = await findRules(tx, actor.tenantId);
  if ((before?.version ?? 0) !== version) throw new ApiError('conflict');
  try {
    await tx.query(
      'insert into allocation_rule_sets (tenant_id, version, rules, saved_by, saved_at) values ($1, $2, $3, $4, $5)',
      [actor.tenantId, version + 1, JSON.stringify(rules), actor.userId, now],
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'allocation_rule_sets_pkey')
      throw new ApiError('conflict');
    throw error;
  }
  await appendAudit(
    tx,
    [
      {
        action: 'allocation.rules-saved',
        subject: 'allocation-rules',
        subjectId: String(version + 1),
        actorId: actor.userId,
        detail: { before: before?.rules ?? [], after: rules },
      },
    ],
    now,
  );
  return presentRules(tx, actor.tenantId);
}

export async function ruleVersions(tx: Tx, tenantId: string) {
  const rows = await tx.query<{ version: number; rules: number; name: string | null; saved_at: string }>(
    `select s.version, jsonb_array_length(s.rules) as rules, s.saved_at,
            (select u.full_name from users u where u.tenant_id = s.tenant_id and u.id = s.saved_by) as name
       from allocation_rule_sets s where s.tenant_id = $1 order by s.version desc limit 20`,
    [tenantId],
  );
  return rows.map(({ version, rules, name, saved_at }) => ({ version, rules, savedBy: name, savedAt: saved_at }));
}
