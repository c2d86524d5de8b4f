/**
 * Requests made from the contract's schemas: every endpoint gets one that its schema takes, with the ids of one record in
 * every place that takes an id. What a schema cannot say (a record under its hash) stands in special.ts.
 */
import * as z from 'zod/v4/core';
import type { Endpoint, Schema } from '../../core/contract/kit';
import { BASES } from '../../server/http/mount';

/** The ids of one record and of everything around it; what a request names when it names "this one". */
export interface Ids {
  tenant: string;
  loan: string;
  loanNumber: string;
  borrower: string;
  phone: string;
  /** The number of `phone`. */
  mobile: string;
  user: string;
  device: string;
  client: string;
  portfolio: string;
  agency: string;
  disposition: string;
  sha256: string;
  /** One row's id of every other table that has rows. */
  rows: Readonly<Record<string, string>>;
}

export interface Made {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
}

export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const schemas = new WeakMap<Schema, JsonSchema>();
export function schemaOf(schema: Schema): JsonSchema {
  let made = schemas.get(schema);
  if (!made) {
    made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    schemas.set(schema, made);
  }
  return made;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const WORDS = ['true', '1', '1.0.0', 'a', 'A1', 'PTP', 'North', '2026-12-01', '10:30', '9812345678', '411001', 'Asha'];

/** The id that a name asks for; `around` is the endpoint's path, which says what a bare `id` is. */
export function idFor(name: string, around: string, ids: Ids): string {
  const bare = name.replace(/Ids?$/i, '');
  const plain = bare.toLowerCase();
  const byName: [RegExp, string][] = [
    [/loannumber/i, ids.loanNumber],
    [/loan/i, ids.loan],
    [/borrower/i, ids.borrower],
    [/phone/i, ids.phone],
    [/device/i, ids.device],
    [/client/i, ids.client],
    [/portfolio/i, ids.portfolio],
    [/agency/i, ids.agency],
    [/disposition/i, ids.disposition],
    [/tenant/i, ids.tenant],
    [/sha|hash/i, ids.sha256],
    [/user|profile|collector|manager|agent|sub$|person|parent|createdby|assignee/i, ids.user],
  ];
  const known = byName.find(([pattern]) => plain !== '' && pattern.test(plain))?.[1];
  if (known) return known;
  const tables = Object.keys(ids.rows);
  const wanted = plain === '' || plain === 'key' ? around.toLowerCase().replaceAll('-', '_') : snake(bare);
  const table =
    tables.find((one) => wanted === one || `${wanted}s` === one) ??
    tables.find((one) => wanted.split('/').some((part) => part !== '' && (one === part || one === `${part}s`))) ??
    tables.find((one) => plain !== '' && one.endsWith(`${snake(bare)}s`));
  if (table) return ids.rows[table] ?? ids.loan;
  const owner = byName.find(([pattern]) => pattern.test(wanted))?.[1];
  return owner ?? ids.loan;
}

const looksLikeId = (name: string) => /(^|[a-z])ids?$/i.test(name) || /^(sub|key|id)$/.test(name);

function textFor(schema: JsonSchema, name: string, around: string, ids: Ids): string {
  if (schema.format === 'uuid') return idFor(name, around, ids);
  if (schema.format === 'date-time') return new Date(Date.now() - 60_000).toISOString();
  if (schema.format === 'email') return 'asha@example.com';
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
  const fits = (word: string) =>
    (!pattern || pattern.test(word)) &&
    word.length >= (schema.minLength ?? 0) &&
    word.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
  const first = looksLikeId(name) || /loannumber/i.test(name) ? [idFor(name, around, ids)] : [];
  const candidates = [...first, ...WORDS, ids.sha256, ids.loan, 'x'.repeat(schema.minLength ?? 1)];
  return candidates.find(fits) ?? 'x';
}

/** Required fields, and optional ones that name a record. */
export function valueFor(schema: JsonSchema, name: string, around: string, ids: Ids): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null) ?? null;
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return valueFor({ ...schema, ...choice, anyOf: choice.anyOf, oneOf: choice.oneOf }, name, around, ids);
  if (schema.allOf)
    return valueFor(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }), name, around, ids);
  switch (schema.type) {
    case 'string':
      return textFor(schema, name, around, ids);
    case 'integer':
    case 'number':
      return Math.min(
        schema.maximum ?? 1,
        Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + 1),
      );
    case 'boolean':
      return true;
    case 'array': {
      const wanted = Math.max(schema.minItems ?? 0, looksLikeId(name) ? 1 : 0);
      return Array.from({ length: wanted }, () => valueFor(schema.items ?? {}, name, around, ids));
    }
    case 'object':
      return objectFor(schema, around, ids);
    default:
      return {};
  }
}

