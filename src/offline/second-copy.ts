/**
 * A second copy of what the server does not hold, beside the databases: where the files of a browser's databases are damaged,
 * the browser removes them and goes on with empty ones, but leaves the origin's caches as they are. Everything in it
 * is sealed as it is in the database. It goes when the server has the record, when the agent discards it, when the phone is
 * withdrawn, and when room is short; a browser that removes all that an origin stored takes it too.
 *
 *   /second-copy/<tenant>/<user>/<kind>/<id>?<database>.<state>
 *
 * `<database>` is an id that the user's database itself holds: what names another one is of a database that is gone, and is
 * put back, once. Only a withdrawal and the putting back remove what was not put back.
 */
import { fromBase64url, toBase64url } from '../../core/contract/base64url';
import { uuidv7 } from '../../core/domain/ids';
import { type DeviceDb, type DeviceUser, SECOND_COPY, userKey } from './device-db';
import type { EngineInner } from './engine-inner';
import { onceMore } from './once-more';
import { addSealedFile, openSealedFile } from './sealed-files';
import { takeBack } from './take-back';
import { inTurn } from './turns';
import { type AttachmentRow, type OutboxRow, openUserDb, type UserDb } from './user-db';

/** Bytes travel as the body of a file's entry, what else is known of it in this header. */
const ROW = 'x-recoup-row';
/** With less room than this nothing is kept twice. */
const ROOM_BYTES = 64 * 1024 * 1024;
/** With a network most records are received before they would be kept twice. */
const SETTLE_MS = 2_000;
const PATIENCE_MS = 30_000;

