/** SQL that forgets what signing in has left behind; in pages, in the transaction's tenant. Each answers whether there may be more. */
import type { Tx } from '../../db/database';

const PAGE = 2000;

/** Refresh tokens of sessions that ended, or could no longer be renewed, before that time. */
export async function forgetTokens(tx: Tx, before: Date): Promise<boolean> {
  const gone = await tx.query(
    `delete from refresh_tokens where tenant_id = current_tenant() and token_hash in (
       select t.token_hash from sessions s
         join refresh_tokens t on t.tenant_id = s.tenant_id and t.session_id = s.id
        where s.tenant_id = current_tenant() and (s.expires_at < $1 or s.ended_at < $1)
        limit ${PAGE}) returning 1`,
    [before],
  );
  return gone.length === PAGE;
}

export async function forgetSessions(tx: Tx, before: Date): Promise<boolean> {
  const gone = await tx.query(
    `delete from sessions where tenant_id = current_tenant() and id in (
       select id from sessions where tenant_id = current_tenant() and expires_at < $1 limit ${PAGE}) returning 1`,
    [before],
  );
  return gone.length === PAGE;
}
