/** The lists of specification section 7 "Profiles" that ask for people by who made or leads them. */
import type { PersonRow } from '../../../core/contract/people';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { peopleScope } from '../loans';
import { isAmongPeople, peopleRows } from './repository';

const WORKERS = "upper(u.role) in ('COLLECTOR', 'CRM_TELECALLER', 'CRM_FIELDAGENT')";
const COLLECTORS = "upper(u.role) in ('COLLECTOR', 'CRM_TELECALLER')";
const below = (ancestor: string) =>
  `exists (select 1 from user_tree t where t.tenant_id = u.tenant_id and t.ancestor_id = ${ancestor}::uuid and t.descendant_id = u.id and t.depth > 0)`;

export const collectors = (tx: Tx, actor: Actor, createdBy: string | undefined): Promise<PersonRow[]> =>
  peopleRows(tx, actor, (use) => [WORKERS, ...(createdBy ? [`u.created_by = ${use(createdBy)}::uuid`] : [])]);

/** Throws `not-found` for a manager who is none of the caller's people. */
export async function collectorsUnder(
  tx: Tx,
  actor: Actor,
  managerId: string,
  more: { active?: boolean; clientName?: string | undefined; role?: 'CRM_FIELDAGENT' } = {},
): Promise<PersonRow[]> {
  if (!(await isAmongPeople(tx, actor, managerId))) throw new ApiError('not-found');
  return peopleRows(tx, actor, (use) => [
    more.role ? `upper(u.role) = ${use(more.role)}` : COLLECTORS,
    below(use(managerId)),
    ...(more.active ? ['u.active'] : []),
    ...(more.clientName
      ? [
          `exists (select 1 from clients c where c.tenant_id = u.tenant_id and lower(c.name) = lower(${use(more.clientName)}) and (c.id = u.client_id or c.id = any(u.client_ids)))`,
        ]
      : []),
  ]);
}

export async function allocations(tx: Tx, actor: Actor, createdBy: string | undefined) {
  const parameters: unknown[] = [actor.tenantId];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const by = createdBy ? `and u.created_by = $${parameters.push(createdBy)}::uuid` : '';
  const rows = await tx.query<{
    id: string;
    full_name: string;
    role: string;
    loans: number;
    pos: number;
    last_assigned: string | null;
  }>(
    `select u.id, u.full_name, u.role, count(l.id) as loans, coalesce(sum(l.pos_paise), 0)::bigint as pos,
            max(h.assigned_at) as last_assigned
       from users u
       left join loan_assignments h on h.tenant_id = u.tenant_id and h.profile_id = u.id and h.ended_at is null
            and h.kind in ('collector', 'field_agent')
       left join loans l on l.tenant_id = h.tenant_id and l.id = h.loan_id and l.state = 'active'
      where u.tenant_id = $1::uuid and u.active and ${WORKERS} and ${scope} ${by}
      group by u.id, u.full_name, u.role order by lower(u.full_name), u.id limit 2000`,
    parameters,
  );
  return rows.map((row) => ({
    collectorId: row.id,
    fullName: row.full_name,
    role: row.role,
    loans: row.loans,
    posPaise: row.pos,
    lastAssignedAt: row.last_assigned,
  }));
}
