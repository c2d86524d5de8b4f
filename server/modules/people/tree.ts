/**
 * The hierarchy: `users.manager_id` and its closure `user_tree`, which holds everybody below everybody (and each below
 * themselves at depth 0). Both change together, one writer a tenant at a time, so that a person created while their
 * manager is being moved lands under the right ones.
 */
import type { TreeNode } from '../../../core/contract/people';
import { mayLead, type Post } from '../../../core/domain/people';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';
import { postOf, roleOf, WITH_ROLE } from './repository';

/** Until the transaction ends; other tenants do not wait. */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('tree:' || current_tenant()::text, 0))");
}

/** Under `lockTree`. */
export async function plant(tx: Tx, id: string, managerId: string | null): Promise<void> {
  await tx.query(
    `insert into user_tree (tenant_id, ancestor_id, descendant_id, depth)
     select current_tenant(), $1::uuid, $1::uuid, 0
     union all
     select tenant_id, ancestor_id, $1::uuid, depth + 1 from user_tree
      where tenant_id = current_tenant() and descendant_id = $2::uuid`,
    [id, managerId],
  );
}

/** Is `id` at or above `of`; under `lockTree` the answer holds until the end. */
export async function isAbove(tx: Tx, id: string, of: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from user_tree where tenant_id = current_tenant() and ancestor_id = $1 and descendant_id = $2',
    [id, of],
  );
  return rows.length > 0;
}

/** Puts `id` with everybody below under `managerId`, who must not be among them. Under `lockTree`. */
export async function transplant(tx: Tx, id: string, managerId: string | null, now: Date): Promise<void> {
  await tx.query(
    `delete from user_tree t
      where t.tenant_id = current_tenant()
        and t.descendant_id in (select descendant_id from user_tree where tenant_id = current_tenant() and ancestor_id = $1)
        and t.ancestor_id not in (select descendant_id from user_tree where tenant_id = current_tenant() and ancestor_id = $1)`,
    [id],
  );
  await tx.query(
    `insert into user_tree (tenant_id, ancestor_id, descendant_id, depth)
     select current_tenant(), up.ancestor_id, down.descendant_id, up.depth + down.depth + 1
       from user_tree up cross join user_tree down
      where up.tenant_id = current_tenant() and up.descendant_id = $2
        and down.tenant_id = current_tenant() and down.ancestor_id = $1`,
    [id, managerId],
  );
  await tx.query(
    'update users set manager_id = $2, version = version + 1, updated_at = $3 where tenant_id = current_tenant() and id = $1',
    [id, managerId, now],
  );
}

interface StoredNode {
  id: string;
  manager_id: string | null;
  full_name: string;
  username: string;
  role: string;
  sub_role: string | null;
  agency_name: string | null;
  active: boolean;
  children: number;
  below: number;
}

const NODE = `select u.id, u.manager_id, u.full_name, u.username, u.role, u.sub_role, a.name as agency_name, u.active,
    (select count(*) from users k where k.tenant_id = u.tenant_id and k.manager_id = u.id and (k.active or $2::boolean)) as children,
    (select count(*) from user_tree t join users b on b.tenant_id = t.tenant_id and b.id = t.descendant_id
      where t.tenant_id = u.tenant_id and t.ancestor_id = u.id and t.depth > 0 and (b.active or $2::boolean)) as below
  from users u left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id`;

const MOST = 500;

/**
 * Without `under` and `q` the tops the caller sees: people whose manager is not among the caller's people. With `q` those
 * called so and everybody above them whom the caller sees.
 */
export async function treeNodes(
  tx: Tx,
  actor: Actor,
  post: Post,
  wanted: { under?: string | undefined; q?: string | undefined; inactive: boolean },
): Promise<{ nodes: TreeNode[]; found: string[]; more: boolean }> {
  const begin = () => {
    const parameters: unknown[] = [actor.tenantId, wanted.inactive];
    const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
    return {
      parameters,
      use: (value: unknown) => `$${parameters.push(value)}`,
      seen: `u.tenant_id = $1::uuid and ${WITH_ROLE} and ${scope} and (u.active or $2::boolean)`,
    };
  };
  let found: string[] = [];
  if (wanted.q) {
    const { parameters, use, seen } = begin();
    const like = use(`%${wanted.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
    const rows = await tx.query<{ id: string }>(
      `select u.id from users u where ${seen} and (lower(u.full_name) like ${like} or lower(u.username) like ${like})
        order by lower(u.full_name) limit 100`,
      parameters,
    );
    found = rows.map(({ id }) => id);
  }
  const { parameters, use, seen } = begin();
  let where = seen;
  if (wanted.q)
    where += ` and exists (select 1 from user_tree t where t.tenant_id = u.tenant_id and t.ancestor_id = u.id and t.descendant_id = any(${use(found)}::uuid[]))`;
  else if (wanted.under) where += ` and u.manager_id = ${use(wanted.under)}::uuid`;
  else {
    const above = peopleScope(actor, parameters, 'm.tenant_id', 'm.id');
    where += ` and not exists (select 1 from users m where m.tenant_id = u.tenant_id and m.id = u.manager_id and (m.active or $2::boolean) and ${above})`;
  }
  const rows = await tx.query<StoredNode>(
    `${NODE} where ${where} order by upper(u.role), lower(u.full_name), u.id limit ${MOST + 1}`,
    parameters,
  );
  return {
    nodes: rows.slice(0, MOST).map((row) => ({
      id: row.id,
      managerId: row.manager_id,
      fullName: row.full_name,
      username: row.username,
      role: roleOf(row.role),
      subRole: row.sub_role,
      agencyName: row.agency_name,
      active: row.active,
      children: row.children,
      below: row.below,
      mayMove: row.id !== actor.userId && mayLead(post, postOf(row)),
    })),
    found,
    more: rows.length > MOST,
  };
}
