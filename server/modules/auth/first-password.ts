/**
 * The password of a first sign-in: made here, told to its owner once, and good for nothing but choosing another, by the
 * same door as a link from a mail.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { RESET_MINUTES } from '../../../core/contract/passwords';
import { appendAudit } from '../../db/audit';
import type { Database, Tx } from '../../db/database';
import { noPassword } from './invitation';
import { insertReset, storePassword } from './password-store';
import { hashToken } from './tokens';

/** Without what is read wrong from paper (0 O 1 l I); some 59 bits in three groups. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export function initialPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}

export async function storeInitialPassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await storePassword(tx, userId, hash, now);
  await tx.query('update users set must_change_password = true where tenant_id = current_tenant() and id = $1', [
    userId,
  ]);
}

/** No password opens the account until a link has brought one: whoever else is in knew the old one. */
export async function shutPassword(tx: Tx, userId: string, now: Date): Promise<void> {
  await storePassword(tx, userId, await noPassword(), now);
}

/** A token by which whoever has just shown the initial password chooses their own. */
export async function firstPasswordDoor(
  db: Database,
  tenantId: string,
  userId: string,
  ip: string,
  now: Date,
): Promise<string> {
  const token = `pr_${tenantId}.${randomBytes(32).toString('base64url')}`;
  await db.transaction({ tenantId, userId }, async (tx) => {
    const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
    await insertReset(tx, { hash: hashToken(token), userId, now, expiresAt });
    await appendAudit(
      tx,
      [{ action: 'auth.own-password-asked', subject: 'user', subjectId: userId, actorId: userId, detail: { ip } }],
      now,
    );
  });
  return token;
}
