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
