/** Those of the small schemas (scalars.ts) that a phone loads with its first screen; the rest comes with what asks for it. */
import * as z from 'zod/mini';
import { isCalendarDay } from '../domain/dates';

export const id = z.uuid();
const notADay = 'Not a calendar day (YYYY-MM-DD)';
/** As answered, and in records, which are kept as they came; a request asks with `sentDay`. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: notADay, abort: true }),
  z.refine((value) => isCalendarDay(value), { error: notADay, abort: true }),
);
/** As answered, and in records, whose clock may be wrong; a request brings a `sentInstant`. */
export const instant = z.iso.datetime({ offset: true });
export const shortText = z.string().check(z.trim(), z.maxLength(120));
export const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(400_000));
