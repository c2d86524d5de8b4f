/**
 * The fields of a profile as data (specification section 3 "Profile kinds"; which kind shows which field is not shown
 * there and decided here). The form, the server's check, the columns of a CSV and the profile page all read this list.
 */
import { BUCKETS } from './buckets';
import { isDay } from './dates';
import { LANGUAGES as SPOKEN } from './languages';
import { type ProfileKind, SUB_ROLES } from './people';
import {
  type Check,
  email,
  type FormErrors,
  isBlank,
  isFifteenDigits,
  mobile,
  personName,
  REQUIRED,
} from './validators';

export interface ProfileValues {
  fullName: string;
  username: string;
  email: string;
  mobile: string;
  location: string;
  subRole: string;
  convoxUsername: string;
  dialerLocation: string;
  ldapId: string;
  brakeId: string;
  /** Years, with at most one decimal, as typed. */
  collectionExperience: string;
  totalExperience: string;
  draCertification: string;
  /** YYYY-MM-DD. */
  draValidUntil: string;
  modelNo: string;
  IMEI: string;
  androidVersion: string;
  /** Ids of agencies and clients; codes of languages; buckets, products and pincodes as they are. */
  agencyId: string;
  clientId: string;
  agencyList: readonly string[];
  clients: readonly string[];
  buckets: readonly string[];
  products: readonly string[];
  languages: readonly string[];
  pinCodes: readonly string[];
}
export type ProfileField = keyof ProfileValues;

/** What people speak, as choices. */
export const LANGUAGES = SPOKEN.map(({ code, name }) => ({ value: code, label: name }));

export type FieldType =
  | 'text'
  | 'email'
  | 'mobile'
  | 'number'
  | 'years'
  | 'day'
  | 'subRole'
  | 'agency'
  | 'client'
  | 'agencies'
  | 'clients'
  | 'buckets'
  | 'products'
  | 'languages'
  | 'pincodes';

export type FieldGroup = 'Person' | 'Work' | 'Dialer' | 'Qualification' | 'Phone in the field';

export interface FieldSpec {
  name: ProfileField;
  label: string;
  type: FieldType;
  group: FieldGroup;
  /** Kinds that have the field; `*` for all. */
  kinds: '*' | readonly ProfileKind[];
  /** Kinds that cannot be saved without it. */
  requiredBy?: '*' | readonly ProfileKind[];
  hint?: string;
  max?: number;
  /** Kinds whose owner may change it on the own profile; e-mail and mobile have a way of their own (contract people-contact.ts). */
  own?: '*' | readonly ProfileKind[];
}

const DIALS = ['teleCaller', 'manager', 'superManager', 'dialer'] as const;
const VISITS = ['fieldAgent', 'collector'] as const;
const COLLECTS = ['teleCaller', 'fieldAgent', 'collector'] as const;
const MANAGES = ['manager', 'superManager'] as const;

