/**
 * Browsers that may be woken. A message to one carries the id of an alert and nothing of a borrower, encrypted for that
 * browser (RFC 8291); it goes out by the same checked way as everything else. All SQL of it is here.
 */
import webPush from 'web-push';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Keys } from '../../platform/keys';
import type { Outgoing } from '../../platform/senders/outgoing';

/** A push service gives up after so long: an alert of ten minutes ago is no longer one. */
const LIVES_SECONDS = 600;
const PAGE = 200;

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Of one person; the longest unused goes when another comes. */
const MAX_BROWSERS = 20;

/** A browser belongs to whoever subscribed last on it. */
export async function subscribe(tx: Tx, actor: Actor, { endpoint, keys }: Subscription, now: Date): Promise<void> {
  await tx.query(
    `insert into push_subscriptions (tenant_id, id, user_id, device_id, session_id, endpoint, p256dh, auth, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, endpoint) do update
       set user_id = excluded.user_id, device_id = excluded.device_id, session_id = excluded.session_id,
           p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
    [uuidv7(now.getTime()), actor.userId, actor.deviceId, actor.sessionId, endpoint, keys.p256dh, keys.auth, now],
  );
  await tx.query(
    `delete from push_subscriptions where tenant_id = current_tenant() and id in (
       select id from push_subscriptions where tenant_id = current_tenant() and user_id = $1
        order by endpoint = $2 desc, created_at desc, id desc offset ${MAX_BROWSERS})`,
    [actor.userId, endpoint],
  );
}

/** Answers whether it was theirs. */
export async function unsubscribe(tx: Tx, userId: string, endpoint: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from push_subscriptions where tenant_id = current_tenant() and user_id = $1 and endpoint = $2 returning 1',
    [userId, endpoint],
  );
  return rows.length > 0;
}

export interface Waiting extends Subscription {
  alertId: string;
  subscriptionId: string;
}

/** Alerts that were not pushed yet, once for each browser of their person whose session still holds. */
export async function waitingPushes(tx: Tx, now: Date): Promise<Waiting[]> {
  const rows = await tx.query<{ alert_id: string; id: string; endpoint: string; p256dh: string; auth: string }>(
    `select a.id as alert_id, p.id, p.endpoint, p.p256dh, p.auth
       from alerts a
       join push_subscriptions p on p.tenant_id = a.tenant_id and p.user_id = a.user_id
       join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
      where a.tenant_id = current_tenant() and a.pushed_at is null and a.deactivated_at is null
        and a.created_at > $2 and a.created_at <= $1 and a.created_at >= p.created_at and s.ended_at is null and s.expires_at > $1
      order by a.created_at, a.id limit ${PAGE}`,
    [now, new Date(now.getTime() - LIVES_SECONDS * 1000)],
  );
  return rows.map((row) => ({
    alertId: row.alert_id,
    subscriptionId: row.id,
    endpoint: row.endpoint,
    keys: { p256dh: row.p256dh, auth: row.auth },
  }));
}

/** These alerts were pushed, and so count all that nobody can be woken for any more. */
export async function markPushed(
  tx: Tx,
  alertIds: readonly string[],
  gone: readonly string[],
  now: Date,
): Promise<void> {
  if (alertIds.length > 0) {
    await tx.query('update alerts set pushed_at = $2 where tenant_id = current_tenant() and id = any($1::uuid[])', [
      alertIds,
      now,
    ]);
  }
  if (gone.length > 0) {
    await tx.query('delete from push_subscriptions where tenant_id = current_tenant() and id = any($1::uuid[])', [
      gone,
    ]);
  }
  await tx.query(
    `delete from push_subscriptions p using sessions s
      where p.tenant_id = current_tenant() and s.tenant_id = p.tenant_id and s.id = p.session_id
        and (s.ended_at is not null or s.expires_at < $1)`,
    [now],
  );
}

/** `gone`: the browser will never be reached by this subscription again. `later`: the push service did not take it. */
export async function pushAlert(
  outgoing: Outgoing,
  keys: Pick<Keys, 'vapid'>,
  contact: string,
  { endpoint, keys: theirs, alertId }: Waiting,
): Promise<'sent' | 'gone' | 'later'> {
  const details = webPush.generateRequestDetails({ endpoint, keys: theirs }, JSON.stringify({ alertId }), {
    vapidDetails: { subject: contact, ...keys.vapid },
    TTL: LIVES_SECONDS,
    urgency: 'high',
    // The push service keeps one of those that mean the same.
    topic: alertId.replaceAll('-', ''),
  });
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(details.headers)) headers[name.toLowerCase()] = String(value);
  const { status } = await outgoing.post({ url: endpoint, headers, body: details.body ?? '' });
  if (status === 404 || status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'sent' : 'later';
}
