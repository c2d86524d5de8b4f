/**
 * The specification's local storage keys (section 3), plus the secret that lets a reload unlock without a password, and
 * the few marks that outlive a lock.
 */
import type { Profile, SessionTokens } from '../../core/contract/auth';

/** The part of `localStorage` that is used, so that tests and workers can pass their own. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
}

const UNLOCK = 'recoup.unlock';

/**
 * The marks: ids and counts, nothing of a person. This one is the device's id and the keys of those who work on it,
 * by spaces: a database that does not know the device is not the one they had.
 */
export const DEVICE_MARK = 'recoup.device';
/** Wrong passwords that the disk did not take (full-disk.ts). */
export const FAILURES_MARK = 'recoup.failures';

/** Empties local storage but for the marks. At once: nobody is killed between the two. */
export function clearStorage(storage: KeyValueStorage): void {
  const marks = [DEVICE_MARK, FAILURES_MARK].map((key) => [key, storage.getItem(key)] as const);
  storage.clear();
  for (const [key, value] of marks) if (value) storage.setItem(key, value);
}

/** Writes what the specification keeps of a session. */
export function storeSession(storage: KeyValueStorage, profile: Profile, tokens: SessionTokens | null): void {
  storage.setItem('role', profile.role.name);
  storage.setItem('subRole', profile.subRole ?? '');
  storage.setItem('user', JSON.stringify(profile));
  storeTokens(storage, tokens);
}

export function storeTokens(storage: KeyValueStorage, tokens: SessionTokens | null): void {
  if (!tokens) {
    for (const key of ['token', 'refreshToken', 'expiry']) storage.removeItem(key);
    return;
  }
  storage.setItem('token', tokens.token);
  storage.setItem('refreshToken', tokens.refreshToken);
  storage.setItem('expiry', tokens.expiresAt);
}

export const storeUnlock = (storage: KeyValueStorage, secret: string): void => storage.setItem(UNLOCK, secret);
export const unlockSecret = (storage: KeyValueStorage): string | null => storage.getItem(UNLOCK);

/** Who local storage says is signed in; undefined when nobody is or the entry is damaged. */
export function storedOwner(storage: KeyValueStorage): { userId: string; tenantId: string } | undefined {
  try {
    const user = JSON.parse(storage.getItem('user') ?? 'null') as { id?: unknown; tenant?: { id?: unknown } } | null;
    return typeof user?.id === 'string' && typeof user.tenant?.id === 'string'
      ? { userId: user.id, tenantId: user.tenant.id }
      : undefined;
  } catch {
    return undefined;
  }
}
