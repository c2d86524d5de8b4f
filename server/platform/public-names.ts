/**
 * Names that stand outside: the token in the address of a payment link or a letter, and the reference of a UPI request (`tr`, at most 35
 * letters and digits). Both carry the tenant, so that no list over all tenants is needed, and enough chance that nobody guesses one.
 */
import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TENANT_BYTES = 16;
/** 128 bits of chance: 43 letters. */
const TOKEN_BYTES = TENANT_BYTES + 16;
/** 64 bits: 33 letters. */
const REFERENCE_BYTES = TENANT_BYTES + 8;

const lengthOf = (bytes: number): number => Math.ceil((bytes * 8) / Math.log2(DIGITS.length));

function encode(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let at = lengthOf(bytes.length); at > 0; at -= 1) {
    text = (DIGITS[Number(number % 62n)] ?? '0') + text;
    number /= 62n;
  }
  return text;
}

const make = (tenantId: string, bytes: number): string =>
  encode(Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(bytes - TENANT_BYTES)]));

export const newToken = (tenantId: string): string => make(tenantId, TOKEN_BYTES);
export const newReference = (tenantId: string): string => make(tenantId, REFERENCE_BYTES);

function tenantIn(name: string, bytes: number): string | undefined {
  if (name.length !== lengthOf(bytes) || !/^[0-9A-Za-z]+$/.test(name)) return undefined;
  let number = 0n;
  for (const letter of name) number = number * 62n + BigInt(DIGITS.indexOf(letter));
  const hex = number.toString(16).padStart(bytes * 2, '0');
  if (hex.length !== bytes * 2) return undefined;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The tenant that a name says it belongs to; undefined when it is no such name. Whether it exists is another question. */
export const tenantOfToken = (token: string): string | undefined => tenantIn(token, TOKEN_BYTES);
export const tenantOfReference = (reference: string): string | undefined => tenantIn(reference, REFERENCE_BYTES);
