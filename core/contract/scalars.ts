/** The small schemas that entities are made of. Strings are bounded everywhere: an unbounded one is a memory attack. */
import * as z from 'zod/mini';
import { isDay, isSaneInstant } from '../domain/dates';
import { MAX_PAISE } from '../domain/money';
import { MOBILE, NOT_A_MOBILE } from '../domain/validators/mobile';
import { day, instant } from './first-scalars';

export * from './first-scalars';

export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in lower-case hex'));
export const sentDay = day.check(z.refine((value) => isDay(value), 'Not a day between 1900 and 2199'));
export const sentInstant = instant.check(z.refine(isSaneInstant, 'Not a time between 2000 and 2099'));
/**
 * Of a row, 0 before it is first saved; steps with every change. A change names the one it was made from, and is refused
 * when that is no longer the newest.
 */
export const version = z.int().check(z.gte(0), z.lte(2_000_000_000));
/** A transaction's number as the database writes it (xid8). */
export const xid = z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/));
/** Integer paise, zero or more. */
export const paise = z.int().check(z.gte(0), z.lte(MAX_PAISE));
/** Integer paise, more than nothing: an amount promised or paid. */
export const positivePaise = z.int().check(z.gte(1, 'Enter an amount'), z.lte(MAX_PAISE, 'This amount is too large'));
export const mobile = z.string().check(z.regex(MOBILE, NOT_A_MOBILE));
export const pincode = z.string().check(z.regex(/^[1-9]\d{5}$/, 'A pincode has six digits'));
export const longText = z.string().check(z.trim(), z.maxLength(2000));
export const loanNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
export const code = z.string().check(z.regex(/^[A-Z0-9_]{1,16}$/, 'Not a disposition code'));

/** Of what a job looks at: `new` begins unless somebody looks already, `same` asks how far that is; without it the answer waits for the end. */
export const lookQuery = z.strictObject({ look: z.optional(z.enum(['new', 'same'])) });
/** All is known when `done` is `total`. */
export const lookProgress = z.object({ done: z.int(), total: z.int() });
