/** SQL over uploads under way. How far one has come is not in here: that is the size of its file. */
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Who } from './repository';

export interface UploadRow {
  id: string;
  sha256: string;
  length: number;
  sealedKey: string | null;
  createdAt: string;
  finished: boolean;
}

type Owner = Pick<Actor, 'tenantId' | 'userId' | 'deviceId'>;

const COLUMNS = `id, sha256, length, sealed_key as "sealedKey", created_at as "createdAt", finished_at is not null as finished`;

/** Undefined for an upload of anybody else, or of another device of the same user. */
export async function findUpload(tx: Tx, owner: Owner, id: string): Promise<UploadRow | undefined> {
  const [row] = await tx.query<UploadRow>(
    `select ${COLUMNS} from attachment_uploads
      where tenant_id = $1 and id = $2 and user_id = $3 and device_id is not distinct from $4::uuid`,
    [owner.tenantId, id, owner.userId, owner.deviceId],
  );
  return row;
}

export async function addUpload(
  tx: Tx,
  owner: Owner,
  upload: Pick<UploadRow, 'id' | 'sha256' | 'length' | 'sealedKey'>,
  now: Date,
  finished: boolean,
): Promise<void> {
  await tx.query(
    `insert into attachment_uploads (tenant_id, id, user_id, device_id, sha256, length, sealed_key, created_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      owner.tenantId,
      upload.id,
      owner.userId,
      owner.deviceId,
      upload.sha256,
      upload.length,
      upload.sealedKey,
      now.toISOString(),
      finished ? now.toISOString() : null,
    ],
  );
}

export async function finishUpload(tx: Tx, who: Who, id: string, now: Date): Promise<void> {
  await tx.query('update attachment_uploads set finished_at = $3 where tenant_id = $1 and id = $2', [
    who.tenantId,
    id,
    now.toISOString(),
  ]);
}

export async function dropUploads(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.query('delete from attachment_uploads where tenant_id = $1 and id = any($2::uuid[])', [tenantId, ids]);
}

/** The caller's own unfinished uploads, newest first; of one file when `sha256` is given. */
export async function unfinishedUploads(tx: Tx, who: Who, sha256: string | null): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from attachment_uploads
      where tenant_id = $1 and user_id = $2 and finished_at is null and ($3::text is null or sha256 = $3)
      order by created_at desc, id desc`,
    [who.tenantId, who.userId, sha256],
  );
  return rows.map(({ id }) => id);
}

/** Uploads of a tenant that began before `unfinishedBefore`, or were finished before `finishedBefore`. */
export async function expiredUploads(
  tx: Tx,
  tenantId: string,
  { unfinishedBefore, finishedBefore }: { unfinishedBefore: Date; finishedBefore: Date },
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from attachment_uploads
      where tenant_id = $1 and (created_at < $2 or finished_at < $3) order by created_at limit $4`,
    [tenantId, unfinishedBefore.toISOString(), finishedBefore.toISOString(), limit],
  );
  return rows.map(({ id }) => id);
}
