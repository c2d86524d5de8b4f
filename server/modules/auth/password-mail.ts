/** The words of the mails about passwords. They name the account, what to do, and what happens to work on a phone. */
import type { Mail } from '../../platform/senders/mail';

export interface MailTo {
  fullName: string;
  address: string;
  username: string;
  tenant: string;
}

const nameOf = ({ fullName, address }: MailTo): Mail['to'] => ({ name: fullName, address });
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A letter of some sentences; the link stands after the first. */
export function letterOf(
  to: Mail['to'],
  subject: string,
  paragraphs: readonly string[],
  link?: { href: string; label: string },
): Mail {
  const html = paragraphs.map((text) => `<p>${escaped(text)}</p>`);
  if (link) html.splice(1, 0, `<p><a href="${escaped(link.href)}">${escaped(link.label)}</a></p>`);
  const text = [...paragraphs];
  if (link) text.splice(1, 0, link.href);
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif">${html.join('')}</body></html>`,
  };
}

export const resetMail = (to: MailTo, href: string, minutes: number): Mail =>
  letterOf(
    nameOf(to),
    'Choose a new Recoup password',
    [
      `Dear ${to.fullName}, somebody asked for a new password for ${to.username} (${to.tenant}). To choose one, open this link:`,
      `It works once, for ${minutes} minutes. If it was not you, do nothing: your password stays as it is.`,
      'On a phone with unsent work: nothing you saved is lost, it is still delivered. If you remember the old password, have it ready at the next sign-in there: with it your drafts and the loans on that phone stay readable.',
    ],
    { href, label: 'Choose a new password' },
  );

export const invitationMail = (to: MailTo, href: string, days: number): Mail =>
  letterOf(
    nameOf(to),
    `Your Recoup account at ${to.tenant}`,
    [
      `Dear ${to.fullName}, an account was made for you at ${to.tenant}. Your user name is ${to.username}. To choose your password, open this link:`,
      `It works once, for ${days} days. Afterwards ask your administrator, or use "Forgot your password?" on the sign-in page.`,
    ],
    { href, label: 'Choose your password' },
  );

export const changedMail = (to: MailTo, how: 'changed' | 'reset', at: string): Mail =>
  letterOf(nameOf(to), 'Your Recoup password was changed', [
    `Dear ${to.fullName}, the password of ${to.username} (${to.tenant}) was ${how === 'reset' ? 'replaced with a link from a mail' : 'changed'} on ${at}.`,
    'Every other device has been signed out.',
    'If it was not you, tell your administrator at once.',
  ]);
