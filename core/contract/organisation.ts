/** What tenants, clients and agencies have in common on the wire: who to talk to, tax numbers, where they are. */
import * as z from 'zod/mini';
import { STATES } from '../domain/lookups';
import type { Role } from '../domain/roles';
import { isEmail, isGst, isPan } from '../domain/validators/fields';
import { REQUIRED } from '../domain/validators/forms';
import { isMobile, NOT_A_MOBILE } from '../domain/validators/mobile';
import { instant } from './scalars';

/** Tenant admin and super admin, in both spellings. */
export const ORGANISATION_ADMINS = [
  'CRM_SUPERADMIN',
  'SUPER_ADMIN',
  'CRM_TENANTADMIN',
  'TENANT_ADMIN',
] as const satisfies Role[];
export const SUPER_ADMINS = ['CRM_SUPERADMIN', 'SUPER_ADMIN'] as const satisfies Role[];
/** Who chooses among clients and agencies: the same, managers and the legacy admin. */
export const ORGANISATION_READERS = [
  ...ORGANISATION_ADMINS,
  'ADMIN',
  'MANAGER',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
] as const satisfies Role[];

/** A name that a list shows: not blank, at most 120 characters. */
export const organisationName = z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(120));

const text = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length));
const fitting = (length: number, fits: (value: string) => boolean, message: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(length),
    z.refine((value) => fits(value), message),
  );
/** Null or left out: not known. */
const known = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null);

export const emailText = fitting(254, isEmail, 'Email is not valid');
export const mobileText = fitting(10, isMobile, NOT_A_MOBILE);

/** Contact, tax numbers and address as they come in. A whole record is sent: what is left out is taken away. */
export const partyInput = {
  contactName: known(text(120)),
  contactEmail: known(emailText),
  contactMobile: known(mobileText),
  gst: known(fitting(15, isGst, 'GST NO. is not valid')),
  pan: known(fitting(10, isPan, 'PAN NO. is not valid')),
  addressLine: known(text(300)),
  city: known(text(80)),
  state: known(z.enum(STATES)),
  pincode: known(fitting(6, (value) => /^[1-9]\d{5}$/.test(value), 'A pincode has six digits')),
} as const;

const word = z.nullable(z.string());
export const partyFields = {
  contactName: word,
  contactEmail: word,
  contactMobile: word,
  gst: word,
  pan: word,
  addressLine: word,
  city: word,
  state: word,
  pincode: word,
} as const;
export const PARTY = Object.keys(partyFields) as (keyof typeof partyFields)[];
export type Party = { [Name in keyof typeof partyFields]: string | null };

/** When a record was last changed, and by whom. */
export const changedFields = { version: z.int(), updatedAt: instant, updatedBy: word } as const;

/** How a list is asked for, besides its own filters. Pages begin at 1. */
export const pageQuery = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  dir: z.optional(z.enum(['asc', 'desc'])),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(250)), 10),
} as const;

/** Several values of a set, comma separated. */
export const anyOf = <const V extends readonly string[]>(values: V) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(400)),
        z.transform((list: string) => list.split(',').filter(Boolean)),
      ),
      z.array(z.enum(values)),
    ),
  );

/** What a name check answers; `message` says why a name cannot be taken. */
export const nameVerdict = z.object({
  success: z.literal(true),
  data: z.object({ available: z.boolean(), message: word }),
});
export const nameQuery = {
  name: z.string().check(z.trim(), z.maxLength(120)),
} as const;
