import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error';
import { uploadInParts } from './upload-parts';

const offline = () => new ApiError('Network error', { status: 0, class: 'retry' });
const full = () => new ApiError('The file is too large', { status: 413, class: 'user' });

/** A server that keeps what arrives; `fates` says of each part what becomes of it. */
function server(fates: ('taken' | 'lost' | 'answer-lost' | 'half' | 'refused')[]) {
  let bytes = new Uint8Array();
  return {
    bytes: () => bytes,
    held: async () => bytes.length,
    put: async (part: Blob, from: number) => {
      const fate = fates.shift() ?? 'taken';
      if (fate === 'refused') throw full();
      if (from !== bytes.length) throw new Error(`from ${from}, holds ${bytes.length}`);
      const arrived = new Uint8Array(await part.arrayBuffer());
      const kept = { taken: arrived.length, 'answer-lost': arrived.length, half: arrived.length >> 1, lost: 0 }[fate];
      const longer = new Uint8Array(bytes.length + kept);
      longer.set(bytes);
      longer.set(arrived.subarray(0, kept), bytes.length);
      bytes = longer;
      if (fate !== 'taken') throw offline();
      return bytes.length;
    },
  };
}

const DATA = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);

describe('a file sent in parts', () => {
  const CASES: [string, Parameters<typeof server>[0], pauses: number][] = [
    ['arrives whole', [], 0],
    ['goes on after a part that never left', ['taken', 'lost'], 1],
    ['sends nothing twice when only the answer was lost', ['answer-lost', 'answer-lost'], 2],
    ['goes on in the middle of a part', ['half', 'lost', 'half'], 3],
  ];
  it.each(CASES)('%s', async (_, fates, pauses) => {
    const at = server(fates);
    const told: number[] = [];
    const waits: number[] = [];
    await uploadInParts(
      new Blob([DATA]),
      at,
      { onProgress: (received) => told.push(received), onPause: () => {} },
      new AbortController().signal,
      async (ms) => void waits.push(ms),
    );
    const arrived = at.bytes();
    expect(arrived).toHaveLength(DATA.length);
    expect(DATA.findIndex((byte, index) => arrived[index] !== byte)).toBe(-1);
    expect(waits).toHaveLength(pauses);
    expect(told.at(-1)).toBe(DATA.length);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
  });

  it('waits longer each time, and says that it is paused', async () => {
    const waits: number[] = [];
    const pauses: boolean[] = [];
    await uploadInParts(
      new Blob([DATA]),
      server(['lost', 'lost', 'lost', 'lost', 'lost', 'lost']),
      { onProgress: () => {}, onPause: (paused) => pauses.push(paused) },
      new AbortController().signal,
      async (ms) => void waits.push(ms),
    );
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(pauses.at(-1)).toBe(false);
    expect(pauses.filter(Boolean)).toHaveLength(6);
  });

  it('ends with a refusal that no repeat can mend, and when it is cancelled', async () => {
    const watch = { onProgress: () => {}, onPause: () => {} };
    const send = (fates: Parameters<typeof server>[0], signal: AbortSignal, wait: () => Promise<void>) =>
      uploadInParts(new Blob([DATA]), server(fates), watch, signal, wait);
    await expect(send(['refused'], new AbortController().signal, async () => {})).rejects.toThrow('too large');
    const stop = new AbortController();
    const cancelled = send(['lost'], stop.signal, async () => stop.abort(new Error('cancelled')));
    await expect(cancelled).rejects.toThrow('cancelled');
  });
});
