/**
 * Streams of alerts that are open in this process.
 *
 *   open ── resumed: what came since the client's last id ── told of each new alert ──▶ over: the client left, its session
 *   ended, ten minutes passed, it reads too slowly, or the server ends
 *
 * One look at the database serves all streams of a tenant: when the commit of an alert says so (PostgreSQL), and by the
 * clock. Each event's id is the place in the tenant's transactions from which to ask again, so that a client that comes
 * back, to whichever process, misses nothing; what it hears twice it knows by the alert's id.
 */
import type { ServerResponse } from 'node:http';
import type { Database } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import { tenantActivity } from '../tenants';
import { alertsSince, cursorNow, livingSessions, type Told } from './repository';

export interface AlertHub {
  /** Takes the response over. */
  open(actor: Actor, since: string | undefined, response: ServerResponse): void;
  /** How many streams are open. */
  size(): number;
  close(): Promise<void>;
}

export interface HubTimes {
  beatMs: number;
  lookMs: number;
  sessionsMs: number;
  lifeMs: number;
  /** Streams of one session, as its windows: the oldest makes room, so that no client holds the server's memory alone. */
  mostOfSession: number;
}
/** The embedded database tells nobody, so it is looked at more often. */
const TIMES = (told: boolean): HubTimes => ({
  beatMs: 15_000,
  lookMs: told ? 10_000 : 1_000,
  sessionsMs: 3_000,
  lifeMs: 10 * 60_000,
  mostOfSession: 20,
});
/** Bytes that may wait for a slow reader. */
const MOST_WAITING = 65_536;

interface Stream {
  userId: string;
  sessionId: string;
  response: ServerResponse;
  until: number;
}
interface Room {
  streams: Set<Stream>;
  /** Where the next look begins; undefined until the first one. */
  cursor: string | undefined;
  /** Told in the last look: they may be answered once more by the next. */
  told: Set<string>;
  looking: boolean;
  again: boolean;
}

const eventText = (cursor: string, { userId: _, ...alert }: Told): string =>
  `id: ${cursor}\nevent: alert\ndata: ${JSON.stringify(alert)}\n\n`;

export function createAlertHub(
  { db, clock, logger }: { db: Database; clock: Clock; logger: Logger },
  times: Partial<HubTimes> = {},
): AlertHub {
  const { beatMs, lookMs, sessionsMs, lifeMs, mostOfSession } = { ...TIMES(db.listen !== undefined), ...times };
  const isActive = tenantActivity(db, clock);
  const rooms = new Map<string, Room>();
  const timers: ReturnType<typeof setInterval>[] = [];
  let stopListening: Promise<() => Promise<void>> | undefined;
  let closed = false;

  function leave(tenantId: string, stream: Stream): void {
    const room = rooms.get(tenantId);
    room?.streams.delete(stream);
    if (room?.streams.size === 0) rooms.delete(tenantId);
    if (!stream.response.writableEnded) stream.response.end();
  }

  function say(tenantId: string, stream: Stream, text: string): void {
    if (stream.response.destroyed) {
      leave(tenantId, stream);
      return;
    }
    stream.response.write(text);
    // It comes back with its last id and is told then.
    if (stream.response.writableLength > MOST_WAITING) {
      leave(tenantId, stream);
      stream.response.destroy();
    }
  }

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
        const users = [...new Set([...room.streams].map(({ userId }) => userId))];
        const { cursor } = room;
        if (cursor === undefined || users.length === 0) break;
        const { next, alerts } = await db.transaction({ tenantId }, (tx) => alertsSince(tx, users, cursor));
        for (const alert of alerts) {
          if (room.told.has(alert.id)) continue;
          const text = eventText(cursor, alert);
          for (const stream of [...room.streams]) if (stream.userId === alert.userId) say(tenantId, stream, text);
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

  async function endOverSessions(): Promise<void> {
    for (const [tenantId, room] of [...rooms]) {
      const now = clock.now();
      for (const stream of [...room.streams]) if (stream.until <= performance.now()) leave(tenantId, stream);
      const held = [...new Set([...room.streams].map(({ sessionId }) => sessionId))];
      if (held.length === 0) continue;
      try {
        // A tenant that was closed has no session that holds.
        const alive = new Set(
          (await isActive(tenantId)) ? await db.transaction({ tenantId }, (tx) => livingSessions(tx, held, now)) : [],
        );
        for (const stream of [...room.streams]) {
          if (!alive.has(stream.sessionId) && held.includes(stream.sessionId)) leave(tenantId, stream);
        }
      } catch (error) {
        logger.warn('sessions of streams could not be checked', { tenantId, error });
      }
    }
  }

  function beat(): void {
    for (const [tenantId, room] of [...rooms]) for (const stream of [...room.streams]) say(tenantId, stream, ':\n\n');
  }

  function start(): void {
    if (timers.length > 0 || closed) return;
    const every = (ms: number, run: () => void) => timers.push(setInterval(run, ms).unref());
    every(beatMs, beat);
    every(lookMs, () => {
      for (const tenantId of rooms.keys()) void look(tenantId);
    });
    let checking = false;
    every(sessionsMs, () => {
      if (checking) return;
      checking = true;
      void endOverSessions().finally(() => {
        checking = false;
      });
    });
    stopListening = db.listen?.('recoup_alerts', (tenantId) => {
      for (const id of tenantId === '' ? rooms.keys() : [tenantId]) void look(id);
    });
    stopListening?.catch((error: unknown) => logger.warn('nobody tells of alerts', { error }));
  }

  return {
    open({ tenantId, userId, sessionId }, since, response) {
      if (closed || sessionId === null) {
        response.end();
        return;
      }
      start();
      const room: Room = rooms.get(tenantId) ?? {
        streams: new Set(),
        cursor: undefined,
        told: new Set(),
        looking: false,
        again: false,
      };
      rooms.set(tenantId, room);
      const others = [...room.streams].filter((one) => one.sessionId === sessionId);
      for (const oldest of others.slice(0, Math.max(0, others.length + 1 - mostOfSession))) leave(tenantId, oldest);
      // It may have been the last of the room, which is then gone.
      rooms.set(tenantId, room);
      const stream: Stream = { userId, sessionId, response, until: performance.now() + lifeMs };
      room.streams.add(stream);
      response.on('close', () => leave(tenantId, stream));
      response.on('error', () => leave(tenantId, stream));
      response.write('retry: 3000\n\n');
      db.transaction({ tenantId }, async (tx) => ({
        now: await cursorNow(tx),
        missed: since === undefined ? null : await alertsSince(tx, [userId], since),
      }))
        .then(({ now, missed }) => {
          room.cursor ??= now;
          // The place it stands at now, so that it can come back to it even when nothing happens.
          say(tenantId, stream, `id: ${missed?.next ?? now}\nevent: open\ndata: {}\n\n`);
          for (const alert of missed?.alerts ?? []) say(tenantId, stream, eventText(missed?.next ?? now, alert));
          void look(tenantId);
        })
        .catch((error: unknown) => {
          logger.warn('a stream of alerts could not begin', { tenantId, error });
          leave(tenantId, stream);
        });
    },
    size: () => [...rooms.values()].reduce((sum, { streams }) => sum + streams.size, 0),
    async close() {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      for (const [tenantId, room] of [...rooms]) for (const stream of [...room.streams]) leave(tenantId, stream);
      const stop = await stopListening?.catch(() => undefined);
      await stop?.();
    },
  };
}
