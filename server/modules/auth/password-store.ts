/** All SQL of changing and recovering passwords. */
import type { Database, Tx } from '../../db/database';
import { ApiError } from '../../http/implement';

export async function storePassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await tx.query(
    'update users set password_hash = $2, must_change_password = false, updated_at = $3 where tenant_id = current_tenant() and id = $1',
    [userId, hash, now],
  );
  // Whoever asked for a link before has no more use for it.
  await endLinksOf(tx, userId, now);
}

/** Links for a new password that are still good are good no more. */
export async function endLinksOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.query(
    `update password_resets set used_at = $2
      where tenant_id = current_tenant() and user_id = $1 and used_at is null`,
    [userId, now],
  );
}

/** The stored hash of somebody who is signed in. */
export async function passwordOf(tx: Tx, userId: string): Promise<{ password_hash: string }> {
  const [row] = await tx.query<{ password_hash: string }>(
    'select password_hash from users where tenant_id = current_tenant() and id = $1',
    [userId],
  );
  if (!row) throw new ApiError('session-ended');
  return row;
}

/** Ends every session of a user but `except`; answers the ids of those that were alive. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  except: string | null,
  reason: string,
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update sessions set ended_at = $4, end_reason = $3
      where tenant_id = current_tenant() and user_id = $1 and ended_at is null and expires_at > $4
        and id is distinct from $2
      returning id`,
    [userId, except, reason, now],
  );
  return rows.map(({ id }) => id);
}

export async function userOfLogin(
  db: Database,
  login: string,
): Promise<{ tenantId: string; userId: string } | undefined> {
  const [row] = await db.platform((tx) =>
    tx.query<{ tenant_id: string; user_id: string }>('select tenant_id, user_id from logins where login = $1', [login]),
  );
  return row && { tenantId: row.tenant_id, userId: row.user_id };
}

export async function insertReset(
  tx: Tx,
  reset: { hash: string; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `insert into password_resets (tenant_id, token_hash, user_id, created_at, expires_at)
     values (current_tenant(), $1, $2, $3, $4)`,
    [reset.hash, reset.userId, reset.now, reset.expiresAt],
  );
  await tx.query(
    'delete from password_resets where tenant_id = current_tenant() and user_id = $1 and created_at < $2',
    [reset.userId, new Date(reset.now.getTime() - 30 * 86_400_000)],
  );
}

export interface OpenReset {
  user_id: string;
  expires_at: string;
}

/** A link that is still good; locked, so that two who use it at once take turns. */
export async function findOpenReset(tx: Tx, hash: string, now: Date): Promise<OpenReset | undefined> {
  const [row] = await tx.query<OpenReset>(
    `select user_id, expires_at from password_resets
      where tenant_id = current_tenant() and token_hash = $1 and used_at is null and expires_at > $2 for update`,
    [hash, now],
  );
  return row;
}

export interface OtherDeviceRow {
  name: string;
  last_seen_at: string;
  /** At its last report; null when it never reported. */
  unsent: number | null;
}

/** Where else this user has worked in the last month. */
export async function otherDevicesOf(tx: Tx, userId: string, deviceId: string, now: Date): Promise<OtherDeviceRow[]> {
  return tx.query<OtherDeviceRow>(
    `select d.name, d.last_seen_at,
            r.queued + r.sending + r.retry_later + r.waiting_for_login + r.needs_you as unsent
       from devices d
       left join device_reports r on r.tenant_id = d.tenant_id and r.device_id = d.id and r.user_id = d.user_id
      where d.tenant_id = current_tenant() and d.user_id = $1 and d.id <> $2 and d.revoked_at is null and d.last_seen_at > $3
      order by d.last_seen_at desc limit 5`,
    [userId, deviceId, new Date(now.getTime() - 30 * 86_400_000)],
  );
}
