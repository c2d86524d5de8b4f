import { createDecipheriv, createHash } from 'node:crypto';
import { type Actor, ApiError, FileReply, type UploadedFile } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { extensionOf, mimeOf } from './kinds';
import {
  beginFile,
  completeFiles,
  dropFile,
  findReadable,
  noteReceived,
  readFile,
  type StoredFile,
} from './repository';

const MAX_FILE = 10 * 1024 * 1024;
const IV = 12;
const TAG = 16;

export interface FileState {
  sha256: string;
  received: number;
  complete: boolean;
}

interface Part {
  sha256: string;
  offset: number;
  total: number;
  sealedKey: string;
  bytes: Buffer;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** AES-256-GCM, iv first, tag last, as WebCrypto writes it. Throws when key or bytes are not the right ones. */
function openFile(key: Uint8Array, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV, sealed.length - TAG)), decipher.final()]);
}

export function attachmentService({ db, storage, keys }: Deps) {
  const who = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  /** Under our own names: the tenant, then the hash. */
  const keyOf = (actor: Actor, sha256: string) => `files/${actor.tenantId}/${sha256.slice(0, 2)}/${sha256}`;
  /** One sealing of a file has one length, which keeps parts of two sealings apart in all but freak cases. */
  const partsOf = (actor: Actor, sha256: string, total: number) =>
    `parts/${actor.tenantId}/${actor.userId}/${sha256}.${total}`;

  async function state(actor: Actor, sha256: string): Promise<FileState> {
    const row = await db.transaction(who(actor), (tx) => readFile(tx, actor, sha256));
    return { sha256, received: row?.received ?? 0, complete: row?.complete ?? false };
  }

  /** Opens what has arrived whole. A file that is not what its name says is forgotten, so that it can be sent anew. */
  async function complete(actor: Actor, { sha256, total, sealedKey }: Part): Promise<void> {
    const parts = partsOf(actor, sha256, total);
    const plain = await openParts(parts, total, sealedKey);
    const mime = plain && hashOf(plain) === sha256 ? mimeOf(plain) : undefined;
    if (!plain || !mime || plain.length > MAX_FILE) {
      await db.transaction(who(actor), (tx) => dropFile(tx, actor, sha256));
      await storage.remove(parts);
      if (!plain || hashOf(plain) !== sha256) throw new ApiError('hash-mismatch');
      throw new ApiError(mime ? 'too-large' : 'wrong-type');
    }
    const storageKey = keyOf(actor, sha256);
    await storage.put(storageKey, plain);
    await db.transaction(who(actor), (tx) =>
      completeFiles(tx, actor, [{ sha256, size: plain.length, mime, storageKey, sealedTotal: total }]),
    );
    await storage.remove(parts);
  }

  async function openParts(parts: string, total: number, sealedKey: string): Promise<Buffer | undefined> {
    const sealed = await storage.get(parts);
    if (!sealed || sealed.length !== total) return undefined;
    try {
      return openFile(await keys.openSealed(sealedKey), sealed);
    } catch {
      return undefined;
    }
  }

  return {
    state,

    /** A part beyond what is held, or of a file that is whole, changes nothing: the answer says where to go on. */
    async upload(actor: Actor, part: Part): Promise<FileState> {
      const { sha256, offset, total, bytes } = part;
      if (bytes.length === 0 || offset + bytes.length > total) {
        throw new ApiError('invalid', { fields: [{ path: 'offset', message: 'The part does not fit into the file' }] });
      }
      const held = await db.transaction(who(actor), async (tx) => {
        const row = await readFile(tx, actor, sha256);
        if (row?.complete || row?.sealed_total === total) return row;
        await beginFile(tx, actor, sha256, total);
        return readFile(tx, actor, sha256);
      });
      if (!held || held.complete || offset > held.received) return state(actor, sha256);
      await storage.writeAt(partsOf(actor, sha256, total), offset, bytes);
      const received = await db.transaction(who(actor), (tx) =>
        noteReceived(tx, actor, sha256, total, offset + bytes.length),
      );
      if (received === total) await complete(actor, part);
      return state(actor, sha256);
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
        const storageKey = keyOf(actor, sha256);
        await storage.put(storageKey, bytes);
        stored.push({ sha256, size: bytes.length, mime, storageKey, sealedTotal: bytes.length });
      }
      if (stored.length > 0) await db.transaction(who(actor), (tx) => completeFiles(tx, actor, stored));
    },

    async download(actor: Actor, sha256: string): Promise<FileReply> {
      const file = await db.transaction(who(actor), (tx) => findReadable(tx, actor, sha256));
      const bytes = file && (await storage.get(file.storage_key));
      if (!file || !bytes) throw new ApiError('not-found');
      return new FileReply(bytes, file.mime, `${sha256.slice(0, 16)}.${extensionOf(file.mime)}`);
    },
  };
}
