/**
 * What makes a record worth something later: the text a device signs, and whether times and places hang together.
 * Hints are for a person to look at; nothing is refused for them.
 */
import type { DispositionRecord, Gps } from '../contract/records';

/** What the device key signs of a record: who saved it where, and the SHA-256 of its canonical JSON. */
export const recordSignedText = (by: { tenantId: string; userId: string; deviceId: string }, hash: string): string =>
  `recoup-record-v1\n${by.tenantId}\n${by.userId}\n${by.deviceId}\n${hash}`;

export type HintCode =
  | 'clock-unmeasured'
  | 'clock-off'
  | 'measured-long-ago'
  | 'from-the-future'
  | 'old-position'
  | 'old-photo'
  | 'mock-position'
  | 'coarse-position'
  | 'impossible-speed';

export interface Hint {
  code: HintCode;
  /** For a person, in one sentence without the record's number. */
  words: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** From here on, a person should look. None of it proves anything. */
export const LOOK_AT = {
  clockOffMs: 10 * MINUTE,
  measuredAgoMs: 7 * 24 * HOUR,
  aheadMs: 5 * MINUTE,
  positionAgeMs: 30 * MINUTE,
  photoAgeMs: 24 * HOUR,
  accuracyM: 500,
  /** Faster than a car on an expressway between two doors. */
  kmPerHour: 150,
  /** Two fixes closer than this say nothing about speed. */
  leastKm: 2,
} as const;

/** `2 min`, `3 h`, `5 d`: the size of a difference, ms. */
export function roughly(ms: number): string {
  const size = Math.abs(ms);
  if (size < 90_000) return `${Math.round(size / 1000)} s`;
  if (size < 90 * MINUTE) return `${Math.round(size / MINUTE)} min`;
  if (size < 48 * HOUR) return `${Math.round(size / HOUR)} h`;
  return `${Math.round(size / (24 * HOUR))} d`;
}

/** Whether the record's own times hang together; `receivedAt` is the server's, ms. */
export function timeHints(
  record: Pick<DispositionRecord, 'recordedAt' | 'clockOffsetMs' | 'clockMeasuredAt' | 'gps' | 'attachments'>,
  receivedAt: number,
): Hint[] {
  const hints: Hint[] = [];
  const recordedAt = Date.parse(record.recordedAt);
  const offset = record.clockOffsetMs;
  if (offset === null) hints.push({ code: 'clock-unmeasured', words: "The device's clock was never measured" });
  else if (Math.abs(offset) > LOOK_AT.clockOffMs)
    hints.push({ code: 'clock-off', words: `The device's clock was off by ${roughly(offset)}` });
  if (record.clockMeasuredAt) {
    const age = recordedAt - Date.parse(record.clockMeasuredAt);
    if (Math.abs(age) > LOOK_AT.measuredAgoMs)
      hints.push({ code: 'measured-long-ago', words: `The clock was measured ${roughly(age)} away from the record` });
  }
  const ahead = recordedAt + (offset ?? 0) - receivedAt;
  if (ahead > LOOK_AT.aheadMs)
    hints.push({ code: 'from-the-future', words: `Recorded ${roughly(ahead)} after it was received` });
  if (record.gps) {
    const age = recordedAt - Date.parse(record.gps.at);
    if (Math.abs(age) > LOOK_AT.positionAgeMs)
      hints.push({ code: 'old-position', words: `The position was taken ${roughly(age)} away from the record` });
  }
  const ages = record.attachments.map(({ takenAt }) => recordedAt - Date.parse(takenAt));
  const oldest = ages.reduce((worst, age) => (Math.abs(age) > Math.abs(worst) ? age : worst), 0);
  if (Math.abs(oldest) > LOOK_AT.photoAgeMs)
    hints.push({ code: 'old-photo', words: `A file was taken ${roughly(oldest)} away from the record` });
  return hints;
}

/** Whether one position can be believed by itself. A platform that does not tell of mocks gives no hint. */
export function placeHints(gps: Pick<Gps, 'mock' | 'accuracyM'> | null | undefined): Hint[] {
  const hints: Hint[] = [];
  if (!gps) return hints;
  if (gps.mock) hints.push({ code: 'mock-position', words: 'The platform says that the position is a mock' });
  if (gps.accuracyM > LOOK_AT.accuracyM)
    hints.push({ code: 'coarse-position', words: `The position is only known to ${Math.round(gps.accuracyM)} m` });
  return hints;
}

/** A position of a device at a time; `at` in ms of one clock for both. */
export interface Fix {
  lat: number;
  lng: number;
  accuracyM: number;
  at: number;
}

/** Great-circle distance in km. */
export function kmApart(a: Pick<Fix, 'lat' | 'lng'>, b: Pick<Fix, 'lat' | 'lng'>): number {
  const rad = Math.PI / 180;
  const sinLat = Math.sin(((b.lat - a.lat) * rad) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * rad) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * sinLng * sinLng;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Whether one device can have been at both places. Both circles of uncertainty count in its favour. */
export function speedHint(a: Fix, b: Fix): Hint | undefined {
  const km = kmApart(a, b) - (a.accuracyM + b.accuracyM) / 1000;
  if (km < LOOK_AT.leastKm) return undefined;
  const hours = Math.abs(b.at - a.at) / HOUR;
  if (km <= hours * LOOK_AT.kmPerHour) return undefined;
  return {
    code: 'impossible-speed',
    words: `${Math.round(km)} km from this device's neighbouring visit, ${roughly(b.at - a.at)} apart`,
  };
}
