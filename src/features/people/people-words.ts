/** People in the user's words. */
import { KIND_WORDS, kindOf, type ProfileKind, ROLES_OF_KIND } from '../../../core/domain/people';
import type { Role } from '../../../core/domain/roles';
import { successes } from '../../api';
import { said, t } from '../../i18n';

/** The older of a kind's roles are told apart from the usual one. */
const OLDER: Partial<Record<Role, string>> = {
  TENANT_ADMIN: 'Tenant admin (classic)',
  MANAGER: 'Manager (classic)',
  CLIENT_ADMIN: 'Client admin',
  CLIENT: 'Client',
  CUSTOMER: 'Customer',
  SUPER_ADMIN: 'Super admin (classic)',
};
export const roleWord = (role: Role, subRole: string | null = null): string =>
  `${t(OLDER[role] ?? KIND_WORDS[kindOf(role)].one)}${subRole ? ` · ${subRole}` : ''}`;

/** The roles of a kind that the user may create, as choices. */
export const roleChoices = (kind: ProfileKind, allowed: readonly Role[]): { value: Role; label: string }[] =>
  ROLES_OF_KIND[kind].filter((role) => allowed.includes(role)).map((role) => ({ value: role, label: roleWord(role) }));

/** What a saved profile says (specification section 8, letter for letter). `legacy` on the older edit screens. */
export function savedWords(kind: ProfileKind, legacy: boolean): string {
  switch (kind) {
    case 'collector':
      return successes.collectorUpdated;
    case 'manager':
    case 'superManager':
      return successes.managerUpdated;
    case 'fieldAgent':
      return legacy ? successes.fieldAgentUpdated : successes.fieldAgentProfileUpdated;
    default:
      return successes.updated;
  }
}

/** What core/domain/profile-fields.ts and the server say of a field or a cell. */
const PROBLEMS = [
  'This user name cannot be used',
  'Somebody signs in with this email already',
  'At least three letters, digits or . _ - @, without spaces',
  'An IMEI has 15 digits',
  'Years from 0 to 60, at most one decimal',
  'Not more than the total experience',
  'Nobody can stand under somebody below them',
  'Looks like a formula; write the text itself',
  'A spreadsheet has shortened this number; format the column as text and write it again',
  'Not a date: write DD/MM/YYYY',
  'Letters only: no digits, signs or addresses',
  'This is what stands there already',
  'This is not the code that was sent',
  'The current password is not right.',
] as const;

/** A problem of one field in the user's language. */
export function problemWord(message: string): string {
  const at = (PROBLEMS as readonly string[]).indexOf(message);
  return at < 0 ? said(message) : t(PROBLEMS[at] ?? PROBLEMS[0]);
}
