/**
 * Answers that go on: server-sent events of this process, by tenant. What is said on them is their owner's business; this
 * keeps the lines.
 *
 *   open ──▶ over: the client left, its session ended or its person's place changed, ten minutes passed, it reads too
 *   slowly, the person opened more than they may, or the server ends
 */
import type { ServerResponse } from 'node:http';
import type { Database } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import { tenantActivity } from '../tenants';
import { livingSessions } from './sessions';

export interface StreamTimes {
  beatMs: number;
  sessionsMs: number;
  lifeMs: number;
  /** Streams of one person, as their windows: the oldest makes room, so that nobody holds the server's memory alone. */
  mostOfUser: number;
  /** Streams of this process; beyond it a client is told to come back later and asks by the clock. */
  most: number;
}
const TIMES: StreamTimes = { beatMs: 15_000, sessionsMs: 3_000, lifeMs: 10 * 60_000, mostOfUser: 20, most: 10_000 };
/** Bytes that may wait for a slow reader. */
const MOST_WAITING = 65_536;

export interface OpenStream<Detail> {
  readonly actor: Actor;
  readonly detail: Detail;
}
interface Line<Detail> extends OpenStream<Detail> {
  response: ServerResponse;
  until: number;
}

export interface Streams<Detail> {
  /** Takes the response over. Undefined when it was ended at once. */
  open(actor: Actor, detail: Detail, response: ServerResponse): OpenStream<Detail> | undefined;
  say(stream: OpenStream<Detail>, text: string): void;
  end(stream: OpenStream<Detail>): void;
  of(tenantId: string): readonly OpenStream<Detail>[];
  tenants(): string[];
  size(): number;
  isFull(): boolean;
  /** As long as streams may be open. */
  every(ms: number, run: () => void): void;
  /** Ends them all; nothing is opened afterwards. */
  close(): void;
}

interface Deps {
  db: Database;
  clock: Clock;
  logger: Logger;
}

/** `onEmpty`: the tenant's last stream is gone. */
export function createStreams<Detail>(
  { db, clock, logger }: Deps,
  times: Partial<StreamTimes>,
  onEmpty: (tenantId: string) => void,
): Streams<Detail> {
  const { beatMs, sessionsMs, lifeMs, mostOfUser, most } = { ...TIMES, ...times };
  const isActive = tenantActivity(db, clock);
  const rooms = new Map<string, Set<Line<Detail>>>();
  const timers: ReturnType<typeof setInterval>[] = [];
  let size = 0;
  let closed = false;

  const lineOf = (stream: OpenStream<Detail>) => stream as Line<Detail>;
  const all = () => [...rooms.values()].flatMap((room) => [...room]);

  function end(stream: OpenStream<Detail>): void {
    const line = lineOf(stream);
    const { tenantId } = line.actor;
    const room = rooms.get(tenantId);
    if (room?.delete(line)) size -= 1;
    if (room?.size === 0) {
      rooms.delete(tenantId);
      onEmpty(tenantId);
    }
    if (!line.response.writableEnded) line.response.end();
  }

  function say(stream: OpenStream<Detail>, text: string): void {
    const { response } = lineOf(stream);
    if (response.destroyed || response.writableEnded) {
      end(stream);
      return;
    }
    response.write(text);
    // It comes back and is told then.
    if (response.writableLength > MOST_WAITING) {
      end(stream);
      response.destroy();
    }
  }

  async function endOverSessions(): Promise<void> {
    for (const line of all()) if (line.until <= performance.now()) end(line);
    for (const [tenantId, room] of [...rooms]) {
      const held = new Set([...room].map(({ actor }) => actor.sessionId ?? ''));
      try {
        // A tenant that was closed has no session that holds.
        const alive = (await isActive(tenantId))
          ? await db.transaction({ tenantId }, (tx) => livingSessions(tx, [...held], clock.now()))
          : [];
        const known = new Map(alive.map((session) => [session.id, session]));
        for (const line of [...room]) {
          const { sessionId, role, agencyId, clientId } = line.actor;
          if (sessionId === null || !held.has(sessionId)) continue;
          const session = known.get(sessionId);
          // Whose place changed asks anew, and is judged anew.
          const same = session?.role === role && session.agencyId === agencyId && session.clientId === clientId;
          if (!same) end(line);
        }
      } catch (error) {
        logger.warn('sessions of streams could not be checked', { tenantId, error });
      }
    }
  }

  const every = (ms: number, run: () => void) => void timers.push(setInterval(run, ms).unref());

  let started = false;
  function start(): void {
    if (started) return;
    started = true;
    every(beatMs, () => {
      for (const line of all()) say(line, ':\n\n');
    });
    let checking = false;
    every(sessionsMs, () => {
      if (checking) return;
      checking = true;
      void endOverSessions().finally(() => {
        checking = false;
      });
    });
  }

  return {
    open(actor, detail, response) {
      const { tenantId, userId, sessionId } = actor;
      if (closed || sessionId === null) {
        response.end();
        return undefined;
      }
      start();
      const others = [...(rooms.get(tenantId) ?? [])].filter((line) => line.actor.userId === userId);
      const line: Line<Detail> = { actor, detail, response, until: performance.now() + lifeMs };
      const room = rooms.get(tenantId) ?? new Set();
      rooms.set(tenantId, room.add(line));
      size += 1;
      for (const oldest of others.slice(0, Math.max(0, others.length + 1 - mostOfUser))) end(oldest);
      response.on('close', () => end(line));
      response.on('error', () => end(line));
      response.write('retry: 3000\n\n');
      return line;
    },
    say,
    end,
    of: (tenantId) => [...(rooms.get(tenantId) ?? [])],
    tenants: () => [...rooms.keys()],
    size: () => size,
    isFull: () => size >= most,
    every,
    close() {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      for (const line of all()) end(line);
    },
  };
}
