/** SQL of changes of an e-mail address or mobile. */
import type { Tx } from '../../db/database';

export type ContactKind = 'email' | 'mobile';

export interface StoredChange {
  id: string;
  user_id: string;
  kind: ContactKind;
  old_value: string | null;
  new_value: string;
  confirm_hash: string;
  wrong_codes: number;
  created_at: string;
  expires_at: string;
}

const ROW = 'id, user_id, kind, old_value, new_value, confirm_hash, wrong_codes, created_at, expires_at';
const WAITING = 'confirmed_at is null and ended_at is null';

/** A later request replaces one that waits. */
export async function insertChange(
  tx: Tx,
  change: Omit<StoredChange, 'wrong_codes' | 'created_at' | 'expires_at'> & { undo_hash: string },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `update contact_changes set ended_at = $3
      where tenant_id = current_tenant() and user_id = $1 and kind = $2 and ${WAITING}`,
    [change.user_id, change.kind, now],
  );
  await tx.query(
    `insert into contact_changes (tenant_id, id, user_id, kind, old_value, new_value, confirm_hash, undo_hash, created_at, expires_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      change.id,
      change.user_id,
      change.kind,
      change.old_value,
      change.new_value,
      change.confirm_hash,
      change.undo_hash,
      now,
      expiresAt,
    ],
  );
}

export const waitingChanges = (tx: Tx, userId: string, now: Date): Promise<StoredChange[]> =>
  tx.query<StoredChange>(
    `select ${ROW} from contact_changes
      where tenant_id = current_tenant() and user_id = $1 and expires_at > $2 and ${WAITING} order by created_at`,
    [userId, now],
  );

/** Locked, so that two who confirm at once take turns. */
export async function waitingByHash(tx: Tx, hash: string, now: Date): Promise<StoredChange | undefined> {
  const [row] = await tx.query<StoredChange>(
    `select ${ROW} from contact_changes
      where tenant_id = current_tenant() and confirm_hash = $1 and kind = 'email' and expires_at > $2 and ${WAITING} for update`,
    [hash, now],
  );
  return row;
}

export async function waitingById(tx: Tx, id: string, userId: string, now: Date): Promise<StoredChange | undefined> {
  const [row] = await tx.query<StoredChange>(
    `select ${ROW} from contact_changes
      where tenant_id = current_tenant() and id = $1 and user_id = $2 and kind = 'mobile' and expires_at > $3 and ${WAITING}
      for update`,
    [id, userId, now],
  );
  return row;
}

/** Counts a wrong code; the last one that is allowed ends the request. */
export async function countWrongCode(tx: Tx, id: string, most: number, now: Date): Promise<void> {
  await tx.query(
    `update contact_changes set wrong_codes = wrong_codes + 1,
            ended_at = case when wrong_codes + 1 >= $2 then $3::timestamptz else ended_at end
      where tenant_id = current_tenant() and id = $1`,
    [id, most, now],
  );
}

export async function markConfirmed(
  tx: Tx,
  id: string,
  confirmed: { oldValue: string | null; undoHash: string; now: Date; undoUntil: Date },
): Promise<void> {
  await tx.query(
    `update contact_changes set old_value = $2, undo_hash = $3, confirmed_at = $4, undo_until = $5
      where tenant_id = current_tenant() and id = $1`,
    [id, confirmed.oldValue, confirmed.undoHash, confirmed.now, confirmed.undoUntil],
  );
}

export async function undoableByHash(tx: Tx, hash: string, now: Date): Promise<StoredChange | undefined> {
  const [row] = await tx.query<StoredChange>(
    `select ${ROW} from contact_changes
      where tenant_id = current_tenant() and undo_hash = $1 and confirmed_at is not null and undo_until > $2
        and ended_at is null for update`,
    [hash, now],
  );
  return row;
}

/** This change and every later one of the kind: whoever came in by it may have gone on. */
export async function endFrom(tx: Tx, change: StoredChange, now: Date): Promise<void> {
  await tx.query(
    `update contact_changes set ended_at = $4
      where tenant_id = current_tenant() and user_id = $1 and kind = $2 and created_at >= $3 and ended_at is null`,
    [change.user_id, change.kind, change.created_at, now],
  );
}

/** Every request and way back of a user: somebody above has set the value. */
export async function endChangesOf(tx: Tx, userId: string, kind: ContactKind, now: Date): Promise<void> {
  await tx.query(
    `update contact_changes set ended_at = $3
      where tenant_id = current_tenant() and user_id = $1 and kind = $2 and ended_at is null`,
    [userId, kind, now],
  );
}

/** The e-mail address or mobile alone; its sign-in name is the caller's to claim. */
export async function setContact(
  tx: Tx,
  userId: string,
  kind: ContactKind,
  value: string | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update users set ${kind === 'email' ? 'email' : 'mobile'} = $2, version = version + 1, updated_at = $3
      where tenant_id = current_tenant() and id = $1`,
    [userId, value, now],
  );
}
