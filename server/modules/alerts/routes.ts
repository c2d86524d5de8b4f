import { NOTIFICATION_ROLE_OF } from '../../../core/contract/alerts';
import { addDays } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { type Actor, ApiError, EventsReply, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { isAllowed } from '../../platform/senders/outgoing';
import { tenantRules } from '../tenants';
import type { AlertHub } from './hub';
import { notificationPage, setActive } from './notify';
import { subscribe, unsubscribe } from './push';
import { deactivate, missedAlerts, newAlerts } from './repository';

/** Specification 9. */
const PAGE = 10;
/** Streams end by themselves, one after the other. */
const FULL_RETRY_S = 30;

type AlertHandlers = Pick<
  Handlers,
  | 'alerts.new'
  | 'alerts.missed'
  | 'alerts.deactivate'
  | 'alerts.stream'
  | 'alerts.pushKey'
  | 'alerts.pushSubscribe'
  | 'alerts.pushUnsubscribe'
  | 'notifications.list'
  | 'notifications.deactivate'
>;

export function handlers({ db, clock, config, keys }: Deps, hub: AlertHub): AlertHandlers {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  return {
    'alerts.new': async ({ actor }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), (tx) => newAlerts(tx, actor.userId, clock.now())),
    }),

    'alerts.missed': async ({ actor }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), (tx) => missedAlerts(tx, actor.userId)),
    }),

    'alerts.deactivate': async ({ actor, params }) => {
      const data = await db.transaction(scopeOf(actor), (tx) => deactivate(tx, actor.userId, params.id, clock.now()));
      if (!data) throw new ApiError('not-found');
      return { success: true, data };
    },

    'alerts.stream': async ({ actor, query }) => {
      if (hub.isFull()) throw new ApiError('busy', { retryAfterSeconds: FULL_RETRY_S });
      return new EventsReply((response) => hub.open(actor, query.since, response));
    },

    'alerts.pushKey': async () => ({ success: true, data: { publicKey: keys.vapid.publicKey } }),

    'alerts.pushSubscribe': async ({ actor, body }) => {
      if (actor.sessionId === null) throw new ApiError('not-signed-in');
      if (!isAllowed(new URL(body.endpoint), config.pushHosts)) {
        const message = 'This browser’s push service is not one that the server calls.';
        throw new ApiError('invalid', { message, fields: [{ path: 'endpoint', message }] });
      }
      await db.transaction(scopeOf(actor), (tx) => subscribe(tx, actor, body, clock.now()));
      return { success: true, data: { subscribed: true } };
    },

    'alerts.pushUnsubscribe': async ({ actor, body }) => {
      await db.transaction(scopeOf(actor), (tx) => unsubscribe(tx, actor.userId, body.endpoint));
      return { success: true, data: { subscribed: false } };
    },

    'notifications.list': async ({ actor, query }) => {
      if (query.role !== NOTIFICATION_ROLE_OF[actor.role]) throw new ApiError('forbidden');
      if (query.toDate < query.fromDate) {
        const message = 'The range ends before it begins';
        throw new ApiError('invalid', { fields: [{ path: 'toDate', message }] });
      }
      const { zone } = await rulesOf(actor.tenantId);
      const size = query.size ?? PAGE;
      const data = await db.transaction(scopeOf(actor), (tx) =>
        notificationPage(tx, actor.userId, {
          from: instantAt(query.fromDate, '00:00', zone),
          to: instantAt(addDays(query.toDate, 1), '00:00', zone),
          kind: query.kind ?? null,
          all: query.all === 'true',
          q: query.q ?? '',
          sort: query.sort ?? 'createdAt',
          dir: query.dir ?? 'desc',
          limit: size,
          offset: ((query.page ?? 1) - 1) * size,
        }),
      );
      return { success: true, data };
    },

    'notifications.deactivate': async ({ actor, body }) => {
      const ids = [...new Set(body.ids)];
      const changed = await db.transaction(scopeOf(actor), async (tx) => {
        const count = await setActive(tx, actor.userId, ids, body.isActive ?? false, clock.now());
        // One that is somebody else's takes the whole request back.
        if (count !== ids.length) throw new ApiError('not-found');
        return count;
      });
      return { success: true, message: 'Notification deleted successfully', data: { changed } };
    },
  };
}
