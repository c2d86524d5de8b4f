import { expect, test } from 'vitest';
import { instalmentState, keptInstalments } from './instalments';
import { planOf } from './plan';

const PARTS = [
  { dueOn: '2026-12-01', amount: 100 },
  { dueOn: '2027-01-01', amount: 100 },
  { dueOn: '2027-02-01', amount: 100 },
];

test.each([
  ['running', 0, 0, ['open 0+0', 'open 0+0', 'open 0+0']],
  ['running', 100, 150, ['paid 100+0', 'open 0+50', 'open 0+0']],
  ['running', 50, 210, ['to-confirm 50+50', 'to-confirm 0+100', 'open 0+10']],
  ['letter-out', 0, 100, ['to-confirm 0+100', 'open 0+0', 'open 0+0']],
  ['breached', 100, 130, ['paid 100+0', 'fallen 0+30', 'fallen 0+0']],
  ['lapsed', 0, 0, ['fallen 0+0', 'fallen 0+0', 'fallen 0+0']],
  ['completed', 300, 300, ['paid 100+0', 'paid 100+0', 'paid 100+0']],
  // More than the plan asks for is no part of it.
  ['completed', 500, 700, ['paid 100+0', 'paid 100+0', 'paid 100+0']],
] as const)('%s with %i confirmed of %i received', (stage, confirmed, all, wanted) => {
  const kept = keptInstalments(planOf(PARTS, confirmed), planOf(PARTS, all), stage);
  expect(kept.map(({ state, paid, received }) => `${state} ${paid}+${received}`)).toEqual(wanted);
  expect(kept.map(({ dueOn }) => dueOn)).toEqual(PARTS.map(({ dueOn }) => dueOn));
});

test.each([
  ['open', '2026-12-01', 'late'],
  ['open', '2026-12-02', 'due'],
  ['to-confirm', '2026-12-01', 'to-confirm'],
  ['paid', '2026-12-01', 'paid'],
  ['fallen', '2026-12-01', 'fallen'],
] as const)('%s, due on %s, is %s on the second', (state, dueOn, wanted) => {
  expect(instalmentState(state, dueOn, '2026-12-02')).toBe(wanted);
});
