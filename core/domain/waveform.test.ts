/** Waveforms: sounds of every kind that is read, in pieces of any length, and what is no such sound. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hexOf, MOST_PEAKS, peaksOf, waveReader } from './waveform';

interface Kind {
  format: number;
  bits: number;
  /** Of a loudness from -1 to 1, lowest byte first. */
  bytes(value: number): number[];
}
const pcm = (bits: number): Kind => ({
  format: 1,
  bits,
  bytes(value) {
    if (bits === 8) return [Math.round(128 + value * 127)];
    const whole = Math.round(value * (2 ** (bits - 1) - 1));
    return Array.from({ length: bits / 8 }, (_, at) => Math.floor(whole / 256 ** at) & 0xff);
  },
});
/** The steps of G.711 that are loudest and softest, from its tables. */
const law = (format: 6 | 7): Kind => ({
  format,
  bits: 8,
  bytes: (value) => [Math.abs(value) < 0.5 ? (format === 6 ? 0xd5 : 0xff) : format === 6 ? 0xaa : 0x80],
});

function wav(
  { format, bits, bytes }: Kind,
  values: readonly number[],
  { channels = 1, rate = 8000, length = -1 } = {},
) {
  const data = values.flatMap(bytes);
  const fields = (value: number, width: number) => Array.from({ length: width }, (_, at) => (value / 256 ** at) & 0xff);
  const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0));
  const block = (bits / 8) * channels;
  return Uint8Array.from([
    ...text('RIFF'),
    ...fields(data.length + 60, 4),
    ...text('WAVE'),
    // What recorders write before the sound, of an odd length.
    ...text('LIST'),
    ...fields(3, 4),
    1,
    2,
    3,
    0,
    ...text('fmt '),
    ...fields(16, 4),
    ...fields(format, 2),
    ...fields(channels, 2),
    ...fields(rate, 4),
    ...fields(rate * block, 4),
    ...fields(block, 2),
    ...fields(bits, 2),
    ...text('data'),
    ...fields(length < 0 ? data.length : length, 4),
    ...data,
  ]);
}
function read(file: Uint8Array, piece = file.length) {
  const reader = waveReader();
  for (let at = 0; at < file.length; at += piece) reader.add(file.subarray(at, at + piece));
  return reader.end();
}
/** A second of silence, one that is loud, one of silence. */
const LOUD = Array.from({ length: 24_000 }, (_, at) => (at < 8000 || at >= 16_000 ? 0 : at % 2 === 0 ? 0.9 : -0.9));

describe.each([
  ['8 bits', pcm(8)],
  ['16 bits', pcm(16)],
  ['24 bits', pcm(24)],
  ['32 bits', pcm(32)],
  ['A-law', law(6)],
  ['µ-law', law(7)],
])('a sound of %s', (_, kind) => {
  it('is silent, loud and silent again, however it is cut', () => {
    const file = wav(kind, LOUD);
    const whole = read(file);
    expect(whole?.seconds).toBe(3);
    const { peaks = [] } = whole ?? {};
    expect(peaks.length).toBeGreaterThan(MOST_PEAKS / 2);
    expect(peaks.length).toBeLessThanOrEqual(MOST_PEAKS + 1);
    const at = (part: number) => peaks[Math.floor(peaks.length * part)] ?? -1;
    expect([at(0.1), at(0.9)].every((peak) => peak <= 2)).toBe(true);
    expect(at(0.5)).toBeGreaterThan(220);
    for (const piece of [1, 7, 1000]) expect(read(file, piece)).toEqual(whole);
  });
});

it('holds every loudest moment, whatever the length and the cuts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ min: 1, max: 5000 }),
      (samples, where, piece) => {
        const loud = Math.floor(samples * where);
        const waveform = read(
          wav(
            pcm(16),
            Array.from({ length: samples }, (_, at) => (at === loud ? 1 : 0)),
          ),
          piece,
        );
        const { peaks = [] } = waveform ?? {};
        expect(peaks.length).toBeLessThanOrEqual(MOST_PEAKS + 1);
        expect(peaks.filter((peak) => peak > 0)).toEqual([255]);
        // Each peak is of an equally long part, the last of what is left.
        const found = peaks.findIndex((peak) => peak > 0) / peaks.length;
        expect(Math.abs(found - loud / samples)).toBeLessThan(2 / peaks.length + 64 / samples);
        expect(peaksOf(hexOf(peaks))).toEqual(peaks);
      },
    ),
    { numRuns: 25 },
  );
});

it('reads both sides of a call, and one whose length was not known when it began', () => {
  const stereo = read(wav(pcm(16), [0, 0.5, 0, 0.5], { channels: 2 }));
  expect(stereo?.peaks).toEqual([128]);
  expect(read(wav(pcm(16), LOUD, { length: 0 }))).toEqual(read(wav(pcm(16), LOUD)));
});

it.each([
  ['MP3', Uint8Array.of(0xff, 0xfb, 0x90, 0x64, ...new Array(20).fill(0))],
  ['GSM in a WAV', wav({ format: 0x31, bits: 0, bytes: () => [1] }, [0.1])],
  ['a header without an end', Uint8Array.of(...wav(pcm(8), []).subarray(0, 12), ...new Array(8000).fill(7))],
])('is refused for %s', (_, file) => {
  expect(() => read(file)).toThrow(RangeError);
});

it('is none of a sound that is empty or was cut in its header', () => {
  expect(read(wav(pcm(8), []))).toBeUndefined();
  expect(read(wav(pcm(8), LOUD).subarray(0, 20))).toBeUndefined();
});
