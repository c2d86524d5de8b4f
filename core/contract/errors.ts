/**
 * The one error body. An error is a value with a code, a class that says what the caller can do, and words for a
 * person; nobody matches on messages.
 */
import * as z from 'zod/mini';

export const ERROR_CLASSES = ['retry', 'login', 'user', 'defect'] as const;
/** `retry`: the same call may work later. `login`: sign in first. `user`: a person must change something. `defect`: ours. */
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Every code the server answers, with its status, class and default words. */
export const ERRORS = {
  'bad-request': { status: 400, class: 'user', message: 'The request could not be read.' },
  'not-signed-in': { status: 401, class: 'login', message: 'Please sign in.' },
  'session-ended': { status: 401, class: 'login', message: 'Your session has ended. Please sign in again.' },
  'wrong-credentials': { status: 401, class: 'user', message: 'User name or password is not right.' },
  'account-locked': { status: 429, class: 'retry', message: 'Too many wrong attempts. Please wait and try again.' },
  'account-inactive': { status: 403, class: 'user', message: 'This account is not active. Ask your administrator.' },
  'own-password-first': { status: 403, class: 'user', message: 'Choose a password of your own first.' },
  forbidden: { status: 403, class: 'user', message: 'Your role does not allow this.' },
  'identity-mismatch': {
    status: 403,
    class: 'defect',
    message: 'The request names another user than the one signed in.',
  },
  'device-revoked': {
    status: 403,
    class: 'user',
    message: 'This device has been withdrawn. Ask your supervisor.',
  },
  'not-found': { status: 404, class: 'user', message: 'Not found.' },
  'key-conflict': {
    status: 409,
    class: 'defect',
    message: 'This record was already received with other contents. Both were kept for review.',
  },
  conflict: { status: 409, class: 'user', message: 'Somebody else was faster. Look at it again.' },
  'offset-conflict': {
    status: 409,
    class: 'retry',
    message: 'The upload stands at another byte. Ask where it stands and go on from there.',
  },
  'loan-state': { status: 409, class: 'user', message: 'The loan no longer takes this kind of record.' },
  'contact-blocked': { status: 409, class: 'user', message: 'This borrower may not be contacted now.' },
  'not-yet': { status: 425, class: 'retry', message: 'Something this record needs has not arrived yet.' },
  gone: { status: 410, class: 'user', message: 'This is no longer available.' },
  superseded: { status: 410, class: 'user', message: 'This is no longer available.' },
  'too-large': { status: 413, class: 'user', message: 'The request is too large.' },
  'wrong-type': { status: 415, class: 'user', message: 'This kind of file is not accepted.' },
  invalid: { status: 422, class: 'user', message: 'Please check the marked fields.' },
  'hash-mismatch': {
    status: 422,
    class: 'retry',
    message: 'The contents arrived damaged and must be sent again.',
  },
  'payload-too-old': {
    status: 410,
    class: 'user',
    message: 'This record was made by a version of the app that is no longer accepted.',
  },
  'too-many': { status: 429, class: 'retry', message: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, class: 'retry', message: 'Something went wrong on our side. Nothing was lost.' },
  busy: { status: 503, class: 'retry', message: 'The server is busy. Please try again shortly.' },
} as const satisfies Record<string, { status: number; class: ErrorClass; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const fieldErrorSchema = z.object({
  /** Dotted path into the body, e.g. `ptp.amountPaise`. */
  path: z.string(),
  message: z.string(),
});

export const errorBodySchema = z.object({
  success: z.literal(false),
  code: z.enum(ERROR_CODES),
  class: z.enum(ERROR_CLASSES),
  message: z.string(),
  fields: z.optional(z.array(fieldErrorSchema)),
  /** Of `contact-blocked`: the deciding rule and the next lawful minute, null where no time lifts it. */
  contact: z.optional(z.object({ rule: z.string(), nextLawfulAt: z.nullable(z.string()) })),
  /** With `own-password-first`: what a link of a mail for a new password carries. */
  resetToken: z.optional(z.string()),
  /** Names the server's log line; shown to the user as a reference. */
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
export type FieldError = z.infer<typeof fieldErrorSchema>;

export function errorBody(
  code: ErrorCode,
  more: Partial<Pick<ErrorBody, 'message' | 'fields' | 'contact' | 'resetToken' | 'requestId'>> = {},
): ErrorBody {
  return {
    success: false,
    code,
    class: ERRORS[code].class,
    message: more.message ?? ERRORS[code].message,
    ...(more.fields && { fields: more.fields }),
    ...(more.contact && { contact: more.contact }),
    ...(more.resetToken && { resetToken: more.resetToken }),
    ...(more.requestId && { requestId: more.requestId }),
  };
}
