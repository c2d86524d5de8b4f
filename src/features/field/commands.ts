/** What the field screens change. Each answers a value for the screen; what was typed stays where it is on failure. */
import type { FieldError } from '../../../core/contract/errors';
import type { DispositionCode } from '../../../core/domain/dispositions';
import { t } from '../../i18n';
import type { OfflineEngine } from '../../offline/types';
import type { Question } from './visit/questions';
import type { Visit } from './visit/visit';
import { buildRecord } from './visit/visit-record';

export type SavedVisit =
  | { ok: true; recordId: string }
  | { ok: false; errors: FieldError[] }
  /** The phone could not keep it; everything is still on the screen. */
  | { ok: false; errors: []; title: string; message: string };

const TITLES = {
  'storage-full': 'This phone is full. Nothing was saved',
  'storage-failed': 'This phone could not save it',
  locked: 'Sign in again to save',
} as const;

/** Checks the visit, then writes it (or the mended form of a record). Its draft ends in the same transaction. */
export async function saveVisit(
  engine: OfflineEngine,
  visit: Visit,
  setting: {
    loanNumber: string;
    code: DispositionCode | undefined;
    policy: { maxPtpDays: number; zone: string };
    demanded: ReadonlySet<Question>;
  },
): Promise<SavedVisit> {
  const built = buildRecord(visit, { ...setting, now: Date.now() });
  if (!built.ok) return built;
  let saved: Awaited<ReturnType<OfflineEngine['record']>>;
  try {
    saved = await (visit.mends ? engine.recordMended(visit.mends, built.input) : engine.record(built.input));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, errors: [], title: t(TITLES['storage-failed']), message };
  }
  if (saved.ok) return { ok: true, recordId: saved.recordId };
  if (saved.reason === 'invalid') return { ok: false, errors: saved.fields };
  return { ok: false, errors: [], title: t(TITLES[saved.reason]), message: saved.message };
}

export const sendNow = (engine: OfflineEngine): Promise<void> => engine.sendNow();
