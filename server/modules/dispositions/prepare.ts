/** What can be said about a received item without the database: is it whole, does it make sense. */
import { createHash } from 'node:crypto';
import { plainCallId } from '../../../core/contract/call-id';
import type { BatchItem } from '../../../core/contract/dispositions';
import { checkRecord, type DispositionRecord, recordSchema } from '../../../core/contract/records';
import { canonicalJson } from '../../../core/domain/canonical';
import { dayOf, isSaneTime } from '../../../core/domain/dates';
import type { DispositionCode } from '../../../core/domain/dispositions';
import type { Actor } from '../../http/implement';
import { refuseUnstorable, validate } from '../../http/validate';
import type { Keys } from '../../platform/keys';
import { type Signature, type SignatureJudge, UNSIGNED } from './evidence-signature';
import { fieldError, fromApiError, type ItemError, itemError } from './item-error';
import { correctedTime } from './outcome';
import type { RecordRules } from './rules';
import { liftPayload } from './versions';

/** A record as it was sent, with its newest form. */
export interface Content {
  raw: unknown;
  record: DispositionRecord;
  definition: DispositionCode;
}

/** An item on its way into the database. Also a bad one gets there: its key may have been taken before. */
export interface Prepared {
  actor: Actor;
  key: string;
  hash: string;
  content: Content | ItemError;
  signature: Signature;
  /** A supervisor vouches for it: that the agent never held the loan does not keep it out. */
  reviewed?: true;
}

export const isContent = (content: Prepared['content']): content is Content => 'record' in content;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const hashOfPayload = (raw: unknown): string => createHash('sha256').update(canonicalJson(raw)).digest('hex');

/** The record as it was sent; a sealed one is opened. Undefined when the box is not for us or was damaged. */
export async function openItem(keys: Keys, item: BatchItem): Promise<{ raw: unknown } | undefined> {
  if ('record' in item) return { raw: item.record };
  try {
    return { raw: JSON.parse(new TextDecoder().decode(await keys.openSealed(item.sealed))) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether a database takes what was in a box; what came in the clear was looked at when the request was read. */
export function isStorable(raw: unknown): boolean {
  try {
    refuseUnstorable(raw);
    return true;
  } catch {
    return false;
  }
}

export async function prepareItem(
  { keys, judge }: { keys: Keys; judge: SignatureJudge },
  rules: RecordRules,
  actor: Actor,
  item: BatchItem,
): Promise<Prepared> {
  const { hash } = item;
  const opened = await openItem(keys, item);
  const content = opened ? readContent(rules, opened.raw, hash, 'sealed' in item) : itemError('hash-mismatch');
  const signature = isContent(content) ? await judge(actor, content.record, hash, item.signature ?? null) : UNSIGNED;
  return { actor, key: item.key.toLowerCase(), hash, content, signature };
}

function readContent(rules: RecordRules, raw: unknown, hash: string, sealed: boolean): Content | ItemError {
  try {
    // What came in the clear was looked at when the request was read.
    if (sealed) refuseUnstorable(raw);
    if (hashOfPayload(raw) !== hash) return itemError('hash-mismatch');
    if (!isObject(raw)) return fieldError('record', 'Must be an object');
    const lifted = liftPayload(raw);
    if (!lifted) return itemError('payload-too-old');
    const record = withPlainIds(validate(recordSchema, lifted));
    const definition = rules.codes.get(record.code);
    if (!definition) return fieldError('code', 'This code is not in use');
    const fields = checkDays(record, definition, rules);
    return fields.length > 0 ? itemError('invalid', { fields }) : { raw, record, definition };
  } catch (error) {
    return fromApiError(error);
  }
}

/** Ids in the spelling of the database, so that both are the same text. */
function withPlainIds(record: DispositionRecord): DispositionRecord {
  const plain = { ...record, id: record.id.toLowerCase(), loanId: record.loanId.toLowerCase() };
  if (record.callId) plain.callId = plainCallId(record.callId);
  for (const name of ['afterId', 'phoneId', 'signedBy'] as const) {
    const id = record[name];
    if (id) plain[name] = id.toLowerCase();
  }
  if (record.mends) plain.mends = [...new Set(record.mends.map((key) => key.toLowerCase()))];
  return plain;
}

/** Days count from the day on which the record was made, as the form saw it or as the server knows it better. */
function checkDays(record: DispositionRecord, definition: DispositionCode, { zone, maxPtpDays }: RecordRules) {
  const corrected = dayOf(correctedTime(record), zone);
  const fields = checkRecord(record, definition, { maxPtpDays, today: corrected });
  if (fields.length === 0 || !isSaneTime(Date.parse(record.recordedAt))) return fields;
  const shown = dayOf(record.recordedAt, zone);
  return checkRecord(record, definition, { maxPtpDays, today: shown }).length === 0 ? [] : fields;
}
