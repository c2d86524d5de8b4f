/**
 * A user's own new e-mail address or mobile. Whoever reads the mails of an account chooses its password, so a session alone
 * changes neither: the password is asked for, the new one confirmed where it leads to, and the old one gets a way back.
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CONFIRM_MINUTES, type ContactChange, UNDO_DAYS } from '../../../core/contract/people-contact';
import { formatDateTime } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { isEmail, isMobile } from '../../../core/domain/validators';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import { type MessageSender, messageSenders } from '../../platform/senders/messages';
import {
  addressLimiter,
  claimLogins,
  endLinksOf,
  endSessionsOf,
  hashToken,
  isLoginOfAnother,
  passwordOf,
  provePassword,
  releaseLogins,
  type SessionAuthority,
  sendResetLink,
  shutPassword,
  takeTry,
  tenantOf,
} from '../auth';
import {
  type ContactKind,
  countWrongCode,
  endFrom,
  insertChange,
  markConfirmed,
  type StoredChange,
  setContact,
  undoableByHash,
  waitingByHash,
  waitingById,
  waitingChanges,
} from './contact-store';
import {
  alreadyUsedMail,
  changedByOwnerMail,
  changedMobileMessage,
  codeMessage,
  confirmMail,
  type Owner,
} from './contact-words';
import { invalid, personOf } from './rules';

const GONE = 'This link is no longer valid. Ask for a new one.';
const MOST_WRONG_CODES = 5;
/** Requests an hour: of a user, and to one address or number, whoever asks. */
const REQUESTS_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

const newToken = (prefix: 'cc' | 'cu', tenantId: string) =>
  `${prefix}_${tenantId}.${randomBytes(32).toString('base64url')}`;
const tenantOfLink = (token: string): string => token.slice(3, 39);
const codeHash = (changeId: string, code: string) => hashToken(`${changeId} ${code}`);
const sameHash = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

const presentChange = ({ id, kind, new_value, expires_at }: StoredChange): ContactChange => ({
  id,
  kind,
  value: new_value,
  expiresAt: new Date(expires_at).toISOString(),
});

interface UserRow extends Owner {
  id: string;
  email: string | null;
  mobile: string | null;
  active: boolean;
}

