/** Saving a disposition straight to the server under one key, for roles whose device keeps no outbox. */
import { type BatchResult, recordBatch } from '../../../core/contract/dispositions';
import { MAX_MENDS, RECORD_VERSION } from '../../../core/contract/records';
import { canonicalJson } from '../../../core/domain/canonical';
import { uuidv7 } from '../../../core/domain/ids';
import { wholeText } from '../../../core/domain/whole-text';
import { type Api, screenWords } from '../../api';
import type { RecordInput } from './call-form';
import type { SavedCall } from './save-call';

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What went out and has no answer yet: the key of each form of it, the newest last. */
export interface Unanswered {
  keys: string[];
  content: string;
  input: RecordInput;
}

/**
 * The record to send after `before`, whose answer never came: the same one under its key where nothing was changed, so that there
 * is one record; otherwise a form of its own that names those before it, of which the server takes one.
 */
export function nextForm(before: Unanswered | undefined, input: RecordInput): Unanswered {
  // The moment of pressing is no change.
  const { recordedAt: _, durationSeconds: __, ...said } = input;
  const content = canonicalJson(said);
  if (before?.content === content) return before;
  return { keys: [...(before?.keys ?? []), uuidv7()].slice(-MAX_MENDS), content, input };
}

/** Asked again after a lost answer, there is one record. */
export async function saveAtServer(api: Api, { keys, input }: Unanswered): Promise<SavedCall> {
  const [id, ...earlier] = [...keys].reverse();
  if (id === undefined) throw new RangeError('A form has a key');
  const record = {
    ...wholeText(input),
    id,
    ...(earlier.length > 0 && { mends: earlier.reverse() }),
    payloadVersion: RECORD_VERSION,
    loanSeq: 1,
    clockOffsetMs: 0,
    clockMeasuredAt: null,
    signedBy: null,
    appVersion: __APP_VERSION__,
  };
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(record)));
    const { results } = await api.call(recordBatch, { body: { items: [{ key: id, hash: hex(digest), record }] } });
    const [result] = results as BatchResult[];
    if (result && 'receipt' in result) return { ok: true, recordId: result.receipt.recordId };
    if (result?.error.fields?.length) return { ok: false, errors: result.error.fields };
    return { ok: false, errors: [], title: 'The server did not take it', message: result?.error.message ?? '' };
  } catch (error) {
    const { title, todo } = screenWords(error);
    return { ok: false, errors: [], title, message: todo };
  }
}
