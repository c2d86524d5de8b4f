/** Who is calling: implemented by the auth module, used when endpoints are mounted. */
import type { Actor } from './implement';

/** What a registered device sends instead of a token. Header values as they came. */
export interface DeviceClaim {
  tenantId: string;
  userId: string;
  deviceId: string;
  /** The device's time, ISO 8601. */
  at: string;
  signature: string;
  method: string;
  /** Path with query, as the device asked for it. */
  pathAndQuery: string;
  /** Hex SHA-256 of the raw body. */
  bodySha256: string;
}

export interface Authority {
  /** The actor behind an access token; throws `ApiError` (401) when the token or its session is not good. */
  bySession(token: string): Promise<Actor>;
  /**
   * The actor behind a device's signature; throws `ApiError` (401, 403 `device-revoked`). A withdrawn device is let in
   * where `revokedToo` says so, and its actor says that it is.
   */
  byDevice(claim: DeviceClaim, revokedToo?: boolean): Promise<Actor>;
  /** An identity header disagreed with the token: leaves an audit entry. */
  reportMismatch(actor: Actor, header: string, claimed: string, endpoint: string): Promise<void>;
}