async function userRow(tx: Tx, id: string): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(
    `select id, full_name as "fullName", username, email, mobile, active from users
      where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  if (!row?.active) throw new ApiError('gone', { message: GONE });
  return row;
}

export function contactChanges(deps: Deps, authority: SessionAuthority, background: Background) {
  const { db, clock, config, mail } = deps;
  const links = addressLimiter('link about a contact', config.signInsPerMinute, deps);
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  // The token stands behind a #: it is in no log of a proxy and in no Referer.
  const linkOf = (token: string) => `${origin}/reset-password#${token}`;
  let sms: MessageSender | undefined;

  function sendText(to: string, name: string, text: string): void {
    sms ??= messageSenders(config, deps).sms;
    const sender = sms;
    const id = uuidv7(clock.now().getTime());
    background.run('message about a mobile', async () => {
      await sender.send({
        id,
        reference: id,
        channel: 'sms',
        to,
        name,
        subject: null,
        text,
        language: 'en',
        dltTemplateId: null,
        dltHeader: null,
      });
    });
  }
  const sendMail = (letter: Parameters<typeof mail.send>[0]) =>
    background.run('mail about a changed contact', () => mail.send(letter));

  async function zoneOf(tenantId: string): Promise<string> {
    const tenant = await tenantOf(db, tenantId);
    if (!tenant?.active) throw new ApiError('gone', { message: GONE });
    return tenant.zone;
  }

  async function slowDown(keys: readonly string[], now: Date): Promise<void> {
    for (const key of keys) {
      const retryAfterSeconds = await db.platform((tx) => takeTry(tx, key, REQUESTS_AN_HOUR, HOUR_MS, now));
      if (retryAfterSeconds > 0) throw new ApiError('too-many', { retryAfterSeconds });
    }
  }

  const audit = (tx: Tx, action: string, userId: string, detail: Record<string, unknown>, now: Date) =>
    appendAudit(tx, [{ action, subject: 'user', subjectId: userId, actorId: userId, detail }], now);

  /** Puts the value in force; the way back goes to the old address or number. Answers what is to be sent. */
  async function confirm(tx: Tx, tenantId: string, change: StoredChange, zone: string, now: Date) {
    const user = await userRow(tx, change.user_id);
    const from = user[change.kind];
    if (change.kind === 'email') {
      if ((await claimLogins(tx, tenantId, user.id, [change.new_value])).length) {
        throw new ApiError('gone', { message: 'Somebody signs in with this address already.' });
      }
      await releaseLogins(tx, tenantId, user.id, [user.username, change.new_value]);
    }
    await setContact(tx, user.id, change.kind, change.new_value, now);
    await endLinksOf(tx, user.id, now);
    const token = newToken('cu', tenantId);
    const undoUntil = new Date(now.getTime() + UNDO_DAYS * 24 * HOUR_MS);
    await markConfirmed(tx, change.id, { oldValue: from, undoHash: hashToken(token), now, undoUntil });
    const detail = { before: { [change.kind]: from }, after: { [change.kind]: change.new_value } };
    await audit(tx, 'people.contact-changed', user.id, detail, now);
    return () => {
      const changed = { from, to: change.new_value, at: formatDateTime(now, zone) };
      const address = change.kind === 'email' ? from : user.email;
      if (address) sendMail(changedByOwnerMail(user, change.kind, address, changed, linkOf(token)));
      const number = change.kind === 'mobile' ? from : user.mobile;
      if (number && (change.kind === 'mobile' || !address)) {
        sendText(number, user.fullName, changedMobileMessage(user, linkOf(token)));
      }
      return user;
    };
  }

  return {
    /**
     * Throws `wrong-credentials` and `account-locked` as a sign-in does, `invalid`, `too-many`. Answers the same for an
     * address by which somebody signs in already; its owner is told by mail.
     */
    async ask(actor: Actor, kind: ContactKind, given: string, password: string): Promise<ContactChange> {
      const { tenantId, userId } = actor;
      const now = clock.now();
      const value = kind === 'email' ? given.toLowerCase() : given;
      if (kind === 'email' ? !isEmail(value) : !isMobile(value)) {
        throw invalid({ value: kind === 'email' ? 'Email is not valid' : 'Mobile no. should be 10 digit number' });
      }
      const { person, hash } = await db.transaction({ tenantId, userId }, async (tx) => ({
        person: await personOf(tx, actor, userId),
        hash: await passwordOf(tx, userId),
      }));
      await provePassword(db, actor, hash, password, 'password', now);
      if (person[kind] === value) throw invalid({ value: 'This is what stands there already' });
      await slowDown([`contact of ${userId}`, `contact to ${value}`], now);

      const id = uuidv7(now.getTime());
      const token = newToken('cc', tenantId);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const taken = kind === 'email' && (await isLoginOfAnother(db, value, actor));
      const change = {
        id,
        user_id: userId,
        kind,
        old_value: person[kind],
        new_value: value,
        confirm_hash: kind === 'email' ? hashToken(taken ? newToken('cc', tenantId) : token) : codeHash(id, code),
        undo_hash: hashToken(newToken('cu', tenantId)),
      };
      const expiresAt = new Date(now.getTime() + CONFIRM_MINUTES[kind] * 60_000);
      await db.transaction({ tenantId, userId }, async (tx) => {
        await insertChange(tx, change, now, expiresAt);
        await audit(tx, 'people.contact-change-asked', userId, { kind, value }, now);
      });
      const owner = { fullName: person.full_name, username: person.username };
      if (kind === 'mobile') sendText(value, owner.fullName, codeMessage(code));
      else sendMail(taken ? alreadyUsedMail(value) : confirmMail(owner, value, linkOf(token)));
      return { id, kind, value, expiresAt: expiresAt.toISOString() };
    },

    waiting: ({ tenantId, userId }: Actor): Promise<ContactChange[]> =>
      db.transaction({ tenantId, userId }, async (tx) =>
        (await waitingChanges(tx, userId, clock.now())).map(presentChange),
      ),

    /** Throws `gone` for a request that is over, `invalid` for a wrong code; five of them end it. */
    async confirmMobile(actor: Actor, id: string, code: string): Promise<void> {
      const { tenantId, userId } = actor;
      const now = clock.now();
      const zone = await zoneOf(tenantId);
      const tell = await db.transaction({ tenantId, userId }, async (tx) => {
        const change = await waitingById(tx, id, userId, now);
        if (!change) throw new ApiError('gone', { message: 'This code is no longer good. Ask for a new one.' });
        if (sameHash(change.confirm_hash, codeHash(id, code))) return confirm(tx, tenantId, change, zone, now);
        await countWrongCode(tx, id, MOST_WRONG_CODES, now);
        return undefined;
      });
      if (!tell) throw invalid({ code: 'This is not the code that was sent' });
      tell();
    },

    /** Throws `gone` for every link that is not good, `too-many` by address. */
    async confirmEmail(token: string, ip: string) {
      const giveBack = await links.take(ip);
      const tenantId = tenantOfLink(token);
      const now = clock.now();
      const zone = await zoneOf(tenantId);
      const tell = await db.withPlatform({ tenantId }, async (tx) => {
        const change = await waitingByHash(tx, hashToken(token), now);
        if (!change) throw new ApiError('gone', { message: GONE });
        return confirm(tx, tenantId, change, zone, now);
      });
      await giveBack();
      return { kind: 'email' as const, fullName: tell().fullName };
    },

    /**
     * The old value again, all sessions and open links over, and by e-mail a link for a new password: whoever made the change
     * knew the old one. Throws `gone`, `too-many`.
     */
    async undo(token: string, ip: string) {
      const giveBack = await links.take(ip);
      const tenantId = tenantOfLink(token);
      const now = clock.now();
      const { kind, user, ended, address } = await db.withPlatform({ tenantId }, async (tx) => {
        const change = await undoableByHash(tx, hashToken(token), now);
        if (!change) throw new ApiError('gone', { message: GONE });
        const user = await userRow(tx, change.user_id);
        const { kind, old_value: value } = change;
        if (kind === 'email') {
          const names = [user.username, ...(value === null ? [] : [value])];
          if ((await claimLogins(tx, tenantId, user.id, names)).length) {
            throw new ApiError('gone', { message: 'Somebody signs in with this address already.' });
          }
          await releaseLogins(tx, tenantId, user.id, names);
        }
        await setContact(tx, user.id, kind, value, now);
        await endFrom(tx, change, now);
        const address = kind === 'email' ? value : user.email;
        if (kind === 'email' && address) await shutPassword(tx, user.id, now);
        await endLinksOf(tx, user.id, now);
        const ended = await endSessionsOf(tx, user.id, null, 'contact change taken back', now);
        const detail = { before: { [kind]: user[kind] }, after: { [kind]: value }, endedSessions: ended.length };
        await audit(tx, 'people.contact-change-undone', user.id, detail, now);
        return { kind, user, ended, address };
      });
      await giveBack();
      for (const session of ended) authority.forget(session);
      if (address) await sendResetLink(deps, background, { tenantId, userId: user.id }, now);
      return { kind, fullName: user.fullName };
    },
  };
}
