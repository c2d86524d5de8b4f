/** Whether a record was signed by the device that it names; asked for each record before it is stored. */

import { verifyText } from '../../../core/contract/device-keys';
import type { SignatureState } from '../../../core/contract/dispositions';
import type { DispositionRecord } from '../../../core/contract/records';
import { recordSignedText } from '../../../core/domain/evidence';
import type { Database } from '../../db/database';
import { type DeviceKey, keysAt, keysOfDevice } from './evidence-keys';
import { correctedTime } from './outcome';

export interface Signature {
  state: SignatureState;
  /** As it came, whatever was found of it. */
  value: string | null;
}

export interface SignedBy {
  tenantId: string;
  userId: string;
}

export const UNSIGNED: Signature = { state: 'none', value: null };

/**
 * What is to be said of a signature by the keys of the device that `record` names. A key that was withdrawn before the
 * record was made counts as unknown; a record that names a device and brings no signature has lost it.
 */
export async function judgeSignature(
  by: SignedBy,
  record: Pick<DispositionRecord, 'signedBy' | 'recordedAt' | 'clockOffsetMs'>,
  hash: string,
  value: string | null,
  keys: readonly DeviceKey[],
): Promise<SignatureState> {
  const { signedBy: deviceId } = record;
  if (!deviceId) return value === null ? 'none' : 'invalid';
  if (value === null) return 'invalid';
  const possible = keysAt(keys, correctedTime(record));
  if (possible.length === 0) return 'unknown-key';
  const text = recordSignedText({ ...by, deviceId }, hash);
  for (const { public_key } of possible) {
    // A key or signature that is not even base64url is as wrong as one that does not match.
    if (await verifyText(public_key, text, value).catch(() => false)) return 'valid';
  }
  return 'invalid';
}

const BELIEF_MS = 60_000;
const MAX_BELIEVED = 20_000;

export type SignatureJudge = (
  by: SignedBy,
  record: DispositionRecord,
  hash: string,
  value: string | null,
) => Promise<Signature>;

/** Keys are remembered for a minute; before anything but `valid` is said of a signature they are read anew. */
export function signatureJudge(db: Database): SignatureJudge {
  const believed = new Map<string, { keys: Promise<DeviceKey[]>; until: number }>();

  function read({ tenantId, userId }: SignedBy, deviceId: string): Promise<DeviceKey[]> {
    const keys = db.transaction({ tenantId, userId }, (tx) => keysOfDevice(tx, tenantId, userId, deviceId));
    const name = `${tenantId} ${userId} ${deviceId}`;
    believed.delete(name);
    believed.set(name, { keys, until: performance.now() + BELIEF_MS });
    if (believed.size > MAX_BELIEVED) believed.delete(believed.keys().next().value as string);
    keys.catch(() => {
      if (believed.get(name)?.keys === keys) believed.delete(name);
    });
    return keys;
  }

  return async (by, record, hash, value) => {
    const { signedBy: deviceId } = record;
    if (!deviceId || value === null) return { value, state: await judgeSignature(by, record, hash, value, []) };
    const known = believed.get(`${by.tenantId} ${by.userId} ${deviceId}`);
    if (known && known.until > performance.now()) {
      const state = await judgeSignature(by, record, hash, value, await known.keys);
      if (state === 'valid') return { value, state };
    }
    return { value, state: await judgeSignature(by, record, hash, value, await read(by, deviceId)) };
  };
}
