import { describe, expect, it } from 'vitest';
import { kmApart, placeHints, recordSignedText, roughly, speedHint, timeHints } from './evidence';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 5, 0) + minutes * 60_000).toISOString();
const record = {
  recordedAt: at(0),
  clockOffsetMs: 1200,
  clockMeasuredAt: at(-3),
  gps: { lat: 18.52, lng: 73.85, accuracyM: 12, at: at(-1), mock: null },
  attachments: [
    { sha256: 'a'.repeat(64), size: 1, mime: 'image/jpeg' as const, kind: 'premises' as const, takenAt: at(-2) },
  ],
};
const received = Date.parse(at(10));
const DAY = 24 * 60;

describe('times', () => {
  it.each([
    ['all in order', {}, []],
    ['days on the way', { recordedAt: at(-5 * DAY), clockMeasuredAt: null, gps: null, attachments: [] }, []],
    ['a clock never measured', { clockOffsetMs: null, clockMeasuredAt: null }, ['clock-unmeasured']],
    ['a clock half an hour off', { clockOffsetMs: -30 * 60_000 }, ['clock-off']],
    ['a clock measured last month', { clockMeasuredAt: at(-30 * DAY) }, ['measured-long-ago']],
    ['a record of tomorrow', { recordedAt: at(20), attachments: [], gps: null }, ['from-the-future']],
    ['a position of an hour before', { gps: { ...record.gps, at: at(-61) } }, ['old-position']],
    ['a photo of last week', { attachments: [{ ...record.attachments[0], takenAt: at(-7 * DAY) }] }, ['old-photo']],
  ])('%s', (_, more, codes) => {
    const given = { ...record, ...more } as typeof record;
    expect(timeHints(given, received).map(({ code }) => code)).toEqual(codes);
  });
});

it.each([
  [null, []],
  [{ mock: null, accuracyM: 20 }, []],
  [{ mock: false, accuracyM: 20 }, []],
  [{ mock: true, accuracyM: 20 }, ['mock-position']],
  [{ mock: null, accuracyM: 900 }, ['coarse-position']],
])('position %j', (gps, codes) => {
  expect(placeHints(gps).map(({ code }) => code)).toEqual(codes);
});

describe('speed', () => {
  const pune = { lat: 18.5204, lng: 73.8567, accuracyM: 12, at: 0 };
  const mumbai = { lat: 19.076, lng: 72.8777, accuracyM: 12 };
  it.each([
    ['Pune to Mumbai in three hours', { ...mumbai, at: 3 * 3_600_000 }, undefined],
    ['Pune to Mumbai in twenty minutes', { ...mumbai, at: 20 * 60_000 }, 'impossible-speed'],
    ['in either order', { ...mumbai, at: -20 * 60_000 }, 'impossible-speed'],
    ['at the same moment', { ...mumbai, at: 0 }, 'impossible-speed'],
    ['a street further at once', { lat: 18.53, lng: 73.8567, accuracyM: 12, at: 0 }, undefined],
    ['a fix that may be anywhere', { ...mumbai, accuracyM: 120_000, at: 0 }, undefined],
  ])('%s', (_, other, code) => {
    expect(speedHint(pune, other)?.code).toBe(code);
  });

  it('measures along the earth', () => {
    expect(kmApart(pune, mumbai)).toBeCloseTo(120, 0);
    expect(kmApart({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(22.2, 1);
  });
});

it('signs for one tenant, user, device and hash', () => {
  const by = { tenantId: 't', userId: 'u', deviceId: 'd' };
  expect(recordSignedText(by, 'h')).toBe('recoup-record-v1\nt\nu\nd\nh');
});

it.each([
  [45_000, '45 s'],
  [-45 * 60_000, '45 min'],
  [30 * 3_600_000, '30 h'],
  [72 * 3_600_000, '3 d'],
])('%d ms is roughly %s', (ms, words) => {
  expect(roughly(ms)).toBe(words);
});
