/** Changing the own password, asking for a link by mail, and using it. */

import { randomBytes } from 'node:crypto';
import { RESET_MINUTES } from '../../../core/contract/passwords';
import { formatDateTime } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Database, Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import { addressLimiter, beginPasswordTry, clearPasswordTries, inTurn, takeTry } from './attempts';
import { changedMail, type MailTo, resetMail } from './password-mail';
import { passwordProblem } from './password-policy';
import { endSessionsOf, findOpenReset, insertReset, storePassword, userOfLogin } from './password-store';
import { hashPassword, passwordMatches } from './passwords';
import { findUser, type StoredUser, tenantOf } from './repository';
import { hashToken } from './tokens';

/** A mailbox is not filled by somebody who knows its owner's name. */
const LINKS_AN_HOUR = 3;
const HOUR_MS = 3_600_000;

const GONE = 'This link is no longer valid. Ask for a new one.';

const tenantOfReset = (token: string): string | undefined =>
  /^pr_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\./.exec(token)?.[1];

export interface ResetOwner {
  userId: string;
  tenantId: string;
  username: string;
  fullName: string;
}

/** Counted before anything is sent, so that ten at once are no more than three. */
const mayMail = async (db: Database, userId: string, now: Date): Promise<boolean> =>
  (await db.platform((tx) => takeTry(tx, `link to ${userId}`, LINKS_AN_HOUR, HOUR_MS, now))) === 0;

/**
 * Asks somebody who is signed in for their password again. Throws `ApiError` `wrong-credentials` naming `field`, and
 * `account-locked`: wrong tries count as at a sign-in, so that an unlocked phone is no way to guess.
 */
