/**
 * HMAC-SHA256 between us and the gateways, both ways: over `{timestamp}.{body}`, hex, the timestamp in seconds. The secret
 * is a setting, or a file that the first start writes where nothing outside is connected.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';

/** A signature is believed for so long around its time. */
export const SIGNATURE_MS = 5 * 60_000;

export interface Signed {
  'x-recoup-timestamp': string;
  'x-recoup-signature': string;
}

const mac = (secret: string, timestamp: string, body: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();

export function sign(secret: string, body: Buffer | string, now: Date): Signed {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { 'x-recoup-timestamp': timestamp, 'x-recoup-signature': mac(secret, timestamp, body).toString('hex') };
}

/** Whether the headers sign exactly this body, now. */
export function isSigned(
  secret: string,
  headers: { [Name in keyof Signed]?: string | undefined },
  body: Buffer,
  now: Date,
): boolean {
  const timestamp = headers['x-recoup-timestamp'];
  const given = headers['x-recoup-signature'];
  if (!timestamp || !given || !/^[0-9a-f]{64}$/.test(given)) return false;
  if (!(Math.abs(Number(timestamp) * 1000 - now.getTime()) <= SIGNATURE_MS)) return false;
  return timingSafeEqual(mac(secret, timestamp, body), Buffer.from(given, 'hex'));
}

const FILE = 'gateway-secret';

/** The configured secret, or the one in the data folder, made when it is first asked for. */
export function gatewaySecret(config: Pick<Config, 'gatewaySecret' | 'dataDir'>): string {
  if (config.gatewaySecret) return config.gatewaySecret;
  const file = join(config.dataDir, FILE);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    // Of two processes that start together one writes, and both read what it wrote.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
