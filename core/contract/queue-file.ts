/**
 * A phone's queue as a file: for a phone that breaks before it finds a network. Two can open it: the server, to whose key
 * the file's own key is sealed, and the user, by the password that also opens the phone.
 *
 *   RECOUPQ1 | length of the header (4 bytes, big endian) | header (JSON) | body | file 1 | file 2 …
 *
 * The body is AES-256-GCM under the file's own key (iv first) over the JSON of `QueueFileBody`; each photo follows as it
 * lies on the phone, sealed under a key of its own that the body names. The device's signature covers the header, and
 * through its hash everything behind it, so that a file is only taken as the work of the phone that made it.
 */
import * as z from 'zod/mini';
import { canonicalJson, sha256Hex } from '../domain/canonical';
import { CHANNELS } from '../domain/dispositions';
import { recordSignature } from './dispositions';
import { attachmentRefSchema, MAX_ATTACHMENTS } from './records';
import { base64url, id, instant, sha256 } from './scalars';

export const QUEUE_FILE_MAGIC = 'RECOUPQ1';
/** Records in one file; a phone with more makes the oldest ones safe first. */
export const MAX_QUEUE_RECORDS = 2000;
const HEADER_LIMIT = 16 * 1024;

export const queueFileHeaderSchema = z.strictObject({
  version: z.literal(1),
  tenantId: id,
  userId: id,
  deviceId: id,
  madeAt: instant,
  records: z.int().check(z.gte(0), z.lte(MAX_QUEUE_RECORDS)),
  files: z.int().check(z.gte(0), z.lte(MAX_QUEUE_RECORDS * MAX_ATTACHMENTS)),
  /** Bytes of the body; the files follow it. */
  bodyLength: z.int().check(z.gte(28)),
  /** SHA-256 of body and files. */
  contentHash: sha256,
  key: z.strictObject({
    /** The file's key sealed to the server (sealing.ts). */
    forServer: base64url,
    /** The file's key under the key derived from the password: PBKDF2-SHA-256, then AES-GCM, iv first. */
    forPassword: base64url,
    salt: base64url,
    iterations: z.int().check(z.gte(1), z.lte(10_000_000)),
  }),
});
export type QueueFileHeader = z.infer<typeof queueFileHeaderSchema>;

const signedHeaderSchema = z.strictObject({ header: queueFileHeaderSchema, signature: base64url });

export const queueFileBodySchema = z.object({
  /** Again inside, where nobody can change it. */
  tenantId: id,
  userId: id,
  records: z
    .array(
      z.object({
        key: id,
        hash: sha256,
        loanId: id,
        channel: z.enum(CHANNELS),
        seq: z.int(),
        payloadVersion: z.int(),
        state: z.enum(['queued', 'needs-you', 'quarantined']),
        problem: z.nullable(
          z.object({
            code: z.string(),
            message: z.string(),
            fields: z.array(z.object({ path: z.string(), message: z.string() })),
          }),
        ),
        /** The server knows it as quarantined. */
        mirrored: z.boolean(),
        /** ms, device clock. */
        createdAt: z.number(),
        loanNumber: z.string(),
        /** The record sealed to the server. */
        sealed: base64url,
        /** Made by the device's key when the record was saved. */
        signature: z.nullable(recordSignature),
        /** Readable under the file's key; null where the phone itself could no longer read it. */
        content: z.nullable(
          z.object({ record: z.unknown(), summary: z.object({ borrower: z.string(), codeLabel: z.string() }) }),
        ),
        attachments: z.array(sha256),
      }),
    )
    .check(z.maxLength(MAX_QUEUE_RECORDS)),
  files: z.array(
    z.object({
      sha256,
      mime: attachmentRefSchema.shape.mime,
      /** Bytes in this file, sealed: iv first. */
      length: z.int().check(z.gte(28)),
      /** Bytes of the original. */
      size: z.int(),
      /** The photo's own AES key, and the same sealed to the server. */
      key: base64url,
      keyForServer: base64url,
    }),
  ),
});
export type QueueFileBody = z.infer<typeof queueFileBodySchema>;

/** What the device signs. */
export const queueFileText = async (header: QueueFileHeader): Promise<string> =>
  `recoup-queue-v1\n${await sha256Hex(canonicalJson(header))}`;

const encoder = new TextEncoder();

export function writeQueueFile(
  header: QueueFileHeader,
  signature: string,
  content: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(JSON.stringify({ header, signature }));
  const start = QUEUE_FILE_MAGIC.length + 4;
  const file = new Uint8Array(start + head.length + content.length);
  file.set(encoder.encode(QUEUE_FILE_MAGIC));
  new DataView(file.buffer).setUint32(QUEUE_FILE_MAGIC.length, head.length);
  file.set(head, start);
  file.set(content, start + head.length);
  return file;
}

export interface QueueFile {
  header: QueueFileHeader;
  signature: string;
  /** Body and files, whose hash the header names. */
  content: Uint8Array<ArrayBuffer>;
}

/** Takes a file apart; undefined when it is not one, was cut short or was changed on the way. */
export async function readQueueFile(file: Uint8Array): Promise<QueueFile | undefined> {
  const start = QUEUE_FILE_MAGIC.length + 4;
  if (file.length < start) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at < QUEUE_FILE_MAGIC.length; at += 1)
    if (view.getUint8(at) !== QUEUE_FILE_MAGIC.charCodeAt(at)) return undefined;
  const length = view.getUint32(QUEUE_FILE_MAGIC.length);
  if (length > HEADER_LIMIT || start + length > file.length) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(file.subarray(start, start + length)));
  } catch {
    return undefined;
  }
  const parsed = z.safeParse(signedHeaderSchema, json);
  if (!parsed.success) return undefined;
  const content = file.slice(start + length) as Uint8Array<ArrayBuffer>;
  const { header, signature } = parsed.data;
  if (header.bodyLength > content.length || (await sha256Hex(content)) !== header.contentHash) return undefined;
  return { header, signature, content };
}

/** Each photo's sealed bytes by its hash; undefined when the lengths do not add up. */
export function filesOf(
  { header, content }: QueueFile,
  files: QueueFileBody['files'],
): Map<string, Uint8Array<ArrayBuffer>> | undefined {
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = header.bodyLength;
  for (const file of files) {
    found.set(file.sha256, content.slice(at, at + file.length));
    at += file.length;
  }
  return at === content.length ? found : undefined;
}
