/**
 * What the rarely needed parts of the engine work with. They are loaded when they are used, so that the first list of
 * loans does not wait for them; screens know only `OfflineEngine`.
 */
import type { RuntimeConfig } from '../../core/contract/system';
import type { DeviceDb } from './device-db';
import type { Transport } from './transport';
import type { OfflineEngine } from './types';
import type { UserDb } from './user-db';

export interface EngineInner {
  db: UserDb;
  deviceDb: DeviceDb;
  /** The page's sender. */
  transport: Transport;
  config: RuntimeConfig;
  owner: { tenantId: string; userId: string };
  deviceKey: CryptoKey;
  appVersion: string;
  now: () => number;
  /** Server time minus device time in ms; null when never measured. */
  offset: () => number | null;
  status: OfflineEngine['status'];
  /** The outbox was changed: tell other tabs, read it anew. */
  changed: () => void;
}

const inners = new WeakMap<OfflineEngine, EngineInner>();

export const keepInner = (engine: OfflineEngine, inner: EngineInner): void => void inners.set(engine, inner);

export function innerOf(engine: OfflineEngine): EngineInner {
  const inner = inners.get(engine);
  if (!inner) throw new Error('This is no engine that was opened here');
  return inner;
}