/** Optional, these only repeat who calls; somebody else's there is refused before anything else is looked at. */
const REPEATS_CALLER = /^(collectorId|profileId|userId|createdBy)$/;

function objectFor(schema: JsonSchema, around: string, ids: Ids): Record<string, unknown> {
  const required = new Set(schema.required);
  const made: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    if (one.default !== undefined && !looksLikeId(name)) continue;
    if (required.has(name) || (looksLikeId(name) && !REPEATS_CALLER.test(name)))
      made[name] = valueFor(one, name, around, ids);
  }
  return made;
}

const part = (schema: Schema | undefined, around: string, ids: Ids): Record<string, unknown> => {
  if (!schema) return {};
  const made = valueFor(schemaOf(schema), '', around, ids);
  return typeof made === 'object' && made !== null ? (made as Record<string, unknown>) : {};
};

/** Fields to set besides or instead of what the schema says. */
export interface Special {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  files?: Record<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>;
}

/** Who asks: what the identity headers of the specification must agree with. */
export interface Caller {
  tenantId: string;
  id: string;
}

const IDENTITY: Record<string, keyof Caller> = {
  tenantid: 'tenantId',
  profileid: 'id',
  sub: 'id',
  collectorid: 'id',
  userid: 'id',
  managerid: 'id',
};

/** What goes into a request, part by part, before it is written out. */
export interface Parts {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body?: unknown;
  files: NonNullable<Special['files']>;
}

export function partsFor(endpoint: Endpoint, ids: Ids, caller: Caller, special: Special = {}): Parts {
  const around = endpoint.path;
  const params = { ...part(endpoint.params, around, ids), ...special.params };
  const query = { ...part(endpoint.query, around, ids), ...special.query };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...part(endpoint.headers, around, ids), ...special.headers })) {
    const own = IDENTITY[name.toLowerCase()];
    if (value !== undefined) headers[name] = own ? caller[own] : String(value);
  }
  const parts: Parts = { params, query, headers, files: special.files ?? {} };
  if (!endpoint.body && endpoint.bodyKind !== 'multipart') return parts;
  const generated = endpoint.body ? valueFor(schemaOf(endpoint.body), '', around, ids) : {};
  const body =
    special.body === undefined
      ? generated
      : Array.isArray(special.body)
        ? special.body
        : { ...(generated as object), ...(special.body as object) };
  return { ...parts, body };
}

export function written(endpoint: Endpoint, { params, query, headers: given, body, files }: Parts): Made {
  const headers = { ...given };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  );
  const made: Made = {
    method: endpoint.method,
    path: `${BASES[endpoint.service]}${path.startsWith('/') ? '' : '/'}${path}${search.size ? `?${search}` : ''}`,
    headers,
  };
  if (endpoint.bodyKind === 'bytes' || endpoint.bodyKind === 'stream' || endpoint.bodyKind === 'file') {
    headers['content-type'] =
      endpoint.bodyKind === 'stream' ? 'application/offset+octet-stream' : 'application/octet-stream';
    return { ...made, body: new Uint8Array(8) };
  }
  if (endpoint.bodyKind === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(body as object)) {
      form.append(name, JSON.stringify(value));
    }
    for (const [name, { type, bytes }] of Object.entries(files)) {
      form.append(name, new Blob([bytes], { type }), name);
    }
    return { ...made, body: form };
  }
  if (body === undefined) return made;
  headers['content-type'] = 'application/json';
  return { ...made, body: JSON.stringify(body) };
}

export const requestFor = (endpoint: Endpoint, ids: Ids, caller: Caller, special?: Special): Made =>
  written(endpoint, partsFor(endpoint, ids, caller, special));
