// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import Dexie from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import { openDeviceDb, saveConfig } from '../offline/device-db';
import { enrol, person, TestDevice } from '../offline/test-device';
import { TestServer } from '../offline/test-server';
import { USER_DB_VERSIONS, userDbName } from '../offline/user-db';
import { UiProvider } from '../ui';
import { startDevice } from './device';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A tab of the first version that stands still: it neither closes nor hears of anything. */
async function oldTab(name: string): Promise<IDBDatabase> {
  const opening = (Dexie.dependencies.indexedDB as IDBFactory).open(name, 10);
  opening.onupgradeneeded = () => {
    for (const [store, keys] of Object.entries(USER_DB_VERSIONS[0]?.stores ?? {})) {
      const [primary = '', ...indexes] = (keys ?? '').split(', ');
      const keyPath = /^\[(.*)\]$/.exec(primary)?.[1]?.split('+') ?? primary.replace('++', '');
      const made = opening.result.createObjectStore(store, { keyPath, autoIncrement: primary.startsWith('++') });
      for (const index of indexes) made.createIndex(index, index);
    }
  };
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve;
    opening.onerror = reject;
  });
  return opening.result;
}

it('who is kept from an update of the data by an old tab reads which one to close, and then goes on', async () => {
  vi.stubGlobal('__APP_VERSION__', '2.0.0');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const server = await TestServer.create();
  const phone = new TestDevice(server);
  const unlocked = await phone.signIn(enrol(server, person('asha')));
  const db = openDeviceDb();
  await saveConfig(db, server.config, Date.now());
  db.close();
  const old = await oldTab(userDbName(unlocked.profile.tenant.id, unlocked.profile.id));
  // Says what is told in passing, as it does for every page.
  render(<UiProvider>{null}</UiProvider>);

  const device = await startDevice(true);
  const opening = device.openEngine(unlocked);
  expect(
    await screen.findByText('Another tab of Recoup is of an older version. Close it to go on here; nothing is lost.'),
  ).toBeTruthy();
  old.close();
  const engine = await opening;
  expect(engine.status.get()).toMatchObject({ saved: 0, upgrade: null });
  await engine.close();
});
