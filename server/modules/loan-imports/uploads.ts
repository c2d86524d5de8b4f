/** Bytes of a file at a signed address: whole, or in parts that go on where the last one broke off. */
import type { Readable } from 'node:stream';
import { ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { gatewaySecret } from '../../platform/signatures';
import { importKey, isGoodAddress, type UploadAddress } from './places';
import { findImport, type ImportRow, setImport } from './repository';

type Range = { first: number; last: number; size: number };

/** `bytes first-last/size`; undefined for a whole file. */
function rangeOf(header: string | undefined): Range | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last), size: Number(size) };
}

/** At most `most` bytes; more are refused when they come. What came before a broken line counts. */
async function* bounded(stream: Readable, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) throw new ApiError('too-large');
      yield chunk as Buffer;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
  }
}

export function uploadService({ db, storage, clock, config }: Pick<Deps, 'db' | 'storage' | 'clock' | 'config'>) {
  const secret = gatewaySecret(config);

  /** The import behind a signed address; `not-found` for one that is not good. */
  async function addressed(id: string, address: UploadAddress): Promise<ImportRow> {
    if (!isGoodAddress(secret, id, address, clock.now())) throw new ApiError('not-found');
    const row = await db.transaction({ tenantId: address.tenant }, (tx) => findImport(tx, id));
    if (!row) throw new ApiError('not-found');
    return row;
  }

  return {
    /** Throws `offset-conflict` for a part that does not begin where the file ends. */
    async put(id: string, address: UploadAddress, header: string | undefined, stream: Readable) {
      const row = await addressed(id, address);
      const key = importKey(address.tenant, id);
      if (row.state !== 'uploading') throw new ApiError('gone');
      const range = rangeOf(header);
      const received = (await storage.size(key)) ?? 0;
      if (range && (range.size !== row.size || range.last < range.first || range.last >= range.size))
        throw new ApiError('bad-request');
      if (range && range.first !== received) throw new ApiError('offset-conflict');
      // A whole file begins anew.
      if (!range && received > 0) await storage.remove(key);
      const most = range ? range.last - range.first + 1 : row.size;
      const there = await storage.append(key, range?.first ?? 0, bounded(stream, most));
      await db.transaction({ tenantId: address.tenant }, (tx) => setImport(tx, id, { received: there }));
      return { received: there, size: row.size };
    },

    async offset(id: string, address: UploadAddress) {
      const row = await addressed(id, address);
      return {
        'upload-offset': String((await storage.size(importKey(address.tenant, id))) ?? 0),
        'upload-length': String(row.size),
      };
    },
  };
}
