/** All SQL of signing in. Names are looked up in `logins` (platform), everything else in the tenant they lead to. */
import type { Database, Tx } from '../../db/database';
import { type Stop, stoppedBy } from '../tenants';

export async function tenantOf(
  db: Database,
  tenantId: string,
): Promise<{ name: string; zone: string; active: boolean } | undefined> {
  const [row] = await db.platform((tx) =>
    tx.query<{ name: string; zone: string; active: boolean }>('select name, zone, active from tenants where id = $1', [
      tenantId,
    ]),
  );
  return row;
}

export interface StoredUser {
  id: string;
  created_by: string | null;
  role: string;
  sub_role: string | null;
  username: string;
  full_name: string;
  email: string | null;
  mobile: string | null;
  password_hash: string;
  active: boolean;
  must_change_password: boolean;
  location: string | null;
  dialer_username: string | null;
  agency_code: string | null;
  agency_name: string | null;
  client_name: string | null;
  /** Their agency or lender is switched off. */
  stopped_by: Stop | null;
}

export async function findUser(tx: Tx, userId: string): Promise<StoredUser | undefined> {
  const [row] = await tx.query<StoredUser>(
    `select u.id, u.created_by, u.role, u.sub_role, u.username, u.full_name, u.email, u.mobile, u.password_hash, u.active,
            u.must_change_password,
            u.location, u.dialer_username, a.code as agency_code, a.name as agency_name, c.name as client_name,
            ${stoppedBy('u')} as stopped_by
       from users u
       left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
       left join clients c on c.tenant_id = u.tenant_id and c.id = u.client_id
      where u.tenant_id = current_tenant() and u.id = $1`,
    [userId],
  );
  return row;
}

export interface NewDevice {
  id: string;
  publicKey: string;
  name: string;
  appVersion: string;
}

/**
 * Registers a device for a user or brings its row up to date. A revoked one stays revoked, whatever key it shows.
 * Answers whether it may be used, and whether this user is new on it.
 */
export async function registerDevice(
  tx: Tx,
  userId: string,
  device: NewDevice,
  now: Date,
): Promise<'new' | 'known' | 'revoked'> {
  const [row] = await tx.query<{ revoked_at: string | null; is_new: boolean }>(
    `insert into devices (tenant_id, id, user_id, name, app_version, public_key, registered_at, last_seen_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $6)
     on conflict (tenant_id, id, user_id) do update
       set name = excluded.name, app_version = excluded.app_version, last_seen_at = excluded.last_seen_at,
           public_key = case when devices.revoked_at is null then excluded.public_key else devices.public_key end
     returning revoked_at, xmax = 0 as is_new`,
    [device.id, userId, device.name, device.appVersion, device.publicKey, now],
  );
  if (row?.revoked_at !== null) return 'revoked';
  return row.is_new ? 'new' : 'known';
}

export interface NewSession {
  id: string;
  userId: string;
  deviceId: string | null;
  tokenHash: string;
  now: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `insert into sessions (tenant_id, id, user_id, device_id, created_at, refreshed_at, expires_at, ip, user_agent)
     values (current_tenant(), $1, $2, $3, $4, $4, $5, $6, $7)`,
    [session.id, session.userId, session.deviceId, session.now, session.expiresAt, session.ip, session.userAgent],
  );
  await insertToken(tx, session.id, session.tokenHash, null);
  // Tokens of sessions long over are of no further use to reuse detection.
  await tx.query(
    `delete from refresh_tokens t using sessions s
      where t.tenant_id = current_tenant() and s.tenant_id = t.tenant_id and s.id = t.session_id
        and s.user_id = $1 and s.expires_at < $2`,
    [session.userId, session.now],
  );
}

export async function insertToken(tx: Tx, sessionId: string, hash: string, parent: string | null): Promise<void> {
  await tx.query(
    'insert into refresh_tokens (tenant_id, token_hash, session_id, parent_hash) values (current_tenant(), $1, $2, $3)',
    [hash, sessionId, parent],
  );
}

export interface TokenAndSession {
  state: 'live' | 'used' | 'dead';
  parent_hash: string | null;
  session_id: string;
  user_id: string;
  device_id: string | null;
  expires_at: string;
  ended_at: string | null;
  device_revoked_at: string | null;
}

