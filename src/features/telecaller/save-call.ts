/** Saving a disposition into the device's outbox; save-at-server.ts where a role has none. */
import type { FieldError } from '../../../core/contract/errors';
import type { OfflineEngine } from '../../offline/types';
import type { RecordInput } from './call-form';

export type SavedCall =
  | { ok: true; recordId: string }
  | { ok: false; errors: FieldError[] }
  /** Nothing was kept; everything is still on the screen. */
  | { ok: false; errors: []; title: string; message: string };

const TITLES = {
  'storage-full': 'This device is full. Nothing was saved',
  'storage-failed': 'This device could not save it',
  locked: 'Sign in again to save',
} as const;

/** `mends`: the record that the server sent back and that this one replaces. */
export async function saveOnDevice(
  engine: OfflineEngine,
  input: RecordInput,
  mends: string | null,
): Promise<SavedCall> {
  try {
    const saved = await (mends ? engine.recordMended(mends, input) : engine.record(input));
    if (saved.ok) return { ok: true, recordId: saved.recordId };
    if (saved.reason === 'invalid') return { ok: false, errors: saved.fields };
    return { ok: false, errors: [], title: TITLES[saved.reason], message: saved.message };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, errors: [], title: TITLES['storage-failed'], message };
  }
}
