/**
 * A second copy of what the server does not hold, beside the databases: where the files of a browser's databases are damaged,
 * Chromium removes all of them and goes on with empty ones, but leaves the origin's caches as they are. Everything in
 * it is sealed as it is in the database. It goes when the server has the record, when its phone is withdrawn, and when
 * room is short; a browser that removes all that an origin stored takes it too.
 *
 *   /second-copy/<tenant>/<user>/<kind>/<id>?<device>.<state>
 *
 * The id of the device is made anew with its database: what another one wrote is of a database that is gone, and is put back.
 */
import { fromBase64url, toBase64url } from '../../core/contract/base64url';
import { type DeviceDb, type DeviceUser, knownIdentity, userKey } from './device-db';
import type { EngineInner } from './engine-inner';
import { onceMore } from './once-more';
import { addSealedFile, openSealedFile } from './sealed-files';
import { takeBack } from './take-back';
import { type AttachmentRow, type OutboxRow, openUserDb } from './user-db';

const CACHE = 'recoup-second-copy';
const ROW = 'x-recoup-row';
/** With less room than this nothing is kept twice. */
const ROOM_BYTES = 64 * 1024 * 1024;

type Kind = 'record' | 'file' | 'user';
interface Place {
  tenantId: string;
  userId: string;
  kind: Kind;
  id: string;
  deviceId: string;
  request: Request;
}

/** Not where pages are not served securely, and not in tests without a browser. */
const available = (): boolean => typeof caches !== 'undefined';

const pack = (row: object): string =>
  JSON.stringify(row, (_, value: unknown) => (value instanceof Uint8Array ? { bytes64: toBase64url(value) } : value));

/** The caller names the type: only this app writes there. */
const unpack = <T>(text: string): T =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'bytes64' in value ? fromBase64url(String(value.bytes64)) : value,
  ) as T;

const folder = ({ tenantId, userId }: Pick<Place, 'tenantId' | 'userId'>): string =>
  `/second-copy/${tenantId}/${userId}/`;

function placeOf(request: Request): Place | undefined {
  const { pathname, search } = new URL(request.url);
  const [, , tenantId, userId, kind, id] = pathname.split('/');
  const deviceId = search.slice(1).split('.')[0];
  if (!tenantId || !userId || !id || !deviceId) return undefined;
  return { tenantId, userId, kind: kind as Kind, id, deviceId, request };
}

function urlOf({ request }: Place): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

const placesIn = async (cache: Cache): Promise<Place[]> => (await cache.keys()).flatMap((each) => placeOf(each) ?? []);

/** What a record waits for, without who is sending it just now. */
const settled = ({ state }: OutboxRow): OutboxRow['state'] =>
  state === 'needs-you' || state === 'quarantined' ? state : 'queued';

// --- writing ---------------------------------------------------------------------------------------------------------

/** The door to the user's device key, as long as a record is kept twice: with it the record can be read again, and not only sent. */
const doorUrl = (user: DeviceUser, deviceId: string): string =>
  `${folder(user)}user/door?${deviceId}.${user.keyId}.${toBase64url(user.wrapped.slice(0, 12))}`;

/** Without what only this browser can open: its lock, its PIN, its session. */
const doorResponse = (user: DeviceUser): Response =>
  new Response(pack({ ...user, unlock: null, pin: undefined, tokensVoid: true } satisfies DeviceUser));

/** A password was changed: a door that is kept twice is the new one from here on. Never rejects. */
export async function renewDoor(deviceDb: DeviceDb, key: string): Promise<void> {
  if (!available()) return;
  try {
    const cache = await caches.open(CACHE);
    const [device, user] = await Promise.all([knownIdentity(deviceDb), deviceDb.users.get(key)]);
    if (!device || !user) return;
    const doors = (await placesIn(cache)).filter(
      ({ kind, ...place }) => kind === 'user' && folder(place) === folder(user),
    );
    for (const { request } of doors) await cache.delete(request);
    if (doors.length > 0) await cache.put(doorUrl(user, device.id), doorResponse(user));
  } catch (error) {
    console.error('The second copy could not be renewed', error);
  }
}

/** The copy could not be written, most likely for want of room. */
class NotKept extends Error {}

/**
 * Brings the copy up to what waits in the database. Rejects with `NotKept`, or because the database cannot be read; then
 * the copy stays as it is, and may soon be needed.
 */
