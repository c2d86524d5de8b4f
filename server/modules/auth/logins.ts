/** Sign-in names: unique over the whole installation, and changed in the same transaction as the user they lead to. */
import { randomInt } from 'node:crypto';
import type { Database, Tx } from '../../db/database';
import { withPlatform } from '../../db/with-platform';

export interface HeldLogin {
  login: string;
  /** By somebody of another tenant, of whom nobody here may know. */
  elsewhere: boolean;
}

/** Takes the names that are free; answers those that somebody else has. */
export function claimLogins(tx: Tx, tenantId: string, userId: string, names: readonly string[]): Promise<HeldLogin[]> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  if (wanted.length === 0) return Promise.resolve([]);
  return withPlatform(tx, async () => {
    await tx.query(
      `insert into logins (login, tenant_id, user_id) select w.login, $2, $3 from unnest($1::text[]) as w(login)
       on conflict (login) do nothing`,
      [wanted, tenantId, userId],
    );
    return tx.query<HeldLogin>(
      `select login, tenant_id <> $2 as elsewhere from logins
        where login = any($1::text[]) and (tenant_id <> $2 or user_id <> $3)`,
      [wanted, tenantId, userId],
    );
  });
}

/** A sign-in name like `wanted` that nobody has; numbers are drawn, so that it tells nothing of how many are like it. */
export async function freeLogin(tx: Tx, wanted: string): Promise<string> {
  const base = wanted.replace(/@.*$/, '').slice(0, 60) || 'user';
  const offered = Array.from({ length: 8 }, () => `${base}${randomInt(100, 10_000)}`);
  const held = await withPlatform(tx, () =>
    tx.query<{ login: string }>('select login from logins where login = any($1::text[])', [
      offered.map((name) => name.toLowerCase()),
    ]),
  );
  const taken = new Set(held.map(({ login }) => login));
  return offered.find((name) => !taken.has(name.toLowerCase())) ?? `${base}.${randomInt(100_000, 1_000_000)}`;
}

/** Gives back every name of a user but `keep`. */
export async function releaseLogins(tx: Tx, tenantId: string, userId: string, keep: readonly string[]): Promise<void> {
  await withPlatform(tx, () =>
    tx.query('delete from logins where tenant_id = $1 and user_id = $2 and login <> all($3::text[])', [
      tenantId,
      userId,
      keep.map((name) => name.toLowerCase()),
    ]),
  );
}

/** Whether somebody else signs in by a name, in whichever tenant. */
export async function isLoginOfAnother(
  db: Database,
  name: string,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const rows = await db.platform((tx) =>
    tx.query('select 1 from logins where login = $1 and (tenant_id <> $2 or user_id <> $3)', [
      name.toLowerCase(),
      tenantId,
      userId,
    ]),
  );
  return rows.length > 0;
}
