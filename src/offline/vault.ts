/**
 * Sealing on the device. A random AES-256 key per user seals everything personal; that key is kept only wrapped: by a
 * key derived from the password (so signing in offline is unwrapping it) and, while signed in, by a random secret in
 * localStorage (so a reload needs no password). Once unwrapped it cannot be exported.
 */
export const PBKDF2_ITERATIONS = 600_000;

/** `iv (12) | ciphertext`. */
export type SealedBytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export async function sealBytes(key: CryptoKey, plain: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<SealedBytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  const out = new Uint8Array(12 + sealed.length);
  out.set(iv, 0);
  out.set(sealed, 12);
  return out;
}

/** Rejects when the bytes were sealed under another key or were changed. */
export async function openBytes(key: CryptoKey, sealed: SealedBytes): Promise<Uint8Array<ArrayBuffer>> {
  const iv = sealed.subarray(0, 12);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.subarray(12)));
}

export const sealJson = (key: CryptoKey, value: unknown): Promise<SealedBytes> =>
  sealBytes(key, encoder.encode(JSON.stringify(value)));

/** The caller names the type it sealed; nobody else can write under the key. */
export async function openJson<T>(key: CryptoKey, sealed: SealedBytes): Promise<T> {
  return JSON.parse(decoder.decode(await openBytes(key, sealed))) as T;
}

/** The key that wraps a user's device key, from the password. Takes some 0.2–1 s on a phone, by intent. */
export async function passwordKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(password.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** A wrapping key from 32 random bytes. */
export const secretKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);

export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

/** A fresh device key as raw bytes, to be wrapped, imported and then wiped by the caller. */
export const newDeviceKey = (): Uint8Array<ArrayBuffer> => randomBytes(32);

/** The device key proper: usable, not exportable. */
export const importDeviceKey = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

/** The raw device key, or undefined when the wrapping key is the wrong one (wrong password). */
export async function unwrap(
  wrappingKey: CryptoKey,
  wrapped: SealedBytes,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await openBytes(wrappingKey, wrapped);
  } catch {
    return undefined;
  }
}
