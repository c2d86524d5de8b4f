/**
 * Sealed boxes: what a device encrypts for the server alone, so that queued work can leave a phone whose user is
 * locked out. ECIES over WebCrypto: an ephemeral P-256 key agrees with the server's key, HKDF-SHA-256 makes an
 * AES-256-GCM key. Wire form: base64url of `ephemeral public key (65 bytes, raw) | iv (12) | ciphertext`.
 */
import { fromBase64url, toBase64url } from './base64url';

const encoder = new TextEncoder();
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const INFO = encoder.encode('recoup sealed box v1');

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
  ahead.delete(recipient);
  const { point, key } = await taken;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  // Not earlier: its steps would stand in the way of this box.
  const next = envelopeFor(recipient);
  // Who seals next meets the failure.
  next.catch(() => undefined);
  ahead.set(recipient, next);
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
