import { expect, it } from 'vitest';
import { type StartedCall, secondsOf } from './started-call';

const START = Date.UTC(2026, 10, 23, 5);
const at = (seconds: number) => START + seconds * 1000;
const call: StartedCall = { id: 'c', phoneId: null, startedAt: START };

it.each<[string, Partial<StartedCall>, number, number | undefined]>([
  ['by hand, still on: to saving', {}, 75, 75],
  ['by hand, its end pressed: to the end', { endedAt: at(40) }, 75, 40],
  ['by hand, found again in a draft of the day before: not known', {}, 86_400, undefined],
  ['by hand, its end pressed the day before', { endedAt: at(40) }, 86_400, 40],
  [
    'by the dialer: from the answer to the end, and neither ringing nor wrap-up',
    { dialerId: 'd', answeredAt: at(12), endedAt: at(52) },
    90,
    40,
  ],
  ['by the dialer, still talking', { dialerId: 'd', answeredAt: at(12) }, 52, 40],
  ['by the dialer, not answered', { dialerId: 'd', endedAt: at(30) }, 60, 0],
  ['by the dialer, never heard of again', { dialerId: 'd', answeredAt: at(12) }, 86_400, undefined],
  ['a clock that went back', {}, -20, 0],
])('%s', (_, more, now, seconds) => {
  expect(secondsOf({ ...call, ...more }, at(now))).toBe(seconds);
});
