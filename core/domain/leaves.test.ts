import { expect, it } from 'vitest';
import { leaveFaults, leaveState } from './leaves';

const TODAY = '2026-11-28';

it.each([
  ['2026-11-28', '2026-11-28', 'running'],
  ['2026-11-20', '2026-11-28', 'running'],
  ['2026-11-29', '2026-11-30', 'coming'],
  ['2026-11-20', '2026-11-27', 'over'],
])('%s to %s is %s', (from, until, state) => {
  expect(leaveState({ from, until, withdrawn: false }, TODAY)).toBe(state);
  expect(leaveState({ from, until, withdrawn: true }, TODAY)).toBe('withdrawn');
});

it.each([
  ['2026-11-28', '2026-11-28', []],
  ['2026-10-28', '2026-11-28', []],
  ['2026-11-28', '2027-11-28', []],
  ['2026-11-29', '2026-11-28', ['until']],
  ['2026-11-20', '2026-11-27', ['until']],
  ['2026-10-27', '2026-11-28', ['from']],
  ['2026-11-28', '2027-11-29', ['until']],
])('from %s until %s: %j', (from, until, wrong) => {
  expect(Object.keys(leaveFaults({ from, until }, TODAY))).toEqual(wrong);
});
