/** What happened to a phone, newest first. Registration and app updates are written by the database itself (0004). */
import type { DeviceEvent } from '../../../core/contract/devices';
import type { Tx } from '../../db/database';

/** A device keeps this many events, none older than this. */
const KEPT = 200;
const KEPT_DAYS = 365;
const SHOWN = 100;

export interface NewEvent {
  id: string;
  deviceId: string;
  userId: string;
  kind: DeviceEvent['kind'];
  at: Date;
  actorId: string | null;
  detail?: Record<string, string | number>;
}

/** An event that is here already (by its id) changes nothing. */
export async function addEvents(tx: Tx, events: readonly NewEvent[], now: Date): Promise<void> {
  for (const event of events) {
    await tx.query(
      `insert into device_events (tenant_id, id, device_id, user_id, kind, at, actor_id, detail)
       values (current_tenant(), $1, $2, $3, $4, $5, $6, $7::jsonb) on conflict do nothing`,
      [event.id, event.deviceId, event.userId, event.kind, event.at, event.actorId, event.detail ?? {}],
    );
    await tx.query(
      `delete from device_events e
        where e.tenant_id = current_tenant() and e.device_id = $1 and e.user_id = $2
          and (e.at < $3 or e.id in (
            select o.id from device_events o
             where o.tenant_id = current_tenant() and o.device_id = $1 and o.user_id = $2
             order by o.at desc, o.id desc offset ${KEPT}))`,
      [event.deviceId, event.userId, new Date(now.getTime() - KEPT_DAYS * 86_400_000)],
    );
  }
}

export async function eventsOf(tx: Tx, deviceId: string, userId: string): Promise<DeviceEvent[]> {
  const rows = await tx.query<{
    id: string;
    kind: DeviceEvent['kind'];
    at: string;
    by: string | null;
    detail: Record<string, string | number>;
  }>(
    `select e.id, e.kind, e.at, u.full_name as by, e.detail
       from device_events e left join users u on u.tenant_id = e.tenant_id and u.id = e.actor_id
      where e.tenant_id = current_tenant() and e.device_id = $1 and e.user_id = $2
      order by e.at desc, e.id desc limit ${SHOWN}`,
    [deviceId, userId],
  );
  return rows;
}
