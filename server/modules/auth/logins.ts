/** Sign-in names: unique over the whole installation, and changed in the same transaction as the user they lead to. */
import type { Database, Tx } from '../../db/database';
import { withPlatform } from '../../db/with-platform';

/** Takes the names that are free; answers those that somebody else has. */
export function claimLogins(tx: Tx, tenantId: string, userId: string, names: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  if (wanted.length === 0) return Promise.resolve([]);
  return withPlatform(tx, async () => {
    await tx.query(
      `insert into logins (login, tenant_id, user_id) select w.login, $2, $3 from unnest($1::text[]) as w(login)
       on conflict (login) do nothing`,
      [wanted, tenantId, userId],
    );
    const rows = await tx.query<{ login: string }>(
      'select login from logins where login = any($1::text[]) and (tenant_id <> $2 or user_id <> $3)',
      [wanted, tenantId, userId],
    );
    return rows.map(({ login }) => login);
  });
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
