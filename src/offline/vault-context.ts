/** What the vault's parts know of the session: its state stays in session.ts, they only ask and tell. */
import type { Profile, SessionTokens } from '../../core/contract/auth';
import type { ErrorBody } from '../../core/contract/errors';
import type { RuntimeConfig } from '../../core/contract/system';
import type { DeviceDb, DeviceUser, Door } from './device-db';
import type { KeyValueStorage } from './session-storage';
import type { SignInError } from './sign-in-error';
import type { Transport } from './transport';
import type { DeviceSession, OldPasswordNeeded, UnlockedSession, Vault } from './types';

/** What lies sealed in the device's database between two starts. */
export interface SealedSession {
  profile: Profile;
  tokens: SessionTokens | null;
}

export interface VaultContext {
  db: DeviceDb;
  storage: KeyValueStorage;
  /** The bare sender. */
  transport: Transport;
  config: Pick<RuntimeConfig, 'bases' | 'devicePin'>;
  appVersion: string;
  now: () => number;
  iterations: number;
  usersBy(login: string): Promise<DeviceUser[]>;
  openDoor(user: DeviceUser, password: string): Promise<{ raw: Uint8Array<ArrayBuffer>; door: Door } | undefined>;
  makeDoor(password: string, raw: Uint8Array<ArrayBuffer>): Promise<Door>;
  unlock(
    user: Omit<DeviceUser, 'unlock' | 'session'>,
    raw: Uint8Array<ArrayBuffer>,
    content: SealedSession,
    more: Pick<UnlockedSession, 'offline' | 'recovered' | 'otherDevices'>,
  ): Promise<UnlockedSession>;
  renew: DeviceSession['renew'];
  opened(): (UnlockedSession & { key: string }) | undefined;
  accessToken: DeviceSession['accessToken'];
  lock: DeviceSession['lock'];
}

/**
 * Finishes a sign-in that the server has taken. `kept`: `raw` is the key this device has had for the user; `recovered` is
 * told to the user: false when something here cannot be read any more.
 */
export type Finish = (
  raw: Uint8Array<ArrayBuffer>,
  door: Door,
  kept: boolean,
  recovered: boolean,
) => Promise<UnlockedSession>;

/** What only session.ts itself uses. */
export interface InnerVault extends Vault {
  /** What our own server's refusal of a sign-in means; null when it only could not answer, and the offline way is open. */
  refusalOf(login: string, refusal: ErrorBody, retryAfter: string | null): Promise<SignInError | null>;
  /** What to ask the user before the old password's contents are given up; undefined when nothing hangs on it. */
  askForOld(user: DeviceUser, password: string, finish: Finish): Promise<OldPasswordNeeded | undefined>;
  withdraw(key: string | undefined): Promise<void>;
  /** Of a full disk (full-disk.ts). */
  lendRoom(row: DeviceUser, error: unknown): Promise<void>;
  stillOpen(user: DeviceUser): Promise<{ raw: Uint8Array<ArrayBuffer>; session: DeviceUser['session'] } | undefined>;
  orFull(error: unknown): never;
}
