/**
 * Users of every kind: specification section 7 "Profiles" (the calls for manager, super manager, field agent, tele caller
 * and tenant admin profiles, whose paths are not shown there) and section 3 "Profile kinds". The legacy calls of the same
 * section are people-legacy.ts.
 */
import * as z from 'zod/mini';
import { PEOPLE_ADMINS, PEOPLE_CREATORS, PROFILE_KINDS } from '../domain/people';
import { ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { day, id, instant, version } from './scalars';

const admins = { kind: 'session', roles: PEOPLE_ADMINS, scope: 'team' } as const;
const word = z.string().check(z.trim(), z.maxLength(254));
const ids = z.array(id).check(z.maxLength(200));
const words = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))).check(z.maxLength(400));

/** What a form sends; which of it a kind has, and what is right, is `checkProfile` (core/domain/profile-fields.ts). */
const given = {
  fullName: z.optional(word),
  username: z.optional(word),
  email: z.optional(word),
  mobile: z.optional(word),
  location: z.optional(word),
  subRole: z.optional(word),
  convoxUsername: z.optional(word),
  dialerLocation: z.optional(word),
  ldapId: z.optional(word),
  brakeId: z.optional(word),
  collectionExperience: z.optional(word),
  totalExperience: z.optional(word),
  draCertification: z.optional(word),
  draValidUntil: z.optional(word),
  modelNo: z.optional(word),
  IMEI: z.optional(word),
  androidVersion: z.optional(word),
  agencyId: z.optional(z.union([id, z.literal('')])),
  clientId: z.optional(z.union([id, z.literal('')])),
  agencyList: z.optional(ids),
  clients: z.optional(ids),
  buckets: z.optional(words),
  products: z.optional(words),
  languages: z.optional(words),
  pinCodes: z.optional(words),
};
export const profileFields = given;

const row = {
  id,
  kind: z.enum(PROFILE_KINDS),
  role: z.enum(ROLES),
  subRole: z.nullable(z.string()),
  fullName: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  location: z.nullable(z.string()),
  managerId: z.nullable(id),
  managerName: z.nullable(z.string()),
  agencyId: z.nullable(id),
  agencyName: z.nullable(z.string()),
  active: z.boolean(),
  /** The password is still the one that somebody else chose. */
  firstSignInDue: z.boolean(),
  draCertification: z.nullable(z.string()),
  draValidUntil: z.nullable(day),
  convoxUsername: z.nullable(z.string()),
  createdAt: instant,
  /** Last sign of life of a session; null when there was none. */
  lastSeenAt: z.nullable(instant),
};
export const personRowSchema = z.object(row);
export type PersonRow = z.infer<typeof personRowSchema>;

export const personSchema = z.object({
  ...row,
  /** Steps with every change; a change names the one it is about. */
  version: z.int(),
  clientId: z.nullable(id),
  clientName: z.nullable(z.string()),
  dialerLocation: z.nullable(z.string()),
  ldapId: z.nullable(z.string()),
  brakeId: z.nullable(z.string()),
  collectionExperience: z.nullable(z.number()),
  totalExperience: z.nullable(z.number()),
  modelNo: z.nullable(z.string()),
  IMEI: z.nullable(z.string()),
  androidVersion: z.nullable(z.string()),
  agencyList: z.array(id),
  clients: z.array(id),
  buckets: z.array(z.string()),
  products: z.array(z.string()),
  languages: z.array(z.string()),
  pinCodes: z.array(z.string()),
  /** The DRA certificate itself; null while only its number is known. */
  draFile: z.nullable(z.object({ name: z.string(), mime: z.string(), size: z.int(), uploadedAt: instant })),
  deactivatedAt: z.nullable(instant),
  deactivatedReason: z.nullable(z.string()),
  /** Active people anywhere below, without the person. */
  below: z.int(),
  /** Loans the person holds now. */
  loans: z.int(),
  /** What the caller may do with this person. */
  may: z.object({ change: z.boolean(), move: z.boolean(), deactivate: z.boolean() }),
});
export type Person = z.infer<typeof personSchema>;
const onePerson = z.object({ success: z.literal(true), data: personSchema });
const byId = z.object({ id });

export const PERSON_SORTS = ['name', 'role', 'manager', 'agency', 'created', 'seen', 'dra'] as const;
export const PERSON_STATES = ['active', 'inactive', 'all'] as const;
export const DRA_FILTERS = ['ending', 'expired', 'missing'] as const;

const page = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000));
const size = z.coerce.number().check(z.int(), z.gte(1), z.lte(200));

export const listPeople = defineEndpoint({
  id: 'people.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles',
  summary: "The caller's people: everybody below, their agency, their client or their tenant, by role",
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({
    /** Name, user name, email, or the beginning of a mobile. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    /** Kinds, with commas between. */
    kind: z.optional(
      z
        .string()
        .check(
          z.regex(new RegExp(`^(${PROFILE_KINDS.join('|')})(,(${PROFILE_KINDS.join('|')}))*$`), 'Not a kind of user'),
        ),
    ),
    state: z.optional(z.enum(PERSON_STATES)),
    agencyId: z.optional(id),
    /** Everybody below this person. */
    under: z.optional(id),
    dra: z.optional(z.enum(DRA_FILTERS)),
    sort: z.optional(z.enum(PERSON_SORTS)),
    dir: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(page),
    size: z.optional(size),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      content: z.array(personRowSchema),
      totalElements: z.int(),
      counts: z.record(z.string(), z.int()),
    }),
  }),
});