export const PROFILE_FIELDS: readonly FieldSpec[] = [
  {
    name: 'fullName',
    label: 'Full name',
    type: 'text',
    group: 'Person',
    kinds: '*',
    requiredBy: '*',
    // Borrowers read it in messages: of everybody else it is what somebody above has written.
    own: ['superAdmin', 'admin', 'tenantAdmin'],
    max: 120,
  },
  {
    name: 'username',
    label: 'User name',
    type: 'text',
    group: 'Person',
    kinds: '*',
    requiredBy: '*',
    hint: 'For signing in. At least three letters, digits or . _ - @',
    max: 120,
  },
  {
    name: 'mobile',
    label: 'Mobile',
    type: 'mobile',
    group: 'Person',
    kinds: '*',
    requiredBy: [...COLLECTS],
  },
  { name: 'email', label: 'Email', type: 'email', group: 'Person', kinds: '*', max: 254 },
  { name: 'location', label: 'Location', type: 'text', group: 'Person', kinds: '*', own: '*', max: 120 },
  {
    name: 'languages',
    label: 'Languages',
    type: 'languages',
    group: 'Person',
    kinds: [...COLLECTS, ...MANAGES],
    own: '*',
  },
  { name: 'subRole', label: 'Sub-role', type: 'subRole', group: 'Work', kinds: ['tenantAdmin'] },
  {
    name: 'agencyId',
    label: 'Agency',
    type: 'agency',
    group: 'Work',
    kinds: [...COLLECTS, 'manager', 'Agency'],
    requiredBy: ['Agency'],
  },
  { name: 'agencyList', label: 'Agencies', type: 'agencies', group: 'Work', kinds: [...MANAGES, 'tenantAdmin'] },
  { name: 'clientId', label: 'Client', type: 'client', group: 'Work', kinds: ['client'], requiredBy: ['client'] },
  { name: 'clients', label: 'Clients', type: 'clients', group: 'Work', kinds: [...COLLECTS, ...MANAGES] },
  { name: 'products', label: 'Products', type: 'products', group: 'Work', kinds: [...COLLECTS, ...MANAGES] },
  { name: 'buckets', label: 'Buckets', type: 'buckets', group: 'Work', kinds: [...COLLECTS, ...MANAGES] },
  {
    name: 'pinCodes',
    label: 'Pincodes',
    type: 'pincodes',
    group: 'Work',
    kinds: [...VISITS],
    hint: 'Six digits each, with commas or spaces between',
  },
  {
    name: 'ldapId',
    label: 'LDAP id',
    type: 'text',
    group: 'Work',
    kinds: ['teleCaller', 'fieldAgent', 'manager', 'superManager', 'tenantAdmin'],
    max: 120,
  },
  { name: 'brakeId', label: 'Brake id', type: 'text', group: 'Work', kinds: [...COLLECTS, 'manager'], max: 120 },
  { name: 'convoxUsername', label: 'ConVox user name', type: 'text', group: 'Dialer', kinds: [...DIALS], max: 120 },
  {
    name: 'dialerLocation',
    label: 'Dialer location',
    type: 'text',
    group: 'Dialer',
    kinds: ['teleCaller', 'manager'],
    max: 120,
  },
  {
    name: 'draCertification',
    label: 'DRA certificate no.',
    type: 'text',
    group: 'Qualification',
    kinds: [...COLLECTS],
    max: 60,
  },
  { name: 'draValidUntil', label: 'DRA valid until', type: 'day', group: 'Qualification', kinds: [...COLLECTS] },
  {
    name: 'collectionExperience',
    label: 'Collection experience (years)',
    type: 'years',
    group: 'Qualification',
    kinds: [...COLLECTS, ...MANAGES],
  },
  {
    name: 'totalExperience',
    label: 'Total experience (years)',
    type: 'years',
    group: 'Qualification',
    kinds: [...COLLECTS, ...MANAGES],
  },
  { name: 'modelNo', label: 'Phone model', type: 'text', group: 'Phone in the field', kinds: [...VISITS], max: 60 },
  { name: 'IMEI', label: 'IMEI', type: 'number', group: 'Phone in the field', kinds: [...VISITS], max: 15 },
  {
    name: 'androidVersion',
    label: 'Android version',
    type: 'text',
    group: 'Phone in the field',
    kinds: [...VISITS],
    max: 20,
  },
];

/** What a file of people has besides, as its template names it. */
export const FILE_FIELDS = { role: 'Role', manager: 'Manager', initialPassword: 'Initial password' } as const;

export const fieldNamed = (name: ProfileField): FieldSpec => {
  const found = PROFILE_FIELDS.find((field) => field.name === name);
  if (!found) throw new Error(`No profile field ${name}`);
  return found;
};

const has = (kinds: '*' | readonly ProfileKind[] | undefined, kind: ProfileKind): boolean =>
  kinds === '*' || (kinds?.includes(kind) ?? false);
