/** What somebody searches for (a borrower's name, digits of a mobile) stands in addresses: no log and no cache may keep it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import type { Endpoint } from '../../core/contract/kit';
import { type Database, DatabaseError } from '../../server/db/database';
import { requestFor, type Special } from '../matrix/request';
import { ALL, SPECIAL } from '../matrix/special';
import { type Asker, type Stage, setMatrix } from '../matrix/stage';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';

/** Nobody else is called so, and nothing else has these digits; they are too few to look like a mobile number. */
const NAME = 'Zubeidaqvandel';
const DIGITS = '98765013';
const MOBILE = '9876501342';
const TYPED = [`${NAME} Wagh`, DIGITS, MOBILE];

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

const isText = (schema: JsonSchema): boolean =>
  schema.anyOf?.some(isText) ?? (schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern);

/** Parameters of an address that take any text. */
function textsIn(schema: Endpoint['query']): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return Object.keys(properties).filter((name) => isText(properties[name] ?? {}));
}

const places = ALL.filter(({ access }: Endpoint) => access.kind === 'session').flatMap((endpoint: Endpoint) => [
  ...textsIn(endpoint.query).map((name) => ({ endpoint, part: 'query' as const, name })),
  ...textsIn(endpoint.params).map((name) => ({ endpoint, part: 'params' as const, name })),
]);

describe.each(engines)('what is searched for on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let stage: Stage;
  /** The next transactions fail with this. */
  let broken: Error | undefined;

  beforeAll(async () => {
    held = await fresh();
    const transaction: Database['transaction'] = (scope, work) =>
      broken && !('byKey' in scope) ? Promise.reject(broken) : held.db.transaction(scope, work);
    const db = new Proxy(held.db, {
      get: (target, name) => {
        if (name === 'transaction') return transaction;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    server = await startServer(db, { environment: { LOG_LEVEL: 'debug' } });
    stage = await setMatrix(held.db, server);
    for (const asker of stage.askers) await asker.token();
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const askersOf = ({ access }: Endpoint): Asker[] =>
    stage.askers.filter(
      ({ role }) => access.kind === 'session' && (access.roles === '*' || access.roles.includes(role)),
    );

  async function ask(
    { endpoint, part, name }: (typeof places)[number],
    typed: string,
    { asker, more = {} }: { asker: Asker | undefined; more?: Record<string, string> },
  ) {
    const { own } = stage.ids;
    const given = (SPECIAL as Record<string, (ids: typeof own) => Special>)[endpoint.id]?.(own) ?? {};
    const made = requestFor(endpoint, own, asker ?? { tenantId: own.tenant, id: own.user }, {
      ...given,
      [part]: { ...given[part], ...(part === 'query' && more), [name]: typed },
    });
    const response = await fetch(`${server.origin}${made.path}`, {
      method: made.method,
      headers: { ...made.headers, ...(asker && { authorization: `Bearer ${await asker.token()}` }) },
      ...(made.body !== undefined && { body: made.body }),
    });
    await response.body?.cancel();
    return { status: response.status, path: made.path, cache: response.headers.get('cache-control') };
  }

  function expectNothingLogged(since: number, requests: number): void {
    const lines = server.log.slice(since);
    // Each request was logged: this is not a search over nothing.
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThanOrEqual(requests);
    const log = lines.join('').toLowerCase();
    for (const secret of [NAME, DIGITS, MOBILE]) expect(log).not.toContain(secret.toLowerCase());
  }

  it('is asked for in many places', () => {
    const names = places.map(({ endpoint, name }) => `${endpoint.id} ${name}`);
    expect(names).toEqual(
      expect.arrayContaining(['loans.list q', 'loans.search search', 'contact.why q', 'people.list q']),
    );
    expect(places.length).toBeGreaterThan(25);
  });

  it('stands in no log line and in no cache, found, not found, refused or not let in', async () => {
    const since = server.log.length;
    const seen: { status: number; path: string; cache: string | null }[] = [];
    for (const place of places) {
      const askers = askersOf(place.endpoint);
      for (const typed of TYPED) {
        seen.push(await ask(place, typed, { asker: askers[0] }));
        seen.push(await ask(place, typed, { asker: undefined }));
        seen.push(await ask(place, `${typed}${'x'.repeat(400)}`, { asker: askers[0] }));
        seen.push(await ask(place, typed, { asker: askers[0], more: { surprise: typed } }));
      }
    }
    expect(seen.filter(({ cache }) => cache !== 'no-store')).toEqual([]);
    expect(seen.filter(({ status }) => status >= 500)).toEqual([]);
    const asked = new Set(seen.map(({ status }) => status));
    for (const status of [200, 401, 422]) expect(asked).toContain(status);
    expect(seen.some(({ path }) => path.toLowerCase().includes(NAME.toLowerCase()))).toBe(true);
    expectNothingLogged(since, seen.length);
  }, 180_000);

  it.each([
    ['a value that does not fit', new DatabaseError(`invalid input syntax for type date: "${NAME}"`, '22007')],
    [
      'a value over two lines, with its cause',
      new DatabaseError(`invalid input syntax for type uuid: "${DIGITS}\n${NAME}"`, '22P02', undefined, {
        cause: Object.assign(new Error(`invalid input syntax for type uuid: "${DIGITS}\n${NAME}"`), { code: '22P02' }),
      }),
    ],
    ['words that are no search', new DatabaseError(`syntax error in tsquery: "${NAME} &"`, '42601')],
    ['what is no JSON', jsonError()],
  ])('is not logged by a failure that quotes it: %s', async (_, error) => {
    const place = places.find(({ endpoint, name }) => endpoint.id === 'loans.list' && name === 'q');
    if (!place) throw new Error('The list of loans is not searched any more');
    const asker = askersOf(place.endpoint)[0];
    await asker?.token();
    const since = server.log.length;
    broken = error;
    try {
      expect(await ask(place, NAME, { asker })).toMatchObject({ status: 500, cache: 'no-store' });
    } finally {
      broken = undefined;
    }
    expect(server.log.slice(since).some((line) => line.includes('request failed'))).toBe(true);
    expectNothingLogged(since, 1);
  });
});

function jsonError(): Error {
  try {
    return new Error(`${JSON.parse(NAME)}`);
  } catch (error) {
    return error as Error;
  }
}
