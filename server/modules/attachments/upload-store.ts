/** What the protocol library keeps uploads in: rows of the caller, bytes in the file store. One for each request. */
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { judge } from './judge';
import { fileKey, partsKey } from './places';
import { completeFiles, holdsFile } from './repository';
import { UNFINISHED_MS } from './upload-expiry';
import { addUpload, dropUploads, findUpload, finishUpload, type UploadRow, unfinishedUploads } from './upload-rows';

/** More unfinished uploads than any queue makes: the oldest give way. */
const MOST_UNFINISHED = 50;

export class UploadStore extends DataStore {
  /** What went wrong in here, as it was thrown; the library would only pass on its text. */
  failure: unknown;
  /** A new upload of a file that the server holds already. */
  held = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly deps: Pick<Deps, 'db' | 'storage' | 'keys' | 'clock'>,
    private readonly actor: Actor,
  ) {
    super();
    this.extensions = ['creation', 'expiration'];
  }

  /** Resolves when no byte is being written any more; the library lets go of its lock earlier when a connection breaks. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  override getExpiration(): number {
    return UNFINISHED_MS;
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#noting(async () => {
      const { sha256, sealedkey } = upload.metadata ?? {};
      const { id, size: length } = upload;
      if (!sha256 || !length) throw new ApiError('bad-request');
      const row = { id, sha256, length, sealedKey: sealedkey ?? null };
      const now = this.deps.clock.now();
      const surplus = await this.#transaction(async (tx) => {
        this.held = await holdsFile(tx, this.actor, sha256);
        await addUpload(tx, this.actor, row, now, this.held);
        return (await unfinishedUploads(tx, this.actor, null)).slice(MOST_UNFINISHED);
      });
      if (surplus.length > 0) {
        for (const old of surplus) await this.deps.storage.remove(partsKey(this.actor.tenantId, old));
        await this.#transaction((tx) => dropUploads(tx, this.actor.tenantId, surplus));
      }
      return upload;
    });
  }

  /** Offset is the size of the file. What came whole, but was not opened before the server was killed, is opened now. */
  override getUpload(id: string): Promise<Upload> {
    return this.#noting(async () => {
      const row = await this.#find(id);
      if (!row) throw new ApiError('not-found');
      let offset = row.length;
      if (!row.finished) {
        if (Date.parse(row.createdAt) + UNFINISHED_MS < this.deps.clock.now().getTime()) throw new ApiError('gone');
        offset = (await this.deps.storage.size(this.#partsOf(id))) ?? 0;
        if (offset >= row.length) await this.#open(row);
      }
      return new Upload({ id, size: row.length, offset, creation_date: row.createdAt });
    });
  }

  /** Answers the new offset. */
  override write(stream: Readable, id: string, offset: number): Promise<number> {
    let refused = false;
    async function* arriving(): AsyncGenerator<Uint8Array> {
      try {
        yield* stream;
      } catch (error) {
        // By the library, which has counted too many bytes.
        refused = true;
        throw error;
      }
    }
    const writing = this.deps.storage.append(this.#partsOf(id), offset, arriving());
    this.#writing = writing;
    return writing.catch((error: unknown) => {
      if (!refused) this.failure = error;
      throw error;
    });
  }

  /** All bytes are there: from here on the file can be named, or it is gone. */
  finish(id: string): Promise<void> {
    return this.#noting(async () => {
      const row = await this.#find(id);
      if (!row) throw new ApiError('not-found');
      if (!row.finished) await this.#open(row);
    });
  }

  async #open(row: UploadRow): Promise<void> {
    const { storage, keys, clock } = this.deps;
    const parts = this.#partsOf(row.id);
    const sent = await storage.get(parts);
    // Another request has opened it in between.
    if (!sent && (await this.#find(row.id))?.finished) return;
    const found = await judge(keys, sent ?? Buffer.alloc(0), row).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      await storage.remove(parts);
      await this.#transaction((tx) => dropUploads(tx, this.actor.tenantId, [row.id]));
      throw error;
    });
    const storageKey = fileKey(this.actor.tenantId, row.sha256);
    await storage.put(storageKey, found.plain);
    await this.#transaction(async (tx) => {
      await completeFiles(tx, this.actor, [
        { sha256: row.sha256, size: found.plain.length, mime: found.mime, storageKey },
      ]);
      await finishUpload(tx, this.actor, row.id, clock.now());
    });
    await storage.remove(parts);
  }

  #partsOf(id: string): string {
    return partsKey(this.actor.tenantId, id);
  }

  #find(id: string): Promise<UploadRow | undefined> {
    return this.#transaction((tx) => findUpload(tx, this.actor, id));
  }

  #transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { tenantId, userId } = this.actor;
    return this.deps.db.transaction({ tenantId, userId }, work);
  }

  async #noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
