/** Errors of the offline engine: values with a code; the words are for the user. */

export type StorageReason = 'storage-full' | 'storage-failed';

/** The device could not keep something. Nothing was stored. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  constructor(
    readonly reason: StorageReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const STORAGE_WORDS: Record<StorageReason, string> = {
  'storage-full': 'This phone has no space left. Free some space and save again. Your text is still here.',
  'storage-failed': 'This phone could not store it. Try again. Your text is still here.',
};

export const LIST_NOT_STORED = 'The list could not be stored on this phone.';

function names(error: unknown): string[] {
  const found: string[] = [];
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    if ('name' in at) found.push(String(at.name));
    at = 'inner' in at && at.inner ? at.inner : 'cause' in at ? at.cause : null;
  }
  return found;
}

/** Any failure of IndexedDB or of the file system, as a `StorageError`. Dexie wraps a quota error in an AbortError. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const reason: StorageReason = names(error).some((name) => name.startsWith('QuotaExceeded'))
    ? 'storage-full'
    : 'storage-failed';
  return new StorageError(reason, STORAGE_WORDS[reason], { cause: error });
}

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
  'storage-failed': 'This browser does not keep data, so work could not be saved safely. Leave the private window.',
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
