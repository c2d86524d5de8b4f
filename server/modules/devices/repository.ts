/** SQL over phones and their last reports. */

import {
  type DeviceFilter,
  type DeviceRow,
  type DeviceSort,
  type reportDevice,
  SILENT_DAYS,
} from '../../../core/contract/devices';
import type { RequestOf } from '../../../core/contract/kit';
import { FIRST_TIME } from '../../../core/domain/dates';
import { mayLead, type Post } from '../../../core/domain/people';
import { FIELD_ROLES, parseRole } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';
import { alertBefore } from './alerts';

interface StoredDevice {
  device_id: string;
  user_id: string;
  agent: string;
  username: string;
  role: string;
  sub_role: string | null;
  agency: string | null;
  name: string;
  app_version: string;
  registered_at: string;
  last_seen_at: string;
  revoked_at: string | null;
  silent: boolean;
  unsent_over_a_day: boolean;
  under_review: number;
  reported_at: string | null;
  locked: boolean;
  unsent: number;
  needs_you: number;
  quarantined: number;
  oldest_unsent_at: string | null;
  last_sync_at: string | null;
  last_contact_at: string | null;
  storage_used: number | null;
  storage_quota: number | null;
  storage_persisted: boolean | null;
}

const FIELD = FIELD_ROLES.map((role) => `'${role}'`).join(', ');

/** The caller's phones as rows `d`: `$1` tenant, `$2` alerts before, `$3` silent before. */
function phones(actor: Actor, parameters: unknown[], now: Date): string {
  parameters.push(actor.tenantId, alertBefore(now), new Date(now.getTime() - SILENT_DAYS * 86_400_000));
  const scope = peopleScope(actor, parameters, 'p.tenant_id', 'p.user_id');
  return `with open as (
      select q.user_id, q.device_id, count(*) as n from quarantine q
       where q.tenant_id = $1 and q.decided_at is null group by q.user_id, q.device_id),
    d as (
      select p.id as device_id, p.user_id, u.full_name as agent, u.username, u.role, u.sub_role, a.name as agency, p.name,
             p.app_version, p.registered_at, p.last_seen_at, p.revoked_at,
             p.revoked_at is null and p.last_seen_at < $3 as silent,
             coalesce(r.oldest_unsent_at < $2, false) as unsent_over_a_day, coalesce(open.n, 0) as under_review,
             r.reported_at, coalesce(r.locked, false) as locked,
             coalesce(r.queued + r.sending + r.retry_later + r.waiting_for_login, 0) as unsent,
             coalesce(r.needs_you, 0) as needs_you, coalesce(r.quarantined, 0) as quarantined, r.oldest_unsent_at,
             r.last_sync_at, r.last_contact_at, r.storage_used, r.storage_quota, r.storage_persisted
        from devices p
        join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
        left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
        left join device_reports r on r.tenant_id = p.tenant_id and r.device_id = p.id and r.user_id = p.user_id
        left join open on open.user_id = p.user_id and open.device_id = p.id
       where p.tenant_id = $1 and ${scope}
         -- A desk keeps no queue; it is no phone, unless it was handled as one.
         and (upper(u.role) = any (array[${FIELD}]) or r.device_id is not null or open.n > 0 or p.revoked_at is not null))`;
}

const WITHIN: Record<DeviceFilter, string> = {
  all: 'true',
  unsent: 'd.unsent_over_a_day',
  quarantined: '(d.under_review > 0 or d.quarantined > 0)',
  revoked: 'd.revoked_at is not null',
  silent: 'd.silent',
};

const ORDER: Record<DeviceSort, string> = {
  agent: 'lower(d.agent)',
  unsent: 'd.unsent',
  oldest: 'd.oldest_unsent_at',
  needsYou: 'd.needs_you',
  quarantined: 'd.under_review',
  appVersion: 'd.app_version',
  lastSync: 'd.last_sync_at',
  storage: 'd.storage_used',
  lastSeen: 'd.last_seen_at',
};

/** Whoever stands above withdraws a phone and allows it again; everybody withdraws their own, and nobody allows it. */
export const mayDecide = (actor: Actor, userId: string, post: Post | undefined, withdraws: boolean): boolean =>
  (withdraws && userId === actor.userId) || (post !== undefined && mayLead(actor, post));

