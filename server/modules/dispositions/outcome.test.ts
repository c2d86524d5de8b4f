import { describe, expect, it } from 'vitest';
import { correctedTime, isOverdue, isSkewed, outcomeOf } from './outcome';

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
    ['an offset beyond all calendars', at(0), Number.MAX_SAFE_INTEGER, true],
    ['the year 0', '0000-01-01T00:00:00Z', null, true],
    ['the year 9999', '9999-12-31T23:59:59Z', 0, true],
  ])('%s', (_, recordedAt, clockOffsetMs, skewed) => {
    expect(isSkewed({ recordedAt, clockOffsetMs }, now)).toBe(skewed);
  });
});

it.each([
  [at(0), 90_000, new Date(now + 90_000).toISOString()],
  ['0000-01-01T00:00:00Z', 0, '2000-01-01T00:00:00.000Z'],
  [at(0), Number.MAX_SAFE_INTEGER, '2099-12-31T23:59:59.999Z'],
])('%s with an offset of %d ms was at %s', (recordedAt, clockOffsetMs, corrected) => {
  expect(new Date(correctedTime({ recordedAt, clockOffsetMs })).toISOString()).toBe(corrected);
});

it.each([
  [at(-23), 0, false],
  [at(-25), 0, true],
  [at(-25), 2 * HOUR, false],
  [at(25), null, true],
])(
  '%s with an offset of %s ms has waited long enough for what it follows: %s',
  (recordedAt, clockOffsetMs, overdue) => {
    expect(isOverdue({ recordedAt, clockOffsetMs }, now)).toBe(overdue);
  },
);

describe('outcomes', () => {
  const fine = { agentActive: true, loanState: 'active', visible: true, skewed: false, forged: false } as const;
  it.each([
    [{}, 'applied'],
    [{ skewed: true }, 'clock-skewed'],
    [{ skewed: true, forged: true }, 'signature-invalid'],
    [{ forged: true, loanState: 'closed' }, 'late-closed'],
    [{ visible: false }, 'late-reassigned'],
    [{ loanState: 'closed' }, 'late-closed'],
    [{ loanState: 'settled', visible: false }, 'late-closed'],
    [{ loanState: 'suppressed', skewed: true }, 'late-suppressed'],
    [{ agentActive: false, loanState: 'closed' }, 'late-agent-inactive'],
  ] as const)('%o is %s', (facts, outcome) => {
    expect(outcomeOf({ ...fine, ...facts })).toBe(outcome);
  });
});
