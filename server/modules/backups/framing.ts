/**
 * How a backup is encrypted: frames of AES-256-GCM, each under its place, the last one marked, so that whatever is changed,
 * left out, moved or added is seen. The file holds a salt and no key.
 *
 *   "RECOUP BACKUP 1\n" | salt (32) | frame… ;  frame = last? (1) | length (4, big-endian) | ciphertext | tag (16)
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const MAGIC = Buffer.from('RECOUP BACKUP 1\n');
const SALT = 32;
const TAG = 16;
const HEAD = 5;
/** Bytes of a frame before it is encrypted. */
export const FRAME = 256 * 1024;

/** Why a file is no backup that this key opens, as one sentence for a person. */
export class BackupUnreadable extends Error {}

const fileKey = (key: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'recoup backup 1', 32));

/** No two frames of a file share one: the place, and whether it is the last. */
function nonceOf(place: number, last: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[3] = last;
  nonce.writeBigUInt64BE(BigInt(place), 4);
  return nonce;
}

/** `key` has 32 bytes. Holds one frame at a time. */
export async function* encrypted(key: Uint8Array, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const own = fileKey(key, salt);
  yield Buffer.concat([MAGIC, salt]);
  let place = 0;
  const frame = (bytes: Buffer, last: 0 | 1): Buffer => {
    const head = Buffer.alloc(HEAD);
    head[0] = last;
    head.writeUInt32BE(bytes.length, 1);
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(place, last)).setAAD(head);
    place += 1;
    return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of plain) {
    waiting = waiting.length === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk]);
    let from = 0;
    for (; waiting.length - from > FRAME; from += FRAME) yield frame(waiting.subarray(from, from + FRAME), 0);
    waiting = waiting.subarray(from);
  }
  yield frame(waiting, 1);
}

/** Throws `BackupUnreadable`; what it yielded until then is genuine, and not known to be all before it returns. */
export async function* decrypted(key: Uint8Array, file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  const source = file[Symbol.asyncIterator]();
  /** Undefined when less than `count` bytes are left. */
  async function take(count: number): Promise<Buffer | undefined> {
    const parts = [held];
    let length = held.length;
    while (length < count) {
      const next = await source.next();
      if (next.done) return undefined;
      parts.push(Buffer.from(next.value));
      length += next.value.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts);
    held = all.subarray(count);
    return all.subarray(0, count);
  }
  try {
    const magic = await take(MAGIC.length);
    const salt = magic?.equals(MAGIC) ? await take(SALT) : undefined;
    if (!salt) throw new BackupUnreadable('This is not a backup of Recoup');
    const own = fileKey(key, salt);
    for (let place = 0; ; place += 1) {
      const head = await take(HEAD);
      if (!head) throw new BackupUnreadable('The backup is cut off');
      const last = head[0] ?? 0;
      const length = head.readUInt32BE(1);
      if (last > 1 || length > FRAME) throw new BackupUnreadable(damaged(place));
      const body = await take(length + TAG);
      if (!body) throw new BackupUnreadable('The backup is cut off');
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(place, last))
        .setAAD(head)
        .setAuthTag(body.subarray(length));
      let plain: Buffer;
      try {
        plain = Buffer.concat([decipher.update(body.subarray(0, length)), decipher.final()]);
      } catch {
        throw new BackupUnreadable(damaged(place));
      }
      yield plain;
      if (last === 1) break;
    }
    if (await take(1)) throw new BackupUnreadable('Something was added behind the end of the backup');
  } finally {
    await source.return?.();
  }
}

const damaged = (place: number): string =>
  place === 0 ? 'The key is not the one of this backup, or the backup is damaged' : 'The backup is damaged';
