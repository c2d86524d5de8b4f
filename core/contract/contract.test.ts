import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as mini from 'zod/mini';
import * as z from 'zod/v4/core';
import { canonicalJson } from '../domain/canonical';
import { ROLES } from '../domain/roles';
import { ERRORS, errorBody, errorBodySchema } from './errors';
import history from './history.json' with { type: 'json' };
import { endpoints } from './index';
import { type Bases, type Endpoint, type Schema, urlOf } from './kit';
import { CONTRACT_VERSION } from './version';

const all = Object.entries(endpoints) as [string, Endpoint][];

const shapeOf = (schema: Schema | undefined, io: 'input' | 'output') =>
  schema && z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** Everything about an endpoint that the other side of the wire could notice; words are not part of it. */
function wireOf({ id: _, summary: __, headers, params, query, body, response, bare, ...rest }: Endpoint): unknown {
  return {
    ...rest,
    headers: shapeOf(headers, 'input'),
    params: shapeOf(params, 'input'),
    query: shapeOf(query, 'input'),
    body: shapeOf(body, 'input'),
    response: shapeOf(response, 'output'),
    ...(bare && { bare: { status: bare.status, headers: shapeOf(bare.headers, 'output') } }),
  };
}

function fingerprint(registry: readonly [string, Endpoint][] = all): string {
  const errors = Object.entries(ERRORS).map(([code, { status, class: kind }]) => [code, status, kind]);
  const wire = {
    endpoints: Object.fromEntries(registry.map(([id, endpoint]) => [id, wireOf(endpoint)])),
    errors,
    error: shapeOf(errorBodySchema, 'output'),
  };
  return createHash('sha256').update(canonicalJson(wire)).digest('hex').slice(0, 32);
}

