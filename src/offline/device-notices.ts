/**
 * What this device has to tell the server about itself: an eviction is noticed when local storage, which some browsers keep
 * when they remove databases, still names a user or a device that the database does not know. The notice is kept until a report of that user was heard.
 */
import type { reportDevice } from '../../core/contract/devices';
import type { RequestOf } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { type DeviceDb, knownIdentity, userKey } from './device-db';
import { DEVICE_MARK, type KeyValueStorage } from './session-storage';

type Notice = RequestOf<typeof reportDevice>['body']['events'][number];
interface Owner {
  tenantId: string;
  userId: string;
}
interface NoticesRow {
  key: 'notices';
  notices: (Notice & { owner: Owner })[];
}

const MOST = 20;

const table = (db: DeviceDb) => db.table<NoticesRow, string>('meta');

/**
 * The browser has removed what was here: of `owner`, and of everybody whom the mark in local storage names. The mark goes;
 * this device sets a new one.
 * False when nothing was: the mark is of this very database, whose users have left it or were withdrawn, or nobody is missed.
 */
export async function noteEviction(
  db: DeviceDb,
  storage: KeyValueStorage,
  now: number,
  owner?: Owner,
): Promise<boolean> {
  const [formerDeviceId, ...marked] = (storage.getItem(DEVICE_MARK) ?? '').split(' ');
  const deviceId = (await knownIdentity(db))?.id;
  if (deviceId === formerDeviceId && (deviceId || !owner)) return false;
  const keys = owner ? [...marked, userKey(owner.tenantId, owner.userId)] : marked;
  const fresh = [...new Set(keys)].map((key): NoticesRow['notices'][number] => {
    const [tenantId = '', userId = ''] = key.split(':');
    return {
      id: uuidv7(now),
      kind: 'evicted',
      at: new Date(now).toISOString(),
      ...(formerDeviceId && { formerDeviceId }),
      owner: { tenantId, userId },
    };
  });
  await db.transaction('rw', table(db), async () => {
    const { notices = [] } = (await table(db).get('notices')) ?? {};
    await table(db).put({ key: 'notices', notices: [...notices, ...fresh].slice(-MOST) });
  });
  storage.removeItem(DEVICE_MARK);
  return true;
}

/** Remembers, where a lock and an eviction leave it, which device this is and who works here. Ids only. */
export async function markDevice(db: DeviceDb, storage: KeyValueStorage): Promise<void> {
  const device = await knownIdentity(db);
  const users = await db.users.filter(({ withdrawn }) => !withdrawn).primaryKeys();
  if (device && users.length > 0) storage.setItem(DEVICE_MARK, [device.id, ...users].join(' '));
  else storage.removeItem(DEVICE_MARK);
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
