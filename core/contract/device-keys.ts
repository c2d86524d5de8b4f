/**
 * Device signatures: ECDSA P-256 over `signedText`, made by a non-extractable key that is registered at sign-in and
 * may do one thing only: deliver its user's queue.
 */
import { fromBase64url, toBase64url } from './base64url';

const encoder = new TextEncoder();
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