async function write({ db, deviceDb, owner, status }: EngineInner): Promise<void> {
  const device = await knownIdentity(deviceDb);
  const user = await deviceDb.users.get(userKey(owner.tenantId, owner.userId));
  if (!device || !user || user.withdrawn) return;
  const cache = await caches.open(CACHE);
  const places = await placesIn(cache);
  const own = places.filter((place) => folder(place) === folder(owner) && place.deviceId === device.id);
  const { storage } = status.get();
  const rows = storage && storage.quotaBytes - storage.usedBytes < ROOM_BYTES ? [] : await db.outbox.toArray();

  const held = new Set(own.map(urlOf));
  const wanted = new Set<string>();
  async function keep(url: string, made: () => Promise<Response | undefined>): Promise<void> {
    if (wanted.has(url)) return;
    wanted.add(url);
    const response = held.has(url) ? undefined : await made();
    await (response && cache.put(url, response))?.catch((cause: unknown) => {
      throw new NotKept(undefined, { cause });
    });
  }
  if (rows.length > 0) await keep(doorUrl(user, device.id), async () => doorResponse(user));
  for (const row of rows) {
    for (const sha256 of row.attachments)
      await keep(`${folder(owner)}file/${sha256}?${device.id}`, async () => {
        const file = await db.attachments.get(sha256);
        const sealed = file && (await openSealedFile(db, file));
        return sealed && new Response(sealed, { headers: { [ROW]: pack(file) } });
      });
    const state = [settled(row), row.mirrored, row.problem?.code ?? ''].join('.');
    await keep(`${folder(owner)}record/${row.key}?${device.id}.${state}`, async () => new Response(pack(row)));
  }
  for (const place of own) if (!wanted.has(urlOf(place))) await cache.delete(place.request);
}

/** Keeps the copy of an open engine's queue; answers the way to stop. */
export function keepSecondCopy(inner: EngineInner): () => void {
  if (!available()) return () => {};
  let stopped = false;
  let seen = '';
  const copy = onceMore(
    async () => {
      if (!stopped) await write(inner);
    },
    async (error) => {
      if (!(error instanceof NotKept)) return;
      // It must not be in the way of the records themselves.
      console.error('The second copy could not be written', error.cause);
      stopped = true;
      await forgetSecondCopy(inner.owner);
    },
  );
  const look = () => {
    const { saved, sending, needsYou, sentToday } = inner.status.get();
    const now = [saved + sending, needsYou, sentToday].join();
    if (now === seen) return;
    seen = now;
    void copy();
  };
  // What could not be put back at the start (restoreLost) is put back now, before anything is written over it.
  void restoreLost(inner.deviceDb)
    .then((count) => count > 0 && inner.changed())
    .catch(() => {})
    .then(look);
  const stop = inner.status.subscribe(look);
  return () => {
    stopped = true;
    stop();
  };
}

// --- putting back ----------------------------------------------------------------------------------------------------

/**
 * Puts everything back that a database which is gone had not sent, and with it the user's door to it, so that the same
 * password opens it. Answers how many records. Rejects when the storage takes nothing; then the copy stays.
 */
export async function restoreLost(deviceDb: DeviceDb): Promise<number> {
  if (!available() || !(await caches.has(CACHE))) return 0;
  const cache = await caches.open(CACHE);
  const present = (await knownIdentity(deviceDb))?.id;
  const lost = (await placesIn(cache)).filter(({ deviceId }) => deviceId !== present);
  let count = 0;
  for (const owner of new Set(lost.map(folder)))
    count += await restore(
      deviceDb,
      cache,
      lost.filter((place) => folder(place) === owner),
    );
  return count;
}

async function restore(deviceDb: DeviceDb, cache: Cache, places: readonly Place[]): Promise<number> {
  const [{ tenantId, userId }] = places as [Place];
  const key = userKey(tenantId, userId);
  const user = await deviceDb.users.get(key);
  const read = async (kind: Kind) => {
    const found = await Promise.all(
      places.filter((place) => place.kind === kind).map(({ request }) => cache.match(request)),
    );
    return found.filter((response) => response !== undefined);
  };
  let count = 0;
  if (!user?.withdrawn) {
    const db = openUserDb(tenantId, userId);
    try {
      await db.open();
      // Photos first: a record must never name what is not here.
      for (const response of await read('file')) {
        const row = unpack<AttachmentRow>(response.headers.get(ROW) ?? '');
        const { upload: _, ...file } = row;
        await addSealedFile(
          db,
          { ...file, received: 0, complete: false },
          new Uint8Array(await response.arrayBuffer()),
        );
      }
      const records = await Promise.all((await read('record')).map((response) => response.text()));
      count = await takeBack(
        db,
        records.map((text) => {
          const row = unpack<OutboxRow>(text);
          return { ...row, state: settled(row), attempts: 0, nextAttemptAt: 0, sender: null };
        }),
      );
    } finally {
      db.close();
    }
    for (const response of await read('user')) {
      const door = unpack<DeviceUser>(await response.text());
      await deviceDb.transaction('rw', deviceDb.users, async () => {
        if (!(await deviceDb.users.get(key))) await deviceDb.users.add(door);
      });
    }
  }
  // It is in the database now; what is discarded there from here on must not come back.
  for (const { request } of places) await cache.delete(request);
  return count;
}

// --- forgetting ------------------------------------------------------------------------------------------------------

/** Removes the copy: of one user, or of all. Never rejects. */
export async function forgetSecondCopy(owner?: { tenantId: string; userId: string }): Promise<void> {
  if (!available()) return;
  try {
    if (!owner) return void (await caches.delete(CACHE));
    const cache = await caches.open(CACHE);
    for (const place of await placesIn(cache)) if (folder(place) === folder(owner)) await cache.delete(place.request);
  } catch (error) {
    console.error('The second copy could not be removed', error);
  }
}
