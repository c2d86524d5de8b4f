/** OpenAPI 3.1 out of the contract. */
import { toJSONSchema } from 'zod/v4/core';
import { endpoints } from '../../core/contract';
import { errorBodySchema } from '../../core/contract/errors';
import type { Endpoint, Schema } from '../../core/contract/kit';
import { CONTRACT_REVISION, CONTRACT_VERSION } from '../../core/contract/version';
import { STREAM_TYPE } from './body';
import { BASES } from './mount';

type Json = Record<string, unknown>;

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parametersOf(endpoint: Endpoint): Json[] {
  const list: Json[] = [];
  const places = [
    ['path', endpoint.params],
    ['query', endpoint.query],
    ['header', endpoint.headers],
  ] as const;
  for (const [place, schema] of places) {
    if (!schema) continue;
    const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      list.push({
        name,
        in: place,
        required: place === 'path' || (json.required ?? []).includes(name),
        schema: property,
      });
    }
  }
  return list;
}

const CONTENT = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  bytes: 'application/octet-stream',
  stream: STREAM_TYPE,
  file: '*/*',
};

/** The good answer: JSON, or a status with headers and no body. */
function answerOf(endpoint: Endpoint): Json {
  if (!endpoint.bare) {
    return {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } },
    };
  }
  const { properties = {} } = schemaOf(endpoint.bare.headers, 'output') as { properties?: Record<string, Json> };
  const headers = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, { schema }]));
  return { [endpoint.bare.status]: { description: 'Done, without a body', headers } };
}

const BINARY = { type: 'string', format: 'binary' };

/** A form: its fields as JSON, its files as bytes. One that names no files takes a single one under any name. */
function formOf({ body, files }: Endpoint): Json {
  const fields = body ? (schemaOf(body, 'input') as { properties?: Json }) : {};
  const named = Object.keys(fields.properties ?? {});
  const schema = files
    ? {
        ...fields,
        properties: {
          ...fields.properties,
          ...Object.fromEntries(files.map((name) => [name, { type: 'array', items: BINARY }])),
        },
        additionalProperties: false,
      }
    : { type: 'object', ...fields, additionalProperties: BINARY, minProperties: 1, maxProperties: named.length + 1 };
  const encoding = Object.fromEntries(named.map((name) => [name, { contentType: 'application/json' }]));
  return { schema, ...(named.length > 0 && { encoding }) };
}

/** What a request carries, by its type; undefined where it carries nothing. */
function contentOf(endpoint: Endpoint): Json | undefined {
  const kind = endpoint.bodyKind ?? 'json';
  if (kind === 'multipart') return { [CONTENT.multipart]: formOf(endpoint) };
  if (kind !== 'json') return { [CONTENT[kind]]: { schema: BINARY } };
  return endpoint.body && { [CONTENT.json]: { schema: schemaOf(endpoint.body, 'input') } };
}

function operationOf(endpoint: Endpoint): Json {
  const content = contentOf(endpoint);
  const errorAnswer = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  const { access } = endpoint;
  const notes =
    access.kind === 'public'
      ? 'Open to everybody.'
      : `Roles: ${access.roles === '*' ? 'any signed-in user' : access.roles.join(', ')}. Scope: ${access.scope}.${access.device ? ' Also by a registered device.' : ''}`;
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    description: `${notes} Idempotency: ${endpoint.idempotency}.`,
    security: access.kind === 'public' ? [] : [{ bearer: [] }, ...(access.device ? [{ device: [] }] : [])],
    parameters: parametersOf(endpoint),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...answerOf(endpoint),
      default: errorAnswer,
    },
  };
}

export function openApi(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const path = `${BASES[endpoint.service]}${endpoint.path.startsWith('/') ? '' : '/'}${endpoint.path}`;
    const entry = paths[path] ?? {};
    entry[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[path] = entry;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recoup',
      version: `${CONTRACT_VERSION}.${CONTRACT_REVISION}`,
      description: 'Debt collection and loan recovery. Every refusal has the form of `Error`.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        device: { type: 'apiKey', in: 'header', name: 'x-device-signature' },
      },
    },
  };
}
