import { afterEach, describe, expect, it, vi } from 'vitest';
import { CaptureError, captureFile } from './capture';
import { encodeSmall, fitWithin, TARGET_BYTES } from './downsize';
import { watchPosition } from './position';

describe('making photos small', () => {
  it.each([
    [4000, 3000, 1600, 1600, 1200],
    [3000, 4000, 1600, 1200, 1600],
    [1600, 1600, 1600, 1600, 1600],
    [640, 480, 1600, 640, 480],
    [20_000, 10, 1600, 1600, 1],
    [1, 1, 1600, 1, 1],
  ])('%i×%i within %i is %i×%i', (width, height, side, w, h) => {
    expect(fitWithin(width, height, side)).toEqual({ width: w, height: h });
  });

  /** Bytes fall with pixels and quality, as a JPEG's do. */
  const attemptsFor = async (width: number, height: number, bytesAtFull: number) => {
    const attempts: string[] = [];
    const photo = await encodeSmall(width, height, async (size, quality) => {
      attempts.push(`${size.width}@${quality}`);
      const share = (size.width * size.height) / (1600 * 1200);
      return new Blob([new Uint8Array(Math.round(bytesAtFull * share * quality))]);
    });
    return { attempts, bytes: photo.size };
  };

  it('stops at the first that is small enough', async () => {
    expect((await attemptsFor(4000, 3000, 200_000)).attempts).toEqual(['1600@0.8']);
    const hard = await attemptsFor(4000, 3000, 380_000);
    expect(hard.attempts).toEqual(['1600@0.8', '1600@0.68', '1600@0.55']);
    expect(hard.bytes).toBeLessThanOrEqual(TARGET_BYTES);
  });

  it('goes smaller for a picture that resists, tries nothing twice, and takes the last in the end', async () => {
    expect((await attemptsFor(4000, 3000, 500_000)).attempts).toHaveLength(4);
    expect((await attemptsFor(4000, 3000, 50_000_000)).attempts).toHaveLength(5);
    expect((await attemptsFor(900, 700, 50_000_000)).attempts).toEqual(['900@0.8', '900@0.68', '900@0.55', '900@0.5']);
  });
});

describe('what is refused before it is stored', () => {
  const now = Date.parse('2026-11-21T05:00:00Z');
  it.each([
    ['an empty file', new File([], 'a.jpg', { type: 'image/jpeg' }), /empty/],
    ['a video', new File(['x'], 'clip.mp4', { type: 'video/mp4' }), /neither a photo nor a PDF/],
    ['a huge PDF', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'x.pdf', { type: 'application/pdf' }), /10 MB/],
    ['a photo no one can read', new File(['not a photo'], 'a.jpg', { type: 'image/jpeg' }), /could not be read/],
  ])('%s', async (_, file, words) => {
    await expect(captureFile(file, 'premises', now)).rejects.toThrow(words);
    await expect(captureFile(file, 'premises', now)).rejects.toBeInstanceOf(CaptureError);
  });

  it('a PDF stays as it is, and is a document', async () => {
    const pdf = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf', lastModified: now - 5000 });
    const kept = await captureFile(pdf, 'premises', now);
    expect(kept).toMatchObject({ kind: 'document', name: 'letter.pdf', takenAt: new Date(now - 5000).toISOString() });
    expect(await kept.blob.text()).toBe('%PDF-1.4');
  });

  it('a file from the future was taken now', async () => {
    const pdf = new File(['%PDF-1.4'], 'a.pdf', { type: 'application/pdf', lastModified: now + 9_000_000 });
    expect((await captureFile(pdf, 'receipt', now)).takenAt).toBe(new Date(now).toISOString());
  });
});

describe('where the agent stands', () => {
  afterEach(() => vi.useRealTimers());

  function platform() {
    vi.useFakeTimers();
    let success: PositionCallback = () => undefined;
    let failure: PositionErrorCallback = () => undefined;
    const cleared: number[] = [];
    const geolocation = {
      watchPosition: (ok: PositionCallback, no: PositionErrorCallback) => {
        success = ok;
        failure = no;
        return 7;
      },
      clearWatch: (id: number) => cleared.push(id),
      getCurrentPosition: () => undefined,
    } as unknown as Geolocation;
    const heard: string[] = [];
    const stop = watchPosition(
      {
        onFix: (gps) => heard.push(`±${gps.accuracyM}`),
        onNone: (why) => heard.push(why),
        onSettled: () => heard.push('settled'),
      },
      geolocation,
    );
    const fix = (accuracy: number) =>
      success({
        coords: { latitude: 19, longitude: 72, accuracy },
        timestamp: Date.parse('2026-11-21T05:00:00Z'),
      } as GeolocationPosition);
    const fail = (code: number) => failure({ code } as GeolocationPositionError);
    return { heard, cleared, stop, fix, fail };
  }

  it('takes better fixes, ignores worse ones, and stops when it is good', () => {
    const { heard, cleared, fix } = platform();
    for (const accuracy of [900, 1200, 60, 12.4, 5]) fix(accuracy);
    expect(heard).toEqual(['±900', '±60', '±12', 'settled']);
    expect(cleared).toEqual([7]);
  });

  it('keeps the best after 20 seconds', () => {
    const { heard, fix } = platform();
    fix(180);
    vi.advanceTimersByTime(20_000);
    expect(heard).toEqual(['±180', 'settled']);
  });

  it.each([
    ['a refusal at once', [1], ['denied', 'settled']],
    ['no satellites after 20 seconds', [2], ['unavailable', 'settled']],
    ['nothing at all', [], ['timeout', 'settled']],
  ])('%s', (_, codes, expected) => {
    const { heard, fail } = platform();
    for (const code of codes) fail(code);
    vi.advanceTimersByTime(20_000);
    expect(heard).toEqual(expected);
  });

  it('a fix after a short outage still counts', () => {
    const { heard, fix, fail } = platform();
    fail(2);
    fix(20);
    expect(heard).toEqual(['±20', 'settled']);
  });

  it('says nothing once stopped', () => {
    const { heard, stop, fix, fail } = platform();
    stop();
    fix(5);
    fail(1);
    vi.advanceTimersByTime(30_000);
    expect(heard).toEqual([]);
  });
});
