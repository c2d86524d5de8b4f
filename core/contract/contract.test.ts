import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { ROLES } from '../domain/roles';
import { ERRORS, errorBody, errorBodySchema } from './errors';
import { endpoints } from './index';
import { type Bases, type Endpoint, type Schema, urlOf } from './kit';

const all = Object.entries(endpoints) as [string, Endpoint][];

const shapeOf = (schema: Schema | undefined, io: 'input' | 'output') =>
  schema && z.toJSONSchema(schema, { io, unrepresentable: 'any' });

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
    // Dialers say more in an event than anybody reads.
    const ofDialers = /^dialerService\.events\.properties\.events\.items\.oneOf\.\d+$/;
    expect(loose.filter((path) => !ofDialers.test(path))).toEqual([]);
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

  it('bounds every number that comes in', () => {
    const ELSEWHERE: [path: RegExp, why: string][] = [
      [/^devices\.report\..*(used|quota)Bytes$/, 'kept as large as they come'],
      [/^incentives\.save\..*(min|max|amount)\.anyOf\.0$/, 'bounded by what the form says of its tiers'],
      [/^payouts\.decide\.properties\.grossPaise$/, 'only compared'],
      [/^clientRevenue\.decide\.properties\.feePaise$/, 'only compared'],
    ];
    const loose: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const {
        type,
        minimum,
        maximum,
        const: only,
      } = value as { type?: string; minimum?: number; maximum?: number; const?: unknown };
      if ((type === 'integer' || type === 'number') && only === undefined) {
        // What a whole number has of itself is no bound.
        const bounded = [minimum, maximum].every(
          (bound) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER,
        );
        if (!bounded) loose.push(path);
      }
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
    };
    for (const [id, { body, query, params, headers }] of all) {
      for (const schema of [body, query, params, headers]) visit(shapeOf(schema, 'input'), id);
    }
    expect(loose.filter((path) => !ELSEWHERE.some(([known]) => known.test(path)))).toEqual([]);
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
