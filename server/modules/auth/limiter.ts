/**
 * How often one address may try to sign in: a fixed number of wrong tries a minute. A right one gives its try back, so
 * that an agency behind one address can start its day, while guessing stays slow.
 */
import { ApiError } from '../../http/implement';
import type { Clock } from '../../platform/clock';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

export interface SignInLimiter {
  /** Takes a try; throws `too-many` when there is none left. The answer gives it back. */
  take(address: string): () => void;
}

export function signInLimiter(perMinute: number, clock: Clock): SignInLimiter {
  const tries = new Map<string, number[]>();
  return {
    take(address) {
      const now = clock.now().getTime();
      const recent = (tries.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
      const oldest = recent[0];
      if (recent.length >= perMinute && oldest !== undefined) {
        throw new ApiError('too-many', { retryAfterSeconds: (oldest + WINDOW_MS - now) / 1000 });
      }
      recent.push(now);
      // Deleted first, so that the map's order is that of the last try and the oldest address makes room.
      tries.delete(address);
      tries.set(address, recent);
      if (tries.size > MAX_ADDRESSES) tries.delete(tries.keys().next().value as string);
      return () => {
        const held = tries.get(address);
        const index = held?.indexOf(now) ?? -1;
        if (index >= 0) held?.splice(index, 1);
        if (held?.length === 0) tries.delete(address);
      };
    },
  };
}
