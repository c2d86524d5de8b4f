/** Every endpoint of the contract, asked well but for one thing: it is refused for that one thing, by its name. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { endpoints } from '../../core/contract';
import { errorBodySchema } from '../../core/contract/errors';
import type { Endpoint } from '../../core/contract/kit';
import { type Parts, partsFor, written } from '../matrix/request';
import { ALL, SPECIAL } from '../matrix/special';
import { type Stage, setMatrix } from '../matrix/stage';
import { type Wrong, wrongRequests } from '../matrix/wrong';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';

/** Which endpoint lets what it does not know stand in its address, and why. */
const TAKES_ANY_QUERY: Record<string, string> = {
  'paymentLinks.page': 'whoever carries the message that leads there adds to the address',
  'settlements.offerPage': 'the same',
  'settlements.answerOffer': 'its forms go to the address under which it was opened',
};

describe('one wrong thing in a good request', () => {
  let held: TestDatabase;
  let server: TestServer;
  let stage: Stage;

  beforeAll(async () => {
    // What is checked here is checked before any database is asked.
    const [engine] = engines;
    if (!engine) throw new Error('no engine');
    held = await engine.fresh();
    server = await startServer(held.db);
    stage = await setMatrix(held.db, server);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const askerOf = ({ id, access }: Endpoint) => {
    const asker = stage.askers.find(
      ({ role }) => access.kind === 'public' || access.roles === '*' || access.roles.includes(role),
    );
    if (!asker) throw new Error(`${id} admits nobody of the stage`);
    return asker;
  };

  async function send(endpoint: Endpoint, parts: Parts, search = '') {
    const { method, path, headers, body } = written(endpoint, parts);
    const response = await fetch(`${server.origin}${path}${search && `${path.includes('?') ? '&' : '?'}${search}`}`, {
      method,
      headers: {
        ...headers,
        ...(endpoint.access.kind === 'session' && { authorization: `Bearer ${await askerOf(endpoint).token()}` }),
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, code: response.headers.get('x-error-code'), text: await response.text() };
  }

  /** What is wrong with the refusal; null when it is the right one. */
  async function wrongWith(endpoint: Endpoint, { part, path, what, parts, search }: Wrong): Promise<string | null> {
    const { status, code, text } = await send(endpoint, parts, search);
    const place = `${part} ${path}, ${what}: ${status} ${text.slice(0, 300)}`;
    if (status !== 422) return place;
    // What is said to HEAD fits into a header.
    if (endpoint.method === 'HEAD') return code === 'invalid' ? null : place;
    const { fields = [], code: said } = errorBodySchema.parse(JSON.parse(text));
    return said === 'invalid' && fields.length > 0 && fields.every((one) => one.path === path) ? null : place;
  }

  it.each(ALL.map((endpoint: Endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const { own } = stage.ids;
    const made = partsFor(endpoint, own, askerOf(endpoint), SPECIAL[endpoint.id as keyof typeof SPECIAL]?.(own));
    // As it goes over the wire, where nothing is undefined.
    const parts: Parts = { ...made, ...(made.body !== undefined && { body: JSON.parse(JSON.stringify(made.body)) }) };
    for (const part of ['params', 'query', 'headers', 'body'] as const) {
      const { [part]: schema } = endpoint;
      if (schema) expect(z.safeParse(schema, parts[part]).error?.issues, part).toBeUndefined();
    }
    const cases = wrongRequests(endpoint, parts).filter(
      ({ part }) => part !== 'query' || !(endpoint.id in TAKES_ANY_QUERY),
    );
    const problems = await Promise.all(cases.map((one) => wrongWith(endpoint, one)));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  const STREAMED = { 'transfer-encoding': 'chunked' };
  const JSON_TYPE = { 'content-type': 'application/json' };
  it.each<[what: string, endpoint: Endpoint, headers: Record<string, string>, body: string, status: number]>([
    ['nothing', endpoints['system.ping'], {}, '', 200],
    ['nothing, in pieces', endpoints['system.ping'], STREAMED, '', 200],
    ['JSON', endpoints['system.ping'], JSON_TYPE, '{"surprise":1}', 400],
    ['a text in pieces', endpoints['system.ping'], STREAMED, 'surprise', 400],
    ['a long text', endpoints['system.ping'], {}, 'x'.repeat(200_000), 400],
    ['a text that never ends', endpoints['system.ping'], STREAMED, 'x'.repeat(2_000_000), 400],
    ['a text beyond every limit', endpoints['system.ping'], {}, 'x'.repeat(2_000_000), 413],
    // No such alert: what is not refused for its body gets as far as that.
    ['nothing', endpoints['alerts.deactivate'], {}, '', 404],
    ['nothing, in pieces', endpoints['alerts.deactivate'], { ...STREAMED, ...JSON_TYPE }, '', 404],
    ['nothing of a type', endpoints['alerts.deactivate'], JSON_TYPE, '', 404],
    ['an empty object', endpoints['alerts.deactivate'], JSON_TYPE, '{}', 404],
    ['an object', endpoints['alerts.deactivate'], JSON_TYPE, '{"id":1}', 422],
    ['a list', endpoints['alerts.deactivate'], JSON_TYPE, '[]', 422],
    ['broken JSON', endpoints['alerts.deactivate'], JSON_TYPE, '{', 400],
    ['bytes', endpoints['alerts.deactivate'], { 'content-type': 'application/octet-stream' }, '{}', 415],
    ['text', endpoints['alerts.deactivate'], { 'content-type': 'text/plain' }, '{}', 415],
    ['a form', endpoints['alerts.deactivate'], { 'content-type': 'multipart/form-data; boundary=x' }, '--x--\r\n', 400],
    [
      'a piece of a file',
      endpoints['alerts.deactivate'],
      { 'content-type': 'application/offset+octet-stream' },
      'x',
      400,
    ],
  ])('%s, where no body is taken', async (_, endpoint, given, body, status) => {
    const asker = askerOf(endpoint);
    const { path, method, headers: own } = written(endpoint, partsFor(endpoint, stage.ids.foreign, asker));
    const length = 'transfer-encoding' in given ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const headers = {
      ...own,
      ...given,
      ...length,
      ...(endpoint.access.kind === 'session' && { authorization: `Bearer ${await asker.token()}` }),
    };
    const answer = await new Promise<{ status?: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest(`${server.origin}${path}`, { method, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(pieces).toString() }));
      });
      request.on('error', reject);
      request.end(body);
    });
    expect(answer.status, answer.text).toBe(status);
    if (status !== 200) errorBodySchema.parse(JSON.parse(answer.text));
  });
});
