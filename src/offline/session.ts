/**
 * Signing in on a device: online when the server answers, otherwise by unwrapping this user's device key with the same
 * password. What must survive a kill (wrapped keys, sealed tokens) is in IndexedDB; the specification's local storage
 * keys are written beside it. Tokens are renewed here, one page at a time.
 */
import { type Authenticated, authenticate, refresh, type SessionTokens } from '../../core/contract/auth';
import { fromBase64url, toBase64url } from '../../core/contract/base64url';
import { exportDeviceKey } from '../../core/contract/device-keys';
import { errorBodySchema } from '../../core/contract/errors';
import { urlOf } from '../../core/contract/kit';
import type { RuntimeConfig } from '../../core/contract/system';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { isFieldRole, parseRole } from '../../core/domain/roles';
import {
  clockOffset,
  type DeviceDb,
  type DeviceUser,
  type Door,
  deviceIdentity,
  openDeviceDb,
  SECOND_COPY,
  saveClockOffset,
  userKey,
} from './device-db';
import { forgetFirstScreens } from './first-screen';
import {
  clearStorage,
  DEVICE_MARK,
  type KeyValueStorage,
  storedOwner,
  storeSession,
  storeTokens,
  storeUnlock,
  unlockSecret,
} from './session-storage';
import type { SignInError } from './sign-in-error';
import { jsonOf, type Transport } from './transport';
import type { DeviceSession, LockReason, UnlockedSession } from './types';
import { openUserDb, unsentCount } from './user-db';
import {
  importDeviceKey,
  newDeviceKey,
  openJson,
  PBKDF2_ITERATIONS,
  passwordKey,
  randomBytes,
  sealBytes,
  sealJson,
  secretKey,
  unwrap,
} from './vault';
import type { Finish, InnerVault, SealedSession, VaultContext } from './vault-context';

export interface SessionOptions {
  /** The bare sender: this module adds no bearer token. */
  transport: Transport;
  config: Pick<RuntimeConfig, 'bases' | 'devicePin'>;
  appVersion: string;
  /** Shown to supervisors in the list of devices. */
  deviceName?: string;
  storage?: KeyValueStorage;
  now?: () => number;
  iterations?: number;
}

/** Renew this long before the access token ends (specification section 9). */
export const RENEW_AHEAD_MS = 300_000;
/** Longer than a renewal can take: the page whose turn it is stands still. */
const TURN_MS = 20_000;
/** After a renewal without an answer, so that not every call waits for the same silence first. */
const RENEW_PAUSE_MS = 20_000;

const hashLogin = (login: string) => sha256Hex(login.trim().toLowerCase());

type OnlineAnswer = { kind: 'in'; data: Authenticated['data'] } | { kind: 'refused'; error: SignInError } | null;

