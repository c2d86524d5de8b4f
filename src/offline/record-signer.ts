/** Signs records with this device's key as they are saved, so that what the agent saved can be proven later. */
import { signText } from '../../core/contract/device-keys';
import { recordSignedText } from '../../core/domain/evidence';
import { type DeviceDb, knownIdentity } from './device-db';

export interface RecordSigner {
  deviceId: string;
  /** Of the SHA-256 of the record's canonical JSON. Rejects with `SigningFailed`. */
  sign(hash: string): Promise<string>;
}

/** The platform could not use the key: the record is then saved unsigned, and says so. */
export class SigningFailed extends Error {
  override readonly name = 'SigningFailed';
}

const signers = new WeakMap<DeviceDb, Map<string, Promise<RecordSigner | null>>>();

async function makeSigner(db: DeviceDb, tenantId: string, userId: string): Promise<RecordSigner | null> {
  // Never a new key: one that no sign-in has registered proves nothing.
  const device = await knownIdentity(db).catch(() => undefined);
  if (!device) return null;
  const by = { tenantId, userId, deviceId: device.id };
  return {
    deviceId: device.id,
    sign: (hash) =>
      signText(device.signing.privateKey, recordSignedText(by, hash)).catch((cause: unknown) => {
        throw new SigningFailed('The device key cannot sign', { cause });
      }),
  };
}

/** Null where this device has no key. Read once: a key does not change while its database is open. */
export function recordSigner(
  db: DeviceDb,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<RecordSigner | null> {
  const known = signers.get(db) ?? new Map<string, Promise<RecordSigner | null>>();
  signers.set(db, known);
  const user = `${tenantId}:${userId}`;
  const found = known.get(user);
  if (found) return found;
  const made = makeSigner(db, tenantId, userId);
  known.set(user, made);
  return made;
}