type Kind = 'record' | 'file' | 'user';
interface Owner {
  tenantId: string;
  userId: string;
}
interface Place extends Owner {
  kind: Kind;
  id: string;
  database: string;
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

const folder = ({ tenantId, userId }: Owner): string => `/second-copy/${tenantId}/${userId}/`;

const addressOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

function placeOf(request: Request): Place | undefined {
  const { pathname, search } = new URL(request.url);
  const [, , tenantId, userId, kind, id] = pathname.split('/');
  const database = search.slice(1).split('.')[0];
  if (!tenantId || !userId || !id || !database) return undefined;
  return { tenantId, userId, kind: kind as Kind, id, database, request };
}

const placesIn = async (cache: Cache): Promise<Place[]> => (await cache.keys()).flatMap((each) => placeOf(each) ?? []);

/** The id by which copies of this database are known; undefined until there is one. */
const databaseOf = async (db: UserDb): Promise<string | undefined> =>
  (await db.meta.get('secondCopy'))?.value as string | undefined;

const nameDatabase = (db: UserDb): Promise<string> =>
  db.transaction('rw', db.meta, async () => {
    const known = await databaseOf(db);
    if (known) return known;
    const fresh = uuidv7();
    await db.meta.put({ key: 'secondCopy', value: fresh });
    return fresh;
  });

/** What a record waits for, without who is sending it just now. */
const settled = ({ state }: OutboxRow): OutboxRow['state'] =>
  state === 'needs-you' || state === 'quarantined' ? state : 'queued';

// --- writing ---------------------------------------------------------------------------------------------------------

/** The copy could not be written, most likely for want of room. */
class NotKept extends Error {}

const recordUrl = (owner: Owner, row: OutboxRow, database: string): string => {
  const state = [settled(row), row.mirrored, row.problem?.code ?? '', row.followsDiscarded ?? false];
  return `${folder(owner)}record/${row.key}?${database}.${state.join('.')}.${row.hash.slice(0, 12)}`;
};

/** The door to the user's device key: with it the records can be read again, and not only sent. */
const doorUrl = (user: DeviceUser, database: string): string => {
  const ivs = [user.wrapped, user.next?.wrapped].map((wrapped) =>
    toBase64url(wrapped?.slice(0, 12) ?? new Uint8Array()),
  );
  return `${folder(user)}user/door?${database}.${user.keyId}.${ivs.join('.')}`;
};

/** Without what only this browser can open: its lock, its PIN, its session. */
const doorResponse = (user: DeviceUser): Response =>
  new Response(pack({ ...user, unlock: null, pin: undefined, tokensVoid: true } satisfies DeviceUser));

/**
 * Brings the copy up to what waits in the database. Rejects with `NotKept`, or because the database cannot be read; then
 * the copy stays as it is, and may soon be needed.
 */
async function write({ db, deviceDb, owner, status }: EngineInner, stopped: () => boolean): Promise<void> {
  const key = userKey(owner.tenantId, owner.userId);
  const user = await deviceDb.users.get(key);
  if (!user || user.withdrawn) return;
  const { storage } = status.get();
  const rows = storage && storage.quotaBytes - storage.usedBytes < ROOM_BYTES ? [] : await db.outbox.toArray();
  const database = rows.length > 0 ? await nameDatabase(db) : await databaseOf(db);
  if (!database) return;

  const cache = await caches.open(SECOND_COPY);
  const own = (await placesIn(cache)).filter((place) => folder(place) === folder(owner) && place.database === database);
  const held = new Set(own.map(({ request }) => addressOf(request)));
  const wanted = new Set<string>();
  async function keep(url: string, made: () => Promise<Response | undefined>): Promise<void> {
    if (wanted.has(url)) return;
    wanted.add(url);
    const response = held.has(url) || stopped() ? undefined : await made();
    await (response && cache.put(url, response))?.catch((cause: unknown) => {
      throw new NotKept(undefined, { cause });
    });
  }
  if (rows.length > 0) await keep(doorUrl(user, database), async () => doorResponse(user));
  for (const row of rows) {
    for (const sha256 of row.attachments)
      await keep(`${folder(owner)}file/${sha256}?${database}`, async () => {
        const file = await db.attachments.get(sha256);
        const sealed = file && (await openSealedFile(db, file));
        return sealed && new Response(sealed, { headers: { [ROW]: pack(file) } });
      });
    await keep(recordUrl(owner, row, database), async () => new Response(pack(row)));
  }
  for (const { request } of own) if (!wanted.has(addressOf(request))) await cache.delete(request);
  // The phone may have been withdrawn meanwhile, and what lay here was removed before the last of it was put.
  const after = await deviceDb.users.get(key);
  if (!after || after.withdrawn) await forgetSecondCopy(owner);
}

/** Keeps the copy of an open engine's queue; answers the way to stop. */
export function keepSecondCopy(inner: EngineInner, settleMs = SETTLE_MS): () => void {
  if (!available()) return () => {};
  let stopped = false;
  let unsubscribe = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = '';
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  const copy = onceMore(
    async () => {
      if (!stopped) await write(inner, () => stopped);
    },
    async (error) => {
      seen = '';
      if (!(error instanceof NotKept)) return;
      console.error('The second copy could not be written', error.cause);
      // It must not be in the way of the records themselves.
      stop();
      await dropSecondCopy(inner);
    },
  );
  const look = () => {
    const { saved, sending, needsYou, sentToday } = inner.status.get();
    const now = [saved + sending, needsYou, sentToday].join();
    if (now === seen) return;
    seen = now;
    clearTimeout(timer);
    timer = setTimeout(() => void copy(), settleMs);
  };
  // What was not put back before the sign-in is put back now. Until it is, nothing is written: there may be no room for both.
  void restoreLost(inner.deviceDb).then(
    (count) => {
      if (stopped) return;
      if (count > 0) inner.changed();
      unsubscribe = inner.status.subscribe(look);
      look();
    },
    (error: unknown) => console.error('The second copy could not be put back', error),
  );
  return stop;
}

/** A password was changed: a door that is kept twice is the new one from here on. Never rejects. */
export async function renewDoor(deviceDb: DeviceDb, key: string): Promise<void> {
  if (!available()) return;
  try {
    const user = await deviceDb.users.get(key);
    if (!user) return;
    const cache = await caches.open(SECOND_COPY);
    for (const place of await placesIn(cache)) {
      if (place.kind !== 'user' || folder(place) !== folder(user)) continue;
      await cache.delete(place.request);
      await cache.put(doorUrl(user, place.database), doorResponse(user));
    }
  } catch (error) {
    console.error('The second copy could not be renewed', error);
  }
}

// --- putting back ----------------------------------------------------------------------------------------------------

/**
 * Puts everything back that a database which is gone had not sent, and the user's door to it where that is gone too, so that
 * the same password opens it. Answers how many records. Rejects when the storage takes nothing; then the copy stays.
 */
export async function restoreLost(deviceDb: DeviceDb): Promise<number> {
  if (!available() || !(await caches.has(SECOND_COPY))) return 0;
  return inTurn(SECOND_COPY, PATIENCE_MS, async () => {
    const cache = await caches.open(SECOND_COPY);
    const places = await placesIn(cache);
    let count = 0;
    const failures: unknown[] = [];
    for (const owner of new Set(places.map(folder))) {
      const theirs = places.filter((place) => folder(place) === owner);
      // One whose database takes nothing does not keep the others out.
      count += await restore(deviceDb, cache, theirs).catch((error: unknown) => {
        failures.push(error);
        return 0;
      });
    }
    if (failures.length > 0) throw failures[0];
    return count;
  });
}

/** Of the entries of one kind, those that can be read. */
async function read<T>(
  cache: Cache,
  places: readonly Place[],
  kind: Kind,
  parse: (response: Response) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (const place of places) {
    if (place.kind !== kind) continue;
    try {
      const response = await cache.match(place.request);
      if (response) found.push(await parse(response));
    } catch (error) {
      // Whatever damaged the databases may have damaged this as well; the others are none the worse for it.
      console.error('A part of the second copy cannot be read', error);
    }
  }
  return found;
}

async function restore(deviceDb: DeviceDb, cache: Cache, places: readonly Place[]): Promise<number> {
  const [{ tenantId, userId }] = places as [Place];
  const key = userKey(tenantId, userId);
  const user = await deviceDb.users.get(key);
  if (user?.withdrawn) {
    await forgetSecondCopy(user);
    return 0;
  }
  let count = 0;
  const db = openUserDb(tenantId, userId);
  let lost: Place[];
  try {
    await db.open();
    const present = await databaseOf(db);
    lost = places.filter(({ database }) => database !== present);
    // Photos first: a record must never name what is not here.
    const files = await read(cache, lost, 'file', async (response) => ({
      ...unpack<AttachmentRow>(response.headers.get(ROW) ?? ''),
      sealed: new Uint8Array(await response.arrayBuffer()),
    }));
    for (const { upload: _, sealed, ...file } of files)
      await addSealedFile(db, { ...file, received: 0, complete: false }, sealed);
    for (const database of new Set(lost.map((place) => place.database))) {
      const theirs = lost.filter((place) => place.database === database);
      const rows = await read(cache, theirs, 'record', async (response) => unpack<OutboxRow>(await response.text()));
      count += await takeBack(db, rows.map(asWaiting), database);
    }
  } finally {
    db.close();
  }
  if (!user)
    for (const door of await read(cache, places, 'user', async (each) => unpack<DeviceUser>(await each.text())))
      await deviceDb.transaction('rw', deviceDb.users, async () => {
        if (!(await deviceDb.users.get(key))) await deviceDb.users.add(door);
      });
  for (const { request } of lost) await cache.delete(request);
  return count;
}

/** It was perhaps tried after it had been copied: before it goes back to its agent the server is asked whether it has it. */
const asWaiting = (row: OutboxRow): OutboxRow => ({
  ...row,
  state: settled(row),
  attempts: Math.max(1, row.attempts),
  nextAttemptAt: 0,
  sender: null,
});

// --- forgetting ------------------------------------------------------------------------------------------------------

/** Removes what `which` says. Never rejects. */
async function forget(which: (place: Place) => boolean): Promise<void> {
  if (!available()) return;
  try {
    if (!(await caches.has(SECOND_COPY))) return;
    const cache = await caches.open(SECOND_COPY);
    for (const place of await placesIn(cache)) if (which(place)) await cache.delete(place.request);
  } catch (error) {
    console.error('The second copy could not be removed', error);
  }
}

/** Everything of one user, whose phone is withdrawn. Never rejects. */
export const forgetSecondCopy = (owner: Owner): Promise<void> => forget((place) => folder(place) === folder(owner));

/** A record that its agent discarded, or mended under another key, must not come back. Never rejects. */
export const forgetCopyOf = (recordId: string): Promise<void> =>
  forget(({ kind, id }) => kind === 'record' && id === recordId);

/** Gives its room back. What is of another database, and was not put back, stays. Never rejects. */
export async function dropSecondCopy({ db, owner }: Pick<EngineInner, 'db' | 'owner'>): Promise<void> {
  const database = await databaseOf(db).catch(() => undefined);
  if (database) await forget((place) => folder(place) === folder(owner) && place.database === database);
}
