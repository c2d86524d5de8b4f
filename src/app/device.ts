/**
 * The offline part of the app (Dexie, the engine, zod), loaded behind a dynamic import that starts with the page and
 * does not hold up its first frame.
 */
import type { RuntimeConfig } from '../../core/contract/system';
import { t } from '../i18n';
import {
  createDeviceSession,
  createPageTransport,
  fetchTransport,
  keptConfig,
  loadConfig,
  openEngine,
} from '../offline';
import type { DeviceSession, OfflineEngine, UnlockedSession } from '../offline/types';
import { showToast } from '../ui';
import { askForBackgroundSync } from './service-worker';

export interface Device {
  config: RuntimeConfig;
  session: DeviceSession;
  openEngine(unlocked: UnlockedSession): Promise<OfflineEngine>;
}

/** The name a supervisor sees in the list of devices. */
function deviceName(): string {
  const { userAgent } = navigator;
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(userAgent)?.[0] ?? 'Device';
  const browser = /Edg|SamsungBrowser|Firefox|Chrome|Safari/.exec(userAgent)?.[0] ?? 'browser';
  return `${system} · ${browser === 'Edg' ? 'Edge' : browser}`;
}

/** An update of the stored data's form needs every tab to be of the new version; the user is told which one to close. */
const TABS_OF_TWO_VERSIONS = {
  blocked: () =>
    showToast(t('Another tab of Recoup is of an older version. Close it to go on here; nothing is lost.'), {
      tone: 'problem',
    }),
  outdated: () =>
    showToast(t('Recoup was updated in another tab. Load this page again to go on; nothing is lost.'), {
      tone: 'problem',
      action: { label: t('Load again'), onClick: () => location.reload() },
    }),
};

/**
 * `resuming`: somebody is signed in on this page. Then the kept configuration does, so that the day's loans do not wait
 * for the network. Rejects when this device has never reached the server and cannot now.
 */
export async function startDevice(resuming: boolean): Promise<Device> {
  const appVersion = __APP_VERSION__;
  const kept = resuming ? await keptConfig().catch(() => undefined) : undefined;
  const config = kept ?? (await loadConfig(fetchTransport));
  if (!config) throw new Error('The server was never reached from this device');
  // The next start has the newest.
  if (kept) void loadConfig(fetchTransport).catch(() => undefined);
  const session = createDeviceSession({ transport: fetchTransport, config, appVersion, deviceName: deviceName() });
  const transport = createPageTransport(fetchTransport, session);
  // Not on the way to the first screen, and again for a page that stays open for days.
  const tidy = () =>
    void session
      .vault()
      .then((vault) => vault.tidy(config.cachedLoansHours))
      .catch(() => undefined);
  setTimeout(tidy, 5000);
  setInterval(tidy, 3_600_000);
  return {
    config,
    session,
    openEngine: (unlocked) =>
      openEngine({ unlocked, transport, config, appVersion, saved: askForBackgroundSync, hooks: TABS_OF_TWO_VERSIONS }),
  };
}
