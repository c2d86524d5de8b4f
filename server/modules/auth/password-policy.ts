/**
 * Which new passwords are refused (security.md): short ones by the contract's schema, here those that are on lists of
 * stolen passwords and those made of the user's own name. No rules about kinds of characters: they make passwords worse.
 */
import type { FieldError } from '../../../core/contract/errors';
import { DEMO_PASSWORD } from '../../platform/demo-password';

let breached: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 of the commonest, in lower case; unpacked at the first use and kept (about 4 MB). */
function breachedPasswords(): Promise<ReadonlySet<string>> {
  breached ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  );
  return breached;
}

export interface PasswordOwner {
  username: string;
  full_name: string;
  email: string | null;
  mobile: string | null;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The trailing digits and signs that people add to a word so that it passes. */
const bare = (text: string): string => text.toLowerCase().replace(/[\d\W_]+$/u, '');

export const isDemoPassword = (password: string): boolean => password.toLowerCase() === DEMO_PASSWORD.toLowerCase();

/** Why a password may not be chosen, for the field `path`; undefined when it may. */
export async function passwordProblem(
  path: string,
  password: string,
  owner: PasswordOwner,
): Promise<FieldError | undefined> {
  const lower = password.toLowerCase();
  const known = await breachedPasswords();
  if (isDemoPassword(password))
    return { path, message: 'Everybody knows this password: it is the demo’s. Choose another.' };
  if (known.has(lower) || /^(.)\1*$/u.test(password))
    return { path, message: 'This password is on lists of stolen passwords. Choose another.' };
  const own = [owner.username, owner.email?.split('@')[0], owner.mobile, owner.full_name, ...owner.full_name.split(' ')]
    .map((word) => letters(word ?? ''))
    .filter((word) => word.length >= 4);
  if (own.includes(letters(bare(password))) || own.includes(letters(password)))
    return { path, message: 'This password is too close to your name. Choose another.' };
  return undefined;
}
