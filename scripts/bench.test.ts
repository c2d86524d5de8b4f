import { describe, expect, it } from 'vitest';
import { chosenRows } from '../tests/bench/support/choose';
import { atMost, inform, jsonOf, shareOfLimit, timesFaster } from '../tests/bench/support/result';

describe('--only', () => {
  const known = ['enqueue-with-photo', 'enqueue-with-photo-from-camera', 'replay', 'replay-150-ms', 'sync-delta'];

  it.each([
    [undefined, known],
    [['enqueue-with-photo'], ['enqueue-with-photo']],
    [['enqueue-with-photo*'], ['enqueue-with-photo', 'enqueue-with-photo-from-camera']],
    // No row is named so: those that begin so.
    [['enqueue'], ['enqueue-with-photo', 'enqueue-with-photo-from-camera']],
    [
      ['replay', 'sync'],
      ['replay', 'sync-delta'],
    ],
  ])('%j', (only, rows) => {
    expect([...chosenRows(known, only)]).toEqual(rows);
  });

  it.each([['nothing'], ['*'], ['']])('refuses “%s”, which no row answers to', (asked) => {
    expect(() => chosenRows(known, ['replay', asked])).toThrow(`No row is named ${asked}`);
  });
});

it('--json has the same eight keys for every row, whatever it measures', () => {
  const measured = { name: 'made-up', ours: 4, unit: 'ms' };
  const rows = [
    timesFaster({ ...measured, limit: 8, goal: 2, peers: { other: 8 } }),
    shareOfLimit({ ...measured, limit: 8, goal: 0.6 }),
    atMost({ ...measured, limit: 8, goal: 0.4 }),
    { ...inform(measured), remark: 'not for the file' },
  ];
  const base = { name: 'made-up', ours: 4, peers: {}, unit: 'ms' };
  const written = JSON.parse(jsonOf(rows)) as object[];
  expect(written).toEqual([
    { ...base, peers: { other: 8 }, limit: 8, ratio: 2, goal: 2, met: true },
    { ...base, limit: 8, ratio: 0.5, goal: 0.6, met: false },
    { ...base, limit: 8, ratio: 0.5, goal: 0.4, met: false },
    { ...base, limit: null, ratio: null, goal: null, met: null },
  ]);
  for (const row of written) {
    expect(Object.keys(row)).toEqual(['name', 'ours', 'peers', 'limit', 'ratio', 'goal', 'met', 'unit']);
  }
});
