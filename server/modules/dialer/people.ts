/** Dialer user names and whose they are. A telecaller without a name of their own in the dialer goes by the user name. */
import { appendAudit } from '../../db/audit';
import type { Database, Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { peopleScope } from '../loans';

export const DIALER_NAME = 'coalesce(u.dialer_username, u.username)';

/** The telecaller of that name in the tenant. */
export async function agentNamed(tx: Tx, tenantId: string, username: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select u.id from users u
      where u.tenant_id = $1 and lower(${DIALER_NAME}) = lower($2) and upper(u.role) = 'CRM_TELECALLER' and u.active
      order by u.id limit 1`,
    [tenantId, username],
  );
  return row?.id;
}

/** The telecaller of that name among the caller's people. Throws `not-found` for every other. */
export async function ownAgent(tx: Tx, actor: Actor, username: string): Promise<string> {
  const id = await agentNamed(tx, actor.tenantId, username);
  if (id) {
    const parameters: unknown[] = [actor.tenantId, id];
    const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
    const rows = await tx.query(`select 1 from users u where u.tenant_id = $1 and u.id = $2 and ${scope}`, parameters);
    if (rows.length > 0) return id;
  }
  throw new ApiError('not-found');
}

/**
 * A telecaller acts under their own name. Another one is an identity that disagrees with the token: 403
 * `identity-mismatch`, with an entry in the audit.
 */
export async function insistOnSelf(
  db: Database,
  actor: Actor,
  username: string,
  where: string,
  now: Date,
): Promise<void> {
  const scope = { tenantId: actor.tenantId, userId: actor.userId };
  const own = await db.transaction(scope, async (tx) => {
    const [row] = await tx.query<{ name: string }>(
      `select ${DIALER_NAME} as name from users u where u.tenant_id = $1 and u.id = $2`,
      [actor.tenantId, actor.userId],
    );
    if (row?.name.toLowerCase() === username.toLowerCase()) return true;
    await appendAudit(
      tx,
      [
        {
          action: 'auth.identity-mismatch',
          subject: 'user',
          subjectId: actor.userId,
          actorId: actor.userId,
          detail: { header: 'username', claimed: username.slice(0, 64), endpoint: where },
        },
      ],
      now,
    );
    return false;
  });
  if (!own) throw new ApiError('identity-mismatch');
}
