/** The specification's local storage keys (section 3), plus the secret that lets a reload unlock without a password. */
import type { Profile, SessionTokens } from '../../core/contract/auth';

/** The part of `localStorage` that is used, so that tests and workers can pass their own. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

const UNLOCK = 'recoup.unlock';

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
