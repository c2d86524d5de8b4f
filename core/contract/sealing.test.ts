import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from './base64url';
import { exportDeviceKey, generateDeviceKey, signedText, signText, verifyText } from './device-keys';
import { openSealed, seal } from './sealing';

const serverKeys = () =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']) as Promise<CryptoKeyPair>;
const publicPart = async (pair: CryptoKeyPair) =>
  toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));

describe('sealed boxes', () => {
  it('open for the server alone and only unchanged', async () => {
    const [server, other] = [await serverKeys(), await serverKeys()];
    const plain = new TextEncoder().encode('{"loan":"LN-1","name":"பிரியா"}');
    const box = await seal(await publicPart(server), plain);
    expect(await openSealed(server.privateKey, box)).toEqual(plain);
    await expect(openSealed(other.privateKey, box)).rejects.toThrow();
    const bytes = fromBase64url(box);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await expect(openSealed(server.privateKey, toBase64url(bytes))).rejects.toThrow();
    await expect(openSealed(server.privateKey, box.slice(0, 60))).rejects.toThrow('too short');
  });

  it('never repeats itself for the same contents', async () => {
    const key = await publicPart(await serverKeys());
    const plain = new Uint8Array(40);
    expect(await seal(key, plain)).not.toBe(await seal(key, plain));
  });
});

describe('device signatures', () => {
  it('hold for the very text they were made over, and the private key cannot leave', async () => {
    const pair = await generateDeviceKey();
    const publicKey = await exportDeviceKey(pair.publicKey);
    const text = signedText('POST', '/api/v2/call-disposition/batch', '2026-11-21T04:00:00Z', 'a'.repeat(64));
    const signature = await signText(pair.privateKey, text);
    expect(await verifyText(publicKey, text, signature)).toBe(true);
    expect(await verifyText(publicKey, text.replace('POST', 'PUT'), signature)).toBe(false);
    expect(await verifyText(await exportDeviceKey((await generateDeviceKey()).publicKey), text, signature)).toBe(false);
    await expect(crypto.subtle.exportKey('pkcs8', pair.privateKey)).rejects.toThrow();
  });
});

it('base64url survives every byte and large inputs', () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, at) => at % 256);
  expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
});
