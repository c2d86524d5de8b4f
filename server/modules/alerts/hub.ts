/**
 * Streams of alerts that are open in this process.
 *
 *   open ── resumed: what came since the client's last id ── told of each new alert ──▶ over
 *
 * One look at the database serves all streams of a tenant: when the commit of an alert says so (PostgreSQL), and by the
 * clock; and one look tells all who open at the same time where they stand. Each event's id is the place in the tenant's
 * transactions from which to ask again, so that a client that comes back, to whichever process, misses nothing; what it
 * hears twice it knows by the alert's id.
 */
import type { ServerResponse } from 'node:http';
import type { Database } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import { createStreams, type OpenStream, type StreamTimes } from '../streams';
import { alertsSince, cursorNow, type Told } from './repository';

export interface AlertHub {
  /** Takes the response over. `since` is the last id that the client heard. */
  open(actor: Actor, since: string | undefined, response: ServerResponse): void;
  /** How many streams are open. */
  size(): number;
  /** No room for one more. */
  isFull(): boolean;
  close(): Promise<void>;
}

export interface HubTimes extends StreamTimes {
  lookMs: number;
}
/** The embedded database tells nobody, so it is looked at more often. */
const LOOK_MS = { told: 10_000, embedded: 1_000 };

interface Detail {
  since: string | undefined;
}
type Stream = OpenStream<Detail>;
interface Room {
  /** Where the next look begins; undefined until the first one. */
  cursor: string | undefined;
  /** Told in the last look: they may be answered once more by the next. */
  told: Set<string>;
  looking: boolean;
  again: boolean;
  /** Opened, and not told yet where they stand. */
  joining: Stream[];
  welcoming: boolean;
}

const eventText = (cursor: string, { userId: _, ...alert }: Told): string =>
  `id: ${cursor}\nevent: alert\ndata: ${JSON.stringify(alert)}\n\n`;

export function createAlertHub(
  { db, clock, logger }: { db: Database; clock: Clock; logger: Logger },
  { lookMs = LOOK_MS[db.listen ? 'told' : 'embedded'], ...times }: Partial<HubTimes> = {},
): AlertHub {
  const rooms = new Map<string, Room>();
  const streams = createStreams<Detail>({ db, clock, logger }, times, (tenantId) => rooms.delete(tenantId));
  let stopListening: Promise<() => Promise<void>> | undefined;
  let started = false;
  let closed = false;

  /** One look for all streams of the tenant; whoever asks meanwhile gets one more look after it. */
  async function look(tenantId: string): Promise<void> {
    const room = rooms.get(tenantId);
    if (!room || closed) return;
    if (room.looking) {
      room.again = true;
      return;
    }
    room.looking = true;
    try {
      do {
        room.again = false;
        const users = [...new Set(streams.of(tenantId).map(({ actor }) => actor.userId))];
        const { cursor } = room;
        if (cursor === undefined || users.length === 0) break;
        const { next, alerts } = await db.transaction({ tenantId }, (tx) => alertsSince(tx, users, cursor));
        for (const alert of alerts) {
          if (room.told.has(alert.id)) continue;
          const text = eventText(cursor, alert);
          for (const stream of streams.of(tenantId)) {
            if (stream.actor.userId === alert.userId) streams.say(stream, text);
          }
        }
        room.told = new Set(alerts.map(({ id }) => id));
        room.cursor = next;
      } while (room.again && !closed);
    } catch (error) {
      logger.warn('alerts could not be looked for', { tenantId, error });
    } finally {
      room.looking = false;
    }
  }

  /** Where those stand who opened: hundreds come back in the same second when a server starts anew, and ask once. */
  async function welcome(tenantId: string, room: Room): Promise<void> {
    if (room.welcoming) return;
    room.welcoming = true;
    while (room.joining.length > 0 && !closed) {
      const joined = room.joining.splice(0);
      try {
        await db
          .transaction({ tenantId }, async (tx) => {
            const now = await cursorNow(tx);
            const missed = new Map<string, Awaited<ReturnType<typeof alertsSince>>>();
            for (const since of new Set(joined.flatMap(({ detail }) => detail.since ?? []))) {
              const users = joined.filter(({ detail }) => detail.since === since).map(({ actor }) => actor.userId);
              missed.set(since, await alertsSince(tx, [...new Set(users)], since));
            }
            return { now, missed };
          })
          .then(({ now, missed }) => {
            room.cursor ??= now;
            for (const stream of joined) {
              const since = missed.get(stream.detail.since ?? '');
              const next = since?.next ?? now;
              // The place it stands at now, so that it can come back to it even when nothing happens.
              streams.say(stream, `id: ${next}\nevent: open\ndata: {}\n\n`);
              for (const alert of since?.alerts ?? []) {
                if (alert.userId === stream.actor.userId) streams.say(stream, eventText(next, alert));
              }
            }
          });
        void look(tenantId);
      } catch (error) {
        logger.warn('streams of alerts could not begin', { tenantId, error });
        for (const stream of joined) streams.end(stream);
      }
    }
    room.welcoming = false;
  }

  function start(): void {
    if (started || closed) return;
    started = true;
    streams.every(lookMs, () => {
      for (const tenantId of rooms.keys()) void look(tenantId);
    });
    stopListening = db.listen?.('recoup_alerts', (tenantId) => {
      for (const id of tenantId === '' ? rooms.keys() : [tenantId]) void look(id);
    });
    stopListening?.catch((error: unknown) => logger.warn('nobody tells of alerts', { error }));
  }

  return {
    open(actor, since, response) {
      const { tenantId } = actor;
      const stream = streams.open(actor, { since }, response);
      if (!stream) return;
      start();
      const room: Room = rooms.get(tenantId) ?? {
        cursor: undefined,
        told: new Set(),
        looking: false,
        again: false,
        joining: [],
        welcoming: false,
      };
      rooms.set(tenantId, room);
      room.joining.push(stream);
      void welcome(tenantId, room);
    },
    size: () => streams.size(),
    isFull: () => streams.isFull(),
    async close() {
      closed = true;
      streams.close();
      const stop = await stopListening?.catch(() => undefined);
      await stop?.();
    },
  };
}
