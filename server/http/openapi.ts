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

function operationOf(endpoint: Endpoint): Json {
  const kind = endpoint.bodyKind ?? 'json';
  const hasBody = endpoint.body !== undefined || kind === 'bytes' || kind === 'stream';
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
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          [CONTENT[kind]]: {
            schema: endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'string', format: 'binary' },
          },
        },
      },
    }),
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
