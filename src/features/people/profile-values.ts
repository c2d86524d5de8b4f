/** A stored profile as the form's values, and what of the form goes to the server. */
import type { Person } from '../../../core/contract/people';
import type { ProfileKind } from '../../../core/domain/people';
import {
  EMPTY_PROFILE,
  fieldsOf,
  ownFieldsOf,
  type ProfileField,
  type ProfileValues,
} from '../../../core/domain/profile-fields';

export function formOf(person: Person): ProfileValues {
  const entries = Object.entries(EMPTY_PROFILE).map(([name, empty]) => {
    const held = (person as unknown as Record<string, unknown>)[name];
    return [name, held === null || held === undefined ? empty : Array.isArray(held) ? held : String(held)];
  });
  return Object.fromEntries(entries) as unknown as ProfileValues;
}

/** The fields of a kind alone: what another kind's form had held before is not sent. */
export function sentOf(kind: ProfileKind, values: ProfileValues, own = false): Partial<ProfileValues> {
  const names: ProfileField[] = (own ? ownFieldsOf(kind) : fieldsOf(kind)).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<ProfileValues>;
}
