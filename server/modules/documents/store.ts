/** Files of the desk: bytes in the file store under our own names, a row for each. All SQL over `documents` is here. */
import { createHash } from 'node:crypto';
import type { Document } from '../../../core/contract/documents';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import type { Storage } from '../../platform/storage';
import { documentKind, nameFor } from './kinds';

/** A file whose bytes are stored and that no row names yet. */
export interface Kept {
  id: string;
  name: string;
  mime: string;
  size: number;
  sha256: string;
  storageKey: string;
}

/** The last part of what a browser calls a file, without what no screen can show. */
const plainName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{C}]/gu, '')
    .trim()
    .slice(0, 200) || 'file';

/**
 * Judges the bytes and stores them; `nameDocument` makes the row. Without it the bytes lie under a name that nothing leads to. Throws `wrong-type` and `invalid` (nothing in it) at `field`.
 */
export async function keepBytes(
  storage: Storage,
  actor: Actor,
  file: { bytes: Buffer; name: string; field: string },
  now: Date,
  accepts: { kinds?: readonly string[]; words: string },
): Promise<Kept> {
  const { bytes, field } = file;
  if (bytes.length === 0) throw new ApiError('invalid', { fields: [{ path: field, message: 'The file is empty' }] });
  const mime = documentKind(bytes);
  if (!mime || (accepts.kinds && !accepts.kinds.includes(mime))) {
    throw new ApiError('wrong-type', { message: accepts.words, fields: [{ path: field, message: accepts.words }] });
  }
  const id = uuidv7(now.getTime());
  const storageKey = `documents/${actor.tenantId}/${id}`;
  await storage.put(storageKey, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { id, name: nameFor(mime, plainName(file.name)), mime, size: bytes.length, sha256, storageKey };
}

interface Row {
  id: string;
  path: string | null;
  name: string;
  mime: string;
  size: number;
  sha256: string;
  uploaded_at: string;
}
const COLUMNS = 'id, path, name, mime, size, sha256, uploaded_at';
const present = ({ uploaded_at: uploadedAt, ...row }: Row): Document => ({
  ...row,
  name: nameFor(row.mime, row.name),
  uploadedAt,
});

/** With a path, the caller's file that was there is replaced; its bytes are answered as `replaced`, to be removed after. */
export async function nameDocument(
  tx: Tx,
  actor: Actor,
  kept: Kept,
  path: string | null,
  now: Date,
): Promise<{ document: Document; replaced: string | null }> {
  // Two who write to one path at once take turns, so that each knows what it replaced.
  if (path !== null)
    await tx.query("select pg_advisory_xact_lock(hashtextextended('document:' || $1 || $2, 0))", [actor.userId, path]);
  const [old] =
    path === null
      ? []
      : await tx.query<{ storage_key: string }>(
          'delete from documents where tenant_id = current_tenant() and uploaded_by = $1 and path = $2 returning storage_key',
          [actor.userId, path],
        );
  const [row] = await tx.query<Row>(
    `insert into documents (tenant_id, id, path, name, mime, size, sha256, storage_key, uploaded_by, uploaded_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [kept.id, path, kept.name, kept.mime, kept.size, kept.sha256, kept.storageKey, actor.userId, now],
  );
  if (!row) throw new Error('A document was not stored');
  return { document: present(row), replaced: old?.storage_key ?? null };
}

/** Removes the row; answers where its bytes lie, to be removed once the transaction is through. */
export async function dropDocument(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.query<{ storage_key: string }>(
    'delete from documents where tenant_id = current_tenant() and id = $1 returning storage_key',
    [id],
  );
  return row?.storage_key ?? null;
}

/** Whoever asks has been found to be somebody who may read it. */
export async function documentReply(storage: Storage, tx: Tx, id: string): Promise<FileReply> {
  const [row] = await tx.query<{ name: string; mime: string; storage_key: string }>(
    'select name, mime, storage_key from documents where tenant_id = current_tenant() and id = $1',
    [id],
  );
  const bytes = row && (await storage.get(row.storage_key));
  if (!row || !bytes) throw new ApiError('not-found');
  // Files of before were kept with the ending they came with.
  return new FileReply(bytes, row.mime, nameFor(row.mime, row.name));
}

/** Only its uploader's. */
export async function ownDocument(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from documents where tenant_id = current_tenant() and id = $1 and uploaded_by = $2',
    [id, actor.userId],
  );
  return rows.length > 0;
}
