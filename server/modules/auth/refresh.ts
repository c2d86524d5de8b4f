import type { SessionTokens } from '../../../core/contract/auth';
import { appendAudit } from '../../db/audit';
import { ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import {
  countChildren,
  endSession,
  findToken,
  findUser,
  insertToken,
  spendToken,
  tenantOf,
  touchSession,
} from './repository';
import { tokensOf } from './sign-in';
import { hashToken, newRefreshToken, tenantOfRefreshToken } from './tokens';

/** A client whose answers get lost may ask again; nobody loses this many in a row. */
const MAX_CHILDREN = 20;

type Outcome =
  | { kind: 'renewed'; userId: string; sessionId: string; endsAt: Date }
  | { kind: 'refused'; code: 'session-ended' | 'identity-mismatch' | 'device-revoked' };

/**
 * Exchanges a refresh token for a new pair. The old token works until the new one is first used; showing a token
 * that was given up since ends the whole session, because then two hold it. Throws `ApiError` 401 `session-ended`,
 * 403 `identity-mismatch` when `userId` is not the session's user, 403 `device-revoked`.
 */
export function refreshService(
  deps: Deps,
  forgetSession: (sessionId: string) => void,
): (token: string, userId: string) => Promise<SessionTokens> {
  const { db, clock } = deps;
  return async (token, userId) => {
    const tenantId = tenantOfRefreshToken(token);
    if (!tenantId) throw new ApiError('session-ended');
    const now = clock.now();
    const hash = hashToken(token);
    const next = newRefreshToken(tenantId);
    const tenant = await tenantOf(db, tenantId);

    const outcome = await db.transaction<Outcome>({ tenantId }, async (tx) => {
      const refused = (code: 'session-ended' | 'identity-mismatch' | 'device-revoked') =>
        ({ kind: 'refused', code }) as const;
      const found = await findToken(tx, hash);
      if (!found || found.ended_at !== null || Date.parse(found.expires_at) <= now.getTime()) {
        return refused('session-ended');
      }
      const note = (action: string, actorId: string | null, detail: Record<string, unknown> = {}) =>
        appendAudit(tx, [{ action, subject: 'session', subjectId: found.session_id, actorId, detail }], now);
      const end = async (reason: string) => {
        if (await endSession(tx, found.session_id, reason, now)) await note('auth.session-ended', null, { reason });
        forgetSession(found.session_id);
        return refused('session-ended');
      };
      if (found.user_id !== userId.toLowerCase()) {
        await note('auth.identity-mismatch', found.user_id, { header: 'userid', claimed: userId });
        return refused('identity-mismatch');
      }
      if (found.device_revoked_at !== null) return refused('device-revoked');
      if (found.state === 'dead') return end('refresh token used twice');
      if (found.state === 'used' && (await countChildren(tx, hash)) >= MAX_CHILDREN) return end('refreshed too often');
      const user = await findUser(tx, found.user_id);
      if (!user?.active || user.stopped_by !== null || !tenant?.active) return end('account not active');
      if (found.state === 'live') await spendToken(tx, hash, found.session_id);
      await insertToken(tx, found.session_id, hashToken(next), hash);
      await touchSession(tx, found.session_id, now);
      return {
        kind: 'renewed',
        userId: found.user_id,
        sessionId: found.session_id,
        endsAt: new Date(found.expires_at),
      };
    });

    if (outcome.kind === 'refused') throw new ApiError(outcome.code);
    return tokensOf(deps, { tenantId, ...outcome }, next, now);
  };
}