export const personOptions = defineEndpoint({
  id: 'people.options',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/options',
  summary: 'What a profile form may choose from: kinds and roles the caller may create, agencies, clients, products',
  access: admins,
  idempotency: 'safe',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      roles: z.array(z.enum(ROLES)),
      agencies: z.array(z.object({ id, name: z.string(), code: z.string(), active: z.boolean() })),
      clients: z.array(z.object({ id, name: z.string(), active: z.boolean() })),
      products: z.array(z.string()),
    }),
  }),
});

export const possibleParents = defineEndpoint({
  id: 'people.parents',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/parents',
  summary: "Who among the caller's people may stand above somebody of a role; at most 50, by name",
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({
    role: z.enum(ROLES),
    subRole: z.optional(z.string().check(z.maxLength(10))),
    /** Not this person and nobody below: who is to be moved. */
    except: z.optional(id),
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        id,
        fullName: z.string(),
        username: z.string(),
        role: z.enum(ROLES),
        subRole: z.nullable(z.string()),
      }),
    ),
  }),
});

export const onePersonById = defineEndpoint({
  id: 'people.one',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}',
  summary: 'The whole profile of one of the people of the caller',
  access: admins,
  idempotency: 'safe',
  params: byId,
  response: onePerson,
});

/** Shown once and kept nowhere in clear; the owner chooses another at the first sign-in. */
const firstPassword = {
  /** Null when it went out by mail alone. */
  initialPassword: z.nullable(z.string()),
  mailedTo: z.nullable(z.string()),
};

export const createPerson = defineEndpoint({
  id: 'people.create',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/{kind}',
  summary: 'Create a user of a kind below the caller, with a password for the first sign-in',
  access: { ...admins, roles: PEOPLE_CREATORS },
  idempotency: 'none',
  params: z.object({ kind: z.enum(PROFILE_KINDS) }),
  body: z.strictObject({
    ...given,
    /** The kind's usual role when left out. */
    role: z.optional(z.enum(ROLES)),
    /** The caller when left out. */
    managerId: z.optional(id),
    /** Send the password to the new user's address. */
    mail: z.optional(z.boolean()),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ person: personSchema, ...firstPassword }) }),
});

export const updatePerson = defineEndpoint({
  id: 'people.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/profiles/{kind}/{id}',
  summary: 'Change a profile; fields left out stay as they are',
  access: admins,
  idempotency: 'natural',
  params: z.object({ kind: z.enum(PROFILE_KINDS), id }),
  body: z.strictObject({ ...given, version }),
  response: onePerson,
});

const reason = z.string().check(z.trim(), z.minLength(1, 'Give a reason'), z.maxLength(500));

export const deactivatePerson = defineEndpoint({
  id: 'people.deactivate',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/deactivate',
  summary: 'Let somebody in no longer: sessions end at once, phones are withdrawn when asked',
  access: admins,
  idempotency: 'natural',
  params: byId,
  body: z.strictObject({ reason, withdrawPhones: z.boolean() }),
  response: onePerson,
});

export const reactivatePerson = defineEndpoint({
  id: 'people.reactivate',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/reactivate',
  summary: 'Let somebody in again',
  access: admins,
  idempotency: 'natural',
  params: byId,
  response: onePerson,
});

export const newInitialPassword = defineEndpoint({
  id: 'people.initialPassword',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/initial-password',
  summary: 'A new password for the next sign-in, which must be changed there; every session ends',
  access: admins,
  idempotency: 'none',
  params: byId,
  body: z.strictObject({ mail: z.boolean() }),
  response: z.object({ success: z.literal(true), data: z.object(firstPassword) }),
});

export const treeNodeSchema = z.object({
  id,
  managerId: z.nullable(id),
  fullName: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  subRole: z.nullable(z.string()),
  agencyName: z.nullable(z.string()),
  active: z.boolean(),
  /** Directly below, and all below. */
  children: z.int(),
  below: z.int(),
  mayMove: z.boolean(),
});
export type TreeNode = z.infer<typeof treeNodeSchema>;

export const peopleTree = defineEndpoint({
  id: 'people.tree',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/tree',
  summary:
    'Who stands directly below somebody; without `under` the tops that the caller sees; with `q` who is called so, with all above them',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({
    under: z.optional(id),
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    inactive: z.optional(z.enum(['true', 'false'])),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** At most 500. */
      nodes: z.array(treeNodeSchema),
      /** Of a search: those that are called so. */
      found: z.array(id),
      more: z.boolean(),
    }),
  }),
});

export const movePerson = defineEndpoint({
  id: 'people.move',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/profiles/id/{id}/move',
  summary: 'Put somebody, with everybody below, under another manager',
  access: admins,
  idempotency: 'natural',
  params: byId,
  body: z.strictObject({
    managerId: id,
    /** Where the caller saw them; somebody faster is told apart by it. */
    from: z.nullable(id),
  }),
  response: onePerson,
});

export const ownProfile = defineEndpoint({
  id: 'people.me',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/profiles/me',
  summary: "The caller's own profile",
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'safe',
  response: onePerson,
});

export const updateOwnProfile = defineEndpoint({
  id: 'people.updateMe',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/profiles/me',
  summary: 'Change what the owner may of the own profile',
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'natural',
  body: z.strictObject({
    version,
    fullName: given.fullName,
    email: given.email,
    mobile: given.mobile,
    location: given.location,
    languages: given.languages,
  }),
  response: onePerson,
});