export async function provePassword(
  db: Database,
  { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>,
  user: Pick<StoredUser, 'password_hash'>,
  password: string,
  field: string,
  now: Date,
): Promise<void> {
  await inTurn(db, { tenantId, userId }, async () => {
    const { lockedFor } = await db.platform((tx) => beginPasswordTry(tx, { tenantId, userId }, now));
    if (lockedFor > 0) throw new ApiError('account-locked', { retryAfterSeconds: lockedFor });
    if (!(await passwordMatches(user.password_hash, password))) {
      const message = 'The current password is not right.';
      throw new ApiError('wrong-credentials', { message, fields: [{ path: field, message }] });
    }
    await clearPasswordTries(db, { tenantId, userId });
  });
}

const mailTo = (user: StoredUser, tenant: { name: string }): MailTo | undefined =>
  user.email === null
    ? undefined
    : { fullName: user.full_name, address: user.email, username: user.username, tenant: tenant.name };

/**
 * Mails a link for a new password to somebody who is active and has an address; at most three an hour. `ip` is who asked,
 * null where the server itself sends it.
 */
export async function sendResetLink(
  { db, mail, config, logger }: Pick<Deps, 'db' | 'mail' | 'config' | 'logger'>,
  background: Background,
  { tenantId, userId }: { tenantId: string; userId: string },
  now: Date,
  ip: string | null = null,
): Promise<void> {
  const tenant = await tenantOf(db, tenantId);
  if (!tenant?.active) return;
  if (!(await mayMail(db, userId, now))) {
    return logger.warn('no further link for a new password this hour', { tenantId, userId });
  }
  const token = `pr_${tenantId}.${randomBytes(32).toString('base64url')}`;
  const to = await db.transaction({ tenantId, userId }, async (tx) => {
    const user = await findUser(tx, userId);
    const address = user?.active ? mailTo(user, tenant) : undefined;
    if (!address) return undefined;
    await insertReset(tx, {
      hash: hashToken(token),
      userId,
      now,
      expiresAt: new Date(now.getTime() + RESET_MINUTES * 60_000),
    });
    await appendAudit(
      tx,
      [{ action: 'auth.reset-asked', subject: 'user', subjectId: userId, actorId: null, detail: { ip } }],
      now,
    );
    return address;
  });
  if (!to) return;
  // The token stands behind a #: it is in no log of a proxy and in no Referer.
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const letter = resetMail(to, `${origin}/reset-password#${token}`, RESET_MINUTES);
  // On its own, so that a mail server that is busy gets the same link again and not a second one.
  background.run('mail with a link for a new password', () => mail.send(letter));
}

export function passwordsService(deps: Deps, background: Background, forgetSession: (id: string) => void) {
  const { db, clock, config, mail } = deps;
  const asking = addressLimiter('asking for a link', config.signInsPerMinute, deps);
  const using = addressLimiter('using a link', config.signInsPerMinute, deps);

  async function refuseWeak(path: string, password: string, user: StoredUser): Promise<void> {
    const problem = await passwordProblem(path, password, user);
    if (problem) throw new ApiError('invalid', { message: problem.message, fields: [problem] });
  }

  function tell(user: StoredUser, tenant: { name: string; zone: string }, how: 'changed' | 'reset', now: Date): void {
    const to = mailTo(user, tenant);
    if (to) {
      background.run('mail about a changed password', () =>
        mail.send(changedMail(to, how, formatDateTime(now, tenant.zone))),
      );
    }
  }

  /** Stores the password and ends the sessions but `except`, in one transaction with its audit entry. */
  async function replace(
    tx: Tx,
    user: StoredUser,
    hash: string,
    audit: { action: string; except: string | null; ip: string },
    now: Date,
  ): Promise<string[]> {
    await storePassword(tx, user.id, hash, now);
    const ended = await endSessionsOf(tx, user.id, audit.except, 'password changed', now);
    await appendAudit(
      tx,
      [
        {
          action: audit.action,
          subject: 'user',
          subjectId: user.id,
          actorId: user.id,
          detail: { ip: audit.ip, endedSessions: ended.length },
        },
      ],
      now,
    );
    return ended;
  }

  return {
    /**
     * Throws `ApiError`: `wrong-credentials` and `account-locked` (wrong tries count as at a sign-in, so that an unlocked
     * phone is no way to guess), `invalid` for a password the policy refuses. Answers how many sessions ended.
     */
    async change(actor: Actor, current: string, next: string, ip: string): Promise<number> {
      const { tenantId, userId, sessionId } = actor;
      const now = clock.now();
      const user = await db.transaction({ tenantId, userId }, (tx) => findUser(tx, userId));
      if (!user) throw new ApiError('session-ended');
      await provePassword(db, actor, user, current, 'current', now);
      if (current === next) {
        const message = 'Choose a password that you do not use already.';
        throw new ApiError('invalid', { message, fields: [{ path: 'next', message }] });
      }
      await refuseWeak('next', next, user);
      const hash = await hashPassword(next);
      const ended = await db.transaction({ tenantId, userId }, (tx) =>
        replace(tx, user, hash, { action: 'auth.password-changed', except: sessionId, ip }, now),
      );
      for (const id of ended) forgetSession(id);
      const tenant = await tenantOf(db, tenantId);
      if (tenant) tell(user, tenant, 'changed', now);
      return ended.length;
    },

    /** Answers at once, whoever is asked for; the rest happens behind the answer. Throws `too-many` by address. */
    async forgot(login: string, ip: string): Promise<void> {
      await asking.take(ip);
      background.run('request for a new password', async () => {
        const now = clock.now();
        const found = await userOfLogin(db, login.trim().toLowerCase());
        if (!found) return;
        await sendResetLink(deps, background, found, now, ip);
      });
    },

    /** Throws `gone` for every link that is not good, whatever the reason; `too-many` by address. */
    async check(token: string, ip: string): Promise<ResetOwner & { expiresAt: string }> {
      const giveBack = await using.take(ip);
      const tenantId = tenantOfReset(token);
      if (!tenantId) throw new ApiError('gone', { message: GONE });
      const now = clock.now();
      const found = await db.transaction({ tenantId }, async (tx) => {
        const reset = await findOpenReset(tx, hashToken(token), now);
        const user = reset && (await findUser(tx, reset.user_id));
        return reset && user?.active ? { reset, user } : undefined;
      });
      if (!found) throw new ApiError('gone', { message: GONE });
      await giveBack();
      const { user, reset } = found;
      return {
        tenantId,
        userId: user.id,
        username: user.username,
        fullName: user.full_name,
        expiresAt: new Date(reset.expires_at).toISOString(),
      };
    },

    /** Uses the link up. Throws `gone`, `invalid` (the link stays good), `too-many`. */
    async reset(token: string, password: string, ip: string): Promise<ResetOwner> {
      const giveBack = await using.take(ip);
      const tenantId = tenantOfReset(token);
      if (!tenantId) throw new ApiError('gone', { message: GONE });
      const now = clock.now();
      const hashed = hashToken(token);
      const owner = await db.transaction({ tenantId }, async (tx) => {
        const reset = await findOpenReset(tx, hashed, now);
        const user = reset && (await findUser(tx, reset.user_id));
        return user?.active ? user : undefined;
      });
      if (!owner) throw new ApiError('gone', { message: GONE });
      await giveBack();
      await refuseWeak('password', password, owner);
      const hash = await hashPassword(password);
      const ended = await db.transaction({ tenantId, userId: owner.id }, async (tx) => {
        // Asked again under the lock: of two who use it at once, one does.
        if (!(await findOpenReset(tx, hashed, now))) return undefined;
        return replace(tx, owner, hash, { action: 'auth.password-reset', except: null, ip }, now);
      });
      if (!ended) throw new ApiError('gone', { message: GONE });
      for (const id of ended) forgetSession(id);
      await clearPasswordTries(db, { tenantId, userId: owner.id });
      const tenant = await tenantOf(db, tenantId);
      if (tenant) tell(owner, tenant, 'reset', now);
      return { tenantId, userId: owner.id, username: owner.username, fullName: owner.full_name };
    },
  };
}
