import { expect, it } from 'vitest';
import { absenceFault, absenceState } from './absences';

const TODAY = '2026-11-28';

it.each([
  ['2026-11-28', '2026-11-28', false, 'now'],
  ['2026-11-01', '2026-11-27', false, 'over'],
  ['2026-11-29', '2026-12-02', false, 'coming'],
  ['2026-11-20', '2026-12-02', true, 'over'],
] as const)('from %s to %s, ended %s: %s', (from, to, ended, state) => {
  expect(absenceState({ from, to, ended }, TODAY)).toBe(state);
});

it.each([
  ['2026-11-27', '2026-11-30', 'from'],
  ['2026-11-30', '2026-11-29', 'to'],
  ['2026-11-30', '2027-03-01', 'to'],
  ['2026-11-28', '2026-11-28', undefined],
  ['2026-11-30', '2027-02-28', undefined],
])('an absence from %s to %s is wrong at %s', (from, to, path) => {
  expect(absenceFault(from, to, TODAY)?.path).toBe(path);
});
