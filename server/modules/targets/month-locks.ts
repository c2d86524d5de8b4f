/**
 * A month that somebody locked takes no new target either, for whomever that person sets targets. Making targets and locking
 * a month take turns, so that nothing slips in between.
 */

import { parseRole } from '../../../core/domain/roles';
import type { TargetScope } from '../../../core/domain/targets';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { breadthOf } from '../loans';
import type { NewTarget } from './repository';
import { settable } from './repository';

export const LOCKED = 'This month is locked. Ask the one above to open it.';

export interface Subject {
  scope: TargetScope;
  scopeId: string;
}
export const subjectOf = (row: { scope: TargetScope; scope_id: string }): Subject => ({
  scope: row.scope,
  scopeId: row.scope_id,
});
export const subjectKey = ({ scope, scopeId }: Subject): string => `${scope} ${scopeId}`;

const NAME = "hashtextextended('targets:' || current_tenant()::text || $1, 0)";
/** Whoever makes targets of a month; many at once. */
export const shareMonth = (tx: Tx, month: string) => tx.query(`select pg_advisory_xact_lock_shared(${NAME})`, [month]);
/** Whoever locks or opens it, alone. */
export const holdMonth = (tx: Tx, month: string) => tx.query(`select pg_advisory_xact_lock(${NAME})`, [month]);

/** Which of these nobody may be given a new target in that month; keys of `subjectKey`. The month must be held or shared. */
export async function lockedFor(
  tx: Tx,
  actor: Actor,
  month: string,
  subjects: readonly Subject[],
): Promise<Set<string>> {
  const lockers = await tx.query<{
    id: string;
    role: string;
    sub_role: string | null;
    agency_id: string | null;
    client_id: string | null;
    full_name: string;
  }>(
    `select u.id, u.role, u.sub_role, u.agency_id, u.client_id, u.full_name from target_month_locks k
       join users u on u.tenant_id = k.tenant_id and u.id = k.locked_by
      where k.tenant_id = current_tenant() and k.month = $1::date`,
    [month],
  );
  const closed = new Set<string>();
  for (const row of lockers) {
    const role = parseRole(row.role);
    if (!role) continue;
    const { id: userId, sub_role: subRole, agency_id: agencyId, client_id: clientId, full_name: fullName } = row;
    const locker: Actor = { ...actor, userId, role, subRole, agencyId, clientId, fullName };
    for (const subject of await settable(tx, locker, subjects)) closed.add(subjectKey(subject));
  }
  return closed;
}

/** Throws `conflict` where the month is locked for the target's subject; until the transaction ends nobody locks it. */
export async function refuseLockedMonth(
  tx: Tx,
  actor: Actor,
  target: Pick<NewTarget, 'month' | 'scope' | 'scopeId'>,
): Promise<void> {
  await shareMonth(tx, target.month);
  const closed = await lockedFor(tx, actor, target.month, [target]);
  if (closed.size > 0) throw new ApiError('conflict', { message: LOCKED });
}

/** Locks a month for all whom the caller sets targets for, or takes away every lock of the caller and of those below. */
export async function noteLock(tx: Tx, actor: Actor, month: string, at: Date | null): Promise<void> {
  if (at) {
    await tx.query(
      `insert into target_month_locks (tenant_id, month, locked_by, locked_at) values (current_tenant(), $1, $2, $3)
       on conflict do nothing`,
      [month, actor.userId, at],
    );
    return;
  }
  const everybody = breadthOf(actor) === 'tenant';
  await tx.query(
    `delete from target_month_locks k where k.tenant_id = current_tenant() and k.month = $1::date
        and ($3 or exists (select 1 from user_tree t where t.tenant_id = k.tenant_id and t.ancestor_id = $2 and t.descendant_id = k.locked_by))`,
    [month, actor.userId, everybody],
  );
}
