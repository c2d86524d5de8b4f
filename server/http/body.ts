/** Turns the bytes of a request into what its endpoint expects: JSON, JSON fields with files, or the bytes themselves. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../core/contract/kit';
import { ApiError, type UploadedFile } from './implement';
import { parseJson, refuseAny, refuseUnstorable } from './validate';

export interface ReadBody {
  /** For the endpoint's body schema. */
  value: unknown;
  bytes: Buffer;
  files: UploadedFile[];
  stream: Readable;
}

/** Of the resumable upload protocol. */
export const STREAM_TYPE = 'application/offset+octet-stream';
const NOTHING = Buffer.alloc(0);
/** A file of a record (security.md: photos up to 10 MiB), and how many one record may bring. */
const FILE_LIMIT = 10 * 1024 * 1024;
const MAX_FILES = 20;
const FIELD_LIMIT = 256 * 1024;

const contentType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const wrongType = (expected: string) => new ApiError('wrong-type', { message: `The request must be ${expected}.` });

/**
 * For an endpoint that takes no body. Clients that always send an object send an empty one, and it says nothing; anything
 * else would be overheard in silence, so it is refused.
 */
export async function refuseBody(request: FastifyRequest): Promise<void> {
  const { body, headers, raw } = request;
  if (Buffer.isBuffer(body)) {
    if (body.length === 0) return;
    if (contentType(request) !== 'application/json') throw wrongType('application/json');
    refuseAny(parseJson(body.toString('utf8')));
    return;
  }
  // Nobody has read it: a form, a stream of bytes, or what came with a GET, of which a length alone may be announced.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  if (raw.readableEnded) return;
  // Goes on flowing past the answer, which needs the connection.
  const something = await new Promise<boolean>((resolve, reject) => {
    raw.once('data', () => resolve(true)).once('end', () => resolve(false));
    raw.once('error', reject).once('close', () => resolve(false));
  });
  if (something) throw new ApiError('bad-request', { message: 'This request takes no body.' });
}

export async function readBody(request: FastifyRequest, endpoint: Endpoint, limit: number): Promise<ReadBody> {
  const raw = Buffer.isBuffer(request.body) ? request.body : NOTHING;
  const stream = Readable.from([]);
  switch (endpoint.bodyKind ?? 'json') {
    case 'bytes':
      if (contentType(request) !== 'application/octet-stream') throw wrongType('application/octet-stream');
      return { value: undefined, bytes: raw, files: [], stream };
    case 'file':
    case 'stream':
      if (contentType(request) !== STREAM_TYPE) throw wrongType(STREAM_TYPE);
      return {
        value: undefined,
        bytes: raw,
        files: [],
        stream: request.body instanceof Readable ? request.body : stream,
      };
    case 'multipart':
      if (!request.isMultipart()) throw wrongType('multipart/form-data');
      return readMultipart(request, endpoint, limit);
    default: {
      if (!endpoint.body) return { value: undefined, bytes: raw, files: [], stream };
      const type = contentType(request);
      if (type !== 'application/json' && (type !== '' || raw.length > 0)) throw wrongType('application/json');
      // No body at all reads as an empty object, so that the answer names the fields that are missing.
      return { value: raw.length > 0 ? parseJson(raw.toString('utf8')) : {}, bytes: raw, files: [], stream };
    }
  }
}

/** A stream, whole: where a signature over all of it must be checked before any of it counts. */
export async function readWhole(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > limit) throw new ApiError('too-large');
  }
  return Buffer.concat(chunks);
}

const LIMITS = { fileSize: FILE_LIMIT, files: MAX_FILES, fieldSize: FIELD_LIMIT, fields: 10, parts: MAX_FILES + 10 };

/** What the parser throws is about the form: its own limits carry a status, and the rest is nothing that a form may be. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new ApiError('bad-request', { cause: error });
  }
}

async function readMultipart(request: FastifyRequest, endpoint: Endpoint, limit: number): Promise<ReadBody> {
  const fields = new Map<string, unknown>();
  const files: UploadedFile[] = [];
  let total = 0;
  for await (const part of partsOf(request)) {
    // The types know no part without a name; forms do.
    const name = part.fieldname as string | undefined;
    if (!name) throw new ApiError('bad-request');
    if (part.type === 'file') {
      if (endpoint.files && !endpoint.files.includes(name)) {
        throw new ApiError('invalid', { fields: [{ path: name, message: 'Is not known here' }] });
      }
      const bytes = await part.toBuffer();
      total += bytes.length;
      if (total > limit) throw new ApiError('too-large');
      refuseUnstorable({ [name]: part.filename ?? '' });
      files.push({ field: name, filename: part.filename ?? '', mime: part.mimetype, bytes });
    } else {
      if (part.fieldnameTruncated || part.valueTruncated) throw new ApiError('too-large');
      if (fields.has(name)) {
        throw new ApiError('invalid', { fields: [{ path: name, message: 'Is there twice' }] });
      }
      // A part that says that it is JSON has been parsed on the way.
      const parsed = part.mimetype === 'application/json';
      if (parsed) refuseUnstorable(part.value, name);
      fields.set(name, parsed ? part.value : parseJson(String(part.value), name));
    }
  }
  return { value: Object.fromEntries(fields), bytes: NOTHING, files, stream: Readable.from([]) };
}
