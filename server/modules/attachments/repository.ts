/** SQL over files of records: one row a file and uploader. */
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope } from '../loans';

export interface FileRow {
  sealed_total: number;
  received: number;
  complete: boolean;
}

type Who = Pick<Actor, 'tenantId' | 'userId'>;

export async function readFile(tx: Tx, who: Who, sha256: string): Promise<FileRow | undefined> {
  const [row] = await tx.query<FileRow>(
    'select sealed_total, received, complete from attachments where tenant_id = $1 and user_id = $2 and sha256 = $3',
    [who.tenantId, who.userId, sha256],
  );
  return row;
}

/** A file that arrives in parts; parts of another sealing of it are forgotten. */
export async function beginFile(tx: Tx, who: Who, sha256: string, total: number): Promise<void> {
  await tx.query(
    `insert into attachments (tenant_id, user_id, sha256, sealed_total) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id, sha256) do update set sealed_total = excluded.sealed_total, received = 0
      where not attachments.complete`,
    [who.tenantId, who.userId, sha256, total],
  );
}

/** Notes that bytes up to `received` are held; answers what is held in all. */
export async function noteReceived(
  tx: Tx,
  who: Who,
  sha256: string,
  total: number,
  received: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ received: number }>(
    `update attachments set received = greatest(received, $5)
      where tenant_id = $1 and user_id = $2 and sha256 = $3 and sealed_total = $4 returning received`,
    [who.tenantId, who.userId, sha256, total, received],
  );
  return row?.received;
}

export async function dropFile(tx: Tx, who: Who, sha256: string): Promise<void> {
  await tx.query('delete from attachments where tenant_id = $1 and user_id = $2 and sha256 = $3 and not complete', [
    who.tenantId,
    who.userId,
    sha256,
  ]);
}

export interface StoredFile {
  sha256: string;
  size: number;
  mime: string;
  storageKey: string;
  /** Bytes of the sealed form; the file's own size when it came unsealed. */
  sealedTotal: number;
}

export async function completeFiles(tx: Tx, who: Who, files: StoredFile[]): Promise<void> {
  await tx.query(
    `insert into attachments (tenant_id, user_id, sha256, size, mime, sealed_total, received, complete, storage_key)
     select $1, $2, f.sha256, f.size, f.mime, f."sealedTotal", f."sealedTotal", true, f."storageKey"
       from jsonb_to_recordset($3::jsonb) as f(sha256 text, size int, mime text, "sealedTotal" int, "storageKey" text)
     on conflict (tenant_id, user_id, sha256) do update
       set size = excluded.size, mime = excluded.mime, received = attachments.sealed_total, complete = true,
           storage_key = excluded.storage_key`,
    [who.tenantId, who.userId, files],
  );
}

/** A whole file that the caller sent, or that belongs to a record of a loan the caller may see. */
export async function findReadable(
  tx: Tx,
  actor: Actor,
  sha256: string,
): Promise<{ mime: string; storage_key: string } | undefined> {
  const parameters: unknown[] = [actor.tenantId, sha256, actor.userId];
  const scope = loanScope(actor, parameters);
  const [row] = await tx.query<{ mime: string; storage_key: string }>(
    `select f.mime, f.storage_key from attachments f
      where f.tenant_id = $1 and f.sha256 = $2 and f.complete
        and (f.user_id = $3 or exists (
          select 1 from disposition_attachments named
            join loans l on l.tenant_id = named.tenant_id and l.id = named.loan_id
           where named.tenant_id = f.tenant_id and named.sha256 = f.sha256 and named.user_id = f.user_id and ${scope}))
      limit 1`,
    parameters,
  );
  return row;
}
