/** The small schemas that entities are made of. Strings are bounded everywhere: an unbounded one is a memory attack. */
import * as z from 'zod/mini';
import { isDay } from '../domain/dates';
import { MAX_PAISE } from '../domain/money';
import { MOBILE, NOT_A_MOBILE } from '../domain/validators/mobile';

export const id = z.uuid();
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in lower-case hex'));
const notADay = 'Not a calendar day (YYYY-MM-DD)';
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: notADay, abort: true }),
  z.refine((value) => isDay(value), notADay),
);
export const instant = z.iso.datetime({ offset: true });
/** Integer paise, zero or more. */
export const paise = z.int().check(z.gte(0), z.lte(MAX_PAISE));
/** Integer paise, more than nothing: an amount promised or paid. */
export const positivePaise = z.int().check(z.gte(1, 'Enter an amount'), z.lte(MAX_PAISE, 'This amount is too large'));
export const mobile = z.string().check(z.regex(MOBILE, NOT_A_MOBILE));
export const pincode = z.string().check(z.regex(/^[1-9]\d{5}$/, 'A pincode has six digits'));
export const shortText = z.string().check(z.trim(), z.maxLength(120));
export const longText = z.string().check(z.trim(), z.maxLength(2000));
export const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(400_000));
export const loanNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
export const code = z.string().check(z.regex(/^[A-Z0-9_]{1,16}$/, 'Not a disposition code'));
