/**
 * Access tokens: EdDSA JWTs of 15 minutes that name user, tenant and session and nothing else. Refresh tokens:
 * `rt_<tenant>.<256 random bits>`, known to the server by their hash only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isId } from '../../../core/domain/ids';
import type { Clock } from '../../platform/clock';
import type { Keys } from '../../platform/keys';

const ISSUER = 'recoup';
const AUDIENCE = 'recoup-api';
const TYPE = 'at+jwt';
export const ACCESS_SECONDS = 15 * 60;

export interface AccessClaims {
  userId: string;
  tenantId: string;
  sessionId: string;
}

export async function signAccessToken(keys: Keys, claims: AccessClaims, now: Date, expires: Date): Promise<string> {
  return new SignJWT({ tid: claims.tenantId, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid: keys.signing.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(keys.signing.key);
}

const MAX_REMEMBERED = 20_000;

/** Undefined for every token that is not exactly ours and alive. Good ones are remembered: verifying costs more than all else. */
export function accessTokenReader(keys: Keys, clock: Clock): (token: string) => Promise<AccessClaims | undefined> {
  const remembered = new Map<string, { claims: AccessClaims; expires: number }>();
  return async (token) => {
    const now = clock.now();
    const known = remembered.get(token);
    if (known) {
      if (known.expires > now.getTime()) return known.claims;
      remembered.delete(token);
      return undefined;
    }
    try {
      const { payload } = await jwtVerify(
        token,
        // Keys come from our own list by `kid` alone; jku, jwk and x5u in a header are never looked at.
        ({ kid }) => {
          const key = kid === undefined ? undefined : keys.verifying.get(kid);
          if (!key) throw new Error('unknown key');
          return key;
        },
        {
          algorithms: ['EdDSA'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'tid', 'sid', 'exp'],
          currentDate: now,
        },
      );
      const { sub, tid, sid, exp } = payload;
      if (!isId(sub) || !isId(tid) || !isId(sid)) return undefined;
      const claims = { userId: sub, tenantId: tid, sessionId: sid };
      remembered.set(token, { claims, expires: (exp ?? 0) * 1000 });
      if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
      return claims;
    } catch {
      return undefined;
    }
  };
}

export const newRefreshToken = (tenantId: string): string => `rt_${tenantId}.${randomBytes(32).toString('base64url')}`;

/** The tenant a refresh token names, undefined when it is not one of ours by form. */
export const tenantOfRefreshToken = (token: string): string | undefined =>
  /^rt_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
