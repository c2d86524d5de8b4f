/** IndexedDB with nothing on top: the limit of what a durable save can cost. */
const done = (request: IDBOpenDBRequest | IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * ms a save, over `photos.length` saves one after the other, all strict: a row and its photo in one transaction
 * (`together`), or the photo in one that is not timed and then the row in its own (`row`).
 */
export async function enqueueRaw(
  rows: readonly { key: string; record: unknown }[],
  photos: readonly Blob[],
  timed: 'together' | 'row',
): Promise<number> {
  await done(indexedDB.deleteDatabase('bench-raw'));
  const opening = indexedDB.open('bench-raw', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('outbox', { keyPath: 'key' });
    opening.result.createObjectStore('photos');
  };
  const db = (await done(opening)) as IDBDatabase;
  const store = (names: string[], put: (transaction: IDBTransaction) => void) =>
    new Promise<void>((resolve, reject) => {
      const transaction = db.transaction(names, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
      put(transaction);
    });
  let took = 0;
  for (const [index, row] of rows.entries()) {
    const putPhoto = (transaction: IDBTransaction) => transaction.objectStore('photos').put(photos[index], row.key);
    if (timed === 'row') await store(['photos'], putPhoto);
    const began = performance.now();
    await store(timed === 'row' ? ['outbox'] : ['outbox', 'photos'], (transaction) => {
      transaction.objectStore('outbox').put(row);
      if (timed === 'together') putPhoto(transaction);
    });
    took += performance.now() - began;
  }
  db.close();
  return took / rows.length;
}
