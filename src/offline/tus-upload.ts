/// <reference path="./tus-js-client.d.ts" />
/** Sends the bytes of one upload from where the server stands. Loaded only when there is something to send. */
import type { FileReader } from 'tus-js-client';
import Upload from 'tus-js-client/lib/upload.js';
import { createUpload, UPLOAD_CHUNK } from '../../core/contract/attachments';
import { errorBodySchema } from '../../core/contract/errors';
import { type Bases, urlOf } from '../../core/contract/kit';
import { jsonOf, type Transport, type TransportAnswer } from './transport';
import { absolute, tusHttp, uploadIdOf, uploadUrl } from './tus-http';

export interface TusSending {
  bytes: Uint8Array<ArrayBuffer>;
  metadata: { sha256: string; sealedkey: string };
  /** The upload that was begun earlier. */
  upload: string | undefined;
  transport: Transport;
  bases: Bases;
  /** Called before the first byte leaves, with the id to go on with. */
  begun: (upload: string) => Promise<unknown>;
  /** Bytes that the server holds. */
  arrived: (bytes: number) => Promise<unknown>;
  /** False to stop after the part under way. */
  wanted: () => boolean;
}

export type TusResult =
  | { kind: 'done' }
  | { kind: 'stopped' }
  /** The newest answer; null when there was none. */
  | { kind: 'failed'; answer: TransportAnswer | null };

/** Another sender of the same file was faster: ask where it stands and go on from there, so many times. */
const MOST_CONFLICTS = 5;

const parts: FileReader = {
  openFile: async (file: Uint8Array<ArrayBuffer>) => ({
    size: file.length,
    // The library asks a part for its `size`, as a Blob has it.
    slice: async (start, end) => {
      const value = file.slice(start, end);
      return { value: Object.assign(value, { size: value.length }), done: end >= file.length };
    },
    close() {},
  }),
};

const conflicts = (answer: TransportAnswer | null): boolean => {
  const own = answer && errorBodySchema.safeParse(jsonOf(answer));
  return own?.data?.code === 'offset-conflict';
};

export async function sendByTus(sending: TusSending): Promise<TusResult> {
  let { upload } = sending;
  for (let round = 0; ; round += 1) {
    const result = await sendOnce({
      ...sending,
      upload,
      begun: (id) => {
        upload = id;
        return sending.begun(id);
      },
    });
    if (result.kind !== 'failed' || !conflicts(result.answer) || round === MOST_CONFLICTS) return result;
  }
}

function sendOnce({
  bytes,
  metadata,
  upload,
  transport,
  bases,
  begun,
  arrived,
  wanted,
}: TusSending): Promise<TusResult> {
  return new Promise((resolve, reject) => {
    const http = tusHttp(transport, bases);
    const fail = (error: unknown) => {
      void sender.abort();
      reject(error);
    };
    const sender = new Upload(bytes, {
      ...Upload.defaultOptions,
      endpoint: absolute(urlOf(bases, createUpload)),
      ...(upload && { uploadUrl: uploadUrl(bases, upload) }),
      metadata,
      chunkSize: UPLOAD_CHUNK,
      // When to try again is decided for the record, with all others, by the outbox.
      retryDelays: null,
      httpStack: http,
      fileReader: parts,
      fingerprint: async () => metadata.sha256,
      urlStorage: {
        findAllUploads: async () => [],
        findUploadsByFingerprint: async () => [],
        removeUpload: async () => {},
        async addUpload(_, { uploadUrl: url }) {
          const id = url && uploadIdOf(url);
          try {
            if (id && id !== upload) await begun(id);
          } catch (error) {
            // The library does not expect it. Nothing is sent that could not be gone on with.
            fail(error);
          }
          return metadata.sha256;
        },
      },
      onChunkComplete(_, accepted) {
        arrived(accepted).catch(fail);
        if (wanted() || accepted === bytes.length) return;
        void sender.abort();
        resolve({ kind: 'stopped' });
      },
      onSuccess: () => resolve({ kind: 'done' }),
      onError: () => resolve({ kind: 'failed', answer: http.last() }),
    });
    sender.start();
  });
}