export function createDeviceSession(options: SessionOptions): DeviceSession {
  const { transport, config, appVersion } = options;
  const storage = options.storage ?? localStorage;
  const now = options.now ?? Date.now;
  const iterations = options.iterations ?? PBKDF2_ITERATIONS;
  const db: DeviceDb = openDeviceDb();
  let open: (UnlockedSession & { key: string }) | undefined;
  let evicted = false;
  let unreachableUntil = 0;
  const lockListeners = new Set<(reason: LockReason) => void>();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('recoup-session');
  if (channel) {
    channel.onmessage = (event: MessageEvent<LockReason>) => dropKey(event.data);
    if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  }

  function dropKey(reason: LockReason) {
    if (!open) return;
    open = undefined;
    for (const listener of [...lockListeners]) listener(reason);
  }

  /** Null when our server gave no answer of its own; then the offline way is open. */
  async function signInOnline(login: string, password: string, timeoutMs: number): Promise<OnlineAnswer> {
    const device = await deviceIdentity(db);
    const sent = now();
    const answer = await transport({
      method: 'POST',
      url: urlOf(config.bases, authenticate),
      body: JSON.stringify({
        [login.includes('@') ? 'email' : 'username']: login,
        password,
        device: {
          id: device.id,
          publicKey: await exportDeviceKey(device.signing.publicKey),
          name: (options.deviceName ?? 'This device').slice(0, 120),
          appVersion,
        },
      }),
      timeoutMs,
    }).catch(() => null);
    if (!answer) return null;
    const json = jsonOf(answer);
    const accepted = authenticate.response.safeParse(json);
    if (answer.status === 200 && accepted.success) {
      const serverTime = Date.parse(accepted.data.data.authenticationResult.serverTime);
      await saveClockOffset(db, serverTime - (sent + now()) / 2, now()).catch(() => undefined);
      return { kind: 'in', data: accepted.data.data };
    }
    const own = errorBodySchema.safeParse(json);
    if (!own.success) return null;
    const error = await (await vault()).refusalOf(login, own.data, answer.header('retry-after'));
    return error && { kind: 'refused', error };
  }

  /** Writes local storage and remembers the session; `raw` is wiped. */
  async function unlock(
    user: Omit<DeviceUser, 'unlock' | 'session'>,
    raw: Uint8Array<ArrayBuffer>,
    content: SealedSession,
    more: Pick<UnlockedSession, 'offline' | 'recovered' | 'otherDevices'>,
  ): Promise<UnlockedSession> {
    const deviceKey = await importDeviceKey(raw);
    const secret = randomBytes(32);
    const row: DeviceUser = {
      ...user,
      unlock: await sealBytes(await secretKey(secret), raw),
      session: await sealJson(deviceKey, content),
    };
    raw.fill(0);
    const device = await deviceIdentity(db);
    try {
      await db.users.put(row);
    } catch (error) {
      await (await vault()).lendRoom(row, error);
    }
    storeSession(storage, content.profile, content.tokens);
    storeUnlock(storage, toBase64url(secret));
    const unlocked: UnlockedSession = { ...content, ...more, deviceKey, keyId: user.keyId, deviceId: device.id };
    open = { ...unlocked, key: user.key };
    return unlocked;
  }

  /** The device key behind the door that the password opens; undefined when it opens none. Takes its time, by intent. */
  async function openDoor(user: DeviceUser, password: string) {
    for (const door of [user, user.next]) {
      const raw = door && (await unwrap(await passwordKey(password, door.salt, door.iterations), door.wrapped));
      if (raw) return { raw, door: { salt: door.salt, iterations: door.iterations, wrapped: door.wrapped } };
    }
    return undefined;
  }

  async function makeDoor(password: string, raw: Uint8Array<ArrayBuffer>): Promise<Door> {
    const salt = randomBytes(16);
    return { salt, iterations, wrapped: await sealBytes(await passwordKey(password, salt, iterations), raw) };
  }

  async function signedIn(login: string, password: string, data: Authenticated['data']): Promise<UnlockedSession> {
    const { id, tenant } = data.profile;
    const key = userKey(tenant.id, id);
    let known = await db.users.get(key);
    if (!known) {
      await putBack();
      known = await db.users.get(key);
    }
    const opened = known && (await openDoor(known, password));
    if (known && !opened && !known.withdrawn) {
      const asked = await (await vault()).askForOld(known, password, (...how) => finish(login, data, ...how));
      if (asked) throw asked;
    }
    const raw = opened?.raw ?? newDeviceKey();
    return finish(login, data, raw, opened?.door ?? (await makeDoor(password, raw)), !!opened, true);
  }

  /** What is the same however the device key was come by. `kept`: it is the one this device has had for the user. */
  async function finish(
    login: string,
    { profile, authenticationResult: tokens, otherDevices }: Authenticated['data'],
    ...[raw, door, kept, recovered]: Parameters<Finish>
  ): Promise<UnlockedSession> {
    const key = userKey(profile.tenant.id, profile.id);
    const names = [login, profile.username, ...(profile.email ? [profile.email] : [])];
    const before = kept ? await db.users.get(key) : undefined;
    return unlock(
      {
        key,
        userId: profile.id,
        tenantId: profile.tenant.id,
        username: profile.username,
        logins: [...new Set(await Promise.all(names.map(hashLogin)))],
        ...door,
        ...(before?.pin && { pin: { ...before.pin, tries: 0 } }),
        keyId: before?.keyId ?? uuidv7(),
        tokensVoid: false,
        lastSignInAt: now(),
        failures: { count: 0, until: 0 },
      },
      raw,
      { profile, tokens },
      { offline: false, recovered, ...(otherDevices && { otherDevices }) },
    );
  }

  /** Who signs in here by that name, the newest first: two tenants may have one each. */
  async function usersBy(login: string): Promise<DeviceUser[]> {
    const hash = await hashLogin(login);
    const users = await db.users.toArray();
    return users.filter((row) => row.logins.includes(hash)).sort((a, b) => b.lastSignInAt - a.lastSignInAt);
  }

  /** The server hears of it with the next report of each who worked here. */
  async function noteEviction(owner = storedOwner(storage)): Promise<void> {
    evicted ||= await import('./device-notices')
      .then((notices) => notices.noteEviction(db, storage, now(), owner))
      .catch(() => !!owner);
  }

  /** What was kept twice comes before any sign-in, whose new key could not read it. */
  async function putBack(): Promise<void> {
    const { caches } = globalThis as { caches?: CacheStorage };
    if (await caches?.has(SECOND_COPY))
      await import('./second-copy').then(({ restoreLost }) => restoreLost(db)).catch(() => {});
  }

  async function current(): Promise<UnlockedSession | undefined> {
    const owner = storedOwner(storage);
    const secret = unlockSecret(storage);
    if (!owner || !secret) return undefined;
    const key = userKey(owner.tenantId, owner.userId);
    if (open?.key === key) return open;
    const user = await db.users.get(key);
    if (!user) await noteEviction(owner);
    const raw = user?.unlock ? await unwrap(await secretKey(fromBase64url(secret)), user.unlock) : undefined;
    const opened = user && (raw ? { raw, session: user.session } : await (await vault()).stillOpen(user));
    if (!user || !opened) return undefined;
    const deviceKey = await importDeviceKey(opened.raw);
    opened.raw.fill(0);
    const { profile, tokens } = await openJson<SealedSession>(deviceKey, opened.session);
    const device = await deviceIdentity(db);
    const usable = tokens && Date.parse(tokens.sessionEndsAt) > now() ? tokens : null;
    const unlocked: UnlockedSession = {
      profile,
      tokens: usable,
      offline: !usable,
      recovered: true,
      deviceKey,
      keyId: user.keyId,
      deviceId: device.id,
    };
    open = { ...unlocked, key };
    return unlocked;
  }

  /** Somebody else may have signed in while this page stood still; it leaves with the next thing that it hears. */
  const isMine = ({ profile }: UnlockedSession) => storedOwner(storage)?.userId === profile.id;

  async function keepTokens(tokens: SessionTokens | null): Promise<void> {
    if (!open) return;
    open = { ...open, tokens };
    if (isMine(open)) storeTokens(storage, tokens);
    const session = await sealJson(open.deviceKey, { profile: open.profile, tokens } satisfies SealedSession);
    // A disk that takes nothing must not keep the queue from going out: local storage has them.
    await db.users.update(open.key, { session }).catch(() => undefined);
  }

  /** The newest tokens of this user; another tab may have renewed them. */
  function newest(): SessionTokens | null {
    const tokens = open?.tokens ?? null;
    if (!open || !isMine(open)) return tokens;
    const token = storage.getItem('token');
    const refreshToken = storage.getItem('refreshToken');
    const expiresAt = storage.getItem('expiry');
    if (!tokens || !token || !refreshToken || !expiresAt || token === tokens.token) return tokens;
    return { ...tokens, token, refreshToken, expiresAt };
  }

  const left = async (tokens: SessionTokens) => Date.parse(tokens.expiresAt) - (now() + ((await clockOffset(db)) ?? 0));

  /** Another tab has renewed since `token`: its tokens are the ones that count. */
  async function takenOver(token: string | undefined): Promise<boolean> {
    const tokens = newest();
    if (!tokens || token === undefined || tokens.token === token) return false;
    await keepTokens(tokens);
    return true;
  }

  function renew(refused?: string): Promise<'renewed' | 'unreachable' | 'ended'> {
    const work = async () => {
      if (await takenOver(refused)) return 'renewed';
      const tokens = newest();
      if (!open || !tokens) return 'ended';
      const answer = await transport({
        method: 'GET',
        url: urlOf(config.bases, refresh),
        headers: { refreshtoken: tokens.refreshToken, userid: open.profile.id },
        timeoutMs: 15_000,
      }).catch(() => null);
      unreachableUntil = answer ? 0 : now() + RENEW_PAUSE_MS;
      // This page may have stood still meanwhile, and what it was given would void what another one got after it.
      if (await takenOver(tokens.token)) return 'renewed';
      if (!answer) return 'unreachable';
      const json = jsonOf(answer);
      const fresh = answer.status === 200 ? refresh.response.safeParse(json) : undefined;
      if (fresh?.success) {
        await keepTokens(fresh.data.data.authenticationResult);
        return 'renewed';
      }
      const own = errorBodySchema.safeParse(json);
      if (answer.status === 401 && own.success) {
        await keepTokens(null);
        return 'ended';
      }
      if (own.data?.code === 'device-revoked') void withdraw();
      return 'unreachable';
    };
    return import('./turns').then(({ inTurn }) => inTurn('recoup-renew', TURN_MS, work), work);
  }

  async function lock(reason: LockReason): Promise<void> {
    const owner = storedOwner(storage);
    const token = storage.getItem('token');
    // A field agent's phone is put away every few minutes: it is locked, and its session goes on behind the lock.
    const ends =
      reason === 'logout' || (reason === 'idle' && open !== undefined && !isFieldRole(parseRole(open.profile.role)));
    clearStorage(storage);
    const key = open?.key ?? (owner && userKey(owner.tenantId, owner.userId));
    dropKey(reason);
    channel?.postMessage(reason);
    // Unreadable already, its secret is gone; a picture nobody can open is only dead weight.
    await forgetFirstScreens().catch(() => undefined);
    if (key)
      await db.users
        .update(key, { unlock: null, ...((reason !== 'idle' || ends) && { tokensVoid: true }) })
        // Of a full disk: what stays is as unreadable.
        .catch(() => undefined);
    if (ends && token)
      await transport({
        method: 'POST',
        url: `${urlOf(config.bases, { service: 'main', path: 'profile/logout' })}${reason === 'idle' ? '?reason=idle' : ''}`,
        headers: { authorization: `Bearer ${token}`, ...(owner && { profileid: owner.userId }) },
        timeoutMs: 5_000,
      }).catch(() => null);
  }

  async function accessToken(): Promise<string | undefined> {
    const tokens = newest();
    if (!tokens) return undefined;
    if ((await left(tokens)) < RENEW_AHEAD_MS && now() >= unreachableUntil) await renew(tokens.token);
    return newest()?.token;
  }

  /** Loaded when it is asked for: the other ways in, and what is done to the doors. */
  let acts: InnerVault | undefined;
  async function vault(): Promise<InnerVault> {
    const { createVault } = await import('./vault-acts');
    acts ??= createVault(context);
    return acts;
  }
  const context: VaultContext = {
    db,
    storage,
    transport,
    config,
    appVersion,
    now,
    iterations,
    usersBy,
    openDoor,
    makeDoor,
    unlock,
    renew,
    opened: () => open,
    accessToken,
    lock,
  };
  const withdraw = async (key = open?.key) => (await vault()).withdraw(key);

  return {
    vault,
    withdraw: () => withdraw(),
    async knownUsers() {
      const here = () => db.users.filter(({ withdrawn }) => !withdrawn).toArray();
      let users = await here();
      if (!users[0]) {
        // A mark outlives a lock: of whom it names, as of who is signed in, something should be here.
        if (storage.getItem(DEVICE_MARK) || storedOwner(storage)) await noteEviction();
        await putBack();
        users = await here();
      }
      return Promise.all(
        users.map(async ({ userId, tenantId, username, lastSignInAt, pin, tokensVoid }) => {
          const own = openUserDb(tenantId, userId);
          const unsent = await unsentCount(own);
          own.close();
          return {
            userId,
            username,
            lastSignInAt,
            unsent,
            pin: !!pin && config.devicePin !== false,
            wantsPassword: tokensVoid,
          };
        }),
      );
    },
    current,
    evicted: () => evicted,
    async signIn(login, password) {
      try {
        // Who can be let in without the server does not stand at a door waiting for a thin line.
        const known = (await usersBy(login)).length > 0;
        const online = await signInOnline(login, password, known ? 6_000 : 20_000);
        if (online?.kind === 'refused') throw online.error;
        return await (online
          ? signedIn(login, password, online.data)
          : (await vault()).enterByPassword(login, password));
      } catch (error) {
        return (await vault()).orFull(error);
      }
    },
    lock,
    onLock(listener) {
      lockListeners.add(listener);
      return () => lockListeners.delete(listener);
    },
    accessToken,
    renew,
  };
}
