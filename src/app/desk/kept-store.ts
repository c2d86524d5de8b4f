/**
 * What the desk keeps for its user (columns, saved views, drafts), sealed under the user's device key in IndexedDB:
 * logout clears local storage, and drafts hold people's data. Everything of a user is read once, so that a screen has
 * its values on the first frame.
 */
import { wholeText } from '../../../core/domain/whole-text';
import { openJson, type SealedBytes, sealJson } from '../../offline/vault';
import { type KeptStore, memoryStore } from '../../ui/kit';

const DATABASE = 'recoup-desk';
const TABLE = 'kept';
/** Writes wait this long, so that a form is not sealed at every key. */
const PAUSE_MS = 400;

/** Keys of what was seen of the server, which is forgotten after the hours for which a device keeps loans. */
const SEEN = 'seen.';

interface Row {
  user: string;
  key: string;
  /** When it was written, device clock, ms; rows of older builds do not say. */
  at?: number;
  sealed: SealedBytes;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: ['user', 'key'] });
  return done(request);
}

/** `cachedHours`: for how long what was `seen.` is kept. Rejects where the browser has no storage; the desk then keeps things as long as the page lives. */
export async function openKeptStore(
  user: string,
  deviceKey: CryptoKey,
  cachedHours: number,
): Promise<KeptStore & { close(): Promise<void> }> {
  const database = await openDatabase();
  const table = (mode: IDBTransactionMode) => database.transaction(TABLE, mode).objectStore(TABLE);
  const rows: Row[] = await done(table('readonly').getAll(IDBKeyRange.bound([user, ''], [user, '\uffff'])));
  const isOld = ({ key, at = 0 }: Row) => key.startsWith(SEEN) && Math.abs(Date.now() - at) > cachedHours * 3_600_000;
  for (const { key } of rows.filter(isOld)) await done(table('readwrite').delete([user, key]));
  const opened = await Promise.all(
    rows
      .filter((row) => !isOld(row))
      .map(({ key, sealed }) =>
        // Sealed before the password was changed elsewhere: nobody can read it any more.
        openJson<unknown>(deviceKey, sealed).then(
          (value) => [key, value] as const,
          () => undefined,
        ),
      ),
  );
  const memory = memoryStore(opened.filter((entry) => entry !== undefined));
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let line: Promise<void> = Promise.resolve();

  const failed = (error: unknown) => console.warn('The desk could not keep its settings', error);

  /** At once: a draft whose record is saved must not come back after a reload right behind it. */
  function remove(key: string): void {
    changed.delete(key);
    const removed = done(table('readwrite').delete([user, key])).catch(failed);
    line = line.then(async () => void (await removed));
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...changed];
    changed.clear();
    line = line
      .then(async () => {
        for (const key of keys) {
          const value = memory.get(key);
          if (value === undefined) continue;
          const sealed = await sealJson(deviceKey, wholeText(value));
          // Changed or taken away while it was sealed: the later one writes.
          if (memory.get(key) !== value) continue;
          await done(table('readwrite').put({ user, key, at: Date.now(), sealed } satisfies Row));
        }
      })
      // A full disk: what is on the screen stays there.
      .catch(failed);
    return line;
  }
  const leave = () => void flush();
  addEventListener('pagehide', leave);
  return {
    ...memory,
    set(key, value) {
      memory.set(key, value);
      if (value === undefined) return remove(key);
      changed.add(key);
      timer ??= setTimeout(() => void flush(), PAUSE_MS);
    },
    async close() {
      removeEventListener('pagehide', leave);
      await flush();
      database.close();
    },
  };
}
