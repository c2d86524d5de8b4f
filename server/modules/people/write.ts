/** SQL that makes and changes people. Rules are service.ts. */
import type { ProfileValues } from '../../../core/domain/profile-fields';
import type { Role } from '../../../core/domain/roles';
import { DatabaseError, type Tx } from '../../db/database';
import { claimLogins, freeLogin, type HeldLogin, releaseLogins } from '../auth';
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

/** User names that read like an office; nobody signs in as one. */
const RESERVED = /^(?:admin|administrator|root|system|support|security|helpdesk|recoup|noreply|postmaster)\d{0,2}$/;

export interface NamesTaken {
  /** Fields that cannot be saved so; the caller rolls back. */
  fields: ('username' | 'email')[];
  /** As it was saved. */
  username: string;
  /** A user name that is free, where `username` is among the fields. */
  suggestion: string;
  /** Somebody of another tenant signs in by the address: it is kept as an address alone, and they are told there. */
  tell: string | null;
}

/** A user name of another tenant is refused in the words of any other that cannot be; an address of another tenant is not. */
async function namesTaken(tx: Tx, values: ProfileValues, held: readonly HeldLogin[]): Promise<NamesTaken> {
  const [username, email] = [values.username.toLowerCase(), values.email.toLowerCase()];
  const holder = (name: string) => held.find(({ login }) => login === name);
  const fields: NamesTaken['fields'] = [];
  if (RESERVED.test(username) || holder(username)) fields.push('username');
  const address = email === '' ? undefined : holder(email);
  if (address && !address.elsewhere) fields.push('email');
  return {
    fields,
    username: values.username,
    suggestion: fields.includes('username') ? await freeLogin(tx, values.username) : '',
    tell: address?.elsewhere ? email : null,
  };
}

/** Who would sign in by an address that somebody of another tenant signs in by gets another user name. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<NamesTaken> {
  const { id, tenantId } = person;
  let { values } = person;
  const held = await claimLogins(tx, tenantId, id, loginsOf(values));
  if (
    held.some(
      ({ login, elsewhere }) =>
        elsewhere && login === values.username.toLowerCase() && login === values.email.toLowerCase(),
    )
  ) {
    values = { ...values, username: await freeLogin(tx, values.username) };
    await claimLogins(tx, tenantId, id, [values.username]);
  }
  const taken = await namesTaken(tx, values, held);
  if (taken.fields.length) return taken;
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
  return taken;
}

/** False when the profile is no longer at `version`. */
export async function updatePerson(
  tx: Tx,
  who: { tenantId: string; id: string; version: number },
  values: ProfileValues,
  now: Date,
): Promise<NamesTaken | false> {
  const names = loginsOf(values);
  const taken = await namesTaken(tx, values, await claimLogins(tx, who.tenantId, who.id, names));
  if (taken.fields.length > 0) return taken;
  const own = columnValues(values);
  const set = COLUMNS.map((column, at) => `${column} = $${at + 4}`);
  const rows = await tx.query(
    `update users set version = version + 1, updated_at = $3, ${set.join(', ')}
      where tenant_id = current_tenant() and id = $1 and version = $2 returning 1`,
    [who.id, who.version, now, ...own],
  );
  if (rows.length === 0) return false;
  await releaseLogins(tx, who.tenantId, who.id, names);
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
