/** The administrators of a tenant that is being set up. All SQL; in `db.withPlatform` of that tenant. */
import type { Tx } from '../../db/database';

export interface Administrator {
  id: string;
  fullName: string;
  username: string;
  active: boolean;
}

export async function administratorsOf(tx: Tx): Promise<Administrator[]> {
  const rows = await tx.query<{ id: string; full_name: string; username: string; active: boolean }>(
    `select id, full_name, username, active from users
      where tenant_id = current_tenant()
        and upper(role) in ('TENANT_ADMIN', 'CRM_TENANTADMIN', 'SUPER_ADMIN', 'CRM_SUPERADMIN') and sub_role is null
      order by created_at, id limit 50`,
  );
  return rows.map(({ full_name: fullName, ...rest }) => ({ fullName, ...rest }));
}

export interface NewAdministrator {
  id: string;
  role: 'CRM_TENANTADMIN' | 'CRM_SUPERADMIN';
  fullName: string;
  email: string;
  mobile: string | null;
  passwordHash: string;
  createdBy: string | null;
}

/** The user, their place at the top of the tree, and their sign-in name, which is their mail address. */
export async function insertAdministrator(tx: Tx, person: NewAdministrator, now: Date): Promise<void> {
  const login = person.email.toLowerCase();
  // First the name: it is the one thing that may be taken.
  await tx.query('insert into logins (login, tenant_id, user_id) values ($1, current_tenant(), $2)', [
    login,
    person.id,
  ]);
  await tx.query(
    `insert into users (tenant_id, id, role, username, email, mobile, full_name, password_hash, created_by, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $3, $4, $5, $6, $7, $8, $8)`,
    [person.id, person.role, login, person.mobile, person.fullName, person.passwordHash, person.createdBy, now],
  );
  await tx.query(
    'insert into user_tree (tenant_id, ancestor_id, descendant_id, depth) values (current_tenant(), $1, $1, 0)',
    [person.id],
  );
}
