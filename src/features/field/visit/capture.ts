/** From a picked or taken file to what the engine keeps: pictures small, PDFs as they are, everything else refused. */
import type { ATTACHMENT_KINDS } from '../../../../core/contract/records';
import { t } from '../../../i18n';
import type { CapturedFile } from '../../../offline/types';
import type { PhotoAnswer, PhotoRequest } from './photo-worker';

/** The server's limit for one file. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

type Kind = (typeof ATTACHMENT_KINDS)[number];

/** A file that cannot be taken, with words for the user. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (photo: Blob) => void; reject: (error: Error) => void }>();

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return undefined;
  if (worker) return worker;
  worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module', name: 'photos' });
  worker.addEventListener('message', ({ data }: MessageEvent<PhotoAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('photo' in data) asked?.resolve(data.photo);
    else asked?.reject(new Error(data.problem));
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('the photo worker failed'));
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  });
  return worker;
}

async function small(file: Blob): Promise<Blob> {
  const running = startWorker();
  if (!running) return (await import('./downsize')).downsize(file);
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    running.postMessage({ id, file } satisfies PhotoRequest);
  });
}

/**
 * Prepares a file for keeping. `takenAt` is the file's own time when it has a believable one. Throws `CaptureError`
 * with words for the user.
 */
export async function captureFile(file: File, kind: Kind, now: number = Date.now()): Promise<CapturedFile> {
  const taken = file.lastModified > 0 && file.lastModified <= now ? file.lastModified : now;
  const takenAt = new Date(taken).toISOString();
  const name = file.name.slice(0, 120) || undefined;
  if (file.size === 0) throw new CaptureError(t('{name} is empty. Choose it again.', { name: name ?? t('This file') }));
  if (file.type === 'application/pdf') {
    if (file.size > MAX_FILE_BYTES)
      throw new CaptureError(t('{name} is larger than 10 MB.', { name: name ?? t('This file') }));
    return { blob: file, kind: kind === 'premises' ? 'document' : kind, takenAt, ...(name && { name }) };
  }
  // Some phones give photos without a type; the decoder decides. Anything else with a type is not a picture.
  if (file.type && !file.type.startsWith('image/'))
    throw new CaptureError(t('{name} is neither a photo nor a PDF.', { name: name ?? t('This file') }));
  try {
    return { blob: await small(file), kind, takenAt, ...(name && { name }) };
  } catch {
    throw new CaptureError(
      t('{name} could not be read. Take it again, or choose another.', { name: name ?? t('This photo') }),
    );
  }
}
