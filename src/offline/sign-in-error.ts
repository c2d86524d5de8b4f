/** Why a sign-in did not work, with the words for the user. Apart from the other errors: only the vault's parts need it. */
import type { StorageReason } from './errors';

export type SignInCode =
  /** Unknown user or wrong password, online or offline; deliberately not told apart. */
  | 'wrong-credentials'
  /** Too many wrong passwords; see `retryAt`. */
  | 'paused'
  | 'account-inactive'
  /** No server in reach, and this user has never signed in on this device. */
  | 'offline-unknown'
  /** A PIN that does not open; the words say how many tries are left. */
  | 'wrong-pin'
  /** The fifth wrong PIN, or none is set: only the password opens. */
  | 'pin-erased'
  /** `storage-failed`: this browser keeps no data (private window, storage blocked), so nothing could be saved safely. */
  | StorageReason;

/** Those about a PIN or a full disk come with their words (vault-doors.ts, full-disk.ts). */
export const SIGN_IN_WORDS: Partial<Record<SignInCode, string>> = {
  'wrong-credentials': 'User name or password is not right.',
  paused: 'Too many wrong attempts. Please wait and try again.',
  'account-inactive': 'This account is not active. Ask your administrator.',
  'offline-unknown': 'The server cannot be reached. The first sign-in on this device needs a network.',
};

export class SignInError extends Error {
  override readonly name = 'SignInError';
  constructor(
    readonly code: SignInCode,
    message: string | undefined = SIGN_IN_WORDS[code],
    /** Device clock, ms; for `paused`. */
    readonly retryAt: number | null = null,
  ) {
    super(message);
  }
}
