/**
 * Opening the device key without the server: by the password, or by a PIN. Wrong passwords pause the next try, longer
 * each time; the fifth wrong PIN erases the PIN.
 */
import type { ErrorBody } from '../../core/contract/errors';
import type { DeviceUser } from './device-db';
import { failuresOf, isFull, keepFailures } from './full-disk';
import { SignInError } from './sign-in-error';
import type { DeviceSession, OwnPasswordNeeded, UnlockedSession } from './types';
import { importDeviceKey, openBytes, openJson, passwordKey, sealBytes, unwrap } from './vault';
import type { SealedSession, VaultContext } from './vault-context';

const FREE_TRIES = 5;
export const PIN_TRIES = 5;
const pinErased = () => new SignInError('pin-erased', 'The PIN on this phone is erased. Sign in with your password.');
const PIN_ON_FULL_DISK =
  'The storage of this phone is full, so the PIN cannot open it now. Use your password, then make room.';
const WITHOUT_SESSION =
  'Opened with your PIN. For new loans the server wants your password: sign out and in again when you have a network. What you save still goes out by itself.';

/** How long to pause after so many wrong passwords in a row: 1 minute at the fifth, doubling, at most 8 hours. */
export const pauseAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(60_000 * 2 ** (failures - FREE_TRIES), 8 * 3_600_000);

/** The raw device key behind a password, or `SignInError`. Wrong ones are counted, whatever screen they came from. */
export async function openByPassword(
  ctx: VaultContext,
  user: DeviceUser,
  password: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { now, openDoor } = ctx;
  const failures = failuresOf(ctx.storage, user);
  if (failures.until > now()) throw new SignInError('paused', undefined, failures.until);
  const opened = await openDoor(user, password);
  if (!opened) {
    const count = failures.count + 1;
    const pause = pauseAfter(count);
    await keepFailures(ctx, user.key, { count, until: pause ? now() + pause : 0 });
    throw pause ? new SignInError('paused', undefined, now() + pause) : new SignInError('wrong-credentials');
  }
  await keepFailures(ctx, user.key, { count: 0, until: 0 });
  return opened.raw;
}

/**
 * The same behind the PIN. The try is counted before it is looked at: a killed app gives none back. A disk that takes no
 * count gets no look: a PIN is short, and the password opens still.
 */
export async function openByPin({ db }: VaultContext, key: string, pin: string): Promise<Uint8Array<ArrayBuffer>> {
  const door = await db
    .transaction('rw', db.users, async () => {
      const user = await db.users.get(key);
      if (!user?.pin || user.pin.tries >= PIN_TRIES) return undefined;
      await db.users.update(key, { pin: { ...user.pin, tries: user.pin.tries + 1 } });
      return user.pin;
    })
    .catch((error: unknown) => {
      throw isFull(error) ? new SignInError('storage-full', PIN_ON_FULL_DISK) : error;
    });
  if (!door) throw pinErased();
  const outer = await openBytes(door.pepper, door.wrapped);
  const raw = await unwrap(await passwordKey(pin, door.salt, door.iterations), outer);
  if (raw) {
    await db.users.update(key, { pin: { ...door, tries: 0 } }).catch(() => 0);
    return raw;
  }
  const left = PIN_TRIES - (door.tries + 1);
  if (left <= 0) {
    // Where that cannot be stored, its tries are used up all the same.
    await db.users.update(key, { pin: undefined }).catch(() => 0);
    throw pinErased();
  }
  throw new SignInError(
    'wrong-pin',
    left === 1
      ? 'This PIN is not right. One more try, then it is erased and your password is needed.'
      : `This PIN is not right. ${left} more tries, then it is erased and your password is needed.`,
  );
}

/** A PIN's door. Both layers are needed: the PIN's key, and a key that this browser uses but does not hand out. */
export async function makePinDoor(pin: string, iterations: number, raw: Uint8Array<ArrayBuffer>) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const pepper = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const inner = await sealBytes(await passwordKey(pin, salt, iterations), raw);
  return { salt, iterations, pepper, wrapped: await sealBytes(pepper, inner), tries: 0 };
}

async function enter(ctx: VaultContext, user: DeviceUser, raw: Uint8Array<ArrayBuffer>): Promise<UnlockedSession> {
  const content = await openJson<SealedSession>(await importDeviceKey(raw), user.session);
  const usable = content.tokens && !user.tokensVoid && Date.parse(content.tokens.sessionEndsAt) > ctx.now();
  // Read anew: opening has just put the counts back.
  const fresh = (await ctx.db.users.get(user.key)) ?? user;
  return ctx.unlock(
    { ...fresh, tokensVoid: false, lastSignInAt: ctx.now() },
    raw,
    { profile: content.profile, tokens: usable ? content.tokens : null },
    { offline: true, recovered: true },
  );
}

export async function enterByPassword(ctx: VaultContext, login: string, password: string): Promise<UnlockedSession> {
  const [user] = (await ctx.usersBy(login)).filter(({ withdrawn }) => !withdrawn);
  if (!user) throw new SignInError('offline-unknown');
  return enter(ctx, user, await openByPassword(ctx, user, password));
}

/**
 * Then the server: a session that is still alive is renewed at once. `offline` stays true when it could not be, and
 * `tokens` is null when the server wants the password.
 */
export async function enterByPin(ctx: VaultContext, userId: string, pin: string): Promise<UnlockedSession> {
  const user = (await ctx.db.users.toArray()).find((row) => row.userId === userId && !row.withdrawn);
  if (!user || ctx.config.devicePin === false) throw pinErased();
  const unlocked = await enter(ctx, user, await openByPin(ctx, user.key, pin));
  const renewed: Awaited<ReturnType<DeviceSession['renew']>> = unlocked.tokens ? await ctx.renew() : 'ended';
  const open = ctx.opened();
  if (!open) throw new SignInError('account-inactive');
  return {
    ...unlocked,
    tokens: open.tokens,
    offline: renewed !== 'renewed',
    ...(!open.tokens && { notice: WITHOUT_SESSION }),
  };
}

/** Reads our own server's refusal of a sign-in; null when it only could not answer. */
export function readRefusal(
  { code, class: kind, message, resetToken }: ErrorBody,
  retryAfter: string | null,
  now: number,
): SignInError | null {
  if (resetToken) {
    const needed = { stake: null, resetToken } satisfies Omit<OwnPasswordNeeded, keyof Error>;
    return Object.assign(new SignInError('wrong-credentials', message), needed);
  }
  if (code === 'account-locked' || code === 'too-many') {
    const seconds = Number(retryAfter);
    const pause = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 60_000;
    return new SignInError('paused', message, now + pause);
  }
  if (code === 'account-inactive' || code === 'forbidden' || code === 'device-revoked')
    return new SignInError('account-inactive', message);
  return kind === 'retry' ? null : new SignInError('wrong-credentials');
}
