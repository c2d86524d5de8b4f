/**
 * Streams of the agent monitor: first the whole floor in the supervisor's scope, then the agents that changed.
 *
 *   stand / call kept ── told in this process, or by NOTIFY from another ──▶ one look for each question ──▶ what differs
 *
 * Every look asks as the supervisor of that stream, so that who leaves their team leaves the stream, and nobody sees anyone
 * whom the list would not show. Changes that come close together are one look.
 */
import type { ServerResponse } from 'node:http';
import type { AgentChanges, MonitoredAgent } from '../../../core/contract/dialer';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { createStreams, type OpenStream, type StreamTimes } from '../streams';
import type { monitorService } from './monitor';
import { AGENTS_CHANNEL } from './states';

export interface MonitorHub {
  /** Takes the response over; `floor` is what the caller was just answered. */
  open(actor: Actor, portfolioId: string | undefined, floor: Floor, response: ServerResponse): void;
  /** The tenant's agents or calls may stand differently. */
  changed(tenantId: string): void;
  size(): number;
  isFull(): boolean;
  close(): Promise<void>;
}

export interface Floor {
  asOf: string;
  agents: MonitoredAgent[];
}

export interface MonitorTimes extends StreamTimes {
  /** From one look of a tenant to the next, at least. */
  gapMs: number;
  /** Everything anew: today's time passes without anybody changing. */
  wholeMs: number;
}
const GAP_MS = 250;
const WHOLE_MS = 10_000;

interface Detail {
  portfolioId: string | undefined;
  /** What was told of each agent last. */
  told: Map<string, string>;
}
interface Room {
  lookedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  looking: boolean;
  again: boolean;
}

/** Time passes for everybody; it is told with what happened, and with the whole. */
const printOf = ({ today: _, ...standing }: MonitoredAgent): string => JSON.stringify(standing);
const eventText = (changes: AgentChanges): string => `event: agents\ndata: ${JSON.stringify(changes)}\n\n`;

export function createMonitorHub(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  monitor: Pick<ReturnType<typeof monitorService>, 'agents'>,
  { gapMs = GAP_MS, wholeMs = WHOLE_MS, ...times }: Partial<MonitorTimes> = {},
): MonitorHub {
  const rooms = new Map<string, Room>();
  const streams = createStreams<Detail>({ db, clock, logger }, times, (tenantId) => {
    clearTimeout(rooms.get(tenantId)?.timer);
    rooms.delete(tenantId);
  });
  let stopListening: Promise<() => Promise<void>> | undefined;
  let started = false;
  let closed = false;

  function tell(stream: OpenStream<Detail>, { asOf, agents }: Floor, whole: boolean): void {
    const { told } = stream.detail;
    const now = new Map(agents.map((agent) => [agent.userId, printOf(agent)]));
    const changed = whole ? agents : agents.filter(({ userId }) => told.get(userId) !== now.get(userId));
    const gone = [...told.keys()].filter((userId) => !now.has(userId));
    stream.detail.told = now;
    if (whole || changed.length > 0 || gone.length > 0) {
      streams.say(stream, eventText({ asOf, whole, agents: changed, gone }));
    }
  }

  /** One look for every question that is open: the same supervisor, the same portfolio. */
  async function look(tenantId: string, whole: boolean): Promise<void> {
    const asked = new Map<string, OpenStream<Detail>[]>();
    for (const stream of streams.of(tenantId)) {
      const question = `${stream.actor.userId} ${stream.actor.sessionId} ${stream.detail.portfolioId}`;
      asked.set(question, [...(asked.get(question) ?? []), stream]);
    }
    for (const group of asked.values()) {
      const [first] = group;
      if (!first || closed) continue;
      try {
        const floor = await monitor.agents(first.actor, first.detail.portfolioId);
        for (const stream of group) tell(stream, floor, whole);
      } catch (error) {
        // Who may not ask any more, or asked about what is gone, hears so when they ask again.
        if (error instanceof ApiError) for (const stream of group) streams.end(stream);
        else logger.warn('the floor could not be looked at', { tenantId, error });
      }
    }
  }

  async function run(tenantId: string, whole: boolean): Promise<void> {
    const room = rooms.get(tenantId);
    if (!room || closed) return;
    if (room.looking) {
      room.again = true;
      return;
    }
    room.looking = true;
    room.lookedAt = performance.now();
    await look(tenantId, whole);
    room.looking = false;
    if (room.again) {
      room.again = false;
      changed(tenantId);
    }
  }

  function changed(tenantId: string): void {
    const room = rooms.get(tenantId);
    if (!room || room.timer || closed) return;
    const wait = Math.max(0, room.lookedAt + gapMs - performance.now());
    room.timer = setTimeout(() => {
      room.timer = undefined;
      void run(tenantId, false);
    }, wait);
  }

  function start(): void {
    if (started || closed) return;
    started = true;
    streams.every(wholeMs, () => {
      for (const tenantId of rooms.keys()) void run(tenantId, true);
    });
    stopListening = db.listen?.(AGENTS_CHANNEL, (tenantId) => {
      for (const id of tenantId === '' ? rooms.keys() : [tenantId]) changed(id);
    });
    stopListening?.catch((error: unknown) => logger.warn('nobody tells of agents', { error }));
  }

  return {
    open(actor, portfolioId, floor, response) {
      const stream = streams.open(actor, { portfolioId, told: new Map() }, response);
      if (!stream) return;
      start();
      const { tenantId } = actor;
      if (!rooms.has(tenantId)) {
        rooms.set(tenantId, { lookedAt: 0, timer: undefined, looking: false, again: false });
      }
      tell(stream, floor, true);
      // What happened between that answer and now.
      changed(tenantId);
    },
    changed,
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
