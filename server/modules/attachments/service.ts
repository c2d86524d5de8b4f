import { type Actor, ApiError, FileReply, type UploadedFile } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { hashOf } from './judge';
import { extensionOf, mimeOf } from './kinds';
import { fileKey, partsKey } from './places';
import { completeFiles, findReadable, holdsFile, namedUnderReview, type StoredFile } from './repository';
import { unfinishedUploads } from './upload-rows';

export interface FileState {
  sha256: string;
  received: number;
  complete: boolean;
}

export function attachmentService({ db, storage }: Pick<Deps, 'db' | 'storage'>) {
  const who = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  return {
    /** A withdrawn device may bring only what a record that it handed over names. Throws `device-revoked`. */
    async mayBring(actor: Actor, sha256: string): Promise<void> {
      if (!actor.revoked) return;
      if (!(await db.transaction(who(actor), (tx) => namedUnderReview(tx, actor, sha256)))) {
        throw new ApiError('device-revoked');
      }
    },

    async state(actor: Actor, sha256: string): Promise<FileState> {
      const { complete, uploads } = await db.transaction(who(actor), async (tx) => ({
        complete: await holdsFile(tx, actor, sha256),
        uploads: await unfinishedUploads(tx, actor, sha256),
      }));
      const sizes = complete ? [] : await Promise.all(uploads.map((id) => storage.size(partsKey(actor.tenantId, id))));
      return { sha256, received: Math.max(0, ...sizes.map((size) => size ?? 0)), complete };
    },

    /**
     * Files of a multipart form, in the clear: judged by their bytes and stored, all or none. Refuses one whose hash is
     * not among those that its record names.
     */
    async keep(actor: Actor, files: readonly UploadedFile[], named: ReadonlySet<string>): Promise<void> {
      const judged = files.map(({ bytes, field }) => {
        const mime = mimeOf(bytes);
        if (!mime) {
          throw new ApiError('wrong-type', { fields: [{ path: field, message: 'Not a JPEG, PNG, WebP or PDF file' }] });
        }
        const sha256 = hashOf(bytes);
        if (!named.has(sha256)) {
          throw new ApiError('invalid', { fields: [{ path: field, message: 'The record does not name this file' }] });
        }
        return { sha256, bytes, mime };
      });
      const stored: StoredFile[] = [];
      for (const { sha256, bytes, mime } of new Map(judged.map((file) => [file.sha256, file])).values()) {
        const storageKey = fileKey(actor.tenantId, sha256);
        await storage.put(storageKey, bytes);
        stored.push({ sha256, size: bytes.length, mime, storageKey });
      }
      if (stored.length > 0) await db.transaction(who(actor), (tx) => completeFiles(tx, actor, stored));
    },

    async download(actor: Actor, sha256: string): Promise<FileReply> {
      const file = await db.transaction(who(actor), (tx) => findReadable(tx, actor, sha256));
      const bytes = file && (await storage.get(file.storageKey));
      if (!file || !bytes) throw new ApiError('not-found');
      return new FileReply(bytes, file.mime, `${sha256.slice(0, 16)}.${extensionOf(file.mime)}`);
    },
  };
}
