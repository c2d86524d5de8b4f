/** Throwing away a record that the server refused: what is said before, and the act itself. */
import { t } from '../../i18n';
import type { LedgerEntry, OfflineEngine } from '../../offline/types';

/**
 * What the agent is told before a record is thrown away. Only what the server refused can be, and where more than one try
 * was needed to hear that, an earlier one may still be on its way: no phone can call it back.
 */
export function discardWords({ state, attempts }: Pick<LedgerEntry, 'state' | 'attempts'>): string {
  if (state === 'quarantined') return t('The copy on this device cannot be brought back.');
  const gone = t('It is not at the server and cannot be brought back.');
  if (attempts < 2) return gone;
  return `${gone} ${t('An earlier try got no answer; should it still arrive, the server may take it.')}`;
}

/** The user's own, confirmed discard. False where it was not possible: it is on its way again, or storage failed. */
export async function discardRecord(engine: OfflineEngine, recordId: string): Promise<boolean> {
  try {
    await engine.discard(recordId);
    return true;
  } catch {
    return false;
  }
}
