import type { OtherDevice, Profile, SessionTokens } from '../../../core/contract/auth';
import { uuidv7 } from '../../../core/domain/ids';
import { isFieldRole, parseRole, type Role } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import { ApiError } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import { stopWords } from '../tenants';
import { addressLimiter, beginPasswordTry, clearPasswordTries, inTurn, type Tried } from './attempts';
import { firstPasswordDoor } from './first-password';
import { isDemoPassword } from './password-policy';
import { otherDevicesOf, userOfLogin } from './password-store';
import { passwordMatches } from './passwords';
import { profileOf } from './profile';
import { findUser, insertSession, type NewDevice, registerDevice, type StoredUser, tenantOf } from './repository';
import { ACCESS_SECONDS, hashToken, newRefreshToken, signAccessToken } from './tokens';

export interface Credentials {
  login: string;
  password: string;
  device?: NewDevice | undefined;
  ip: string;
  userAgent: string;
  /** Only these roles may sign in this way; others are answered as if the password were wrong. */
  roles?: readonly Role[];
}

export interface SignedIn {
  tokens: SessionTokens;
  profile: Profile;
  /** Only for a device that signs in as this user for the first time. */
  otherDevices: OtherDevice[];
}

/** No tenant and no user has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** What a client holds after signing in or refreshing; the access token never outlives its session. */
export async function tokensOf(
  { keys }: Pick<Deps, 'keys'>,
  session: { tenantId: string; userId: string; sessionId: string; endsAt: Date },
  refreshToken: string,
  now: Date,
): Promise<SessionTokens> {
  const expires = new Date(Math.min(later(now, ACCESS_SECONDS).getTime(), session.endsAt.getTime()));
  return {
    token: await signAccessToken(keys, session, now, expires),
    refreshToken,
    expiresAt: expires.toISOString(),
    sessionEndsAt: session.endsAt.toISOString(),
    serverTime: now.toISOString(),
  };
}

/** Who gave the right password, before any session is made. */
export interface Known {
  tenantId: string;
  userId: string;
  user: StoredUser;
  role: Role;
  tenant: { name: string; zone: string };
}

/**
 * Checking a name and password. Unknown names, wrong passwords and locks look and last the same. Throws `ApiError`:
 * `too-many`, `account-locked`, `wrong-credentials`, `account-inactive`, and `own-password-first` with a token to choose one
 * while the password is still the one that somebody else made.
 */
export function passwordCheck(deps: Deps, background: Background): (credentials: Credentials) => Promise<Known> {
  const { db, clock, config } = deps;
  const limiter = addressLimiter('sign-in', config.signInsPerMinute, deps);

  /** Not waited for: its time would tell which names exist. */
  const noteRefusal = (tenantId: string, userId: string, detail: { failures: number; ip: string }, now: Date) =>
    background.run('note of a refused sign-in', async () => {
      await db.transaction({ tenantId, userId }, (tx) =>
        appendAudit(
          tx,
          [{ action: 'auth.sign-in-refused', subject: 'user', subjectId: userId, actorId: null, detail }],
          now,
        ),
      );
    });

  return async ({ login, password, ip, roles }) => {
    const giveBack = await limiter.take(ip);
    const name = login.trim().toLowerCase();
    const found = await userOfLogin(db, name);
    const tried = found ?? { name };
    const { tenantId, user, role } = await inTurn(db, tried, () => matching(found, tried, { password, ip, roles }));
    await giveBack();
    return admitted(tenantId, user, role, ip);
  };

  /** Throws `account-locked` and `wrong-credentials`. */
  async function matching(
    found: { tenantId: string; userId: string } | undefined,
    tried: Tried,
    { password, ip, roles }: Pick<Credentials, 'password' | 'ip' | 'roles'>,
  ) {
    const now = clock.now();
    const { failures, lockedFor } = await db.platform((tx) => beginPasswordTry(tx, tried, now));
    if (lockedFor > 0) throw new ApiError('account-locked', { retryAfterSeconds: lockedFor });

    // Somebody is looked for under every name, so that an answer takes as long whether anybody has it.
    const { tenantId, userId } = found ?? { tenantId: NOBODY, userId: NOBODY };
    const user = await db.transaction({ tenantId }, (tx) => findUser(tx, userId));
    // Nobody may choose the demo's password: who still has it is an account of the demo.
    const shut = config.demo === 'off' && isDemoPassword(password);
    const right = (await passwordMatches(user?.password_hash, password)) && !shut;
    const role = user && parseRole(user.role);
    if (!user || !right || (roles && !(role && roles.includes(role)))) {
      if (user) noteRefusal(tenantId, user.id, { failures, ip }, now);
      throw new ApiError('wrong-credentials');
    }
    await clearPasswordTries(db, tried);
    return { tenantId, user, role };
  }

  async function admitted(tenantId: string, user: StoredUser, role: Role | undefined, ip: string): Promise<Known> {
    const now = clock.now();
    const tenant = await tenantOf(db, tenantId);
    if (!user.active || !tenant?.active || !role) throw new ApiError('account-inactive');
    if (user.stopped_by !== null) {
      const name = user.stopped_by === 'agency' ? user.agency_name : user.client_name;
      throw new ApiError('account-inactive', { message: stopWords(user.stopped_by, name) });
    }
    if (user.must_change_password) {
      throw new ApiError('own-password-first', {
        resetToken: await firstPasswordDoor(db, tenantId, user.id, ip, now),
      });
    }
    return { tenantId, userId: user.id, user, role, tenant };
  }
}

/** Signing in by name and password. Throws what `passwordCheck` throws, and `device-revoked`. */
export function signInService(deps: Deps, background: Background): (credentials: Credentials) => Promise<SignedIn> {
  const { db, clock, config } = deps;
  const check = passwordCheck(deps, background);

  return async (credentials) => {
    const { tenantId, user, role, tenant } = await check(credentials);
    const { device, ip, userAgent } = credentials;
    const now = clock.now();
    const hours = isFieldRole(role) ? config.sessionHours.field : config.sessionHours.desk;
    const session = {
      tenantId,
      userId: user.id,
      sessionId: uuidv7(now.getTime()),
      endsAt: later(now, hours * 3600),
    };
    const refreshToken = newRefreshToken(tenantId);
    const admitted = await db.transaction({ tenantId: session.tenantId, userId: user.id }, async (tx) => {
      const registered = device && (await registerDevice(tx, user.id, device, now));
      if (registered === 'revoked') return undefined;
      const others = device && registered === 'new' ? await otherDevicesOf(tx, user.id, device.id, now) : [];
      await insertSession(tx, {
        id: session.sessionId,
        userId: user.id,
        deviceId: device?.id ?? null,
        tokenHash: hashToken(refreshToken),
        now,
        expiresAt: session.endsAt,
        ip,
        userAgent,
      });
      await appendAudit(
        tx,
        [
          {
            action: 'auth.signed-in',
            subject: 'session',
            subjectId: session.sessionId,
            actorId: user.id,
            detail: { ip, deviceId: device?.id ?? null },
          },
        ],
        now,
      );
      return others;
    });
    if (!admitted) throw new ApiError('device-revoked');
    return {
      tokens: await tokensOf(deps, session, refreshToken, now),
      profile: profileOf(user, { id: tenantId, name: tenant.name, zone: tenant.zone }),
      otherDevices: admitted.map((row) => ({
        name: row.name,
        lastSeenAt: new Date(row.last_seen_at).toISOString(),
        unsent: row.unsent,
      })),
    };
  };
}
