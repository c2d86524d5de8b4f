/**
 * What this device has to tell the server about itself: an eviction is noticed when local storage still names a user whose
 * database is gone. The notice is kept until a report of that user was heard.
 */
import type { reportDevice } from '../../core/contract/devices';
import type { RequestOf } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import type { DeviceDb } from './device-db';

type Notice = RequestOf<typeof reportDevice>['body']['events'][number];
interface Owner {
  tenantId: string;
  userId: string;
}
/** The part of local storage that is used; a worker has none. */
interface Remembering {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
interface NoticesRow {
  key: 'notices';
  notices: (Notice & { owner: Owner })[];
}

/** In local storage, which some browsers keep when they remove databases: the id this device went by. */
const FORMER = 'recoup.device';
const MOST = 20;

const table = (db: DeviceDb) => db.table<NoticesRow, string>('meta');

/** Remembers this device's id where an eviction may spare it. */
export const rememberDevice = (storage: Remembering, deviceId: string): void => storage.setItem(FORMER, deviceId);

/** The browser has removed what `owner` had here. Called before local storage is cleared. */
export async function noteEviction(db: DeviceDb, owner: Owner, storage: Remembering, now: number): Promise<void> {
  const formerDeviceId = storage.getItem(FORMER);
  const notice: NoticesRow['notices'][number] = {
    id: uuidv7(now),
    kind: 'evicted',
    at: new Date(now).toISOString(),
    ...(formerDeviceId && { formerDeviceId }),
    owner,
  };
  await db.transaction('rw', table(db), async () => {
    const { notices = [] } = (await table(db).get('notices')) ?? {};
    await table(db).put({ key: 'notices', notices: [...notices, notice].slice(-MOST) });
  });
}

export async function noticesOf(db: DeviceDb, owner: Owner): Promise<Notice[]> {
  const { notices = [] } = (await table(db).get('notices')) ?? {};
  return notices
    .filter((notice) => notice.owner.userId === owner.userId && notice.owner.tenantId === owner.tenantId)
    .map(({ owner: _, ...notice }) => notice);
}

export async function forgetNotices(db: DeviceDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction('rw', table(db), async () => {
    const { notices = [] } = (await table(db).get('notices')) ?? {};
    await table(db).put({ key: 'notices', notices: notices.filter(({ id }) => !ids.includes(id)) });
  });
}
