/** Brings the sealed form of one file to the server, from where the server stands: no byte that it holds is sent again. */
import { attachmentState } from '../../core/contract/attachments';
import { type ErrorCode, errorBodySchema } from '../../core/contract/errors';
import { type Bases, urlOf } from '../../core/contract/kit';
import type { Fate } from './answers';
import { readRequest } from './answers';
import { openSealedFile } from './sealed-files';
import { jsonOf, type Transport, type TransportAnswer } from './transport';
import type { Problem, UserDb } from './user-db';

export type UploadResult =
  | { done: true }
  | {
      done: false;
      fate: Fate;
      problem: Problem;
      waitMs: number;
      /** The whole server is out of reach or wants a login. */
      stop: boolean;
    };

const MISSING: Problem = {
  code: 'file-missing',
  message: 'A photo of this record is no longer on this phone. Add it again, or save without it.',
  fields: [{ path: 'attachments', message: 'Add the photo again' }],
};
const NOT_STORED: Problem = {
  code: 'file-not-stored',
  message: 'A photo has not arrived whole yet. It is sent again by itself.',
  fields: [],
};

export interface Uploading {
  db: UserDb;
  transport: Transport;
  bases: Bases;
  now: () => number;
  /** False to stop after the part under way: another sender has taken over. */
  wanted?: () => boolean;
}

/** Whether the server holds a file already; else why it could not be asked. */
export async function askHeld(
  { transport, bases, now }: Pick<Uploading, 'transport' | 'bases' | 'now'>,
  sha256: string,
): Promise<{ held: boolean } | { held: null; result: UploadResult }> {
  const answer = await transport({ method: 'GET', url: urlOf(bases, attachmentState, { sha256 }) }).catch(() => null);
  const known = answer?.status === 200 ? attachmentState.response.safeParse(jsonOf(answer)) : undefined;
  if (known?.success && known.data.data.sha256 === sha256) return { held: known.data.data.complete };
  return { held: null, result: failed(answer, now()) };
}

/** Codes after which the upload that was begun is of no more use. */
const OVER: ReadonlySet<ErrorCode> = new Set([
  'not-found',
  'gone',
  'hash-mismatch',
  'wrong-type',
  'too-large',
  'invalid',
]);

function codeOf(answer: TransportAnswer | null): ErrorCode | undefined {
  const own = answer && errorBodySchema.safeParse(jsonOf(answer));
  return own?.data?.code;
}

function failed(answer: TransportAnswer | null, now: number): UploadResult {
  const verdict = readRequest(answer, now);
  if (verdict.kind === 'answered')
    return { done: false, fate: 'retry-later', problem: NOT_STORED, waitMs: 0, stop: false };
  const ofAll = verdict.kind === 'all';
  // What is said about this one file says nothing about the server or the line.
  const ofFile = ofAll && OVER.has(codeOf(answer) ?? 'internal');
  return {
    done: false,
    fate: verdict.fate,
    problem: verdict.problem,
    waitMs: ofAll ? verdict.waitMs : 0,
    stop: ofAll && !ofFile && (verdict.fate === 'waiting-for-login' || verdict.fate === 'retry-later'),
  };
}

export async function uploadFile(uploading: Uploading, sha256: string): Promise<UploadResult> {
  const { db, transport, bases, now, wanted = () => true } = uploading;
  const row = await db.attachments.get(sha256);
  if (row?.complete) return { done: true };
  const missing: UploadResult = { done: false, fate: 'needs-you', problem: MISSING, waitMs: 0, stop: false };
  if (!row) return missing;
  const asked = await askHeld(uploading, sha256);
  if (asked.held === null) return asked.result;
  if (asked.held) {
    await noteHeld(db, sha256);
    return { done: true };
  }
  const bytes = await openSealedFile(db, row);
  if (!bytes) return missing;

  // A worker has it in its own file; a page loads it now, and without a network it needs no such thing.
  const tus = await import('./tus-upload').catch(() => undefined);
  if (!tus) return failed(null, now());
  const result = await tus.sendByTus({
    bytes,
    metadata: { sha256, sealedkey: row.keyForServer },
    upload: row.upload,
    transport,
    bases,
    begun: (upload) => db.attachments.update(sha256, { upload, received: 0 }),
    arrived: (received) => db.attachments.update(sha256, { received }),
    wanted,
  });
  if (result.kind === 'done') {
    await noteHeld(db, sha256);
    return { done: true };
  }
  if (result.kind === 'stopped')
    return { done: false, fate: 'retry-later', problem: NOT_STORED, waitMs: 0, stop: true };
  const code = codeOf(result.answer);
  if (code && OVER.has(code)) await db.attachments.update(sha256, { upload: undefined, received: 0 });
  return failed(result.answer, now());
}

/** From now on no byte of it is sent. */
export async function noteHeld(db: UserDb, sha256: string): Promise<void> {
  await db.attachments
    .where('sha256')
    .equals(sha256)
    .modify((row) => {
      row.complete = true;
      row.received = row.sealedSize;
      delete row.upload;
    });
}

/** The server is asked about them again, and what it lacks is sent again. */
export async function noteNotHeld(db: UserDb, files: readonly string[]): Promise<void> {
  await db.attachments
    .where('sha256')
    .anyOf(files)
    .modify((row) => {
      row.complete = false;
      row.received = 0;
      delete row.upload;
    });
}
