import { appendAudit } from '../db/audit';
import type { Database } from '../db/database';

/**
 * Ends the sessions of the demo's accounts, once the demo is off. Their passwords were hashed once for all of them, and no two
 * others share a hash: each has a salt of its own.
 */
export async function endDemoSessions(db: Database, now: Date): Promise<void> {
  const tenants = await db.platform((tx) => tx.query<{ id: string }>('select id from tenants'));
  for (const { id: tenantId } of tenants) {
    await db.transaction({ tenantId }, async (tx) => {
      const ended = await tx.query<{ id: string }>(
        `update sessions s set ended_at = $1, end_reason = 'demo switched off'
          where s.tenant_id = current_tenant() and s.ended_at is null and s.user_id in (
            select u.id from users u where u.tenant_id = current_tenant() and u.password_hash in (
              select password_hash from users where tenant_id = current_tenant() group by 1 having count(*) > 1))
          returning s.id`,
        [now],
      );
      const detail = { reason: 'demo switched off' };
      await appendAudit(
        tx,
        ended.map(({ id }) => ({
          action: 'auth.session-ended',
          subject: 'session',
          subjectId: id,
          actorId: null,
          detail,
        })),
        now,
      );
    });
  }
}
