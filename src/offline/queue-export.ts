/**
 * The queue as an encrypted file, and back (core/contract/queue-file.ts). What is exported stays on the phone; what is
 * imported was perhaps sent in the meantime: keys make both harmless.
 */

import { fromBase64url, toBase64url } from '../../core/contract/base64url';
import { signText } from '../../core/contract/device-keys';
import { MAX_QUEUE_FILE } from '../../core/contract/devices';
import {
  filesOf,
  MAX_QUEUE_RECORDS,
  type QueueFileBody,
  type QueueFileHeader,
  queueFileBodySchema,
  queueFileText,
  readQueueFile,
  writeQueueFile,
} from '../../core/contract/queue-file';
import { seal } from '../../core/contract/sealing';
import { sha256Hex } from '../../core/domain/canonical';
import { deviceIdentity, userKey } from './device-db';
import { type EngineInner, innerOf } from './engine-inner';
import { storageError } from './errors';
import { addSealedFile, openSealedFile } from './sealed-files';
import { takeBack } from './take-back';
import type { OfflineEngine } from './types';
import type { OutboxRow, SealedRecord } from './user-db';
import {
  importDeviceKey,
  newDeviceKey,
  openBytes,
  openJson,
  passwordKey,
  randomBytes,
  sealBytes,
  sealJson,
  unwrap,
} from './vault';

export type QueueFileProblem = 'wrong-password' | 'nothing' | 'not-a-file' | 'other-user' | 'storage';

const WORDS: Record<QueueFileProblem, string> = {
  'wrong-password': 'The password does not open it. Nothing was changed.',
  nothing: 'Everything you recorded is at the server. There is nothing to put into a file.',
  'not-a-file': 'This is not a file of saved records, or it was damaged. Nothing was changed.',
  'other-user': 'This file belongs to somebody else. Only the person who made it can take it back.',
  storage: 'This phone could not store the records. Free some space and try again. Nothing was changed.',
};

export class QueueFileError extends Error {
  override readonly name = 'QueueFileError';
  constructor(
    readonly problem: QueueFileProblem,
    options?: ErrorOptions,
  ) {
    super(WORDS[problem], options);
  }
}

type ExportedRecord = QueueFileBody['records'][number];
type ExportedFile = QueueFileBody['files'][number];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Room for header, seals and what the records themselves say. */
const PHOTOS_AT_MOST = MAX_QUEUE_FILE - 8 * 1024 * 1024;

/** Whether this is the password that opens this phone for its user; a file under another one would be lost. */
async function isPassword(inner: EngineInner, password: string): Promise<boolean> {
  const user = await inner.deviceDb.users.get(userKey(inner.owner.tenantId, inner.owner.userId));
  if (!user) return false;
  const raw = await unwrap(await passwordKey(password, user.salt, user.iterations), user.wrapped);
  raw?.fill(0);
  return raw !== undefined;
}

const fileState = ({ state }: OutboxRow): ExportedRecord['state'] =>
  state === 'needs-you' || state === 'quarantined' ? state : 'queued';

async function recordOf(inner: EngineInner, row: OutboxRow): Promise<ExportedRecord> {
  const content = await openJson<SealedRecord>(inner.deviceKey, row.sealed).catch(() => null);
  const { signature } = row;
  return {
    key: row.key,
    hash: row.hash,
    loanId: row.loanId,
    channel: row.channel,
    seq: row.seq,
    payloadVersion: row.payloadVersion,
    state: fileState(row),
    problem: row.problem,
    mirrored: row.mirrored,
    createdAt: row.createdAt,
    loanNumber: content?.record.loanNumber ?? '',
    sealed: row.sealedForServer,
    signature,
    content,
    attachments: row.attachments,
  };
}

/** A photo with its own key; undefined when its bytes are gone or an earlier password sealed its key. */
async function fileOf(
  inner: EngineInner,
  sha256: string,
): Promise<{ entry: ExportedFile; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const row = await inner.db.attachments.get(sha256);
  const bytes = row && (await openSealedFile(inner.db, row));
  if (!row || !bytes) return undefined;
  const key = await openBytes(inner.deviceKey, row.keyForDevice).catch(() => undefined);
  if (!key) return undefined;
  const { mime, size, keyForServer } = row;
  return { entry: { sha256, mime, size, length: bytes.length, key: toBase64url(key), keyForServer }, bytes };
}

export interface ExportedQueue {
  file: Uint8Array<ArrayBuffer>;
  name: string;
  records: number;
  photos: number;
  /** Records that did not fit; they are the newest. */
  left: number;
}

