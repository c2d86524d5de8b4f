/** Requests with one thing wrong: an unknown key, or one field of another type, in what is otherwise a good request. */
import type { Endpoint } from '../../core/contract/kit';
import { type JsonSchema, type Parts, schemaOf } from './request';

export interface Wrong {
  part: 'params' | 'query' | 'headers' | 'body';
  /** What the refusal must name. */
  path: string;
  what: string;
  parts: Parts;
  /** Put behind the address as it is: a parameter that is there twice. */
  search?: string;
}

type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

export const alternatives = (schema: JsonSchema): JsonSchema[] => {
  const inner = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return inner ? inner.flatMap(alternatives) : [schema];
};

/** Null where any type will do. */
function typesOf(schema: JsonSchema): Set<JsonType> | null {
  const types = new Set<JsonType>();
  for (const { type, const: only, enum: values } of alternatives(schema)) {
    if (type !== undefined) types.add(type === 'integer' ? 'number' : (type as JsonType));
    else if (values) for (const value of values) types.add(typeOf(value));
    else if (only !== undefined) types.add(typeOf(only));
    else return null;
  }
  return types;
}

const OTHERS: readonly unknown[] = [17, 'no such value ~', true, {}, []];

/** A value of a type that the schema does not take; undefined where it takes them all. */
function otherType(schema: JsonSchema): unknown {
  const types = typesOf(schema);
  return types ? OTHERS.find((value) => !types.has(typeOf(value))) : undefined;
}

export const isFields = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

/** Of several forms of an object the one that this value is. */
export function formOf(schema: JsonSchema, value: Record<string, unknown>): JsonSchema | undefined {
  return alternatives(schema).find(({ properties, required = [] }) => {
    if (!properties || required.some((name) => !(name in value))) return false;
    return Object.entries(value).every(([name, one]) => {
      const { const: only, enum: values } = properties[name] ?? {};
      return name in properties && (only === undefined || only === one) && (!values || values.includes(one));
    });
  });
}

type Path = readonly string[];
type Change = { path: Path; what: string; value: unknown };

/** Every field that the value has or could have, as far down as it goes, each with something else in its place. */
function changesOf(schema: JsonSchema, value: unknown, path: Path = []): Change[] {
  // What is checked against the schema of its own version when it is worked on: a record.
  if (typesOf(schema) === null) return [];
  if (Array.isArray(value)) {
    const items = alternatives(schema).find(({ type }) => type === 'array')?.items;
    if (!items || value.length === 0) return [];
    const at = [...path, '0'];
    return [swapped(items, at), ...changesOf(items, value[0], at)].flat();
  }
  if (!isFields(value)) return [];
  const form = formOf(schema, value);
  const unknown = { path: [...path, 'surprise'], what: 'an unknown key', value: 1 };
  // A map from any name takes any name.
  if (!form?.properties) return typeof form?.additionalProperties === 'object' ? [] : [unknown];
  const inner = Object.entries(form.properties).flatMap(([name, one]) => [
    ...swapped(one, [...path, name]),
    ...changesOf(one, value[name], [...path, name]),
  ]);
  return [unknown, ...inner];
}

function swapped(schema: JsonSchema, path: Path): Change[] {
  const value = otherType(schema);
  return value === undefined ? [] : [{ path, what: `a ${typeOf(value)}`, value }];
}

export function changed(whole: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole)) return whole.map((one, at) => (String(at) === name ? changed(one, rest, value) : one));
  const fields = isFields(whole) ? whole : {};
  return { ...fields, [name]: changed(fields[name], rest, value) };
}

const OTHER_TEXTS = ['~~', '../..'];

/** A text of no form that the schema takes; undefined where it takes any text. */
function otherForm(schema: JsonSchema): string | undefined {
  return OTHER_TEXTS.find((text) =>
    alternatives(schema).every(({ type, format, pattern, enum: values, const: only }) => {
      if (pattern !== undefined) return !new RegExp(pattern, 'u').test(text);
      return type !== 'string' || [format, values, only].some((bound) => bound !== undefined);
    }),
  );
}

/** Somebody else's identity is refused as that before it is read, and the length of a body is the transport's own. */
const NOT_TRIED = ['tenantid', 'profileid', 'sub', 'collectorid', 'userid', 'managerid', 'content-length'];

function wrongTexts(endpoint: Endpoint, part: 'params' | 'query' | 'headers', parts: Parts): Wrong[] {
  const { properties = {} } = endpoint[part] ? schemaOf(endpoint[part]) : {};
  return Object.entries(properties).flatMap(([name, schema]): Wrong[] => {
    const text = otherForm(schema);
    if (text === undefined || (part === 'headers' && NOT_TRIED.includes(name))) return [];
    return [{ part, path: name, what: 'another form', parts: { ...parts, [part]: { ...parts[part], [name]: text } } }];
  });
}

/** `parts` is a good request; each answer differs from it in one place. */
export function wrongRequests(endpoint: Endpoint, parts: Parts): Wrong[] {
  const found = [...wrongTexts(endpoint, 'params', parts), ...wrongTexts(endpoint, 'headers', parts)];
  found.push(...wrongTexts(endpoint, 'query', parts));
  const { properties = {} } = endpoint.query ? schemaOf(endpoint.query) : {};
  for (const name of Object.keys(properties)) {
    const { [name]: _, ...query } = parts.query;
    found.push({
      part: 'query',
      path: name,
      what: 'a list',
      parts: { ...parts, query },
      search: `${name}=a&${name}=a`,
    });
  }
  found.push({
    part: 'query',
    path: 'surprise',
    what: 'an unknown key',
    parts: { ...parts, query: { ...parts.query, surprise: '1' } },
  });
  const bodyKind = endpoint.bodyKind ?? 'json';
  if (
    bodyKind === 'bytes' ||
    bodyKind === 'stream' ||
    bodyKind === 'file' ||
    endpoint.method === 'GET' ||
    endpoint.method === 'HEAD'
  )
    return found;
  // Where there is no schema, anything is one thing too much.
  const schema = endpoint.body ? schemaOf(endpoint.body) : { type: 'object', properties: {} };
  const body = parts.body ?? {};
  for (const { path, what, value } of changesOf(schema, body)) {
    found.push({ part: 'body', path: path.join('.'), what, parts: { ...parts, body: changed(body, path, value) } });
  }
  return found;
}
