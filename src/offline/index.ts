/** What the app may use of the offline engine. The engine itself is loaded when a user is unlocked, not before. */
import type { EngineOptions } from './engine';
import type { OfflineEngine } from './types';

export { keptConfig, loadConfig } from './config';
export { StorageError } from './errors';
export { createPageTransport } from './page-transport';
export { createDeviceSession } from './session';
export { fetchTransport, type Transport } from './transport';

/** Opens the unlocked user's data and starts sending and syncing. Rejects when the device's storage cannot be opened. */
export async function openEngine(options: EngineOptions): Promise<OfflineEngine> {
  const { createEngine } = await import('./engine');
  return createEngine(options);
}
