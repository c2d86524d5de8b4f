/**
 * A disk that takes nothing more. Who knows the password gets in all the same: what the database would have to hold for it
 * stands in local storage, which has room of its own, until the lock. Wrong passwords are counted there too.
 */
import { fromBase64url, toBase64url } from '../../core/contract/base64url';
import type { DeviceDb, DeviceUser } from './device-db';
import { storageError } from './errors';
import { FAILURES_MARK, type KeyValueStorage, unlockSecret } from './session-storage';
import { SignInError } from './sign-in-error';
import { secretKey, unwrap } from './vault';

const FULL =
  'The storage of this phone is full. Make room: delete photos, videos or apps that you do not need, then try again. What you saved here is not lost.';
const FAILED = 'This browser does not keep data, so work could not be saved safely. Leave the private window.';
const OPENED = 'recoup.opened';

type Opened = Pick<DeviceUser, 'unlock' | 'session'>;
type Failures = DeviceUser['failures'];
interface Disk {
  db: DeviceDb;
  storage: KeyValueStorage;
}

export const isFull = (error: unknown): boolean => storageError(error).reason === 'storage-full';
const fullDisk = (): SignInError => new SignInError('storage-full', FULL);

/** In place of the database's own error; other errors stay what they are. */
export const orFull = (error: unknown): never => {
  throw isFull(error) ? fullDisk() : error;
};

/** `row` could not be stored. Stands in where the phone has its doors already; else throws `SignInError`. */
export async function lendRoom({ db, storage }: Disk, row: DeviceUser, error: unknown): Promise<void> {
  const known = await db.users.get(row.key).catch(() => undefined);
  const doors = known?.keyId === row.keyId ? [known, ...(known.next ? [known.next] : [])] : [];
  if (!doors.some(({ wrapped }) => toBase64url(wrapped) === toBase64url(row.wrapped)))
    throw isFull(error) ? fullDisk() : new SignInError('storage-failed', FAILED);
  storage.setItem(OPENED, [row.unlock ?? new Uint8Array(0), row.session].map(toBase64url).join(' '));
}

/** The raw device key of who is signed in, and their sealed session, wherever they stand; undefined while locked. */
export async function stillOpen(storage: KeyValueStorage, user: Opened) {
  const secret = unlockSecret(storage);
  if (!secret) return undefined;
  const key = await secretKey(fromBase64url(secret));
  const [unlock, session] = (storage.getItem(OPENED) ?? '').split(' ').map(fromBase64url);
  for (const at of [user, unlock && session && { unlock, session }]) {
    const raw = at?.unlock && (await unwrap(key, at.unlock));
    if (raw) return { raw, session: at.session };
  }
  return undefined;
}

/** By user, what the disk did not take: it is newer than what the disk has. A page that is loaded again finds it too. */
const inMemory = new Map<string, Failures>();

function lent(storage: KeyValueStorage): Record<string, Failures> {
  try {
    return JSON.parse(storage.getItem(FAILURES_MARK) ?? '{}') as Record<string, Failures>;
  } catch {
    return {};
  }
}

export const failuresOf = (storage: KeyValueStorage, user: DeviceUser): Failures =>
  inMemory.get(user.key) ?? lent(storage)[user.key] ?? user.failures;

/** A full disk neither locks out whoever knows the password nor gives guesses away: the count goes where there is room. */
export async function keepFailures({ db, storage }: Disk, key: string, failures: Failures): Promise<void> {
  const { [key]: before, ...others } = lent(storage);
  const keep = (all: Record<string, Failures>) => storage.setItem(FAILURES_MARK, JSON.stringify(all));
  try {
    await db.users.update(key, { failures });
    inMemory.delete(key);
    if (before) keep(others);
  } catch {
    inMemory.set(key, failures);
    try {
      keep({ ...others, [key]: failures });
    } catch {
      // This page at least counts on.
    }
  }
}
