/** The floor as it changes: the server's stream, and the clock where there is none. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { safeParse } from 'zod/mini';
import {
  type AgentChanges,
  agentChangesSchema,
  agentMonitor,
  agentMonitorStream,
  type MonitoredAgent,
} from '../../../core/contract/dialer';
import { ApiError, useApi } from '../../api';
import { followEvents, hasToken } from '../../api/events';

/** Without a stream the floor is asked for so often. */
export const LIVE_MS = 2000;

export interface Floor {
  asOf: string;
  agents: MonitoredAgent[];
}

/** The floor after these changes. Who comes in stands at the end until the whole is told in its order. */
export function applied(floor: Floor | undefined, { asOf, whole, agents, gone }: AgentChanges): Floor {
  if (whole || !floor) return { asOf, agents };
  const changed = new Map(agents.map((agent) => [agent.userId, agent]));
  const left = new Set(gone);
  const kept = floor.agents.flatMap((agent) => {
    const now = changed.get(agent.userId) ?? agent;
    changed.delete(agent.userId);
    return left.has(agent.userId) ? [] : [now];
  });
  return { asOf, agents: [...kept, ...changed.values()] };
}

/** The specification has a failure of the monitor logged (section 7 "Agent monitor"); the screen says it besides. */
export function logged<T>(asked: Promise<T>): Promise<T> {
  asked.catch((error: unknown) => {
    if (error instanceof ApiError) console.warn('agent monitor', error.detail);
  });
  return asked;
}

/** `streamed`: the server says what changes; else it is asked every `LIVE_MS`. */
export function useMonitor(portfolioId: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  const [streamed, setStreamed] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    setStreamed(false);
    void followEvents(() => api.stream(agentMonitorStream, { query: { portfolioId }, signal }), {
      signal,
      hasToken,
      onLine: (open) => !signal.aborted && setStreamed(open),
      onEvent({ event, data }) {
        if (event !== 'agents' || signal.aborted) return;
        const parsed = safeParse(agentChangesSchema, JSON.parse(data));
        if (!parsed.success) return;
        // An answer to an earlier question must not overwrite what came behind it.
        void client.cancelQueries({ queryKey: ['agent-monitor', portfolioId ?? null] });
        client.setQueryData<Floor>(['agent-monitor', portfolioId ?? null], (floor) => applied(floor, parsed.data));
        if (parsed.data.whole) return;
        for (const { username } of parsed.data.agents) {
          void client.invalidateQueries({ queryKey: ['agent-monitor-one', username] });
        }
      },
    });
    return () => ending.abort();
  }, [api, client, portfolioId]);
  const floor = useQuery({
    queryKey: ['agent-monitor', portfolioId ?? null],
    queryFn: async ({ signal }) =>
      (await logged(api.call(agentMonitor, { headers: { portfolioid: portfolioId }, signal }))).data,
    refetchInterval: () => (streamed || !hasToken() ? false : LIVE_MS),
    staleTime: streamed ? Number.POSITIVE_INFINITY : 0,
  });
  return { ...floor, streamed };
}
