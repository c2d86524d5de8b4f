/** Where files lie. Names are made by us, never taken from a client. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

export interface Storage {
  /** Stores the bytes under `key` whole or not at all; a reader never sees half a file. Replaces what was there. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Adds what arrives to a file, from byte `offset` (its size, 0 for a new one) on, and answers its size. What came
   * before `chunks` broke off is kept. Flushed before it returns or throws, so that a size that was told stays true.
   */
  append(key: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Undefined when there is none. */
  get(key: string): Promise<Buffer | undefined>;
  size(key: string): Promise<number | undefined>;
  /** Bytes from `start` up to `end`, which is left out, while they are read; a key without a file fails the stream. */
  stream(key: string, start?: number, end?: number): Readable;
  remove(key: string): Promise<void>;
  /** Keys of a tenant's files, in no order; half a file is none of them. They all are `<kind>/<tenant>/…`. */
  keysOf(tenantId: string): AsyncGenerator<string>;
}

/** Letters, digits, `-`, `_` and `.` in segments of a path that never climbs. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}){0,9}$/;

/** Borrowers' papers are nobody else's on the machine. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files in a folder of the machine (or a mounted one that all servers share). */
export function folderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new TypeError('Not a storage key');
    return join(folder, key);
  };
  /** A new name in a folder survives a crash only once the folder itself is flushed. */
  const flushFolder = async (path: string) => {
    const handle = await open(path, 'r').catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      const draft = `${path}.${randomUUID()}.part`;
      try {
        const handle = await open(draft, 'wx', FILE_MODE);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(dirname(path));
    },
    async append(key, offset, chunks) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
      // Not 'a': an appending handle ignores the offset. 'r+' keeps what is there, 'wx+' makes it.
      let isNew = false;
      const handle = await open(path, 'r+').catch((error: unknown) => {
        if (!missing(error)) throw error;
        isNew = true;
        return open(path, 'wx+', FILE_MODE).catch(() => open(path, 'r+'));
      });
      let at = offset;
      try {
        for await (const chunk of chunks) {
          let written = 0;
          while (written < chunk.length) {
            const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, at);
            written += bytesWritten;
            at += bytesWritten;
          }
        }
      } finally {
        try {
          if (at > offset || isNew) await handle.sync();
        } finally {
          await handle.close();
        }
      }
      if (isNew) await flushFolder(dirname(path));
      return at;
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (missing(error)) return undefined;
        throw error;
      }
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (missing(error)) return undefined;
        throw error;
      }
    },
    stream(key, start = 0, end) {
      // createReadStream counts the last byte in.
      const last = end === undefined ? {} : { end: Math.max(start, end - 1) };
      return createReadStream(pathOf(key), { start, ...last, highWaterMark: 256 * 1024 });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    keysOf: (tenantId) => keysUnder(folder, tenantId),
  };
}

async function* keysUnder(folder: string, tenantId: string): AsyncGenerator<string> {
  if (!KEY.test(tenantId) || tenantId.includes('/')) throw new TypeError('Not a storage key');
  const none = (error: unknown): undefined => {
    if (!missing(error)) throw error;
  };
  async function* under(key: string): AsyncGenerator<string> {
    for await (const entry of (await opendir(join(folder, key)).catch(none)) ?? []) {
      const name = `${key}/${entry.name}`;
      if (entry.isDirectory()) yield* under(name);
      else if (!entry.name.endsWith('.part')) yield name;
    }
  }
  for (const kind of (await readdir(folder, { withFileTypes: true }).catch(none)) ?? [])
    if (kind.isDirectory()) yield* under(`${kind.name}/${tenantId}`);
}
