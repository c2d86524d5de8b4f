/** What the plan of a rehearsal is made from, and the names in its summary. */
import type { RunSummary } from '../../../core/contract/allocation';
import {
  type AllocationRule,
  inForce,
  type Load,
  RULE_KINDS,
  type RuleKind,
  type RuleMembers,
} from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { candidatesOf, loadsOf, namesOf } from './book';
import type { Prepared, Rehearsed } from './plan';

/** What everybody holds of the loans of a book, by kind. */
export type HeldOfBook = ReadonlyMap<RuleKind, Map<string, Load>>;

/**
 * The rules in force today with whom they may give loans to, by kind; kinds without a rule are left out. A month that is replayed knows
 * no other loans than those of its book.
 */
export async function prepare(
  tx: Tx,
  actor: Actor,
  rules: readonly AllocationRule[],
  today: Day,
  held: HeldOfBook,
  replayed: boolean,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const kind of RULE_KINDS) {
    const own = rules.filter((rule) => rule.kind === kind && rule.active && inForce(rule, today));
    // Nothing is kept of what a process had to call when a month began.
    if (own.length === 0 || (kind === 'process' && replayed)) continue;
    const members: RuleMembers[] = [];
    for (const rule of own) members.push({ rule, candidates: await candidatesOf(tx, actor, rule, today) });
    const ofBook = held.get(kind) ?? new Map<string, Load>();
    const holders = new Set(members.flatMap(({ candidates }) => candidates.map(({ id }) => id)));
    for (const id of ofBook.keys()) holders.add(id);
    const loads = replayed ? ofBook : await loadsOf(tx, actor.tenantId, kind, [...holders]);
    prepared.push({ kind, rules: members, loads });
  }
  return prepared;
}

export async function nameSummary(
  tx: Tx,
  tenantId: string,
  { kinds, rules, holders }: Rehearsed,
  set: readonly AllocationRule[],
  worthMonth: string | null,
): Promise<RunSummary> {
  const names = await namesOf(tx, tenantId, [
    ...holders.map(({ id }) => id),
    ...rules.flatMap(({ excluded }) => excluded.map(({ id }) => id)),
  ]);
  const named = <T extends { id: string }>(one: T) => ({ ...one, name: names.get(one.id) ?? '' });
  return {
    kinds,
    rules: rules.map((one) => ({
      ...one,
      name: set.find(({ id }) => id === one.id)?.name ?? '',
      excluded: one.excluded.map(named),
    })),
    holders: holders.map(named),
    worthMonth,
  };
}
