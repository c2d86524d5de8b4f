/** How often an address may ask in a minute; in this process alone, which is enough to make guessing slow. */
import type { Clock } from './clock';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

/** Answers whether one more is allowed, and counts it. */
export function perMinute(most: number, clock: Clock): (address: string) => boolean {
  const counts = new Map<string, { count: number; until: number }>();
  return (address) => {
    const now = clock.now().getTime();
    const known = counts.get(address);
    if (known && known.until > now) {
      known.count += 1;
      return known.count <= most;
    }
    counts.delete(address);
    counts.set(address, { count: 1, until: now + WINDOW_MS });
    if (counts.size > MAX_ADDRESSES) counts.delete(counts.keys().next().value as string);
    return true;
  };
}
