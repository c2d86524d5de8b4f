/** Sends the sealed form of one file in parts, from where the server stands. Repeating a part is harmless. */
import { attachmentState, UPLOAD_CHUNK, uploadAttachment } from '../../core/contract/attachments';
import { errorBodySchema } from '../../core/contract/errors';
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
      waitMs: number /** The whole server is out of reach or wants a login. */;
      stop: boolean;
    };

const MISSING: Problem = {
  code: 'file-missing',
  message: 'A photo of this record is no longer on this phone. Add it again, or save without it.',
  fields: [{ path: 'attachments', message: 'Add the photo again' }],
};

interface Progress {
  received: number;
  complete: boolean;
}

function progressOf(answer: TransportAnswer | null, sha256: string): Progress | undefined {
  const parsed = answer?.status === 200 ? attachmentState.response.safeParse(jsonOf(answer)) : undefined;
  return parsed?.success && parsed.data.data.sha256 === sha256 ? parsed.data.data : undefined;
}

/** Parts that arrived damaged start over; after so many rounds in one go it waits for the next. */
const MOST_ROUNDS = 3;

export async function uploadFile(
  db: UserDb,
  sha256: string,
  transport: Transport,
  bases: Bases,
  now: () => number,
): Promise<UploadResult> {
  const row = await db.attachments.get(sha256);
  if (row?.complete) return { done: true };
  const bytes = row && (await openSealedFile(db, row));
  if (!row || !bytes) return { done: false, fate: 'needs-you', problem: MISSING, waitMs: 0, stop: false };

  const failed = (answer: TransportAnswer | null): UploadResult => {
    const verdict = readRequest(answer, now());
    if (verdict.kind === 'answered')
      return { done: false, fate: 'retry-later', problem: NOT_STORED, waitMs: 0, stop: false };
    const stop = verdict.kind === 'all' && (verdict.fate === 'waiting-for-login' || verdict.fate === 'retry-later');
    return {
      done: false,
      fate: verdict.fate,
      problem: verdict.problem,
      waitMs: verdict.kind === 'all' ? verdict.waitMs : 0,
      stop,
    };
  };
  const learn = (progress: Progress) => db.attachments.update(sha256, { ...progress });

  const asked = await transport({ method: 'GET', url: urlOf(bases, attachmentState, { sha256 }) }).catch(() => null);
  const own = asked ? errorBodySchema.safeParse(jsonOf(asked)) : undefined;
  const known = progressOf(asked, sha256);
  const unheardOf = asked?.status === 404 && own?.success && own.data.code === 'not-found';
  if (!known && !unheardOf) return failed(asked);
  let progress: Progress = known ?? { received: 0, complete: false };

  for (let round = 0; round < MOST_ROUNDS && !progress.complete; round += 1) {
    let offset = Math.min(progress.received, bytes.length);
    // All bytes there, yet not complete: the server has found them damaged.
    if (offset === bytes.length) offset = 0;
    while (offset < bytes.length) {
      const part = bytes.slice(offset, offset + UPLOAD_CHUNK);
      const answer = await transport({
        method: 'PUT',
        url: urlOf(bases, uploadAttachment, { sha256 }, { offset, total: bytes.length }),
        headers: { 'x-sealed-key': row.keyForServer },
        body: part,
        timeoutMs: 60_000,
      }).catch(() => null);
      const next = progressOf(answer, sha256);
      if (!next) {
        if (progress.received !== row.received) await learn(progress);
        return failed(answer);
      }
      progress = next;
      await learn(progress);
      if (next.complete) break;
      // The server says where it stands; a part that brought nothing forward must not loop for ever.
      if (next.received <= offset && next.received < bytes.length) break;
      offset = next.received;
    }
  }
  if (!progress.complete) return { done: false, fate: 'retry-later', problem: NOT_STORED, waitMs: 0, stop: false };
  await learn(progress);
  return { done: true };
}

const NOT_STORED: Problem = {
  code: 'file-not-stored',
  message: 'A photo has not arrived whole yet. It is sent again by itself.',
  fields: [],
};
