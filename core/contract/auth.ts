/** Specification section 7 "Auth" and section 3 "Logged-in user". */
import * as z from 'zod/mini';
import { base64url, id, instant, shortText } from './first-scalars';
import { defineEndpoint } from './kit';

const password = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(256));
const login = z.string().check(z.trim(), z.minLength(1, 'Enter your user name or email'), z.maxLength(254));

/** What a field device tells about itself at sign-in, so that it can deliver a locked queue (sealing.ts). */
export const deviceSchema = z.strictObject({
  id,
  /** Raw P-256 public key, base64url. */
  publicKey: base64url,
  name: shortText,
  appVersion: shortText,
});

/** The stored user of section 3; `role` in the spelling the installation stores. */
export const profileSchema = z.object({
  id,
  _id: id,
  createdBy: z.nullable(id),
  role: z.object({ name: z.string() }),
  subRole: z.nullable(z.string()),
  username: z.string(),
  fullName: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  client: z.nullable(z.string()),
  Client_Name: z.nullable(z.string()),
  tenant: z.object({ id, name: z.string(), zone: z.string() }),
  tenantAdmin: z.nullable(z.object({ subRole: z.nullable(z.string()) })),
  agencyCode: z.nullable(z.string()),
  agencyName: z.nullable(z.string()),
  location: z.nullable(z.string()),
  teleCaller: z.nullable(z.object({ dialerUsername: z.string() })),
  manager: z.nullable(z.object({ dialerUsername: z.string() })),
});
export type Profile = z.infer<typeof profileSchema>;

export const sessionTokensSchema = z.object({
  /** Bearer access token (EdDSA JWT), 15 minutes. */
  token: z.string(),
  /** Opaque, rotated at every refresh; stored hashed on the server. */
  refreshToken: z.string(),
  /** Access token expiry, server clock. */
  expiresAt: instant,
  /** When this session ends however often it is refreshed: 12 h at a desk, 7 days in the field. */
  sessionEndsAt: instant,
  /** Server time of the answer, for the device's clock offset. */
  serverTime: instant,
});
export type SessionTokens = z.infer<typeof sessionTokensSchema>;

/** Another device of the same user: what was not sent from there is only there. */
export const otherDeviceSchema = z.object({
  name: z.string(),
  lastSeenAt: instant,
  /** Records waiting there when it last reported; null when it never said. */
  unsent: z.nullable(z.int()),
});
export type OtherDevice = z.infer<typeof otherDeviceSchema>;

const authenticated = z.object({
  success: z.literal(true),
  data: z.object({
    authenticationResult: sessionTokensSchema,
    profile: profileSchema,
    /** Told to a device at its first sign-in only: where else this user's unsent work may be. */
    otherDevices: z.optional(z.array(otherDeviceSchema)),
  }),
});
export type Authenticated = z.infer<typeof authenticated>;

export const authenticate = defineEndpoint({
  id: 'auth.authenticate',
  method: 'POST',
  service: 'main',
  path: 'profile/authenticate',
  summary: 'Sign in with email or user name and password',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.union([
    z.strictObject({ email: login, password, device: z.optional(deviceSchema) }),
    z.strictObject({ username: login, password, device: z.optional(deviceSchema) }),
  ]),
  response: authenticated,
});

export const refresh = defineEndpoint({
  id: 'auth.refresh',
  method: 'GET',
  service: 'main',
  path: 'profile/authenticate',
  summary: 'Exchange the refresh token for a new access token (rotates the refresh token)',
  access: { kind: 'public' },
  idempotency: 'none',
  headers: z.object({ refreshtoken: z.string().check(z.minLength(20), z.maxLength(256)), userid: id }),
  response: z.object({ success: z.literal(true), data: z.object({ authenticationResult: sessionTokensSchema }) }),
});

export const logout = defineEndpoint({
  id: 'auth.logout',
  method: 'POST',
  service: 'main',
  path: 'profile/logout',
  summary: 'End this session',
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'natural',
  headers: z.object({ profileid: z.optional(id) }),
  /** `idle`: nobody touched the screen for ten minutes; the Login report shows it. */
  query: z.strictObject({ reason: z.optional(z.enum(['logout', 'idle'])) }),
  response: z.object({ success: z.literal(true) }),
});

export const clientLogin = defineEndpoint({
  id: 'auth.clientLogin',
  method: 'POST',
  service: 'main',
  path: 'client/login',
  summary: 'Sign in as a client user (legacy answer form)',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ username: login, password }),
  response: z.object({
    auth: z.boolean(),
    token: z.string(),
    refreshToken: z.string(),
    expiresAt: instant,
    userInfo: profileSchema,
  }),
});
