/**
 * Where the agent stands, asked for as soon as the form opens and never in the way of it: the first fix shows at once,
 * better ones replace it, and after 20 seconds the best there is stays.
 */
import type { DispositionRecord, Gps } from '../../../../core/contract/records';

/** Good enough to stop listening: a house, not a street. */
const GOOD_METRES = 25;
const GIVE_UP_MS = 20_000;

export type WhyNoPosition = NonNullable<DispositionRecord['gpsMissing']>;

export interface PositionListener {
  onFix(gps: Gps): void;
  /** No fix at all; the visit can be saved without one. */
  onNone(why: WhyNoPosition): void;
  /** Nothing more will come. */
  onSettled(): void;
}

/** PERMISSION_DENIED, POSITION_UNAVAILABLE, TIMEOUT of the Geolocation API. */
const reasons: Record<number, WhyNoPosition> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** What to do about each. Nothing waits for it, and each screen says what it does meanwhile. */
export const NO_POSITION: Record<WhyNoPosition, { title: string; todo: string }> = {
  denied: {
    title: 'Location is not allowed',
    todo: "Allow it in the browser's site settings and tap Try again.",
  },
  unavailable: {
    title: 'The phone finds no position',
    todo: 'Turn location on, or step outside, and tap Try again.',
  },
  timeout: {
    title: 'No position within 20 seconds',
    todo: 'Step outside or near a window and tap Try again.',
  },
};

export function gpsOf(position: GeolocationPosition): Gps {
  return {
    lat: position.coords.latitude,
    lng: position.coords.longitude,
    accuracyM: Math.min(100_000, Math.max(0, Math.round(position.coords.accuracy))),
    at: new Date(position.timestamp).toISOString(),
    // Browsers do not tell; the server looks at speed between visits instead.
    mock: null,
  };
}

/** Starts listening; the answer stops it. Without a platform for it, tells so at once. */
export function watchPosition(
  listener: PositionListener,
  geolocation: Geolocation | undefined = navigator.geolocation,
): () => void {
  if (!geolocation) {
    listener.onNone('unavailable');
    listener.onSettled();
    return () => undefined;
  }
  let best: Gps | undefined;
  let why: WhyNoPosition = 'timeout';
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearTimeout(late);
    if (watch !== undefined) geolocation.clearWatch(watch);
  };
  const settle = () => {
    if (stopped) return;
    stop();
    if (!best) listener.onNone(why);
    listener.onSettled();
  };
  // Some platforms answer before they have given the watch its number.
  let watch: number | undefined;
  const late = setTimeout(settle, GIVE_UP_MS);
  watch = geolocation.watchPosition(
    (position) => {
      if (stopped) return;
      const gps = gpsOf(position);
      if (!best || gps.accuracyM <= best.accuracyM) {
        best = gps;
        listener.onFix(gps);
      }
      if (gps.accuracyM <= GOOD_METRES) settle();
    },
    (error) => {
      if (stopped) return;
      why = reasons[error.code] ?? 'unavailable';
      // A refusal is final; a missing satellite may still come within the 20 seconds.
      if (why === 'denied') settle();
    },
    { enableHighAccuracy: true, maximumAge: 0, timeout: GIVE_UP_MS },
  );
  if (stopped) geolocation.clearWatch(watch);
  return stop;
}
