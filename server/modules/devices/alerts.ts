/**
 * Alerts about phones: raised while a phone holds unsent work that is older than a day, cleared when it no longer does. A
 * phone that went silent raises its alert too: what it last reported ages by itself. All SQL of it is here.
 */
import { type DeviceAlert, UNSENT_ALERT_HOURS } from '../../../core/contract/devices';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { peopleScope } from '../loans';

const MOST = 50;

/** Before this time, unsent work is an alert. */
export const alertBefore = (now: Date): Date => new Date(now.getTime() - UNSENT_ALERT_HOURS * 3_600_000);

/**
 * Brings the tenant's alerts, or those of one device, up to `now`: raises what is due, clears what is over. Repeating it
 * changes nothing.
 */
export async function refreshAlerts(
  tx: Tx,
  now: Date,
  only: { deviceId: string; userId: string } | null = null,
): Promise<void> {
  const one = [only?.deviceId ?? null, only?.userId ?? null];
  const due = await tx.query<{ device_id: string; user_id: string }>(
    `select r.device_id, r.user_id from device_reports r
      where r.tenant_id = current_tenant() and r.oldest_unsent_at < $1
        and ($2::uuid is null or r.device_id = $2 and r.user_id = $3)
        and not exists (select 1 from device_alerts a
          where a.tenant_id = r.tenant_id and a.kind = 'unsent-over-a-day' and a.device_id = r.device_id
            and a.user_id = r.user_id and a.cleared_at is null)`,
    [alertBefore(now), ...one],
  );
  if (due.length > 0) {
    await tx.query(
      `insert into device_alerts (tenant_id, id, kind, device_id, user_id, raised_at)
       select current_tenant(), a.id, 'unsent-over-a-day', a.device_id, a.user_id, $1
         from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as a(id, device_id, user_id)
       on conflict do nothing`,
      [now, due.map(() => uuidv7()), due.map((row) => row.device_id), due.map((row) => row.user_id)],
    );
  }
  await tx.query(
    `update device_alerts a set cleared_at = $1
      where a.tenant_id = current_tenant() and a.cleared_at is null
        and ($3::uuid is null or a.device_id = $3 and a.user_id = $4)
        and not exists (select 1 from device_reports r
          where r.tenant_id = a.tenant_id and r.device_id = a.device_id and r.user_id = a.user_id
            and r.oldest_unsent_at < $2)`,
    [now, alertBefore(now), ...one],
  );
}

interface AlertRow {
  id: string;
  device_id: string;
  user_id: string;
  agent: string;
  name: string;
  unsent: number;
  oldest_unsent_at: string;
  raised_at: string;
  total: number;
}

/** The open ones about the caller's people, longest unsent first, and how many there are in all. */
export async function openAlerts(tx: Tx, actor: Actor): Promise<{ count: number; alerts: DeviceAlert[] }> {
  const parameters: unknown[] = [actor.tenantId];
  const scope = peopleScope(actor, parameters, 'a.tenant_id', 'a.user_id');
  const rows = await tx.query<AlertRow>(
    `select a.id, a.device_id, a.user_id, a.raised_at, u.full_name as agent, d.name, r.oldest_unsent_at,
            r.queued + r.sending + r.retry_later + r.waiting_for_login as unsent, count(*) over () as total
       from device_alerts a
       join device_reports r on r.tenant_id = a.tenant_id and r.device_id = a.device_id and r.user_id = a.user_id
       join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id and d.user_id = a.user_id
       join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      where a.tenant_id = $1 and a.cleared_at is null and r.oldest_unsent_at is not null and ${scope}
      order by r.oldest_unsent_at, a.id limit ${MOST}`,
    parameters,
  );
  return {
    count: rows[0]?.total ?? 0,
    alerts: rows.map((row) => ({
      id: row.id,
      kind: 'unsent-over-a-day',
      deviceId: row.device_id,
      userId: row.user_id,
      agent: row.agent,
      name: row.name,
      unsent: row.unsent,
      oldestUnsentAt: row.oldest_unsent_at,
      raisedAt: row.raised_at,
    })),
  };
}
