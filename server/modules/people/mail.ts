/** The mail with a password for the first sign-in. */
import type { Mail } from '../../platform/senders/mail';

export interface Newcomer {
  fullName: string;
  address: string;
  username: string;
  password: string;
  link: string;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

export function welcomeMail({ fullName, address, username, password, link }: Newcomer): Mail {
  const paragraphs = [
    `Dear ${fullName}, you can sign in to Recoup: ${link}`,
    `User name: ${username}`,
    `Password for the first sign-in: ${password}`,
    'You are asked for a password of your own there; this one then works no longer.',
  ];
  return {
    to: { name: fullName, address },
    subject: 'Your Recoup sign-in',
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif">${paragraphs
      .map((text) => `<p>${escaped(text)}</p>`)
      .join('')}</body></html>`,
  };
}
