/** What a file must be before anything may name it: whole, what its hash says, of a kind and size that records take. */
import { createDecipheriv, createHash } from 'node:crypto';
import { MAX_FILE } from '../../../core/contract/attachments';
import { ApiError } from '../../http/implement';
import type { Keys } from '../../platform/keys';
import { type Mime, mimeOf } from './kinds';

const IV = 12;
const TAG = 16;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** AES-256-GCM, iv first, tag last, as WebCrypto writes it. Throws when key or bytes are not the right ones. */
function openFile(key: Uint8Array, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV, sealed.length - TAG)), decipher.final()]);
}

/** The original out of what was sent; throws `ApiError` `hash-mismatch`, `wrong-type` or `too-large`. */
export async function judge(
  keys: Keys,
  sent: Buffer,
  { sha256, sealedKey }: { sha256: string; sealedKey: string | null },
): Promise<{ plain: Buffer; mime: Mime }> {
  let plain = sent;
  if (sealedKey !== null) {
    try {
      plain = openFile(await keys.openSealed(sealedKey), sent);
    } catch {
      throw new ApiError('hash-mismatch');
    }
  }
  if (hashOf(plain) !== sha256) throw new ApiError('hash-mismatch');
  const mime = mimeOf(plain);
  if (!mime) throw new ApiError('wrong-type');
  if (plain.length > MAX_FILE) throw new ApiError('too-large');
  return { plain, mime };
}
