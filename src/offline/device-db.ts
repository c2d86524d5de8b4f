/**
 * What the device itself knows, whoever is signed in: its id and signing key, who has signed in here (their wrapped
 * keys), the last runtime configuration and the clock. IndexedDB because it survives a kill; localStorage does not.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import { generateDeviceKey } from '../../core/contract/device-keys';
import type { RuntimeConfig } from '../../core/contract/system';
import { uuidv7 } from '../../core/domain/ids';
import type { SealedBytes } from './vault';

/** A way to the device key: it lies wrapped under a key derived from a password. */
export interface Door {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  /** The device key, wrapped by the key derived from the password. */
  wrapped: SealedBytes;
}

/** The device key under a PIN: wrapped by the key derived from it and by a key that the browser does not export. */
export interface PinDoor extends Door {
  pepper: CryptoKey;
  /** Wrong PINs in a row; each is counted before it is looked at. */
  tries: number;
}

export interface DeviceUser extends Door {
  /** `tenant:user`. */
  key: string;
  userId: string;
  tenantId: string;
  username: string;
  /** SHA-256 of each name this user signs in by, lower case. */
  logins: string[];
  /** The door of a new password whose change the server has not confirmed yet: either may be the right one. */
  next?: Door;
  pin?: PinDoor;
  /** Names the device key, so that what an older one sealed is recognised. */
  keyId: string;
  /** The device key wrapped by the secret in localStorage; null while locked. */
  unlock: SealedBytes | null;
  /** Profile and tokens, sealed under the device key. */
  session: SealedBytes;
  /** True after a logout: the sealed tokens are void. */
  tokensVoid: boolean;
  lastSignInAt: number;
  /** Wrong passwords offline: how many in a row, and until when no further try is taken (device clock, ms). */
  failures: { count: number; until: number };
  /** The server has withdrawn this device for this user: the queue goes to quarantine, then all of it is erased. */
  withdrawn?: true;
}

interface MetaRows {
  device: { key: 'device'; id: string; signing: CryptoKeyPair };
  config: { key: 'config'; config: RuntimeConfig; at: number };
  clock: { key: 'clock'; offsetMs: number; at: number };
}
type MetaRow = MetaRows[keyof MetaRows];

export type DeviceDb = Dexie & {
  meta: Table<MetaRow, string>;
  users: EntityTable<DeviceUser, 'key'>;
};

export function openDeviceDb(): DeviceDb {
  const db = new Dexie('recoup-device', { chromeTransactionDurability: 'strict', cache: 'disabled' }) as DeviceDb;
  db.version(1).stores({ meta: 'key', users: 'key' });
  // Another tab with a newer version must not wait for this one.
  db.on('versionchange', () => {
    db.close();
    // Dexie's own listener comes after this one and would let the next call open it anew.
    return false;
  });
  return db;
}

/** The cache of what was not sent (second-copy.ts). */
export const SECOND_COPY = 'recoup-second-copy';

export const userKey = (tenantId: string, userId: string): string => `${tenantId}:${userId}`;

async function meta<K extends keyof MetaRows>(db: DeviceDb, key: K): Promise<MetaRows[K] | undefined> {
  return (await db.meta.get(key)) as MetaRows[K] | undefined;
}

export interface DeviceIdentity {
  id: string;
  signing: CryptoKeyPair;
}

/** This device's id and signing pair; made at the first call. Two tabs starting at once agree on one. */
export async function deviceIdentity(db: DeviceDb): Promise<DeviceIdentity> {
  const known = await meta(db, 'device');
  if (known) return known;
  const fresh: MetaRow = { key: 'device', id: uuidv7(), signing: await generateDeviceKey() };
  return db.transaction('rw', db.meta, async () => {
    const raced = await meta(db, 'device');
    if (raced) return raced;
    await db.meta.put(fresh);
    return fresh;
  });
}

/** This device's identity, where it has one; none after an eviction or before the first sign-in. */
export const knownIdentity = (db: DeviceDb): Promise<DeviceIdentity | undefined> => meta(db, 'device');

export const hasIdentity = async (db: DeviceDb): Promise<boolean> => !!(await knownIdentity(db));

export async function savedConfig(db: DeviceDb): Promise<RuntimeConfig | undefined> {
  return (await meta(db, 'config'))?.config;
}
export const saveConfig = (db: DeviceDb, config: RuntimeConfig, now: number): Promise<unknown> =>
  db.meta.put({ key: 'config', config, at: now });

/** Server time minus device time in ms at the last contact, and when that was (device clock, ms). */
export const measuredClock = (db: DeviceDb): Promise<{ offsetMs: number; at: number } | undefined> => meta(db, 'clock');

/** Null when never measured. */
export async function clockOffset(db: DeviceDb): Promise<number | null> {
  return (await measuredClock(db))?.offsetMs ?? null;
}
export const saveClockOffset = (db: DeviceDb, offsetMs: number, now: number): Promise<unknown> =>
  db.meta.put({ key: 'clock', offsetMs: Math.round(offsetMs), at: now });
