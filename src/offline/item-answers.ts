/**
 * What a batch's answer means for each of its records. Only a receipt that echoes key and hash lets one go, or the server's
 * word that the mended form of this very record has taken its place.
 */
import { receiptSchema } from '../../core/contract/dispositions';
import { errorBodySchema } from '../../core/contract/errors';
import { FATE_OF_CODE, type Verdict, words } from './answers';

const NO_RECEIPT = words('no-receipt', 'The answer was not a receipt for this record.');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The answer for one record of a batch that was `answered`: an item result, or anything else (then: no receipt). */
export function readItem(result: unknown, item: { key: string; hash: string }, requestWaitMs = 0): Verdict {
  const none: Verdict = { to: 'retry-later', problem: NO_RECEIPT, waitMs: requestWaitMs };
  if (!isRecord(result) || result.key !== item.key) return none;
  if ('receipt' in result) {
    const receipt = receiptSchema.safeParse(result.receipt);
    if (!receipt.success || receipt.data.key !== item.key || receipt.data.hash !== item.hash) return none;
    return { to: 'accepted', receipt: receipt.data };
  }
  const error = isRecord(result.error) ? errorBodySchema.safeParse({ ...result.error, success: false }) : undefined;
  if (!error?.success) return none;
  const { code, message, fields = [] } = error.data;
  if (code === 'superseded') return { to: 'replaced' };
  return { to: FATE_OF_CODE[code], problem: { code, message, fields }, waitMs: requestWaitMs };
}

/** The results of an answered batch by key; items the server left out are missing from it. */
export function resultsOf(body: unknown): Map<string, unknown> {
  const results = isRecord(body) && Array.isArray(body.results) ? body.results : [];
  const byKey = new Map<string, unknown>();
  for (const result of results) if (isRecord(result) && typeof result.key === 'string') byKey.set(result.key, result);
  return byKey;
}

/**
 * What "the record that this one follows is not here yet" means to a phone whose user discarded that one: the server would
 * wait a day for it. Any other answer stands; the discarded one may have arrived before, and then this one is taken.
 */
export function withoutEarlier(verdict: Verdict): Verdict {
  if (verdict.to === 'accepted' || verdict.to === 'replaced') return verdict;
  const { code, fields } = verdict.problem;
  if (code !== 'not-yet' || !fields.some(({ path }) => path === 'afterId')) return verdict;
  const message = 'The record that this one follows was discarded by its agent.';
  return { to: 'quarantined', problem: { code: 'gone', message, fields: [{ path: 'afterId', message }] }, waitMs: 0 };
}
