/**
 * Resumable uploads by the tus protocol. The protocol itself is the library's; what is ours is who may, what is taken
 * (length, kind, hash) and where the bytes lie.
 */
import { Readable } from 'node:stream';
import { Server } from '@tus/server';
import { appendToUpload, createUpload, MAX_FILE, SEALING_BYTES, TUS_VERSION } from '../../../core/contract/attachments';
import type { ErrorCode, FieldError } from '../../../core/contract/errors';
import { uuidv7 } from '../../../core/domain/ids';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { type Arriving, arriving } from './arriving';
import { createUploadLocks } from './upload-locks';
import { UploadStore } from './upload-store';

const SHA256 = /^[0-9a-f]{64}$/;
const BASE64URL = /^[A-Za-z0-9_-]{1,1000}$/;
/** How long a holder that was asked to let go may go on. */
const DRAIN_MS = 1000;

/** What the library itself refuses, by its status. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  404: 'not-found',
  409: 'offset-conflict',
  410: 'gone',
  413: 'too-large',
};

function refuseMetadata(message: string, path = 'upload-metadata'): never {
  const field: FieldError = { path, message };
  throw new ApiError('invalid', { fields: [field] });
}

type Metadata = Record<string, string | null>;

/** Before anything is begun: what a file must say about itself. Throws `ApiError`. */
function checkNew(length: number, metadata: Metadata): void {
  const { sha256, sealedkey, ...others } = metadata;
  if (!SHA256.test(sha256 ?? '')) refuseMetadata('Must name the SHA-256 of the original as `sha256`');
  const sealed = sealedkey !== undefined;
  if (sealed && !BASE64URL.test(sealedkey ?? '')) refuseMetadata('`sealedkey` is not a key sealed to the server');
  if (Object.keys(others).length > 0) refuseMetadata('Names more than `sha256` and `sealedkey`');
  if (length > MAX_FILE + (sealed ? SEALING_BYTES : 0)) throw new ApiError('too-large');
  if (length <= (sealed ? SEALING_BYTES : 0)) refuseMetadata('There is nothing in it', 'upload-length');
}

export function uploadService(deps: Deps, mayBring: (actor: Actor, sha256: string) => Promise<void>) {
  const locks = createUploadLocks();
  const { path } = createUpload;

  async function ask(
    actor: Actor,
    request: { method: 'POST' | 'HEAD' | 'PATCH'; id?: string; headers?: Record<string, string>; stream?: Arriving },
  ): Promise<Record<string, string>> {
    const { method, id, headers = {}, stream } = request;
    const store = new UploadStore(deps, actor);
    const noting = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        store.failure = error;
        throw error;
      }
    };
    const tus = new Server({
      path,
      relativeLocation: true,
      datastore: store,
      lockDrainTimeout: DRAIN_MS,
      locker: {
        newLock(name) {
          const lock = locks.newLock(name);
          return {
            lock: (signal, askToLetGo) => noting(() => lock.lock(signal, askToLetGo)),
            async unlock() {
              await store.settled();
              await lock.unlock();
            },
          };
        },
      },
      namingFunction: () => uuidv7(),
      getFileIdFromRequest: () => id,
      onUploadCreate: (_, { size = 0, metadata = {} }) =>
        noting(async () => {
          checkNew(size, metadata);
          await mayBring(actor, metadata.sha256 ?? '');
          return {};
        }),
      onUploadFinish: async (_, upload) => {
        await store.finish(upload.id);
        return {};
      },
    });
    // Node's stream and the browser's differ in their types alone.
    const body = stream && (Readable.toWeb(Readable.from(stream.chunks)) as unknown as ReadableStream);
    const answer = await tus.handleWeb(
      new Request(`http://tus.invalid${path}${id ? `/${id}` : ''}`, {
        method,
        headers: { 'tus-resumable': TUS_VERSION, ...headers },
        ...(body && { body, duplex: 'half' }),
      }),
    );
    if (answer.status >= 400) {
      throw store.failure ?? new ApiError(CODE_OF_STATUS[answer.status] ?? 'bad-request');
    }
    return {
      ...Object.fromEntries(answer.headers),
      ...(store.held && method === 'POST' && { 'upload-offset': headers['upload-length'] }),
    };
  }

  return {
    create: (actor: Actor, headers: { 'upload-length': string; 'upload-metadata': string }) =>
      ask(actor, {
        method: 'POST',
        headers: { 'upload-length': headers['upload-length'], 'upload-metadata': headers['upload-metadata'] },
      }),

    offset: (actor: Actor, id: string) => ask(actor, { method: 'HEAD', id }),

    async append(
      actor: Actor,
      id: string,
      headers: { 'upload-offset': string; 'content-length'?: string | undefined },
      stream: Readable,
    ) {
      const length = headers['content-length'];
      const body = arriving(stream, appendToUpload.bodyLimit);
      try {
        return await ask(actor, {
          method: 'PATCH',
          id,
          headers: {
            'content-type': 'application/offset+octet-stream',
            'upload-offset': headers['upload-offset'],
            ...(length !== undefined && { 'content-length': length }),
          },
          stream: body,
        });
      } finally {
        body.discard();
      }
    },
  };
}
