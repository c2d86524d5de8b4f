import type { OpenSession } from '../../../core/contract/people-sessions';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { endSession, endSessionsOf, type SessionAuthority } from '../auth';
import { subordinateOf } from './rules';

const MOST = 50;

interface Row {
  id: string;
  device: string | null;
  user_agent: string | null;
  ip: string | null;
  created_at: string;
  refreshed_at: string;
  expires_at: string;
}

const openOf = (tx: Tx, userId: string, now: Date): Promise<Row[]> =>
  tx.query<Row>(
    `select s.id, d.name as device, s.user_agent, s.ip, s.created_at, s.refreshed_at, s.expires_at
       from sessions s
       left join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id and d.user_id = s.user_id
      where s.tenant_id = current_tenant() and s.user_id = $1 and s.ended_at is null and s.expires_at > $2
      order by s.created_at desc limit ${MOST}`,
    [userId, now],
  );

const isOf = async (tx: Tx, userId: string, session: string): Promise<boolean> =>
  (
    await tx.query('select 1 from sessions where tenant_id = current_tenant() and user_id = $1 and id = $2', [
      userId,
      session,
    ])
  ).length > 0;

/** Sessions of the caller (`whom` undefined) or of somebody below; throws what `subordinateOf` throws. */
export function sessionsService({ db, clock }: Deps, authority: SessionAuthority) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  const personIn = async (tx: Tx, actor: Actor, whom: string | undefined): Promise<string> =>
    whom === undefined ? actor.userId : (await subordinateOf(tx, actor, whom)).row.id;

  return {
    list: (actor: Actor, whom?: string): Promise<OpenSession[]> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const rows = await openOf(tx, await personIn(tx, actor, whom), clock.now());
        return rows.map((row) => ({
          id: row.id,
          current: row.id === actor.sessionId,
          device: row.device,
          userAgent: row.user_agent,
          ip: row.ip,
          startedAt: row.created_at,
          lastSeenAt: row.refreshed_at,
          endsAt: row.expires_at,
        }));
      }),

    /** Ends one, or all but the caller's own; answers how many. Throws `not-found` for a session of somebody else. */
    async end(actor: Actor, session: string | undefined, whom?: string): Promise<number> {
      const now = clock.now();
      const ended = await db.transaction(scopeOf(actor), async (tx) => {
        const userId = await personIn(tx, actor, whom);
        const reason = whom === undefined ? 'ended by its owner' : 'ended by a supervisor';
        let gone: string[];
        if (session === undefined) gone = await endSessionsOf(tx, userId, actor.sessionId, reason, now);
        else {
          if (!(await isOf(tx, userId, session))) throw new ApiError('not-found');
          gone = (await endSession(tx, session, reason, now)) ? [session] : [];
        }
        await appendAudit(
          tx,
          gone.map((id) => ({
            action: 'auth.session-ended',
            subject: 'session',
            subjectId: id,
            actorId: actor.userId,
            detail: { reason, userId },
          })),
          now,
        );
        return gone;
      });
      for (const id of ended) authority.forget(id);
      return ended.length;
    },
  };
}
