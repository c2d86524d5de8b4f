/**
 * The installation's keys, made at its first start and kept in `server_keys`: Ed25519 signs access tokens, P-256 opens
 * what devices seal to the server, another P-256 names us to push services (VAPID). The newest of a kind is used; older ones still verify and open.
 */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import webPush from 'web-push';
import { toBase64url } from '../../core/contract/base64url';
import { openSealed } from '../../core/contract/sealing';
import type { Database } from '../db/database';

export interface Keys {
  /** `kid` names the key in a token's header. */
  signing: { kid: string; key: CryptoKey };
  /** Public keys of every access token that may still be alive, by `kid`. */
  verifying: ReadonlyMap<string, CryptoKey>;
  /** What `/config.json` tells devices: raw P-256 point, base64url. */
  sealing: { keyId: string; publicKey: string };
  /** Base64url, as push services and browsers take them. */
  vapid: { publicKey: string; privateKey: string };
  /** Opens a sealed box made for any of our keys; rejects for every other input. */
  openSealed(box: string): Promise<Uint8Array<ArrayBuffer>>;
}

interface StoredKey {
  id: string;
  kind: 'jwt' | 'sealing' | 'vapid';
  public_key: string;
  private_key: string;
}

const SEALING = { name: 'ECDH', namedCurve: 'P-256' } as const;
/** Any number that is ours alone; two servers that start on a new database take turns by it. */
const KEYS_LOCK = 7_262_688;

async function newSigningKey(): Promise<StoredKey> {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  return {
    id: `jwt-${randomBytes(6).toString('hex')}`,
    kind: 'jwt',
    public_key: JSON.stringify(await exportJWK(pair.publicKey)),
    private_key: JSON.stringify(await exportJWK(pair.privateKey)),
  };
}

async function newSealingKey(): Promise<StoredKey> {
  const pair = (await crypto.subtle.generateKey(SEALING, true, ['deriveBits'])) as CryptoKeyPair;
  return {
    id: `seal-${randomBytes(6).toString('hex')}`,
    kind: 'sealing',
    public_key: toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
    private_key: JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey)),
  };
}

function newPushKey(): StoredKey {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return {
    id: `vapid-${randomBytes(6).toString('hex')}`,
    kind: 'vapid',
    public_key: publicKey,
    private_key: privateKey,
  };
}

/** Reads the keys, making what is missing. */
export async function loadKeys(db: Database): Promise<Keys> {
  const fresh = [await newSigningKey(), await newSealingKey(), newPushKey()];
  const stored = await db.platform(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    const read = () =>
      tx.query<StoredKey>('select id, kind, public_key, private_key from server_keys order by created_at desc, id');
    const existing = await read();
    const lacking = fresh.filter(({ kind }) => !existing.some((key) => key.kind === kind));
    for (const key of lacking) {
      await tx.query('insert into server_keys (id, kind, public_key, private_key) values ($1, $2, $3, $4)', [
        key.id,
        key.kind,
        key.public_key,
        key.private_key,
      ]);
    }
    return lacking.length > 0 ? read() : existing;
  });

  const signing = stored.filter(({ kind }) => kind === 'jwt');
  const sealing = stored.filter(({ kind }) => kind === 'sealing');
  const [signer] = signing;
  const [sealer] = sealing;
  // Subscriptions are bound to the key they were made with: the oldest stays the one.
  const push = stored.findLast(({ kind }) => kind === 'vapid');
  if (!signer || !sealer || !push) throw new Error('The installation has no keys');

  const verifying = new Map<string, CryptoKey>();
  for (const key of signing) {
    verifying.set(key.id, (await importJWK(JSON.parse(key.public_key) as JWK, 'EdDSA')) as CryptoKey);
  }
  const openers = await Promise.all(
    sealing.map((key) =>
      crypto.subtle.importKey('jwk', JSON.parse(key.private_key) as JsonWebKey, SEALING, false, ['deriveBits']),
    ),
  );
  return {
    signing: { kid: signer.id, key: (await importJWK(JSON.parse(signer.private_key) as JWK, 'EdDSA')) as CryptoKey },
    verifying,
    sealing: { keyId: sealer.id, publicKey: sealer.public_key },
    vapid: { publicKey: push.public_key, privateKey: push.private_key },
    async openSealed(box) {
      let failure: unknown;
      for (const opener of openers) {
        try {
          return await openSealed(opener, box);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}
