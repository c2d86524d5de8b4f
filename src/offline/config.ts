/** The runtime configuration: fetched, and kept for the next start without a network and for the service worker. */
import { type RuntimeConfig, runtimeConfig } from '../../core/contract/system';
import { openDeviceDb, saveConfig, savedConfig } from './device-db';
import { jsonOf, type Transport } from './transport';

/**
 * The newest configuration: of the server when it answers within `timeoutMs`, else the kept one; undefined when this
 * device has never reached the server.
 */
export async function loadConfig(transport: Transport, timeoutMs = 4_000): Promise<RuntimeConfig | undefined> {
  const db = openDeviceDb();
  try {
    const kept = await savedConfig(db).catch(() => undefined);
    const answer = await transport({ method: 'GET', url: '/config.json', timeoutMs }).catch(() => null);
    const fresh = answer?.status === 200 ? runtimeConfig.safeParse(jsonOf(answer)) : undefined;
    if (!fresh?.success) return kept;
    await saveConfig(db, fresh.data, Date.now()).catch(() => undefined);
    return fresh.data;
  } finally {
    db.close();
  }
}

/** The kept configuration at once, without asking the server. */
export async function keptConfig(): Promise<RuntimeConfig | undefined> {
  const db = openDeviceDb();
  try {
    return await savedConfig(db);
  } finally {
    db.close();
  }
}
