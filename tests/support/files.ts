/** Files as phones make them, and the resumable upload protocol spoken by hand, so that tests can break it anywhere. */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { seal } from '../../core/contract/sealing';
import type { Api } from './world';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function jpegOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(randomBytes(size));
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  return bytes;
}

export interface SealedFile {
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
  sealedKey: string;
}

/** Sealed as the device does it: under a key of its own, which is sealed to the server. */
export async function sealFile(publicKey: string, plain: Uint8Array<ArrayBuffer>): Promise<SealedFile> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  const bytes = new Uint8Array(12 + sealed.length);
  bytes.set(iv, 0);
  bytes.set(sealed, 12);
  return { sha256: sha256Of(plain), bytes, sealedKey: await seal(publicKey, raw) };
}

export interface TusAnswer {
  status: number;
  code: string | null;
  offset: number | null;
  header(name: string): string | null;
}

export const UPLOADS = '/api/v2/attachments/uploads';
export const TUS = { 'tus-resumable': '1.0.0' };
export const metadataOf = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

async function read(response: Response): Promise<TusAnswer> {
  const text = await response.text();
  const offset = response.headers.get('upload-offset');
  return {
    status: response.status,
    code: text ? ((JSON.parse(text) as { code?: string }).code ?? null) : response.headers.get('x-error-code'),
    offset: offset === null ? null : Number(offset),
    header: (name) => response.headers.get(name),
  };
}

/** The protocol as one person. */
export function tusOf(api: Pick<Api, 'fetch'>) {
  const create = async (length: number, metadata: Record<string, string>, headers: Record<string, string> = {}) =>
    read(
      await api.fetch(UPLOADS, {
        method: 'POST',
        headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': metadataOf(metadata), ...headers },
      }),
    );
  return {
    create,
    /** Begins an upload of a sealed file; answers its address. Throws when it is refused. */
    async begin(file: SealedFile): Promise<string> {
      const answer = await create(file.bytes.length, { sha256: file.sha256, sealedkey: file.sealedKey });
      const location = answer.header('location');
      if (answer.status !== 201 || !location) throw new Error(`refused: ${answer.status} ${answer.code}`);
      return location;
    },
    offset: async (path: string) => read(await api.fetch(path, { method: 'HEAD', headers: TUS })),
    append: async (
      path: string,
      offset: number,
      bytes: Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) =>
      read(
        await api.fetch(path, {
          method: 'PATCH',
          headers: {
            ...TUS,
            'content-type': 'application/offset+octet-stream',
            'upload-offset': String(offset),
            ...headers,
          },
          body: bytes,
        }),
      ),
    state: async (sha256: string) =>
      ((await (await api.fetch(`/api/v2/attachments/${sha256}`)).json()) as { data: object }).data,
  };
}

/**
 * A PATCH that announces all of `bytes`, and whose connection breaks after `sent` of them. With `hold` it stays open and
 * silent instead, as that of a phone that left the network: answers the way to break it.
 */
export function appendAndBreak(
  origin: string,
  path: string,
  token: string,
  { offset, bytes, sent, hold = false }: { offset: number; bytes: Uint8Array; sent: number; hold?: boolean },
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        authorization: `Bearer ${token}`,
        'content-type': 'application/offset+octet-stream',
        'content-length': String(bytes.length),
        'upload-offset': String(offset),
      },
    });
    call.on('error', () => undefined);
    const written = () => {
      if (!hold) call.destroy();
      resolve(() => call.destroy());
    };
    call.on('socket', (socket) => socket.on('error', reject));
    if (sent > 0) call.write(bytes.subarray(0, sent), written);
    else {
      call.flushHeaders();
      call.once('socket', (socket) => socket.once('connect', () => setImmediate(written)));
    }
  });
}
