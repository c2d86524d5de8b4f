/** Who is behind a token or a device's signature; asked for every request that is not public. */
import { signedText, verifyText } from '../../../core/contract/device-keys';
import { parseRole } from '../../../core/domain/roles';
import type { Authority } from '../../http/authority';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantActivity } from '../tenants';
import { noteMismatch } from './mismatch';
import { type Caller, callerOfDevice, callerOfSession, touchDevice } from './repository';
import { accessTokenReader } from './tokens';

/** A session looked up is believed for this long, so that one ended elsewhere is gone within it. */
const BELIEF_MS = 1000;
const MAX_BELIEVED = 20_000;
/** Clocks of phones are wrong; repeats are caught by idempotency keys, not by this. */
const DEVICE_CLOCK_MS = 48 * 3600 * 1000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function actorOf(caller: Caller, part: Pick<Actor, 'tenantId' | 'sessionId' | 'via'>): Actor {
  const role = parseRole(caller.role);
  if (!role) throw new ApiError('session-ended');
  return {
    ...part,
    userId: caller.user_id,
    role,
    subRole: caller.sub_role,
    deviceId: caller.device_id,
    agencyId: caller.agency_id,
    clientId: caller.client_id,
    fullName: caller.full_name,
  };
}

export interface SessionAuthority extends Authority {
  /** The session has ended: nobody is believed to hold it any more. */
  forget(sessionId: string): void;
}

export function createAuthority({ db, clock, keys }: Deps): SessionAuthority {
  const readToken = accessTokenReader(keys, clock);
  const isActive = tenantActivity(db, clock);
  const believed = new Map<string, { actor: Promise<Actor>; until: number; tenantId: string; userId: string }>();

  async function lookUp(tenantId: string, sessionId: string, userId: string): Promise<Actor> {
    const caller = await db.transaction({ tenantId, userId }, (tx) => callerOfSession(tx, sessionId));
    if (!caller || caller.user_id !== userId || caller.ended_at !== null || !caller.active) {
      throw new ApiError('session-ended');
    }
    if (Date.parse(caller.expires_at) <= clock.now().getTime()) throw new ApiError('session-ended');
    if (caller.stopped_by !== null) throw new ApiError('session-ended');
    if (caller.device_revoked_at !== null) throw new ApiError('device-revoked');
    if (!(await isActive(tenantId))) throw new ApiError('session-ended');
    return actorOf(caller, { tenantId, sessionId, via: 'session' });
  }

  return {
    async bySession(token) {
      const claims = await readToken(token);
      if (!claims) throw new ApiError('not-signed-in');
      // Real time, not the server's clock: this is about how long a look-up is kept, and tests stop the clock.
      const now = performance.now();
      const known = believed.get(claims.sessionId);
      const { tenantId, userId } = claims;
      if (known && known.until > now && known.tenantId === tenantId && known.userId === userId) return known.actor;
      const actor = lookUp(tenantId, claims.sessionId, userId);
      believed.delete(claims.sessionId);
      believed.set(claims.sessionId, { actor, until: now + BELIEF_MS, tenantId, userId });
      if (believed.size > MAX_BELIEVED) believed.delete(believed.keys().next().value as string);
      actor.catch(() => {
        if (believed.get(claims.sessionId)?.actor === actor) believed.delete(claims.sessionId);
      });
      return actor;
    },

    forget(sessionId) {
      believed.delete(sessionId);
    },

    async byDevice(claim, revokedToo = false) {
      if (![claim.tenantId, claim.userId, claim.deviceId].every((id) => UUID.test(id))) {
        throw new ApiError('not-signed-in');
      }
      const now = clock.now();
      const at = Date.parse(claim.at);
      if (!(Math.abs(at - now.getTime()) <= DEVICE_CLOCK_MS)) {
        throw new ApiError('not-signed-in', { message: "The device's clock is off by more than two days." });
      }
      const { tenantId, userId } = claim;
      const caller = await db.transaction({ tenantId, userId }, (tx) => callerOfDevice(tx, claim.deviceId, userId));
      if (!caller) throw new ApiError('not-signed-in');
      const text = signedText(claim.method, claim.pathAndQuery, claim.at, claim.bodySha256);
      // A signature or key that is not even base64url is as wrong as one that does not match.
      const good = await verifyText(caller.public_key, text, claim.signature).catch(() => false);
      if (!good) throw new ApiError('not-signed-in');
      // What the phone holds stays there until the tenant is active again.
      if (!(await isActive(tenantId))) throw new ApiError('session-ended');
      const revoked = caller.device_revoked_at !== null;
      if (revoked && !revokedToo) throw new ApiError('device-revoked');
      await db.transaction({ tenantId, userId }, (tx) => touchDevice(tx, claim.deviceId, userId, now));
      const actor = actorOf(caller, { tenantId, sessionId: null, via: 'device' });
      return revoked ? { ...actor, revoked: true } : actor;
    },

    async reportMismatch(actor, header, claimed, endpoint) {
      await noteMismatch({ db, clock }, actor, { header, claimed, endpoint });
    },
  };
}
