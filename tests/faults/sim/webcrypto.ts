/**
 * WebCrypto for simulated phones: the same algorithms from OpenSSL, but answered at once instead of by a pool of
 * threads, so that no real time enters a schedule. The server opens and checks what is made here. Keys are plain
 * objects, because they are stored in IndexedDB.
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign as nodeSign,
  verify as nodeVerify,
  pbkdf2Sync,
  randomFillSync,
  randomUUID,
} from 'node:crypto';

interface Key {
  type: 'public' | 'private' | 'secret';
  algorithm: string;
  /** Secret bytes, a private scalar, or a public point. */
  bytes: Uint8Array;
  /** Of a private key. */
  point?: Uint8Array;
}

const CURVE = 'prime256v1';
const TAG = 16;

type Bytes = ArrayBuffer | ArrayBufferView;
const view = (data: Bytes): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
/** A buffer of its own: Node's small buffers share one. */
const own = (bytes: Uint8Array): ArrayBuffer => {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
};
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const nameOf = (algorithm: string | { name: string }): string =>
  typeof algorithm === 'string' ? algorithm : algorithm.name;

const signers = new Map<string, KeyObject>();
function keyObject(key: Key): KeyObject {
  const name = `${key.type} ${base64url(key.bytes)}`;
  let made = signers.get(name);
  if (!made) {
    const point = key.type === 'private' ? key.point : key.bytes;
    if (!point) throw new TypeError('a private key without its point');
    const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
    made =
      key.type === 'private'
        ? createPrivateKey({ key: { ...jwk, d: base64url(key.bytes) }, format: 'jwk' })
        : createPublicKey({ key: jwk, format: 'jwk' });
    if (signers.size > 500) signers.clear();
    signers.set(name, made);
  }
  return made;
}

function newPair(algorithm: string): { privateKey: Key; publicKey: Key } {
  const pair = createECDH(CURVE);
  const point = new Uint8Array(pair.generateKeys());
  const scalar = new Uint8Array(32);
  const secret = pair.getPrivateKey();
  scalar.set(secret, 32 - secret.length);
  return {
    privateKey: { type: 'private', algorithm, bytes: scalar, point },
    publicKey: { type: 'public', algorithm, bytes: point },
  };
}

const subtle = {
  async digest(algorithm: string | { name: string }, data: Bytes): Promise<ArrayBuffer> {
    const name = nameOf(algorithm).replace('-', '').toLowerCase();
    return own(createHash(name).update(view(data)).digest());
  },
  async generateKey(algorithm: { name: string }): Promise<unknown> {
    return newPair(algorithm.name);
  },
  async importKey(format: string, data: unknown, algorithm: string | { name: string }): Promise<Key> {
    const name = nameOf(algorithm);
    if (format === 'jwk') {
      const { x, y, d } = data as { x: string; y: string; d: string };
      const part = (text: string) => Buffer.from(text, 'base64url');
      const point = new Uint8Array([4, ...part(x), ...part(y)]);
      return { type: 'private', algorithm: name, bytes: new Uint8Array(part(d)), point };
    }
    const bytes = new Uint8Array(own(view(data as Bytes)));
    const isCurve = name === 'ECDH' || name === 'ECDSA';
    if (isCurve && (bytes.length !== 65 || bytes[0] !== 4)) throw new DOMException('not a point', 'DataError');
    return { type: isCurve ? 'public' : 'secret', algorithm: name, bytes };
  },
  async exportKey(format: string, key: Key): Promise<unknown> {
    if (format === 'raw') return own(key.bytes);
    const point = key.point ?? key.bytes;
    return {
      kty: 'EC',
      crv: 'P-256',
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33)),
      d: base64url(key.bytes),
    };
  },
  async deriveBits(algorithm: { public: Key }, key: Key): Promise<ArrayBuffer> {
    const pair = createECDH(CURVE);
    pair.setPrivateKey(key.bytes);
    return own(pair.computeSecret(algorithm.public.bytes));
  },
  async deriveKey(
    algorithm: { name: string; salt: Bytes; info?: Bytes; iterations?: number },
    key: Key,
    derived: { name: string },
  ): Promise<Key> {
    const bytes =
      algorithm.name === 'HKDF'
        ? new Uint8Array(
            hkdfSync('sha256', key.bytes, view(algorithm.salt), view(algorithm.info ?? new Uint8Array()), 32),
          )
        : new Uint8Array(own(pbkdf2Sync(key.bytes, view(algorithm.salt), algorithm.iterations ?? 1, 32, 'sha256')));
    return { type: 'secret', algorithm: derived.name, bytes };
  },
  async encrypt(algorithm: { iv: Bytes }, key: Key, data: Bytes): Promise<ArrayBuffer> {
    const cipher = createCipheriv('aes-256-gcm', key.bytes, view(algorithm.iv));
    return own(Buffer.concat([cipher.update(view(data)), cipher.final(), cipher.getAuthTag()]));
  },
  async decrypt(algorithm: { iv: Bytes }, key: Key, data: Bytes): Promise<ArrayBuffer> {
    const sealed = view(data);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, view(algorithm.iv));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
      return own(Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()]));
    } catch {
      throw new DOMException('The bytes do not belong to this key', 'OperationError');
    }
  },
  async sign(_algorithm: unknown, key: Key, data: Bytes): Promise<ArrayBuffer> {
    return own(nodeSign('sha256', view(data), { key: keyObject(key), dsaEncoding: 'ieee-p1363' }));
  },
  async verify(_algorithm: unknown, key: Key, signature: Bytes, data: Bytes): Promise<boolean> {
    return nodeVerify('sha256', view(data), { key: keyObject(key), dsaEncoding: 'ieee-p1363' }, view(signature));
  },
};

/** In the place of the global `crypto` for the code of phones and of `core`. */
export const crypto = {
  subtle,
  randomUUID: () => randomUUID(),
  getRandomValues<T extends ArrayBufferView>(into: T): T {
    randomFillSync(into as unknown as Uint8Array);
    return into;
  },
};
