import { RESET_MINUTES } from '../../../core/contract/passwords';
import type { Role } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import type { Handlers } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import type { SessionAuthority } from './authority';
import { passwordsService } from './passwords-service';
import { refreshService } from './refresh';
import { endSession } from './repository';
import { signInService } from './sign-in';

export { actorOf } from './acting';
export { addressLimiter, takeTry } from './attempts';
export { createAuthority, type SessionAuthority } from './authority';
export { initialPassword, shutPassword, storeInitialPassword } from './first-password';
export { type Invited, invite, mailInvitation, noPassword } from './invitation';
export { claimLogins, freeLogin, type HeldLogin, isLoginOfAnother, releaseLogins } from './logins';
export { type FalseClaim, noteMismatch } from './mismatch';
export { letterOf } from './password-mail';
export { isDemoPassword } from './password-policy';
export { endLinksOf, endSessionsOf, passwordOf } from './password-store';
export { hashPassword } from './passwords';
export { provePassword, sendResetLink } from './passwords-service';
export { endSession, tenantOf } from './repository';
export { passwordCheck } from './sign-in';
export { hashToken } from './tokens';

const CLIENT_ROLES: readonly Role[] = ['CLIENT', 'CLIENT_ADMIN', 'CUSTOMER'];

type AuthHandlers = Pick<
  Handlers,
  | 'auth.authenticate'
  | 'auth.refresh'
  | 'auth.logout'
  | 'auth.clientLogin'
  | 'passwords.change'
  | 'passwords.forgot'
  | 'passwords.checkReset'
  | 'passwords.reset'
>;

export function handlers(deps: Deps, authority: SessionAuthority, background: Background): AuthHandlers {
  const { db, clock } = deps;
  const signIn = signInService(deps, background);
  const refresh = refreshService(deps, (sessionId) => authority.forget(sessionId));
  const passwords = passwordsService(deps, background, (sessionId) => authority.forget(sessionId));

  return {
    'auth.authenticate': async ({ body, ip, userAgent }) => {
      const login = 'email' in body ? body.email : body.username;
      const { tokens, profile, otherDevices } = await signIn({
        login,
        password: body.password,
        device: body.device,
        ip,
        userAgent,
      });
      return {
        success: true,
        data: { authenticationResult: tokens, profile, ...(otherDevices.length > 0 && { otherDevices }) },
      };
    },

    'auth.refresh': async ({ headers }) => ({
      success: true,
      data: { authenticationResult: await refresh(headers.refreshtoken, headers.userid) },
    }),

    'auth.logout': async ({ actor, query }) => {
      const { tenantId, userId, sessionId } = actor;
      if (sessionId === null) return { success: true };
      const reason = query.reason ?? 'logout';
      const now = clock.now();
      await db.transaction({ tenantId, userId }, async (tx) => {
        if (!(await endSession(tx, sessionId, reason, now))) return;
        await appendAudit(
          tx,
          [
            {
              action: 'auth.logged-out',
              subject: 'session',
              subjectId: sessionId,
              actorId: userId,
              detail: { reason },
            },
          ],
          now,
        );
      });
      authority.forget(sessionId);
      return { success: true };
    },

    'auth.clientLogin': async ({ body, ip, userAgent }) => {
      const { tokens, profile } = await signIn({
        login: body.username,
        password: body.password,
        ip,
        userAgent,
        roles: CLIENT_ROLES,
      });
      return {
        auth: true,
        token: tokens.token,
        refreshToken: tokens.refreshToken,
        expiresAt: tokens.expiresAt,
        userInfo: profile,
      };
    },

    'passwords.change': async ({ actor, body, ip }) => ({
      success: true,
      data: { endedSessions: await passwords.change(actor, body.current, body.next, ip) },
    }),

    'passwords.forgot': async ({ body, ip }) => {
      await passwords.forgot(body.login, ip);
      return { success: true, data: { minutes: RESET_MINUTES } };
    },

    'passwords.checkReset': async ({ body, ip }) => ({ success: true, data: await passwords.check(body.token, ip) }),

    'passwords.reset': async ({ body, ip }) => ({
      success: true,
      data: await passwords.reset(body.token, body.password, ip),
    }),
  };
}
