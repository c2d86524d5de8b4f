/** Where an import's file lies, and the addresses to which its bytes are sent. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const importKey = (tenantId: string, id: string): string => `imports/${tenantId}/${id}`;

/** Day and the end of the id, so that two of a day differ: `20261105-9F3A21`. */
export const batchNo = (now: Date, id: string): string =>
  `${now.toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-6).toUpperCase()}`;

/** An address is good for so long: half a gigabyte over a thin line, with a night in between. */
const GOOD_FOR_S = 24 * 3600;

const mac = (secret: string, tenantId: string, id: string, expires: number): Buffer =>
  createHmac('sha256', secret).update(`import.${tenantId}.${id}.${expires}`).digest();

/** Path and query below the brake service's base. */
export function uploadAddress(secret: string, tenantId: string, id: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + GOOD_FOR_S;
  const signature = mac(secret, tenantId, id, expires).toString('hex');
  return `/files/${id}?${new URLSearchParams({ tenant: tenantId, expires: String(expires), signature })}`;
}

export interface UploadAddress {
  tenant: string;
  expires: number;
  signature: string;
}

export function isGoodAddress(secret: string, id: string, given: UploadAddress, now: Date): boolean {
  if (given.expires * 1000 < now.getTime()) return false;
  return timingSafeEqual(mac(secret, given.tenant, id, given.expires), Buffer.from(given.signature, 'hex'));
}
