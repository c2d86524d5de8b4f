/** SQL that makes and changes people. Rules are service.ts. */
import type { ProfileValues } from '../../../core/domain/profile-fields';
import type { Role } from '../../../core/domain/roles';
import { DatabaseError, type Tx } from '../../db/database';
import { claimLogins, releaseLogins } from '../auth';
import { lockTree, plant } from './tree';
import { COLUMNS, columnValues } from './values';

export interface NewPerson {
  id: string;
  tenantId: string;
  role: Role;
  values: ProfileValues;
  managerId: string | null;
  createdBy: string;
  passwordHash: string;
  now: Date;
}

const loginsOf = (values: ProfileValues): string[] =>
  [values.username, values.email].filter((name) => name !== '').map((name) => name.toLowerCase());

/** Which of the two fields holds a name that somebody else has. */
const takenFields = (values: ProfileValues, taken: readonly string[]): ('username' | 'email')[] =>
  (['username', 'email'] as const).filter((name) => taken.includes(values[name].toLowerCase()));

/** Answers the fields whose sign-in name somebody has; the caller then rolls back. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<('username' | 'email')[]> {
  const { id, tenantId, values } = person;
  const taken = takenFields(values, await claimLogins(tx, tenantId, id, loginsOf(values)));
  if (taken.length) return taken;
  const fixed = [id, person.role, person.managerId, person.createdBy, person.passwordHash, person.now];
  const own = columnValues(values);
  const places = own.map((_, at) => `$${fixed.length + at + 1}`);
  await tx.query(
    `insert into users (tenant_id, id, role, manager_id, created_by, password_hash, created_at, updated_at,
       must_change_password, ${COLUMNS.join(', ')})
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $6, true, ${places.join(', ')})`,
    [...fixed, ...own],
  );
  await lockTree(tx);
  await plant(tx, id, person.managerId);
  return [];
}

/** False when the profile is no longer at `version`; otherwise the fields whose sign-in name somebody has. */
export async function updatePerson(
  tx: Tx,
  who: { tenantId: string; id: string; version: number },
  values: ProfileValues,
  now: Date,
): Promise<('username' | 'email')[] | false> {
  const own = columnValues(values);
  const set = COLUMNS.map((column, at) => `${column} = $${at + 4}`);
  const rows = await tx.query(
    `update users set version = version + 1, updated_at = $3, ${set.join(', ')}
      where tenant_id = current_tenant() and id = $1 and version = $2 returning 1`,
    [who.id, who.version, now, ...own],
  );
  if (rows.length === 0) return false;
  const names = loginsOf(values);
  const taken = takenFields(values, await claimLogins(tx, who.tenantId, who.id, names));
  if (taken.length === 0) await releaseLogins(tx, who.tenantId, who.id, names);
  return taken;
}

/** Answers whether this call changed it. */
export async function setActive(
  tx: Tx,
  id: string,
  active: boolean,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update users set active = $2, deactivated_at = case when $2 then null else $4::timestamptz end, deactivated_reason = $3,
            version = version + 1, updated_at = $4
      where tenant_id = current_tenant() and id = $1 and active <> $2 returning 1`,
    [id, active, reason, now],
  );
  return rows.length > 0;
}

/** A name that is taken within the tenant by the index alone (an installation's older user without a sign-in name). */
export const isTakenName = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23505' && error.constraint === 'users_username';