const postOf = (row: { role: string; sub_role: string | null }): Post | undefined => {
  const role = parseRole(row.role);
  return role && { role, subRole: row.sub_role };
};

const presentTo =
  (actor: Actor) =>
  (row: StoredDevice): DeviceRow => ({
    deviceId: row.device_id,
    userId: row.user_id,
    agent: row.agent,
    username: row.username,
    role: row.role,
    agency: row.agency,
    name: row.name,
    appVersion: row.app_version,
    registeredAt: row.registered_at,
    lastSeenAt: row.last_seen_at,
    revokedAt: row.revoked_at,
    mayWithdraw: mayDecide(actor, row.user_id, postOf(row), row.revoked_at === null),
    silent: row.silent,
    unsentOverADay: row.unsent_over_a_day,
    underReview: row.under_review,
    report:
      row.reported_at === null
        ? null
        : {
            at: row.reported_at,
            locked: row.locked,
            unsent: row.unsent,
            needsYou: row.needs_you,
            quarantined: row.quarantined,
            oldestUnsentAt: row.oldest_unsent_at,
            lastSyncAt: row.last_sync_at,
            lastContactAt: row.last_contact_at,
            storage:
              row.storage_used === null || row.storage_quota === null
                ? null
                : {
                    usedBytes: row.storage_used,
                    quotaBytes: row.storage_quota,
                    persisted: row.storage_persisted === true,
                  },
          },
  });

export interface DevicePage {
  rows: DeviceRow[];
  total: number;
  counts: Record<DeviceFilter, number>;
}

