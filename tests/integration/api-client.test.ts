import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '../../core/contract/errors';
import { defineEndpoint } from '../../core/contract/kit';
import { ApiError } from '../../src/api/api-error';
import { type ApiOptions, createApi } from '../../src/api/client';
import { screenWords, toastWords } from '../../src/api/error-words';

const echo = defineEndpoint({
  id: 'test.echo',
  method: 'POST',
  service: 'main',
  path: 'echo/{id}',
  summary: 'For this test',
  access: { kind: 'session', roles: '*', scope: 'none' },
  idempotency: 'none',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.optional(z.number()), text: z.optional(z.string()) }),
  headers: z.object({ loanid: z.string() }),
  body: z.object({ name: z.string() }),
  response: z.object({ success: z.literal(true), name: z.string() }),
});
const call = {
  params: { id: 'a/b' },
  query: { page: 2, text: undefined },
  headers: { loanid: '7' },
  body: { name: 'x' },
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A real server that answers one request after the other; `seen` are the requests it got. */
async function serve(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const seen: { url: string | undefined; token: string | undefined; loan: unknown; body: string }[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const answer = answers[seen.length];
      seen.push({ url: request.url, token: request.headers.authorization, loan: request.headers.loanid, body });
      if (answer) answer(request, response);
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const main = `http://127.0.0.1:${port}/api/v1`;
  const events: string[] = [];
  let token: string | undefined = 'first';
  const make = (more: Partial<ApiOptions> = {}) =>
    createApi({
      caller: { id: 'u1', role: { name: 'CRM_Manager' }, tenant: { id: 't1', name: 'T', zone: 'Asia/Kolkata' } },
      bases: {
        main,
        crm: '',
        reporting: '',
        brake: '',
        dialer: '',
        notification: '',
        selfCure: '',
        chatbot: '',
        root: '',
      },
      accessToken: async () => token,
      renew: async (refused) => {
        events.push(`renew ${refused}`);
        token = 'second';
        return 'renewed';
      },
      onSessionEnded: () => events.push('ended'),
      ...more,
    });
  return { seen, events, make };
}

const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
const refused = (status: number, code: Parameters<typeof errorBody>[0]) =>
  json(status, errorBody(code, { requestId: 'r1' }));
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('the client', () => {
  it('calls the endpoint with its parts and the token, and answers what the schema says', async () => {
    const { seen, make } = await serve(json(200, { success: true, name: 'y', more: 1 }));
    expect(await make().call(echo, call)).toEqual({ success: true, name: 'y' });
    expect(seen).toEqual([
      { url: '/api/v1/echo/a%2Fb?page=2', token: 'Bearer first', loan: '7', body: '{"name":"x"}' },
    ]);
  });

  it('renews once when the token is refused, and calls again', async () => {
    const { seen, events, make } = await serve(refused(401, 'not-signed-in'), json(200, { success: true, name: 'y' }));
    expect(await make().call(echo, call)).toMatchObject({ name: 'y' });
    expect(seen.map((request) => request.token)).toEqual(['Bearer first', 'Bearer second']);
    expect(events).toEqual(['renew first']);
  });

  it.each([
    ['ended', ['ended']],
    ['unreachable', []],
  ] as const)('a renewal that is %s tells: %j', async (result, told) => {
    const { events, make } = await serve(refused(401, 'session-ended'));
    const error = await failure(make({ renew: async () => result }).call(echo, call));
    expect(error?.detail).toMatchObject({ status: 401, class: 'login', code: 'session-ended' });
    expect(events).toEqual(told);
  });

  it('does not renew twice', async () => {
    const { events, make } = await serve(refused(401, 'not-signed-in'), refused(401, 'not-signed-in'));
    expect((await failure(make().call(echo, call)))?.detail.status).toBe(401);
    expect(events).toEqual(['renew first']);
  });

  it.each([
    ['a captive portal', json(200, '<html>')],
    ['another form of answer', json(200, { success: true })],
  ])('%s is not an answer', async (_, answer) => {
    const { make } = await serve(answer);
    expect((await failure(make().call(echo, call)))?.detail).toMatchObject({ status: 200, class: 'defect' });
  });

  it("a proxy's 502 is worth another try, and nobody is signed out by a proxy's 401", async () => {
    const { events, make } = await serve(json(502, 'Bad gateway'), json(401, 'Proxy says no'));
    const api = make();
    expect((await failure(api.call(echo, call)))?.detail).toMatchObject({ status: 502, class: 'retry' });
    expect((await failure(api.call(echo, call)))?.detail).toMatchObject({ status: 401, class: 'defect' });
    expect(events).toEqual([]);
  });

  it('no answer at all is a network error', async () => {
    const { make } = await serve();
    const error = await failure(make().call(echo, call));
    expect(error).toBeInstanceOf(ApiError);
    expect(error?.offline).toBe(true);
  });
});

describe('words (specification section 8)', () => {
  const error = (status: number, message = 'Words.', fields?: { path: string; message: string }[]) =>
    new ApiError(message, { status, class: 'user', fields });

  it.each([
    [error(0), 'Network error'],
    [error(400), '400 Words.'],
    [error(401), '401 Words.'],
    [error(404), '404 Not Found'],
    [error(415), '415 Words.'],
    [error(422, 'Please check.', [{ path: 'name', message: 'Too long' }]), '422 Please check. Too long'],
    [error(500), '500 Internal server error Words.'],
    [error(403), undefined],
    [error(503), undefined],
    [new Error('Plain'), 'Plain'],
    ['a string', undefined],
  ])('%s → %s', (given, words) => {
    expect(toastWords(given)).toBe(words);
  });

  it('for a whole screen name what to do and the reference', () => {
    const ours = new ApiError('Something went wrong on our side.', { status: 500, class: 'retry', requestId: 'r7' });
    expect(screenWords(ours)).toEqual({
      title: 'Something went wrong on our side.',
      todo: 'Try again in a moment.',
      reference: 'r7',
    });
    expect(screenWords(error(0)).title).toBe('No network');
    expect(screenWords(error(404)).title).toBe('Not found');
    expect(screenWords(new TypeError('x is undefined')).title).not.toContain('undefined');
  });
});
