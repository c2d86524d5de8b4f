/** How often an address may ask in a minute; in this process alone, which is enough to make guessing slow. */
import type { Clock } from './clock';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

/** Answers whether one more is allowed, and counts it; `more` 0 only asks. */
export function perMinute(most: number, clock: Clock): (address: string, more?: number) => boolean {
  const counts = new Map<string, { count: number; until: number }>();
  return (address, more = 1) => {
    const now = clock.now().getTime();
    const known = counts.get(address);
    if (known && known.until > now) {
      known.count += more;
      return known.count <= most;
    }
    counts.delete(address);
    if (more === 0) return true;
    counts.set(address, { count: more, until: now + WINDOW_MS });
    if (counts.size > MAX_ADDRESSES) counts.delete(counts.keys().next().value as string);
    return true;
  };
}
