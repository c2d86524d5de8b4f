/**
 * Changing and recovering a password. Specification 2.1 (`/reset-password`) and section 7 "password validate and reset"
 * (paths not shown there); the policy is security.md's: at least 8 characters, 64 and more allowed, known ones refused.
 */
import * as z from 'zod/mini';
import { defineEndpoint } from './kit';
import { id, instant } from './scalars';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
/** A link of a mail works for so long, once. */
export const RESET_MINUTES = 30;

/** What anybody can check without the server; it also refuses breached ones and those made of the user's own name. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`),
    z.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`),
  );
const knownPassword = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(PASSWORD_MAX));
const login = z.string().check(z.trim(), z.minLength(1, 'Enter your user name or email'), z.maxLength(254));
/** `pr_<tenant>.<256 random bits>`, as the mail carries it. */
const resetToken = z.string().check(z.regex(/^pr_[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/, 'Not a link of ours'));

export const changePassword = defineEndpoint({
  id: 'passwords.change',
  method: 'PUT',
  service: 'main',
  path: 'profile/password',
  summary: 'Change the own password; every other session of the user ends',
  access: { kind: 'session', roles: '*', scope: 'self' },
  idempotency: 'none',
  body: z.strictObject({ current: knownPassword, next: newPassword }),
  response: z.object({
    success: z.literal(true),
    /** How many other sessions have ended. */
    data: z.object({ endedSessions: z.int() }),
  }),
});

export const forgotPassword = defineEndpoint({
  id: 'passwords.forgot',
  method: 'POST',
  service: 'main',
  path: 'profile/password/forgot',
  summary: 'Ask for a mail with a link to choose a new password; the answer is the same for names that nobody has',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ login }),
  response: z.object({ success: z.literal(true), data: z.object({ minutes: z.int() }) }),
});

/** Whose link it is, so that the screen can say what the device keeps of this user before anything is changed. */
const ownerFields = { userId: id, tenantId: id, username: z.string(), fullName: z.string() };
const resetOwner = z.object(ownerFields);
export type ResetOwner = z.infer<typeof resetOwner>;

export const checkReset = defineEndpoint({
  id: 'passwords.checkReset',
  method: 'POST',
  service: 'main',
  path: 'profile/password/reset/check',
  summary: 'Is a link of a mail still good, and whose is it; uses nothing up',
  access: { kind: 'public' },
  idempotency: 'natural',
  body: z.strictObject({ token: resetToken }),
  response: z.object({ success: z.literal(true), data: z.object({ ...ownerFields, expiresAt: instant }) }),
});

export const resetPassword = defineEndpoint({
  id: 'passwords.reset',
  method: 'POST',
  service: 'main',
  path: 'profile/password/reset',
  summary: 'Choose a new password with the link of a mail; every session of the user ends',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({ token: resetToken, password: newPassword }),
  response: z.object({ success: z.literal(true), data: resetOwner }),
});