/** Locks the session, so that two refreshes of one session take turns. */
export async function findToken(tx: Tx, hash: string): Promise<TokenAndSession | undefined> {
  const [found] = await tx.query<{ session_id: string }>(
    'select session_id from refresh_tokens where tenant_id = current_tenant() and token_hash = $1',
    [hash],
  );
  if (!found) return undefined;
  await tx.query('select 1 from sessions where tenant_id = current_tenant() and id = $1 for update', [
    found.session_id,
  ]);
  const [row] = await tx.query<TokenAndSession>(
    `select t.state, t.parent_hash, t.session_id, s.user_id, s.device_id, s.expires_at, s.ended_at,
            d.revoked_at as device_revoked_at
       from refresh_tokens t
       join sessions s on s.tenant_id = t.tenant_id and s.id = t.session_id
       left join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id and d.user_id = s.user_id
      where t.tenant_id = current_tenant() and t.token_hash = $1`,
    [hash],
  );
  return row;
}

/** The first use of a token: its parent and its siblings are dead from now on. */
export async function spendToken(tx: Tx, hash: string, sessionId: string): Promise<void> {
  await tx.query(
    `update refresh_tokens set state = case when token_hash = $1 then 'used' else 'dead' end
      where tenant_id = current_tenant() and session_id = $2 and state <> 'dead'`,
    [hash, sessionId],
  );
}

export async function countChildren(tx: Tx, hash: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*) as n from refresh_tokens where tenant_id = current_tenant() and parent_hash = $1',
    [hash],
  );
  return row?.n ?? 0;
}

export async function touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.query(
    `with s as (
       update sessions set refreshed_at = $2 where tenant_id = current_tenant() and id = $1 returning device_id, user_id)
     update devices d set last_seen_at = $2 from s
      where d.tenant_id = current_tenant() and d.id = s.device_id and d.user_id = s.user_id`,
    [sessionId, now],
  );
}

/** Answers whether this call ended it. */
export async function endSession(tx: Tx, sessionId: string, reason: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update sessions set ended_at = $3, end_reason = $2
      where tenant_id = current_tenant() and id = $1 and ended_at is null returning 1`,
    [sessionId, reason, now],
  );
  return rows.length > 0;
}

export interface Caller {
  user_id: string;
  role: string;
  active: boolean;
  agency_id: string | null;
  client_id: string | null;
  full_name: string;
  device_id: string | null;
  device_revoked_at: string | null;
}

export interface SessionCaller extends Caller {
  ended_at: string | null;
  expires_at: string;
  /** Their agency or lender is switched off. */
  stopped_by: Stop | null;
}

export async function callerOfSession(tx: Tx, sessionId: string): Promise<SessionCaller | undefined> {
  const [row] = await tx.query<SessionCaller>(
    `select s.user_id, u.role, u.active, u.agency_id, u.client_id, u.full_name, s.device_id, s.ended_at, s.expires_at,
            d.revoked_at as device_revoked_at, ${stoppedBy('u')} as stopped_by
       from sessions s
       join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
       left join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id and d.user_id = s.user_id
      where s.tenant_id = current_tenant() and s.id = $1`,
    [sessionId],
  );
  return row;
}

export async function callerOfDevice(
  tx: Tx,
  deviceId: string,
  userId: string,
): Promise<(Caller & { public_key: string }) | undefined> {
  const [row] = await tx.query<Caller & { public_key: string }>(
    `select u.id as user_id, u.role, u.active, u.agency_id, u.client_id, u.full_name, d.id as device_id,
            d.revoked_at as device_revoked_at, d.public_key
       from devices d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where d.tenant_id = current_tenant() and d.id = $1 and d.user_id = $2`,
    [deviceId, userId],
  );
  return row;
}

export async function touchDevice(tx: Tx, deviceId: string, userId: string, now: Date): Promise<void> {
  await tx.query(
    'update devices set last_seen_at = $3 where tenant_id = current_tenant() and id = $1 and user_id = $2',
    [deviceId, userId, now],
  );
}