export async function devicePage(
  tx: Tx,
  actor: Actor,
  wanted: { q: string; filter: DeviceFilter; sort: DeviceSort; dir: 'asc' | 'desc'; limit: number; offset: number },
  now: Date,
): Promise<DevicePage> {
  const parameters: unknown[] = [];
  const source = phones(actor, parameters, now);
  const counts = Object.entries(WITHIN).map(([name, condition]) => `count(*) filter (where ${condition}) as "${name}"`);
  const [counted] = await tx.query<DevicePage['counts']>(`${source} select ${counts.join(', ')} from d`, parameters);
  const like = `$${parameters.push(`%${wanted.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`;
  const found = `${WITHIN[wanted.filter]} and lower(d.agent || ' ' || d.username || ' ' || d.name || ' ' || coalesce(d.agency, '')) like ${like}`;
  const { rows, total } = await pageWithTotal<StoredDevice>(
    tx,
    `${source} select d.*, count(*) over () as total from d where ${found}
      order by ${ORDER[wanted.sort]} ${wanted.dir} nulls last, lower(d.agent), d.device_id, d.user_id`,
    parameters,
    wanted,
  );
  return {
    rows: rows.map(presentTo(actor)),
    total,
    counts: counted ?? { all: 0, unsent: 0, quarantined: 0, revoked: 0, silent: 0 },
  };
}

/** Undefined when there is no such phone among those of the caller's people. */
export async function findDevice(
  tx: Tx,
  actor: Actor,
  deviceId: string,
  userId: string,
  now: Date,
): Promise<DeviceRow | undefined> {
  const parameters: unknown[] = [];
  const source = phones(actor, parameters, now);
  const [row] = await tx.query<StoredDevice>(
    `${source} select d.* from d where d.device_id = $${parameters.push(deviceId)} and d.user_id = $${parameters.push(userId)}`,
    parameters,
  );
  return row && presentTo(actor)(row);
}

/** Answers whether this call changed it. */
export async function setRevoked(tx: Tx, deviceId: string, userId: string, revokedAt: Date | null): Promise<boolean> {
  const changed = await tx.query(
    `update devices set revoked_at = $3
      where tenant_id = current_tenant() and id = $1 and user_id = $2 and (revoked_at is null) = ($3::timestamptz is not null)
      returning 1`,
    [deviceId, userId, revokedAt],
  );
  return changed.length > 0;
}

export interface Agent {
  id: string;
  role: string;
  sub_role: string | null;
  agency_id: string | null;
  client_id: string | null;
  full_name: string;
  public_key: string;
  revoked_at: string | null;
}

/** The person behind a phone, if they are among the caller's people, with the phone's key. */
export async function findAgent(tx: Tx, actor: Actor, deviceId: string, userId: string): Promise<Agent | undefined> {
  const parameters: unknown[] = [actor.tenantId, deviceId, userId];
  const scope = peopleScope(actor, parameters, 'd.tenant_id', 'd.user_id');
  const [row] = await tx.query<Agent>(
    `select u.id, u.role, u.sub_role, u.agency_id, u.client_id, u.full_name, d.public_key, d.revoked_at
       from devices d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where d.tenant_id = $1 and d.id = $2 and d.user_id = $3 and ${scope}`,
    parameters,
  );
  return row;
}

/** Undefined for a role that the product does not know. */
export async function postOfUser(tx: Tx, userId: string): Promise<Post | undefined> {
  const [row] = await tx.query<{ role: string; sub_role: string | null }>(
    'select role, sub_role from users where tenant_id = current_tenant() and id = $1',
    [userId],
  );
  return row && postOf(row);
}

type Report = RequestOf<typeof reportDevice>['body'];

/** A time that a phone tells is never later than now; one that no clock can mean is as early as any. */
const notAfter = (time: string | null, now: Date): Date | null =>
  time === null ? null : new Date(Math.min(Math.max(Date.parse(time), FIRST_TIME), now.getTime()));

/** Keeps the report as the device's last one; false when the device is not registered for this user. */
export async function keepReport(
  tx: Tx,
  who: { deviceId: string; userId: string; locked: boolean },
  report: Report,
  now: Date,
): Promise<boolean> {
  const known = await tx.query(
    `update devices set last_seen_at = $3, app_version = $4
      where tenant_id = current_tenant() and id = $1 and user_id = $2 returning 1`,
    [who.deviceId, who.userId, now, report.appVersion],
  );
  if (known.length === 0) return false;
  const { queue, storage } = report;
  await tx.query(
    `insert into device_reports (tenant_id, device_id, user_id, reported_at, locked, queued, sending, retry_later,
       waiting_for_login, needs_you, quarantined, oldest_unsent_at, last_sync_at, last_contact_at, storage_used,
       storage_quota, storage_persisted)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (tenant_id, device_id, user_id) do update
       set reported_at = excluded.reported_at, locked = excluded.locked, queued = excluded.queued,
           sending = excluded.sending, retry_later = excluded.retry_later,
           waiting_for_login = excluded.waiting_for_login, needs_you = excluded.needs_you,
           quarantined = excluded.quarantined, oldest_unsent_at = excluded.oldest_unsent_at,
           last_sync_at = coalesce(excluded.last_sync_at, device_reports.last_sync_at),
           last_contact_at = coalesce(excluded.last_contact_at, device_reports.last_contact_at),
           storage_used = coalesce(excluded.storage_used, device_reports.storage_used),
           storage_quota = coalesce(excluded.storage_quota, device_reports.storage_quota),
           storage_persisted = coalesce(excluded.storage_persisted, device_reports.storage_persisted)`,
    [
      who.deviceId,
      who.userId,
      now,
      who.locked,
      queue.queued,
      queue.sending,
      queue.retryLater,
      queue.waitingForLogin,
      queue.needsYou,
      queue.quarantined,
      notAfter(report.oldestUnsentAt, now),
      notAfter(report.lastSyncAt, now),
      notAfter(report.lastContactAt, now),
      storage?.usedBytes ?? null,
      storage?.quotaBytes ?? null,
      storage?.persisted ?? null,
    ],
  );
  return true;
}

/**
 * The data of a device is gone: forgets its counts, so that nobody waits for them, and answers how many unsent records
 * it last reported. Undefined when it is no device of this user.
 */
export async function loseData(tx: Tx, deviceId: string, userId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ unsent: number }>(
    `select coalesce(r.queued + r.sending + r.retry_later + r.waiting_for_login + r.needs_you, 0) as unsent
       from devices d
       left join device_reports r on r.tenant_id = d.tenant_id and r.device_id = d.id and r.user_id = d.user_id
      where d.tenant_id = current_tenant() and d.id = $1 and d.user_id = $2`,
    [deviceId, userId],
  );
  if (!row) return undefined;
  await tx.query(
    `update device_reports set queued = 0, sending = 0, retry_later = 0, waiting_for_login = 0, needs_you = 0,
            quarantined = 0, oldest_unsent_at = null
      where tenant_id = current_tenant() and device_id = $1 and user_id = $2`,
    [deviceId, userId],
  );
  return row.unsent;
}
