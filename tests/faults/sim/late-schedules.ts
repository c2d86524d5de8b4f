/**
 * A first try that the server gets after its record was mended: the tab that sent it stands still, another one finds the
 * photo refused by a gateway, and the person mends the record and sends it within the minute. Chance seldom gets there.
 */
import type { Schedule, Step } from './steps';

const STEPS: readonly Step[] = [
  { do: 'sign-in', phone: 0, tab: 0, agent: 1 },
  { do: 'wait', ms: 9_000 },
  { do: 'fault', phone: 0, fault: 'late', on: 'batch', times: 1 },
  { do: 'save', phone: 0, tab: 0, loan: 4, word: 'absent', photo: true, follows: false },
  { do: 'freeze', phone: 0, tab: 0 },
  { do: 'fault', phone: 0, fault: 'proxy-413', on: 'upload', times: 1 },
  { do: 'open-tab', phone: 0 },
  { do: 'wait', ms: 12_400 },
  { do: 'mend', phone: 0, tab: 1 },
  { do: 'wait', ms: 60_000 },
];

/** The same steps in twelve orders of arriving. */
export const LATE_SCHEDULES: readonly Schedule[] = Array.from({ length: 12 }, (_, at) => ({
  seed: at + 1,
  phones: 1,
  steps: [...STEPS],
}));
