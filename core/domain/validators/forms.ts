/** The two form checkers of specification section 5, and the generic required check. */
import { type Check, cibil, email, gst, mobile, mobileOfSecondForm, pan, plainName } from './fields';

export const REQUIRED = 'This Field Is Required';

/** Messages by the dotted path of their field; empty when the form is right. */
export type FormErrors = Record<string, string>;
export interface FormValues {
  readonly [field: string]: unknown;
}

const isRecord = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Empty or blank text, nothing at all, an empty list. Zero and `false` are values. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * The generic required check; nested objects are looked into (`address.city`). `optional` names dotted paths that may
 * stay empty; an optional object may stay empty as a whole.
 */
export function checkRequired(values: FormValues, optional: readonly string[] = []): FormErrors {
  const errors: FormErrors = {};
  const walk = (held: FormValues, before: string) => {
    for (const [name, value] of Object.entries(held)) {
      const path = before + name;
      if (optional.includes(path)) continue;
      if (isRecord(value)) walk(value, `${path}.`);
      else if (isBlank(value)) errors[path] = REQUIRED;
    }
  };
  walk(values, '');
  return errors;
}

/** Which kind of value a field holds, for the checkers below. */
export type FieldKind = 'email' | 'mobile' | 'gst' | 'pan' | 'company' | 'advocate' | 'cibil';

const FIRST: Record<FieldKind, Check> = {
  email,
  mobile,
  gst,
  pan,
  company: plainName,
  advocate: plainName,
  cibil,
};
const SECOND: Record<FieldKind, Check> = { ...FIRST, mobile: mobileOfSecondForm };

function check(
  values: FormValues,
  kinds: Readonly<Record<string, FieldKind>>,
  checks: Record<FieldKind, Check>,
  read: (value: unknown) => unknown,
): FormErrors {
  const errors: FormErrors = {};
  for (const [field, kind] of Object.entries(kinds)) {
    const message = checks[kind](read(values[field]));
    if (message) errors[field] = message;
  }
  return errors;
}

/** First form checker: everything is required unless named optional, and each value stands as it was typed. */
export const checkFirstForm = (
  values: FormValues,
  kinds: Readonly<Record<string, FieldKind>>,
  optional: readonly string[] = [],
): FormErrors => ({ ...check(values, kinds, FIRST, (value) => value), ...checkRequired(values, optional) });

/** Second form checker: values are trimmed first and blank ones are skipped. */
export const checkSecondForm = (values: FormValues, kinds: Readonly<Record<string, FieldKind>>): FormErrors =>
  check(values, kinds, SECOND, (value) => (typeof value === 'string' ? value.trim() : value));
