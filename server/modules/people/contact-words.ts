/** Mails and messages about a changed e-mail address or mobile. */
import { CONFIRM_MINUTES, UNDO_DAYS } from '../../../core/contract/people-contact';
import type { Mail } from '../../platform/senders/mail';
import { letterOf } from '../auth';
import type { ContactKind } from './contact-store';

export interface Owner {
  fullName: string;
  username: string;
}

const WHAT = { email: 'e-mail address', mobile: 'mobile number' } as const;
const to = ({ fullName }: Owner, address: string) => ({ name: fullName, address });

export const confirmMail = (owner: Owner, address: string, href: string): Mail =>
  letterOf(
    to(owner, address),
    'Confirm your e-mail address for Recoup',
    [
      `Dear ${owner.fullName}, somebody who is signed in as ${owner.username} asked to use this address. To confirm that it is yours, open this link:`,
      `It works once, for ${CONFIRM_MINUTES.email / 60} hours. If it was not you, do nothing.`,
    ],
    { href, label: 'Confirm this address' },
  );

/** To an address by which somebody else signs in: the asker is told the same as ever. */
export const alreadyUsedMail = (address: string): Mail =>
  letterOf({ name: address, address }, 'Your e-mail address in Recoup', [
    'Somebody asked to use this address for another Recoup account. You sign in with it already, so nothing was changed.',
    'If it was you, sign in with that account, or ask your administrator to change its address first.',
  ]);

export const changedByOwnerMail = (
  owner: Owner,
  kind: ContactKind,
  address: string,
  changed: { from: string | null; to: string; at: string },
  href: string,
): Mail =>
  letterOf(
    to(owner, address),
    `Your Recoup ${WHAT[kind]} was changed`,
    [
      `Dear ${owner.fullName}, the ${WHAT[kind]} of ${owner.username} was changed on ${changed.at}${changed.from ? ` from ${changed.from}` : ''} to ${changed.to}. If it was not you, take it back with this link:`,
      `It works for ${UNDO_DAYS} days. Every device is signed out then, and you choose a new password.`,
    ],
    { href, label: 'Take it back' },
  );

export const changedByOthersMail = (
  owner: Owner,
  address: string,
  changed: { kind: ContactKind; by: string; at: string },
): Mail =>
  letterOf(to(owner, address), `Your Recoup ${WHAT[changed.kind]} was changed`, [
    `Dear ${owner.fullName}, ${changed.by} changed the ${WHAT[changed.kind]} of ${owner.username} on ${changed.at}.`,
    'If you did not expect it, ask them or your administrator at once.',
  ]);

export const codeMessage = (code: string): string =>
  `${code} is your Recoup code to confirm this mobile number. It is good for ${CONFIRM_MINUTES.mobile} minutes. Tell it to nobody.`;

export const changedMobileMessage = (owner: Owner, href: string): string =>
  `The mobile number of your Recoup account ${owner.username} was changed. Not you? Take it back within ${UNDO_DAYS} days: ${href}`;
