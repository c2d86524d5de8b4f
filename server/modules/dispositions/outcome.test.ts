import { describe, expect, it } from 'vitest';
import { isSkewed, outcomeOf } from './outcome';

const now = Date.parse('2026-11-21T10:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(now + hours * HOUR).toISOString();

describe('whether a device clock is believed', () => {
  it.each([
    ['just now', at(0), 0, false],
    ['three days without a network, offset measured', at(-72), 1200, false],
    ['three days ago, offset never measured', at(-72), null, true],
    ['a day ago, offset never measured', at(-24), null, false],
    ['two days and an hour ahead', at(49), 0, true],
    ['ahead, but the measured offset puts it right', at(40), -40 * HOUR, false],
    ['a clock three days off, measured', at(-72), 72 * HOUR, true],
    ['a hundred days old', at(-2400), 0, true],
  ])('%s', (_, recordedAt, clockOffsetMs, skewed) => {
    expect(isSkewed({ recordedAt, clockOffsetMs }, now)).toBe(skewed);
  });
});

describe('outcomes', () => {
  const fine = { agentActive: true, loanState: 'active', visible: true, skewed: false } as const;
  it.each([
    [{}, 'applied'],
    [{ skewed: true }, 'clock-skewed'],
    [{ visible: false }, 'late-reassigned'],
    [{ loanState: 'closed' }, 'late-closed'],
    [{ loanState: 'settled', visible: false }, 'late-closed'],
    [{ loanState: 'suppressed', skewed: true }, 'late-suppressed'],
    [{ agentActive: false, loanState: 'closed' }, 'late-agent-inactive'],
  ] as const)('%o is %s', (facts, outcome) => {
    expect(outcomeOf({ ...fine, ...facts })).toBe(outcome);
  });
});
