/** Which keys a device had registered, and when. */
import type { Tx } from '../../db/database';

export interface DeviceKey {
  public_key: string;
  valid_from: string;
  /** Since then the device shows another key, or has been withdrawn. */
  valid_until: string | null;
}

/** Newest first; none for a device that this user never signed in on. */
export const keysOfDevice = (tx: Tx, tenantId: string, userId: string, deviceId: string): Promise<DeviceKey[]> =>
  tx.query<DeviceKey & Record<string, unknown>>(
    `select public_key, valid_from, valid_until from device_keys
      where tenant_id = $1 and device_id = $2 and user_id = $3 order by valid_from desc`,
    [tenantId, deviceId, userId],
  );

/** A phone's clock and the server's may differ by this much when a key changes, ms. */
const SLACK = 10 * 60_000;

/** The keys that may have signed at `at` (ms, server clock). A record is made after its user has signed in. */
export const keysAt = <Key extends DeviceKey>(keys: readonly Key[], at: number): Key[] =>
  keys.filter(
    ({ valid_from, valid_until }) =>
      Date.parse(valid_from) - SLACK <= at && (valid_until === null || at <= Date.parse(valid_until) + SLACK),
  );