describe('the wire', () => {
  it('is the one that its version names', () => {
    const newest = history.at(-1);
    // Before the first release the newest row is the version being made: RECOUP_WRITE_FINGERPRINT=1 renews it.
    if (process.env.RECOUP_WRITE_FINGERPRINT && newest) {
      newest.fingerprint = fingerprint();
      writeFileSync(new URL('history.json', import.meta.url), `${JSON.stringify(history)}\n`);
    }
    expect(newest?.version).toBe(CONTRACT_VERSION);
    expect(
      fingerprint(),
      'The wire has changed. Step CONTRACT_VERSION and add a row with this fingerprint to history.json; phones of the last 90 days must still be understood.',
    ).toBe(newest?.fingerprint);
  });

  describe('has another fingerprint', () => {
    const made: Endpoint = {
      id: 'made.up',
      method: 'POST',
      service: 'crm',
      path: '/made/{id}',
      summary: 'For this test',
      access: { kind: 'session', roles: ['CRM_MANAGER'], scope: 'none' },
      idempotency: 'none',
      params: mini.strictObject({ id: mini.string() }),
      query: mini.strictObject({ page: mini.optional(mini.number()) }),
      body: mini.strictObject({ deep: mini.strictObject({ name: mini.string().check(mini.maxLength(10)) }) }),
      response: mini.strictObject({ rows: mini.array(mini.strictObject({ paise: mini.number() })) }),
    };
    const printed = (endpoint: Endpoint) => fingerprint([...all, [endpoint.id, endpoint]]);

    it.each<[string, Partial<Endpoint>]>([
      [
        'a field deep in a body is named otherwise',
        { body: mini.strictObject({ deep: mini.strictObject({ title: mini.string().check(mini.maxLength(10)) }) }) },
      ],
      [
        'a bound changes',
        { body: mini.strictObject({ deep: mini.strictObject({ name: mini.string().check(mini.maxLength(11)) }) }) },
      ],
      [
        'a field of the answer changes its type',
        { response: mini.strictObject({ rows: mini.array(mini.strictObject({ paise: mini.string() })) }) },
      ],
      [
        'a field of the answer may be missing',
        {
          response: mini.strictObject({ rows: mini.array(mini.strictObject({ paise: mini.optional(mini.number()) })) }),
        },
      ],
      ['a query parameter must be given', { query: mini.strictObject({ page: mini.number() }) }],
      ['a role is let in', { access: { kind: 'session', roles: ['CRM_MANAGER', 'ADMIN'], scope: 'none' } }],
      ['the path changes', { path: '/made-up/{id}' }],
      ['the method changes', { method: 'PUT' }],
      ['a repeat means something else', { idempotency: 'key' }],
    ])('when %s', (_, change) => {
      expect(printed({ ...made, ...change })).not.toBe(printed(made));
    });

    it('but not when only its words change', () => {
      expect(printed({ ...made, summary: 'Said better' })).toBe(printed(made));
    });
  });

  it('has a history without gaps', () => {
    expect(history.map(({ version }) => version)).toEqual(history.map((_, at) => at + 1));
    expect(new Set(history.map(({ fingerprint: one }) => one)).size).toBe(history.length);
    for (const { since } of history) expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('the registry', () => {
  it.each(all)('%s is whole', (key, endpoint) => {
    expect(endpoint.id).toBe(key);
    expect(endpoint.summary).not.toBe('');
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const named = endpoint.params
      ? Object.keys((shapeOf(endpoint.params, 'input') as { properties?: object }).properties ?? {})
      : [];
    expect(named.sort()).toEqual(inPath.sort());
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
    if (endpoint.idempotency === 'safe') expect(['GET', 'HEAD']).toContain(endpoint.method);
    if (endpoint.method === 'HEAD') expect(endpoint.bare).toBeDefined();
    if (endpoint.bodyKind === 'multipart') expect(endpoint.bodyLimit).toBeGreaterThan(0);
    if (endpoint.access.kind === 'session' && endpoint.access.roles !== '*') {
      expect(endpoint.access.roles.length).toBeGreaterThan(0);
      expect(ROLES).toEqual(expect.arrayContaining([...endpoint.access.roles]));
    }
  });

  it('takes strict bodies only, however deep', () => {
    const loose: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, additionalProperties: others } = value as { type?: unknown; additionalProperties?: unknown };
      // A map from any name has a schema for what it holds; an object of named fields lets nothing else in.
      const map = typeof others === 'object' && others !== null && Object.keys(others).length > 0;
      if (type === 'object' && others !== false && !map) loose.push(path);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
    };
    for (const [id, { body, bodyKind }] of all) {
      if (bodyKind !== 'multipart') visit(shapeOf(body, 'input'), id);
    }
    expect(loose).toEqual([]);
  });

  it('has one endpoint for a method and path', () => {
    const places = all.map(([, { method, service, path }]) => `${method} ${service} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('bounds every text that comes in', () => {
    const loose: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const node = value as {
        type?: string;
        maxLength?: number;
        format?: string;
        pattern?: string;
        enum?: unknown;
        const?: unknown;
      };
      if (
        node.type === 'string' &&
        [node.maxLength, node.format, node.pattern, node.enum, node.const].every((bound) => bound === undefined)
      )
        loose.push(path);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
    };
    for (const [id, { body, query, params, headers }] of all) {
      for (const schema of [body, query, params, headers]) visit(shapeOf(schema, 'input'), id);
    }
    expect(loose).toEqual([]);
  });
});

describe('urlOf', () => {
  const bases = { main: '/api/v1', crm: '', reporting: 'https://r.example/x/' } as Bases;
  it.each([
    [{ service: 'main', path: 'loans/loanByLoanId/{id}' }, { id: 'a/b c' }, {}, '/api/v1/loans/loanByLoanId/a%2Fb%20c'],
    [{ service: 'crm', path: '/api/v2/ping' }, {}, {}, '/api/v2/ping'],
    [{ service: 'crm', path: '/api/v2/sync/loans' }, {}, { cursor: undefined, limit: 5 }, '/api/v2/sync/loans?limit=5'],
    [
      { service: 'reporting', path: 'case-histories' },
      {},
      { pageNo: 1, q: 'a&b' },
      'https://r.example/x/case-histories?pageNo=1&q=a%26b',
    ],
  ] as const)('%j', (endpoint, params, query, expected) => {
    expect(urlOf(bases, endpoint, params, query)).toBe(expected);
  });

  it('refuses to call with a parameter missing', () => {
    expect(() => urlOf(bases, { service: 'main', path: 'x/{id}' }, {})).toThrow(/parameter id is missing/);
  });
});

describe('errorBody', () => {
  it.each(Object.keys(ERRORS) as (keyof typeof ERRORS)[])('%s fits its schema', (code) => {
    const body = errorBody(code, { fields: [{ path: 'a', message: 'b' }], requestId: 'r' });
    expect(z.safeParse(errorBodySchema, body)).toMatchObject({ success: true });
    expect(body).toMatchObject({ success: false, code, class: ERRORS[code].class });
  });
});
