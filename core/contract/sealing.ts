/**
 * Sealed boxes: what a device encrypts for the server alone, so that queued work can leave a phone whose user is
 * locked out. ECIES over WebCrypto: an ephemeral P-256 key agrees with the server's key, HKDF-SHA-256 makes an
 * AES-256-GCM key. Wire form: base64url of `ephemeral public key (65 bytes, raw) | iv (12) | ciphertext`.
 *
 * Device signatures: ECDSA P-256 over `signedText`, made by a non-extractable key that is registered at sign-in and
 * may do one thing only: deliver its user's queue.
 */
const encoder = new TextEncoder();
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const INFO = encoder.encode('recoup sealed box v1');

export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

async function boxKey(secret: CryptoKey, peer: CryptoKey, salt: Uint8Array<ArrayBuffer>, usage: 'encrypt' | 'decrypt') {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, secret, 256);
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: INFO },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
}

interface Envelope {
  point: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
}

async function envelopeFor(recipient: string): Promise<Envelope> {
  const peer = await crypto.subtle.importKey('raw', fromBase64url(recipient), CURVE, false, []);
  const ephemeral = (await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair;
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', ephemeral.publicKey));
  return { point, key: await boxKey(ephemeral.privateKey, peer, point, 'encrypt') };
}

/** The next box's key, agreed on ahead: the agreement takes several steps and needs nothing of what will be sealed. */
const ahead = new Map<string, Promise<Envelope>>();

/** `recipient` is the raw public key (65 bytes, base64url) that `/config.json` names as `sealing.publicKey`. */
export async function seal(recipient: string, plain: Uint8Array<ArrayBuffer>): Promise<string> {
  const taken = ahead.get(recipient) ?? envelopeFor(recipient);
  const next = envelopeFor(recipient);
  // Who seals next meets the failure.
  next.catch(() => undefined);
  ahead.set(recipient, next);
  const { point, key } = await taken;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  const wire = new Uint8Array(65 + 12 + sealed.length);
  wire.set(point, 0);
  wire.set(iv, 65);
  wire.set(sealed, 77);
  return toBase64url(wire);
}

/** Opens a box; rejects when it was made for another key or changed on the way. */
export async function openSealed(privateKey: CryptoKey, box: string): Promise<Uint8Array<ArrayBuffer>> {
  const wire = fromBase64url(box);
  if (wire.length < 77 + 16) throw new Error('sealed box is too short');
  const point = wire.slice(0, 65);
  const peer = await crypto.subtle.importKey('raw', point, CURVE, false, []);
  const key = await boxKey(privateKey, peer, point, 'decrypt');
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: wire.slice(65, 77) }, key, wire.slice(77)));
}

const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** What a device signs: method, path with query, time (ISO) and the body's SHA-256, one a line. */
export const signedText = (method: string, pathAndQuery: string, at: string, bodySha256: string): string =>
  `recoup-device-v1\n${method}\n${pathAndQuery}\n${at}\n${bodySha256}`;

export const generateDeviceKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(SIGNING, false, ['sign', 'verify']) as Promise<CryptoKeyPair>;

export async function exportDeviceKey(publicKey: CryptoKey): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
}

export async function signText(privateKey: CryptoKey, text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.sign(SIGNATURE, privateKey, encoder.encode(text))));
}

export async function verifyText(publicKey: string, text: string, signature: string): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromBase64url(publicKey), SIGNING, false, ['verify']);
  return crypto.subtle.verify(SIGNATURE, key, fromBase64url(signature), encoder.encode(text));
}
