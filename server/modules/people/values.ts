/** A profile between the form's values (texts and lists) and the columns of `users`. */

import type { ProfileKind } from '../../../core/domain/people';
import { EMPTY_PROFILE, fieldsOf, type ProfileValues } from '../../../core/domain/profile-fields';
import type { StoredPerson } from './repository';

export type GivenValues = { [Name in keyof ProfileValues]?: ProfileValues[Name] | undefined };

/** What the form would show of a stored person. */
export const valuesOf = (row: StoredPerson): ProfileValues => ({
  fullName: row.full_name,
  username: row.username,
  email: row.email ?? '',
  mobile: row.mobile ?? '',
  location: row.location ?? '',
  subRole: row.sub_role ?? '',
  convoxUsername: row.dialer_username ?? '',
  dialerLocation: row.dialer_location ?? '',
  ldapId: row.ldap_id ?? '',
  brakeId: row.brake_id ?? '',
  collectionExperience: row.collection_experience === null ? '' : String(row.collection_experience),
  totalExperience: row.total_experience === null ? '' : String(row.total_experience),
  draCertification: row.dra_certificate ?? '',
  draValidUntil: row.dra_valid_until ?? '',
  modelNo: row.model_no ?? '',
  IMEI: row.imei ?? '',
  androidVersion: row.android_version ?? '',
  agencyId: row.agency_id ?? '',
  clientId: row.client_id ?? '',
  agencyList: row.agency_ids,
  clients: row.client_ids,
  buckets: row.buckets,
  products: row.products,
  languages: row.languages,
  pinCodes: row.pincodes,
});

const distinct = (list: readonly string[]): string[] => [...new Set(list)];

/** Trimmed, lists without repeats, and a mobile and email as they are compared. */
export function cleaned(values: ProfileValues): ProfileValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : distinct(value as readonly string[]),
  ]);
  return Object.fromEntries(entries) as unknown as ProfileValues;
}

export const merged = (before: ProfileValues, given: GivenValues): ProfileValues => {
  const known = Object.entries(given).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(EMPTY_PROFILE, name),
  );
  return cleaned({ ...before, ...(Object.fromEntries(known) as Partial<ProfileValues>) });
};

/** Values of fields that a kind does not have are not looked at: an older profile may hold some. */
export function ofKind(kind: ProfileKind, values: ProfileValues): ProfileValues {
  const names = new Set<string>(fieldsOf(kind).map(({ name }) => name));
  const entries = Object.entries(values).filter(([name]) => names.has(name));
  return { ...EMPTY_PROFILE, ...(Object.fromEntries(entries) as Partial<ProfileValues>) };
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Columns of `users` in their order; `COLUMNS` names them. */
export const columnValues = (values: ProfileValues): unknown[] => [
  values.fullName,
  values.username,
  orNull(values.email.toLowerCase()),
  orNull(values.mobile),
  orNull(values.location),
  orNull(values.subRole),
  orNull(values.convoxUsername),
  orNull(values.dialerLocation),
  orNull(values.ldapId),
  orNull(values.brakeId),
  values.collectionExperience === '' ? null : Number(values.collectionExperience),
  values.totalExperience === '' ? null : Number(values.totalExperience),
  orNull(values.draCertification),
  orNull(values.draValidUntil),
  orNull(values.modelNo),
  orNull(values.IMEI),
  orNull(values.androidVersion),
  orNull(values.agencyId),
  orNull(values.clientId),
  values.agencyList,
  values.clients,
  values.buckets,
  values.products,
  values.languages,
  values.pinCodes,
];
export const COLUMNS = [
  'full_name',
  'username',
  'email',
  'mobile',
  'location',
  'sub_role',
  'dialer_username',
  'dialer_location',
  'ldap_id',
  'brake_id',
  'collection_experience',
  'total_experience',
  'dra_certificate',
  'dra_valid_until',
  'model_no',
  'imei',
  'android_version',
  'agency_id',
  'client_id',
  'agency_ids',
  'client_ids',
  'buckets',
  'products',
  'languages',
  'pincodes',
] as const;

/** What changed, for the audit: names and before and after. */
export function changesOf(before: ProfileValues, after: ProfileValues) {
  const names = (Object.keys(after) as (keyof ProfileValues)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const part = (values: ProfileValues) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { names, before: part(before), after: part(after) };
}
