/**
 * A phone's clock is two days ahead while a try fails, and is put right before the next one: the time that was set for it
 * is two days away, and the tab stays open. Nobody taps "Send now".
 */
import type { Fault } from './network';
import type { Schedule } from './steps';

const FAILS: readonly Fault[] = ['proxy-502', 'proxy-503', 'portal'];

export const CLOCK_SCHEDULES: readonly Schedule[] = FAILS.map((fault, at) => ({
  seed: at + 1,
  phones: 1,
  steps: [
    { do: 'sign-in', phone: 0, tab: 0, agent: 0 },
    { do: 'wait', ms: 6_000 },
    { do: 'clock', phone: 0, skew: 50 * 3_600_000 },
    { do: 'fault', phone: 0, fault, on: 'batch', times: 1 },
    { do: 'save', phone: 0, tab: 0, loan: 0, word: 'locked', photo: false, follows: false },
  ],
}));
