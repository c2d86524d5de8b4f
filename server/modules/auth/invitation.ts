/** How somebody new gets a password: they choose it, with a link that only they get. Nobody else ever knows one. */
import { randomBytes } from 'node:crypto';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Deps } from '../../platform/deps';
import { invitationMail, type MailTo } from './password-mail';
import { insertReset } from './password-store';
import { hashPassword } from './passwords';
import { hashToken } from './tokens';

export interface Invited {
  /** Opens the screen on which the password is chosen; works once, until `expiresAt`. */
  link: string;
  expiresAt: Date;
}

/** A hash that no password has: an account with it is opened by an invitation only. */
export const noPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'));

/** In the transaction that made the user. `actorId` is who invites; the link is theirs to pass on where no mail arrives. */
export async function invite(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  who: { tenantId: string; userId: string; actorId: string | null },
  days: number,
  now: Date,
): Promise<Invited> {
  const token = `pr_${who.tenantId}.${randomBytes(32).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + days * 86_400_000);
  await insertReset(tx, { hash: hashToken(token), userId: who.userId, now, expiresAt });
  await appendAudit(
    tx,
    [
      {
        action: 'auth.invited',
        subject: 'user',
        subjectId: who.userId,
        actorId: who.actorId,
        detail: { expiresAt: expiresAt.toISOString() },
      },
    ],
    now,
  );
  // The token stands behind a #: it is in no log of a proxy and in no Referer.
  return { link: `${config.publicUrl ?? `http://localhost:${config.port}`}/reset-password#${token}`, expiresAt };
}

/** Sends the link. To be run in the background: the mail server's time is nobody's to wait for. */
export const mailInvitation = ({ mail }: Pick<Deps, 'mail'>, to: MailTo, link: string, days: number): Promise<void> =>
  mail.send(invitationMail(to, link, days));
