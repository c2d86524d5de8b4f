/** IndexedDB with nothing on top: the limit of what a durable save can cost. */
const done = (request: IDBOpenDBRequest | IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** ms a save, over `photos.length` saves one after the other, each one strict transaction over a row and its photo. */
export async function enqueueRaw(
  rows: readonly { key: string; record: unknown }[],
  photos: readonly Blob[],
): Promise<number> {
  await done(indexedDB.deleteDatabase('bench-raw'));
  const opening = indexedDB.open('bench-raw', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('outbox', { keyPath: 'key' });
    opening.result.createObjectStore('photos');
  };
  const db = (await done(opening)) as IDBDatabase;
  const began = performance.now();
  for (const [index, row] of rows.entries()) {
    const photo = photos[index];
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction(['outbox', 'photos'], 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
      transaction.objectStore('outbox').put(row);
      transaction.objectStore('photos').put(photo, row.key);
    });
  }
  const took = (performance.now() - began) / rows.length;
  db.close();
  return took;
}
