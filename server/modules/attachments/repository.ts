/** SQL over files of records: one row a file and user who may name it. Only whole files have a row. */
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope } from '../loans';

export type Who = Pick<Actor, 'tenantId' | 'userId'>;

export interface StoredFile {
  sha256: string;
  size: number;
  mime: string;
  storageKey: string;
}

/** From now on `who` may name these files. */
export async function completeFiles(tx: Tx, who: Who, files: StoredFile[]): Promise<void> {
  await tx.query(
    `insert into attachments (tenant_id, user_id, sha256, size, mime, complete, storage_key)
     select $1, $2, f.sha256, f.size, f.mime, true, f."storageKey"
       from jsonb_to_recordset($3::jsonb) as f(sha256 text, size int, mime text, "storageKey" text)
     on conflict (tenant_id, user_id, sha256) do update
       set size = excluded.size, mime = excluded.mime, complete = true, storage_key = excluded.storage_key`,
    [who.tenantId, who.userId, files],
  );
}

export interface ReadableFile extends StoredFile {
  /** The caller may name it already. */
  own: boolean;
}

/** Whether a record of theirs that waits for a decision names the file. */
export async function namedUnderReview(tx: Tx, who: Who, sha256: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from quarantine
      where tenant_id = $1 and user_id = $2 and decided_at is null
        and jsonb_path_exists(record, '$.attachments[*] ? (@.sha256 == $hash)', jsonb_build_object('hash', $3::text))
      limit 1`,
    [who.tenantId, who.userId, sha256],
  );
  return rows.length > 0;
}

/** A whole file that the caller sent, or that belongs to a record of a loan the caller may see. */
export async function findReadable(tx: Tx, actor: Actor, sha256: string): Promise<ReadableFile | undefined> {
  const parameters: unknown[] = [actor.tenantId, sha256, actor.userId];
  const scope = loanScope(actor, parameters);
  const [row] = await tx.query<ReadableFile>(
    `select f.sha256, f.size, f.mime, f.storage_key as "storageKey", f.user_id = $3 as own from attachments f
      where f.tenant_id = $1 and f.sha256 = $2 and f.complete
        and (f.user_id = $3 or exists (
          select 1 from disposition_attachments named
            join loans l on l.tenant_id = named.tenant_id and l.id = named.loan_id
           where named.tenant_id = f.tenant_id and named.sha256 = f.sha256 and named.user_id = f.user_id and ${scope}))
      order by f.user_id = $3 desc limit 1`,
    parameters,
  );
  return row;
}

/**
 * Whether the caller may name a file from now on without sending it: they sent it once, or somebody's record on a loan
 * they see has it. The latter is noted as theirs, since they could as well download and send it.
 */
export async function holdsFile(tx: Tx, actor: Actor, sha256: string): Promise<boolean> {
  const file = await findReadable(tx, actor, sha256);
  if (file && !file.own) await completeFiles(tx, actor, [file]);
  return file !== undefined;
}
