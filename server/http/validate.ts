/** Checks a part of a request against its schema and puts what is wrong into words for a person. */
import * as z from 'zod/v4/core';
import type { FieldError } from '../../core/contract/errors';
import type { Schema } from '../../core/contract/kit';
import { ApiError } from './implement';

const TYPE_WORDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};
const FORMAT_WORDS: Record<string, string> = {
  uuid: 'Not an id',
  datetime: 'Not a time (ISO 8601)',
  email: 'Email is not valid',
  regex: 'Has the wrong form',
};

/** Words for an issue whose schema brings none of its own. */
function words(issue: z.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Is missing';
      return `Must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string') return `Too short (at least ${issue.minimum})`;
      if (issue.origin === 'array') return `Too few (at least ${issue.minimum})`;
      return `Too small (at least ${issue.minimum})`;
    case 'too_big':
      if (issue.origin === 'string') return `Too long (at most ${issue.maximum})`;
      if (issue.origin === 'array') return `Too many (at most ${issue.maximum})`;
      return `Too large (at most ${issue.maximum})`;
    case 'invalid_format':
      return FORMAT_WORDS[issue.format] ?? 'Has the wrong form';
    case 'invalid_value':
      return `Must be ${issue.values.slice(0, 12).map(String).join(' or ')}`;
    case 'not_multiple_of':
      return 'Must be a whole number';
    default:
      return 'Has the wrong form';
  }
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');

function flatten(issue: z.$ZodIssue, prefix: readonly PropertyKey[]): FieldError[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: dotted([...path, key]), message: 'Is not known here' }));
  }
  if (issue.code === 'invalid_union') {
    // The alternative that was nearly met is the one the caller meant.
    const options = issue.errors.map((issues) => issues.flatMap((inner) => flatten(inner, path)));
    const [nearest] = options.filter((option) => option.length > 0).sort((a, b) => a.length - b.length);
    if (nearest) return nearest;
  }
  return [{ path: dotted(path), message: issue.message }];
}

const MAX_FIELDS = 20;

/** The schema's output, or `ApiError` `invalid` naming each field. */
export function validate<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: words });
  if (result.success) return result.data;
  const fields = result.error.issues.flatMap((issue) => flatten(issue, []));
  throw new ApiError('invalid', { fields: fields.slice(0, MAX_FIELDS) });
}

const NOTHING = new z.$ZodObject({ type: 'object', shape: {}, catchall: new z.$ZodNever({ type: 'never' }) });

/** A part of a request for which the contract has no schema: whatever is in it is not known, and is named in the refusal. */
export function refuseAny(value: unknown = {}): undefined {
  validate(NOTHING, value);
}

/** The same object schema with unknown fields refused: multipart forms are as strict as JSON bodies. */
export function strictForm(schema: z.$ZodType): z.$ZodType {
  const known = strictForms.get(schema);
  if (known) return known;
  const made =
    schema instanceof z.$ZodObject
      ? new z.$ZodObject({ ...schema._zod.def, catchall: new z.$ZodNever({ type: 'never' }) })
      : schema;
  strictForms.set(schema, made);
  return made;
}
const strictForms = new WeakMap<z.$ZodType, z.$ZodType>();

const MAX_DEPTH = 40;

/**
 * Refuses what is legal JSON but no text for a database (NUL, half a surrogate pair), a key that would reach a
 * prototype, and nesting that only an attack has. `at` is the path of the value itself.
 */
export function refuseUnstorable(value: unknown, at = ''): void {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value, path: at, depth: 0 }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value: current, path, depth } = item;
    if (typeof current === 'string') {
      if (current.includes('\0') || /\p{Surrogate}/u.test(current)) {
        throw new ApiError('invalid', { fields: [{ path, message: 'Holds a character that cannot be stored' }] });
      }
    } else if (typeof current === 'object' && current !== null) {
      if (depth >= MAX_DEPTH) throw new ApiError('bad-request', { message: 'The request is nested too deeply.' });
      for (const [key, inner] of Object.entries(current)) {
        if (key === '__proto__') throw new ApiError('bad-request');
        const inside = path ? `${path}.${key}` : key;
        if (key.includes('\0') || /\p{Surrogate}/u.test(key)) {
          throw new ApiError('invalid', { fields: [{ path, message: 'Holds a name that cannot be stored' }] });
        }
        stack.push({ value: inner, path: inside, depth: depth + 1 });
      }
    }
  }
}

/** Of what a request brought; `at` is the path of the value in the request, for the refusal. */
export function parseJson(text: string, at?: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError('bad-request', { message: 'The request is not valid JSON.' });
  }
  refuseUnstorable(value, at);
  return value;
}
