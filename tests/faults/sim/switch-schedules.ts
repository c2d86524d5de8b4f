/**
 * The next agent signs in on the same phone, and a cache on the way answers their first list with the one that it keeps of
 * the agent before. The list is put right soon; what counts is that nobody ever saw it. Chance seldom gets there.
 */
import type { Schedule } from './steps';

export const SWITCH_SCHEDULES: readonly Schedule[] = [1, 2, 3].map((seed) => ({
  seed,
  phones: 1,
  steps: [
    { do: 'sign-in', phone: 0, tab: 0, agent: 0 },
    { do: 'wait', ms: 6_000 },
    { do: 'sign-out', phone: 0, tab: 0, how: 'logout' },
    { do: 'wait', ms: 2_000 },
    { do: 'fault', phone: 0, fault: 'stale', on: 'sync', times: 1 },
    { do: 'sign-in', phone: 0, tab: 0, agent: 1 },
    { do: 'wait', ms: 20_000 },
  ],
}));