/** Everything that is not at the server, oldest first. Throws `QueueFileError`. */
export async function exportQueue(engine: OfflineEngine, password: string): Promise<ExportedQueue> {
  const inner = innerOf(engine);
  const rows = (await inner.db.outbox.toArray()).sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq);
  if (rows.length === 0) throw new QueueFileError('nothing');
  if (!(await isPassword(inner, password))) throw new QueueFileError('wrong-password');

  const records: ExportedRecord[] = [];
  const files = new Map<string, { entry: ExportedFile; bytes: Uint8Array<ArrayBuffer> }>();
  let bytes = 0;
  for (const row of rows.slice(0, MAX_QUEUE_RECORDS)) {
    const photos = [];
    for (const sha256 of row.attachments) if (!files.has(sha256)) photos.push(await fileOf(inner, sha256));
    const found = photos.filter((photo) => photo !== undefined);
    bytes += found.reduce((sum, photo) => sum + photo.bytes.length, 0);
    if (bytes > PHOTOS_AT_MOST) break;
    for (const photo of found) files.set(photo.entry.sha256, photo);
    records.push(await recordOf(inner, row));
  }
  const file = await sealQueue(
    inner,
    password,
    { ...inner.owner, records, files: [...files.values()].map((photo) => photo.entry) },
    [...[...files.values()].map((photo) => photo.bytes)],
  );
  const day = new Date(inner.now()).toISOString().slice(0, 10);
  return {
    file,
    name: `recoup-records-${day}.recoup`,
    records: records.length,
    photos: files.size,
    left: rows.length - records.length,
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function sealQueue(
  inner: Pick<EngineInner, 'config' | 'deviceDb' | 'now' | 'owner'>,
  password: string,
  body: QueueFileBody,
  photos: readonly Uint8Array[],
): Promise<Uint8Array<ArrayBuffer>> {
  const user = await inner.deviceDb.users.get(userKey(inner.owner.tenantId, inner.owner.userId));
  const device = await deviceIdentity(inner.deviceDb);
  const raw = newDeviceKey();
  const salt = randomBytes(16);
  const iterations = user?.iterations ?? 600_000;
  const sealed = await sealBytes(await importDeviceKey(raw), encoder.encode(JSON.stringify(body)));
  const content = joined([sealed, ...photos]);
  const header: QueueFileHeader = {
    version: 1,
    ...inner.owner,
    deviceId: device.id,
    madeAt: new Date(inner.now()).toISOString(),
    records: body.records.length,
    files: body.files.length,
    bodyLength: sealed.length,
    contentHash: await sha256Hex(content),
    key: {
      forServer: await seal(inner.config.sealing.publicKey, raw),
      forPassword: toBase64url(await sealBytes(await passwordKey(password, salt, iterations), raw)),
      salt: toBase64url(salt),
      iterations,
    },
  };
  raw.fill(0);
  return writeQueueFile(header, await signText(device.signing.privateKey, await queueFileText(header)), content);
}

export interface ImportedQueue {
  added: number;
  /** On this phone already, or received by the server from here. */
  known: number;
  photos: number;
}

/** Takes back what a file of the same user holds, as it stood when it was made. Throws `QueueFileError`. */
export async function importQueue(engine: OfflineEngine, bytes: Uint8Array, password: string): Promise<ImportedQueue> {
  const inner = innerOf(engine);
  const file = await readQueueFile(bytes);
  if (!file) throw new QueueFileError('not-a-file');
  const { header, content } = file;
  if (header.userId !== inner.owner.userId || header.tenantId !== inner.owner.tenantId)
    throw new QueueFileError('other-user');
  const wrapping = await passwordKey(password, fromBase64url(header.key.salt), header.key.iterations);
  const raw = await unwrap(wrapping, fromBase64url(header.key.forPassword));
  if (!raw) throw new QueueFileError('wrong-password');
  const body = await openBody(raw, content.slice(0, header.bodyLength));
  const photos = body && filesOf(file, body.files);
  if (!photos || body.userId !== header.userId || body.tenantId !== header.tenantId)
    throw new QueueFileError('not-a-file');
  try {
    return await keep(inner, body, photos);
  } catch (error) {
    throw new QueueFileError('storage', { cause: storageError(error) });
  }
}

async function openBody(
  raw: Uint8Array<ArrayBuffer>,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<QueueFileBody | undefined> {
  try {
    const json: unknown = JSON.parse(decoder.decode(await openBytes(await importDeviceKey(raw), sealed)));
    return queueFileBodySchema.parse(json);
  } catch {
    return undefined;
  } finally {
    raw.fill(0);
  }
}

/** A record as this phone keeps it: sealed under its own key now. */
async function rowOf(inner: EngineInner, record: ExportedRecord): Promise<OutboxRow> {
  // What the other phone could not read any more stays unreadable; it still goes out in the form sealed to the server.
  const key = record.content ? inner.deviceKey : await importDeviceKey(newDeviceKey());
  return {
    key: record.key,
    owner: inner.owner.userId,
    loanId: record.loanId,
    channel: record.channel,
    seq: record.seq,
    hash: record.hash,
    payloadVersion: record.payloadVersion,
    state: record.state,
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: record.createdAt,
    sealed: await sealJson(key, record.content),
    sealedForServer: record.sealed,
    attachments: record.attachments,
    sender: null,
    problem: record.problem,
    mirrored: record.mirrored,
    signature: record.signature,
  };
}

async function keep(
  inner: EngineInner,
  body: QueueFileBody,
  photos: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<ImportedQueue> {
  const { db } = inner;
  let kept = 0;
  // Photos first: a record must never name what is not here. One that nothing names in the end is swept up.
  for (const { sha256, mime, size, key, keyForServer } of body.files) {
    const sealed = photos.get(sha256);
    if (!sealed || (await db.attachments.get(sha256))) continue;
    await addSealedFile(
      db,
      {
        sha256,
        mime,
        size,
        sealedSize: sealed.length,
        keyForServer,
        keyForDevice: await sealBytes(inner.deviceKey, fromBase64url(key)),
        received: 0,
        complete: false,
        createdAt: inner.now(),
      },
      sealed,
    );
    kept += 1;
  }
  const rows = await Promise.all(body.records.map((record) => rowOf(inner, record)));
  const added = await takeBack(db, rows);
  if (added > 0) inner.changed();
  return { added, known: rows.length - added, photos: kept };
}
