/**
 * The specification's form: one record with its small files in one request. It saves a thin line two round trips, and
 * loses at most one part's worth of bytes when the line breaks. Larger files, and records of a locked phone, take the
 * other way: files first, resumable and sealed, then the record by its hash.
 */
import { INLINE_LIMIT } from '../../core/contract/attachments';
import { type BatchItem, recordDisposition } from '../../core/contract/dispositions';
import { errorBodySchema } from '../../core/contract/errors';
import { urlOf } from '../../core/contract/kit';
import type { DispositionRecord } from '../../core/contract/records';
import { readRequest, type Verdict } from './answers';
import { readAttachment } from './attachments';
import { readItem } from './item-answers';
import { jsonOf, type TransportAnswer, type TransportRequest } from './transport';
import { askHeld, noteHeld, type Uploading, type UploadResult } from './upload';
import type { OutboxRow } from './user-db';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** A form as bytes, because a device's signature and a test's network need to see them. */
async function multipart(
  fields: [name: string, value: string | Blob][],
): Promise<{ type: string; body: Uint8Array<ArrayBuffer> }> {
  const boundary = `recoup-${crypto.randomUUID()}`;
  const parts: BlobPart[] = [];
  for (const [at, [name, value]] of fields.entries()) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${value}\r\n`);
    else
      parts.push(
        `${head}; filename="${at}.${EXTENSIONS[value.type] ?? 'bin'}"\r\ncontent-type: ${value.type}\r\n\r\n`,
        value,
        '\r\n',
      );
  }
  const body = await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer();
  return { type: `multipart/form-data; boundary=${boundary}`, body: new Uint8Array(body) };
}

export interface RecordForm {
  request: TransportRequest;
  /** Hashes of the files in it. */
  files: string[];
}

/**
 * The form of a record whose missing files are small; undefined when it is none (too large, a file that cannot be read,
 * nothing left to send). Otherwise why the server could not be asked what it holds.
 */
export async function formOf(
  uploading: Uploading & { deviceKey: CryptoKey },
  row: Pick<OutboxRow, 'attachments'>,
  item: BatchItem,
): Promise<RecordForm | { result: UploadResult } | undefined> {
  const { db, bases, deviceKey } = uploading;
  if (!('record' in item)) return undefined;
  const rows = await db.attachments.bulkGet(row.attachments);
  const missing: { sha256: string; size: number }[] = [];
  for (const file of rows) {
    if (!file) return undefined;
    if (!file.complete) missing.push(file);
  }
  if (missing.reduce((sum, { size }) => sum + size, 0) > INLINE_LIMIT) return undefined;
  const { attachments } = item.record as Pick<DispositionRecord, 'attachments'>;
  const kinds = new Map(attachments.map(({ sha256, kind }) => [sha256, kind]));
  const files: { sha256: string; part: string; blob: Blob }[] = [];
  for (const { sha256 } of missing) {
    const asked = await askHeld(uploading, sha256);
    if (asked.held === null) return { result: asked.result };
    if (asked.held) {
      await noteHeld(db, sha256);
      continue;
    }
    const blob = await readAttachment(db, sha256, deviceKey);
    if (!blob) return undefined;
    files.push({ sha256, part: kinds.get(sha256) === 'screenshot' ? 'screenShot' : 'supportingDoc', blob });
  }
  if (files.length === 0) return undefined;
  const { type, body } = await multipart([
    ['disposition', JSON.stringify(item.record)],
    ...files.map(({ part, blob }): [string, Blob] => [part, blob]),
  ]);
  return {
    request: {
      method: 'POST',
      url: urlOf(bases, recordDisposition),
      headers: {
        'content-type': type,
        'idempotency-key': item.key,
        'x-payload-hash': item.hash,
        ...(item.signature && { 'x-record-signature': item.signature }),
      },
      body,
      timeoutMs: 60_000,
    },
    files: files.map(({ sha256 }) => sha256),
  };
}

/**
 * What the answer to a form means for its record. Undefined when the server refused it for what is in it: then the other
 * way, which answers record and files each on their own, says what is wrong.
 */
export function readForm(
  answer: TransportAnswer | null,
  row: Pick<OutboxRow, 'key' | 'hash'>,
  now: number,
): { verdict: Verdict; stop: boolean } | undefined {
  const request = readRequest(answer, now);
  if (request.kind === 'answered') {
    const { data: receipt } = request.body as { data?: unknown };
    return { verdict: readItem({ key: row.key, receipt }, row), stop: false };
  }
  if (request.kind === 'split') return undefined;
  const own = answer && errorBodySchema.safeParse(jsonOf(answer));
  const code = own?.data?.code;
  const { fate, problem, waitMs } = request;
  if (code && fate !== 'waiting-for-login' && code !== 'busy' && code !== 'too-many') return undefined;
  return { verdict: { to: fate, problem, waitMs }, stop: true };
}
