/** How loud a sound is from its beginning to its end, from the bytes of a WAV as they come. */

/** Peaks that are kept: between half of these and all. */
export const MOST_PEAKS = 320;
const MOST_HEADER = 4096;

export interface Waveform {
  /** 0 for silence to 255, each of an equally long part. */
  peaks: number[];
  seconds: number;
}

/** Of 16 bits, by ITU-T G.711. */
const muLaw = (byte: number): number => {
  const bits = ~byte & 0xff;
  return ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
};
const aLaw = (byte: number): number => {
  const bits = byte ^ 0x55;
  const part = (bits & 0x70) >> 4;
  const low = ((bits & 0x0f) << 4) + 8;
  return part === 0 ? low : (low + 0x100) << (part - 1);
};
const LAWS = { 6: aLaw, 7: muLaw } as const;

interface Layout {
  /** Bytes of one sample, and how loud one is, 0 to 1. */
  width: number;
  loud(bytes: Uint8Array, at: number): number;
  channels: number;
  rate: number;
}

function layoutOf(format: DataView): Layout | undefined {
  if (format.byteLength < 16) return undefined;
  const told = format.getUint16(0, true);
  // "Extensible" names what it holds behind its own fields.
  const kind = told === 0xfffe && format.byteLength >= 26 ? format.getUint16(24, true) : told;
  const channels = format.getUint16(2, true);
  const rate = format.getUint32(4, true);
  const bits = format.getUint16(14, true);
  if (channels < 1 || channels > 8 || rate < 1000 || rate > 384_000) return undefined;
  const one = { channels, rate };
  if (kind === 6 || kind === 7) {
    const law = LAWS[kind];
    return bits === 8 ? { ...one, width: 1, loud: (bytes, at) => law(bytes[at] ?? 0) / 32_768 } : undefined;
  }
  if (kind !== 1) return undefined;
  if (bits === 8) return { ...one, width: 1, loud: (bytes, at) => Math.abs((bytes[at] ?? 128) - 128) / 128 };
  if (bits !== 16 && bits !== 24 && bits !== 32) return undefined;
  const width = bits / 8;
  // The two highest bytes say enough of how loud it is.
  return {
    ...one,
    width,
    loud: (bytes, at) => {
      const high = bytes[at + width - 1] ?? 0;
      return Math.abs(((high << 24) >> 16) | (bytes[at + width - 2] ?? 0)) / 32_768;
    },
  };
}

/** Reads the header, and answers where the sound begins; `undefined` while too little is there. Throws for what is no such WAV. */
function soundOf(head: Uint8Array): { layout: Layout; at: number; length: number } | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const name = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (head.byteLength < 12) return undefined;
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new RangeError('Not a WAV');
  let layout: Layout | undefined;
  for (let at = 12; at + 8 <= head.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (name(at) === 'data') {
      if (!layout) throw new RangeError('A sound of another kind');
      // A length that was not known when the header was written: until the end.
      return { layout, at: at + 8, length: length === 0 || length >= 0xffff_fff0 ? Number.POSITIVE_INFINITY : length };
    }
    if (name(at) === 'fmt ' && at + 8 + length <= head.byteLength)
      layout = layoutOf(new DataView(head.buffer, head.byteOffset + at + 8, length));
    at += 8 + length + (length % 2);
  }
  return undefined;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** `add` takes the bytes in their order and throws `RangeError` for what is no WAV of PCM, A-law or µ-law; `end` undefined for none. */
export function waveReader(): { add(bytes: Uint8Array): void; end(): Waveform | undefined } {
  let head: Uint8Array | undefined = new Uint8Array(0);
  let layout: Layout | undefined;
  let left = 0;
  /** Frames in one peak: doubled whenever there are too many peaks. */
  let each = 64;
  let inPeak = 0;
  let highest = 0;
  let frames = 0;
  let peaks: number[] = [];
  let rest: Uint8Array = new Uint8Array(0);

  function close() {
    peaks.push(highest);
    highest = 0;
    inPeak = 0;
    if (peaks.length <= MOST_PEAKS) return;
    // One that has no second begins the next peak.
    const [odd] = peaks.length % 2 === 1 ? peaks.splice(-1) : [];
    peaks = peaks.flatMap((peak, at) => (at % 2 === 0 ? [Math.max(peak, peaks[at + 1] ?? 0)] : []));
    if (odd !== undefined) {
      highest = odd;
      inPeak = each;
    }
    each *= 2;
  }

  function sound(given: Uint8Array, { width, loud, channels }: Layout) {
    const bytes = joined(rest, given);
    const frame = width * channels;
    const whole = bytes.length - (bytes.length % frame);
    for (let at = 0; at < whole; at += frame) {
      for (let channel = 0; channel < channels; channel++) {
        const now = loud(bytes, at + channel * width);
        if (now > highest) highest = now;
      }
      frames += 1;
      inPeak += 1;
      if (inPeak === each) close();
    }
    rest = bytes.slice(whole);
  }

  return {
    add(bytes) {
      let given = bytes;
      if (head) {
        const known = joined(head, given);
        const found = soundOf(known);
        if (!found) {
          if (known.length > MOST_HEADER) throw new RangeError('Not a WAV');
          head = known;
          return;
        }
        head = undefined;
        ({ layout } = found);
        left = found.length;
        given = known.subarray(found.at);
      }
      if (!layout) return;
      const part = given.subarray(0, Math.min(given.length, left));
      left -= part.length;
      sound(part, layout);
    },
    end() {
      if (!layout || frames === 0) return undefined;
      if (inPeak > 0) peaks.push(highest);
      return {
        peaks: peaks.map((peak) => Math.min(255, Math.round(peak * 255))),
        seconds: Math.round(frames / layout.rate),
      };
    },
  };
}

/** The same of a sound that somebody else has read: its samples are -1 to 1. */
export function waveformOf(samples: Float32Array, rate: number): Waveform {
  const count = Math.min(MOST_PEAKS, samples.length);
  const peaks = Array.from({ length: count }, (_, at) => {
    let highest = 0;
    const end = Math.floor(((at + 1) * samples.length) / count);
    for (let one = Math.floor((at * samples.length) / count); one < end; one++)
      highest = Math.max(highest, Math.abs(samples[one] ?? 0));
    return Math.min(255, Math.round(highest * 255));
  });
  return { peaks, seconds: Math.round(samples.length / rate) };
}

export const hexOf = (peaks: readonly number[]): string =>
  peaks.map((peak) => peak.toString(16).padStart(2, '0')).join('');
export const peaksOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