export const fieldsOf = (kind: ProfileKind): FieldSpec[] => PROFILE_FIELDS.filter(({ kinds }) => has(kinds, kind));
export const isRequired = (field: FieldSpec, kind: ProfileKind): boolean => has(field.requiredBy, kind);
/** What the owner may change. */
export const ownFieldsOf = (kind: ProfileKind): FieldSpec[] => fieldsOf(kind).filter(({ own }) => has(own, kind));

export const EMPTY_PROFILE: ProfileValues = {
  fullName: '',
  username: '',
  email: '',
  mobile: '',
  location: '',
  subRole: '',
  convoxUsername: '',
  dialerLocation: '',
  ldapId: '',
  brakeId: '',
  collectionExperience: '',
  totalExperience: '',
  draCertification: '',
  draValidUntil: '',
  modelNo: '',
  IMEI: '',
  androidVersion: '',
  agencyId: '',
  clientId: '',
  agencyList: [],
  clients: [],
  buckets: [],
  products: [],
  languages: [],
  pinCodes: [],
};

const fits =
  (pattern: RegExp, message: string): Check =>
  (value) =>
    typeof value === 'string' && value !== '' && !pattern.test(value) ? message : undefined;
const each =
  (right: (item: string) => boolean, message: (item: string) => string): Check =>
  (value) => {
    const wrong = Array.isArray(value) ? (value as string[]).find((item) => !right(item)) : undefined;
    return wrong === undefined ? undefined : message(wrong);
  };

const CHECKS: Partial<Record<FieldType, Check>> = {
  email,
  mobile,
  years: (value) =>
    typeof value === 'string' && value !== '' && !(/^\d{1,2}(\.\d)?$/.test(value) && Number(value) <= 60)
      ? 'Years from 0 to 60, at most one decimal'
      : undefined,
  day: (value) => (typeof value === 'string' && value !== '' && !isDay(value) ? 'Not a calendar day' : undefined),
  subRole: (value) =>
    typeof value === 'string' && value !== '' && !SUB_ROLES.some((one) => one === value)
      ? `One of ${SUB_ROLES.join(', ')}`
      : undefined,
  buckets: each(
    (item) => BUCKETS.some((bucket) => bucket === item),
    (item) => `There is no bucket ${item}`,
  ),
  languages: each(
    (item) => LANGUAGES.some(({ value }) => value === item),
    (item) => `There is no language ${item}`,
  ),
  pincodes: each(
    (item) => /^[1-9]\d{5}$/.test(item),
    (item) => `${item} is not a pincode: six digits`,
  ),
};
const BY_NAME: Partial<Record<ProfileField, Check>> = {
  fullName: personName,
  username: fits(/^[\p{L}\p{N}._@+-]{3,}$/u, 'At least three letters, digits or . _ - @, without spaces'),
  IMEI: (value) =>
    typeof value === 'string' && value !== '' && !isFifteenDigits(value) ? 'An IMEI has 15 digits' : undefined,
};

/** What is wrong with a profile of a kind, by field; the messages are section 5's where it has one. Values are trimmed. */
export function checkProfile(kind: ProfileKind, values: ProfileValues): FormErrors {
  const errors: FormErrors = {};
  for (const field of PROFILE_FIELDS) {
    const value = values[field.name];
    if (!has(field.kinds, kind)) {
      if (!isBlank(value)) errors[field.name] = 'Not a field of this kind of user';
      continue;
    }
    if (isBlank(value)) {
      if (isRequired(field, kind)) errors[field.name] = REQUIRED;
      continue;
    }
    const max = field.max;
    const message =
      BY_NAME[field.name]?.(value) ??
      CHECKS[field.type]?.(value) ??
      (max !== undefined && typeof value === 'string' && value.length > max ? `At most ${max} characters` : undefined);
    if (message) errors[field.name] = message;
  }
  if (!errors.draValidUntil && values.draValidUntil && !values.draCertification) errors.draCertification = REQUIRED;
  if (
    !errors.collectionExperience &&
    !errors.totalExperience &&
    values.totalExperience &&
    Number(values.collectionExperience) > Number(values.totalExperience)
  )
    errors.collectionExperience = 'Not more than the total experience';
  return errors;
}
