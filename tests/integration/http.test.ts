/** Bad input of every kind at every endpoint of the contract: always the contract's error body, never a 5xx. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { endpoints } from '../../core/contract';
import { ERRORS, type ErrorCode, errorBody, errorBodySchema } from '../../core/contract/errors';
import type { Endpoint } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { ROLES, type Role } from '../../core/domain/roles';
import { BASES } from '../../server/http/mount';
import { engines, type TestDatabase } from '../support/databases';
import { turn } from '../support/nightly';
import { createPerson, createTenant, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';

const all = Object.values(endpoints) as Endpoint[];
const id = '01900000-0000-7000-8000-000000000001';
const hash = 'a'.repeat(64);

/** A path with well-formed parameters, and headers that satisfy what every endpoint asks for. */
const pathOf = (endpoint: Endpoint, parameter = endpoint.path.includes('sha256') ? hash : id): string => {
  const path = endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(parameter));
  return `${BASES[endpoint.service]}${path.startsWith('/') ? '' : '/'}${path}`;
};
const HEADERS = {
  'idempotency-key': id,
  'x-payload-hash': hash,
  'tus-resumable': '1.0.0',
  'upload-length': '100',
  'upload-metadata': 'sha256 YQ==',
  'upload-offset': '0',
  loanid: id,
  active: 'true',
  refreshtoken: 'x'.repeat(40),
};
const carriesBody = ({ body, bodyKind }: Endpoint) =>
  body !== undefined || bodyKind === 'bytes' || bodyKind === 'stream';
const CONTENT = {
  json: 'application/json',
  multipart: 'multipart/form-data; boundary=x',
  bytes: 'application/octet-stream',
  stream: 'application/offset+octet-stream',
  file: 'text/csv',
};
const IDENTITY = ['tenantid', 'profileid', 'sub', 'collectorid', 'userid', 'managerid'];
const headerNames = ({ headers }: Endpoint): string[] =>
  headers ? Object.keys(z.toJSONSchema(headers, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];
const neededHeaders = ({ headers }: Endpoint): string[] =>
  (headers && z.toJSONSchema(headers, { io: 'input', unrepresentable: 'any' }).required) ?? [];
/** Answers a person's browser with a page, also when what it was sent is wrong: payment-links.test.ts and settlement-letters.test.ts. */
const isPage = ({ response }: Endpoint) => z.toJSONSchema(response, { unrepresentable: 'any' }).type === 'string';
const named = (list: Endpoint[]) => list.map((endpoint, nth) => [endpoint.id, endpoint, nth] as const);

/** A form with one file; what stands behind its disposition names it. */
const fileBody = (name: string): string =>
  `--x\r\ncontent-disposition: form-data${name}; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nabc\r\n--x--\r\n`;

function multipartBody(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--\r\n`;
}

describe.each(engines)('requests on $name', ({ fresh, name: engine }) => {
  let held: TestDatabase;
  let server: TestServer;
  const tokens = new Map<Role, string>();

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    const tenantId = await createTenant(held.db);
    for (const role of ROLES) {
      tokens.set(role, (await signIn(server.origin, await createPerson(held.db, tenantId, { role }))).token);
    }
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const admitted = (endpoint: Endpoint): Role =>
    endpoint.access.kind === 'public' || endpoint.access.roles === '*'
      ? 'CRM_FIELDAGENT'
      : (endpoint.access.roles[0] ?? 'ADMIN');
  const bearer = (role: Role) => ({ authorization: `Bearer ${tokens.get(role)}` });

  async function send(
    endpoint: Endpoint,
    init: {
      path?: string;
      headers?: Record<string, string>;
      body?: string | Uint8Array<ArrayBuffer> | FormData;
      signedIn?: boolean;
      /** A header that stays away. */
      without?: string;
    } = {},
  ) {
    const { signedIn = true, without } = init;
    const headers = new Headers({
      ...HEADERS,
      ...(signedIn && endpoint.access.kind === 'session' && bearer(admitted(endpoint))),
      ...init.headers,
    });
    if (without) headers.delete(without);
    const response = await fetch(`${server.origin}${init.path ?? pathOf(endpoint)}`, {
      method: endpoint.method,
      headers,
      ...(init.body !== undefined && { body: init.body }),
    });
    // A refusal to HEAD has no body and says its code in a header.
    const code = endpoint.method === 'HEAD' ? (response.headers.get('x-error-code') as ErrorCode | null) : null;
    // A stream of events ends with its session; that it began is enough here.
    const endless = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (endless) await response.body?.cancel();
    const text = code ? JSON.stringify(errorBody(code)) : endless ? '' : await response.text();
    return { status: response.status, text, headers: response.headers };
  }

  const heldRows = async (table: string): Promise<number> => {
    const [row] = await held.db.owner((tx) =>
      tx.query<{ count: number }>(`select count(*)::int as count from ${table}`),
    );
    return row?.count ?? 0;
  };

  /** The contract's error body, its status and class as the code says, and nothing of our inside. */
  function expectRefusal(
    answer: { status: number; text: string },
    statuses: number[],
  ): ReturnType<typeof errorBodySchema.parse> {
    expect(statuses, answer.text).toContain(answer.status);
    const body = errorBodySchema.parse(JSON.parse(answer.text));
    expect(ERRORS[body.code]).toMatchObject({ status: answer.status, class: body.class });
    expect(answer.text).not.toMatch(/node_modules|select |Error:|at \//i);
    return body;
  }

  it.each(named(all.filter(({ access }) => access.kind === 'session')))(
    '%s: no token, no entry',
    async (_, endpoint, nth) => {
      const answer = await send(endpoint, { signedIn: false });
      expect(expectRefusal(answer, [401]).code).toBe('not-signed-in');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      for (const authorization of turn(['Bearer x', 'Bearer a.b.c', 'Basic YTpi', 'Bearer'], nth, 1)) {
        expectRefusal(await send(endpoint, { signedIn: false, headers: { authorization } }), [401]);
      }
    },
  );

  it.each(named(all.filter(({ access }) => access.kind === 'session')))(
    '%s: a forged identity header is refused',
    async (_, endpoint, nth) => {
      for (const header of turn(IDENTITY, nth, 1)) {
        const body = expectRefusal(await send(endpoint, { headers: { [header]: uuidv7() } }), [403]);
        expect(body.code).toBe('identity-mismatch');
      }
    },
  );

  it.each(named(all.filter(({ access }) => access.kind === 'session' && access.roles !== '*')))(
    '%s: every other role gets 403',
    async (_, endpoint, nth) => {
      if (endpoint.access.kind !== 'session' || endpoint.access.roles === '*') return;
      for (const role of turn(ROLES, nth, 6)) {
        const answer = await send(endpoint, { headers: bearer(role) });
        if (endpoint.access.roles.includes(role)) expect(answer.status, role).not.toBe(403);
        else expect(expectRefusal(answer, [403]).code, role).toBe('forbidden');
      }
    },
  );

  it.each(
    all
      // Bodies of other kinds and uploads in pieces have rules of their own, which come first.
      .filter(({ access, bodyKind = 'json' }) => access.kind === 'session' && bodyKind === 'json')
      .filter((endpoint) => !headerNames(endpoint).includes('tus-resumable'))
      .flatMap((endpoint) => neededHeaders(endpoint).map((header) => [endpoint.id, header, endpoint] as const)),
  )('%s: without its header %s', async (_, header, endpoint) => {
    const { status, text } = await send(endpoint, { without: header });
    expect(expectRefusal({ status, text }, [422]).fields?.map(({ path }) => path)).toContain(header);
    const there = await send(endpoint, { headers: { [header]: HEADERS[header as keyof typeof HEADERS] ?? id } });
    if (there.status === 422) {
      expect(errorBodySchema.parse(JSON.parse(there.text)).fields?.map(({ path }) => path)).not.toContain(header);
    }
  });

  it.each(named(all.filter((endpoint) => endpoint.body && (endpoint.bodyKind ?? 'json') === 'json')))(
    '%s: bodies that are not what it takes',
    async (_, endpoint, nth) => {
      const headers = { 'content-type': 'application/json' };
      const nothing: [string, string | undefined, number[]][] = [
        ['no body', undefined, [422]],
        ['an empty body', '', [422]],
        ['an empty object', '{}', [422]],
      ];
      const refused: typeof nothing = [
        // Where all of it is a matter of choice, nothing is an answer too.
        ...(endpoint.body && z.safeParse(endpoint.body, {}).success ? [] : nothing),
        ['broken JSON', '{"a":', [400]],
        ['two values', '{} {}', [400]],
        ['a list', '[]', [422]],
        ['null', 'null', [422]],
        ['a number', '17', [422]],
        ['an unknown key', '{"surprise": 1}', [422]],
        ['a prototype', '{"__proto__": {"role": "ADMIN"}}', [400]],
        ['a NUL', '{"username": "a\\u0000b", "password": "x"}', [422]],
        ['half a character', '{"username": "a\\ud800", "password": "x"}', [422]],
        ['deep nesting', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, [400]],
        ['deep lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, [400]],
      ];
      for (const [what, body, statuses] of turn(refused, nth, 4)) {
        const { status, text } = await send(endpoint, { headers, ...(body !== undefined && { body }) });
        const answer = expectRefusal({ status, text }, statuses);
        if (what === 'an empty object') expect(answer.fields?.length, what).toBeGreaterThan(0);
      }
      const types = [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/octet-stream',
        'multipart/form-data; boundary=x',
        'nonsense',
      ];
      for (const type of turn(types, nth, 1)) {
        expectRefusal(await send(endpoint, { headers: { 'content-type': type }, body: '{}' }), [415]);
      }
    },
  );

  it.each(named(all.filter(carriesBody)))(
    '%s: a body above its limit is refused, announced or not',
    async (_, endpoint) => {
      const limit = endpoint.bodyLimit ?? 262_144;
      const { status, text } = await announce(server.origin, endpoint, pathOf(endpoint), {
        ...HEADERS,
        ...bearer(admitted(endpoint)),
        'content-type': CONTENT[endpoint.bodyKind ?? 'json'],
        'content-length': String(limit + 1),
      });
      expect(expectRefusal({ status, text }, [413]).code).toBe('too-large');
      // What streams is counted against what was declared for it; there is nothing declared here.
      if (/^(multipart|stream|file)$/.test(endpoint.bodyKind ?? '') || limit > 1_000_000) return;
      const streamed = await stream(
        server.origin,
        endpoint,
        pathOf(endpoint),
        { ...HEADERS, ...bearer(admitted(endpoint)), 'content-type': CONTENT[endpoint.bodyKind ?? 'json'] },
        limit + 1,
      );
      expectRefusal(streamed, [413]);
    },
  );

  it.each(named(all.filter((endpoint) => endpoint.bodyKind === 'multipart' && !isPage(endpoint))))(
    '%s: forms that are not what it takes',
    async (_, endpoint) => {
      const headers = { 'content-type': CONTENT.multipart };
      const refused: [string, string, number[]][] = [
        ['nothing', '--x--\r\n', [400, 422]],
        ['a torn form', '--x\r\ncontent-disposition: form-data; name="disposition"\r\n\r\n{', [400]],
        ['broken JSON', multipartBody({ disposition: '{' }), [400]],
        ['an empty record', multipartBody({ disposition: '{}' }), [422]],
        ['an unknown field', multipartBody({ disposition: '{}', surprise: '1' }), [422]],
        [
          'the record twice',
          multipartBody({ disposition: '{}' }).replace('--x--\r\n', multipartBody({ disposition: '{}' })),
          [422],
        ],
        ['no form at all', 'hello', [400, 422]],
        ['a file without a name', fileBody(''), [400]],
        ['a file whose name cannot be stored', fileBody('; name="a\0b"'), [400, 422]],
      ];
      for (const [what, body, statuses] of refused) {
        const answer = await send(endpoint, { headers, body });
        expect(statuses, `${what}: ${answer.text}`).toContain(answer.status);
        expectRefusal(answer, statuses);
      }
      expectRefusal(await send(endpoint, { headers: { 'content-type': 'application/json' }, body: '{}' }), [415]);
      expectRefusal(
        await send(endpoint, { headers: { 'content-type': 'multipart/form-data' }, body: 'x' }),
        [400, 415],
      );
      const boundary = 'x'.repeat(300);
      const long = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      expectRefusal(await send(endpoint, { headers: long, body: `--${boundary}--\r\n` }), [400]);
    },
  );

  it.each(named(all.filter(({ files }) => files)))('%s: files that are not what it takes', async (_, endpoint) => {
    const held = () => heldRows('attachments');
    const before = await held();
    const [field = ''] = endpoint.files ?? [];
    const photo = new Uint8Array(100);
    const refused: [string, [name: string, bytes: Uint8Array<ArrayBuffer>][], number, string[]][] = [
      ['under a name that nobody knows', [['surprise', photo]], 422, ['surprise']],
      ['one that is too large', [[field, new Uint8Array(11 * 1024 * 1024)]], 413, []],
      ['too many', Array.from({ length: 21 }, () => [field, photo]), 413, []],
    ];
    for (const [what, files, status, paths] of refused) {
      const form = new FormData();
      form.set('disposition', '{}');
      for (const [name, bytes] of files) form.append(name, new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg');
      const { fields = [] } = expectRefusal(await send(endpoint, { body: form }), [status]);
      expect(
        fields.map(({ path }) => path),
        what,
      ).toEqual(paths);
    }
    expect(await held()).toBe(before);
  });

  it('takes a field of a form that says that it is JSON as one that does not', async () => {
    const record = '{"remarks":"a"}';
    for (const part of ['', '\r\ncontent-type: application/json']) {
      const body = multipartBody({ disposition: record }).replace('\r\n\r\n', `${part}\r\n\r\n`);
      const headers = { 'content-type': CONTENT.multipart };
      // Of another hash: it was read.
      const answer = await send(endpoints['dispositions.record'], { headers, body });
      expect(expectRefusal(answer, [422]).code, part).toBe('hash-mismatch');
      const torn = body.replace('"a"', '"\\u0000"');
      const { fields } = expectRefusal(await send(endpoints['dispositions.record'], { headers, body: torn }), [422]);
      expect(fields).toEqual([expect.objectContaining({ path: 'disposition.remarks' })]);
    }
  });

  it.each<[place: string, endpoint: Endpoint, path: string, field: string]>([
    ['a parameter', endpoints['documents.get'], '/api/v2/files/a%00b', 'documentId'],
    [
      'the query',
      endpoints['dispositions.codeByCode'],
      `${pathOf(endpoints['dispositions.codeByCode'])}?code=%00`,
      'code',
    ],
  ])('names %s that cannot be stored as the client does', async (_, endpoint, path, field) => {
    expect(expectRefusal(await send(endpoint, { path }), [422]).fields).toEqual([
      expect.objectContaining({ path: field }),
    ]);
  });

  it.each(named(all.filter((endpoint) => endpoint.params && !isPage(endpoint))))(
    '%s: parameters that are not what it takes',
    async (_, endpoint, nth) => {
      const wrong = ["'; drop table loans; --", 'a\0b', 'x'.repeat(400), '../../etc/passwd', '%', '{}', 'é'];
      for (const parameter of turn(wrong, nth, 2)) {
        const answer = await send(endpoint, { path: pathOf(endpoint, parameter) });
        expectRefusal(answer, [400, 404, 415, 422]);
      }
      expectRefusal(await send(endpoint, { path: pathOf(endpoint).replace(/(a{64}|0190[\w-]+)/, '%zz') }), [400, 404]);
    },
  );

  it.each(named(all))('%s: queries that are not what it takes', async (_, endpoint, nth) => {
    // Takes any, because those who carry the message that leads there add to it: strict-requests.test.ts.
    if (endpoint.id === 'paymentLinks.page') return;
    const queries = [
      'surprise=1',
      'limit=abc&pageNo=abc&offset=-1&code=',
      'limit=0&pageNo=0',
      'limit=1e99&pageNo=1e99',
      'limit=1&limit=2&pageNo=1&pageNo=2&code=a&code=b',
      '__proto__=1',
      'cursor=%00&code=%00&pageNo=%00',
    ];
    for (const query of turn(queries, nth, 2)) {
      expectRefusal(await send(endpoint, { path: `${pathOf(endpoint)}?${query}` }), [400, 415, 422]);
    }
  });

  it.each(named(all.filter(({ headers }) => headers)))(
    '%s: headers that are not what it takes',
    async (_, endpoint) => {
      const wrong = {
        'idempotency-key': 'x',
        'x-payload-hash': 'x',
        'tus-resumable': '2',
        'upload-length': 'x',
        'upload-offset': '-1',
        loanid: 'x',
        portfolioid: 'x',
        agencyid: 'x',
        refreshtoken: 'x',
        userid: 'x',
      };
      // What only names the caller is refused as a forged identity, above.
      const named = headerNames(endpoint);
      if (endpoint.access.kind === 'session' && named.every((name) => IDENTITY.includes(name))) return;
      const { userid, ...others } = wrong;
      const headers = endpoint.access.kind === 'public' ? { ...others, userid } : others;
      const kind: Record<string, string> = carriesBody(endpoint)
        ? { 'content-type': CONTENT[endpoint.bodyKind ?? 'json'] }
        : {};
      const body = carriesBody(endpoint)
        ? endpoint.bodyKind === 'multipart'
          ? multipartBody({ disposition: '{}' })
          : '{}'
        : undefined;
      const answer = expectRefusal(
        await send(endpoint, { headers: { ...headers, ...kind }, ...(body && { body }) }),
        [422],
      );
      if (endpoint.method !== 'HEAD') expect(answer.fields?.length).toBeGreaterThan(0);
    },
  );

  it('names every wrong field by its path, in words', async () => {
    const send422 = async (body: unknown) =>
      expectRefusal(
        await send(endpoints['auth.authenticate'], {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        [422],
      ).fields;
    expect(await send422({ username: 'a' })).toEqual([{ path: 'password', message: 'Is missing' }]);
    expect(await send422({ username: 'a', password: 7 })).toEqual([{ path: 'password', message: 'Must be text' }]);
    expect(await send422({ username: 'a', password: 'p', role: 'ADMIN' })).toEqual([
      { path: 'role', message: 'Is not known here' },
    ]);
    expect(await send422({ username: ' ', password: 'p' })).toEqual([
      { path: 'username', message: 'Enter your user name or email' },
    ]);
    expect(
      await send422({ username: 'a', password: 'p', device: { id: 'x', publicKey: 'AA', name: 'n', appVersion: '1' } }),
    ).toEqual([{ path: 'device.id', message: 'Not an id' }]);
  });

  it.each([
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v2/ping'],
    ['DELETE', '/api/v1/profile/logout'],
    ['GET', '/reporting/x'],
    ['PATCH', '/config.json'],
    ['GET', '/%zz'],
    ['GET', '/..%2f..%2fetc/passwd'],
  ])('%s %s is not there', async (method, path) => {
    const response = await fetch(`${server.origin}${path}`, { method });
    expectRefusal({ status: response.status, text: await response.text() }, [400, 404]);
  });

  it('survives what is not HTTP', async () => {
    const { hostname, port } = new URL(server.origin);
    for (const [bytes, code] of [
      ['\0\x01\x02\r\n\r\n', 'bad-request'],
      ['GET / HTTP/9.9\r\n\r\n', 'bad-request'],
      [`GET / HTTP/1.1\r\nhost: x\r\n${'a: bcdefgh\r\n'.repeat(3000)}\r\n`, 'too-large'],
      [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 'too-large'],
      ['POST /api/v1/profile/authenticate HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n', 'bad-request'],
    ] as const) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        socket.on('data', (data) => {
          text += data.toString();
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(text));
      });
      const [head = '', text = ''] = answer.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      expect(expectRefusal({ status, text }, [ERRORS[code].status]).code, bytes.slice(0, 40)).toBe(code);
      expect(head).toMatch(/content-type: application\/json/);
    }
    expect((await fetch(`${server.origin}/health`)).status).toBe(200);
  });

  it('never logged a defect in all of this', () => {
    expect(server.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('answers ping, config and health to everybody', async () => {
    const get = async (path: string) =>
      (await fetch(`${server.origin}${path}`)).json() as Promise<Record<string, unknown>>;
    expect(await get('/api/v2/ping')).toMatchObject({ recoup: 'pong', contractVersion: 1 });
    expect(await get('/health')).toEqual({ status: 'ok', version: expect.stringMatching(/^\d/), database: engine });
    const config = await get('/config.json');
    expect(config).toMatchObject({
      bases: BASES,
      demo: false,
      demoSignIns: [],
      cachedLoansHours: 72,
      sealing: server.keys.sealing,
    });
    expect(JSON.stringify(config)).not.toMatch(/"d":|private/);
  });
});

/** Announces a body that is never sent. */
function announce(
  origin: string,
  endpoint: Endpoint,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${origin}${path}`, { method: endpoint.method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    request.on('error', reject);
    request.flushHeaders();
  });
}

/** Sends so many bytes without saying how many they are. */
function stream(
  origin: string,
  endpoint: Endpoint,
  path: string,
  headers: Record<string, string>,
  length: number,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let answered = false;
    // Node frames no body of a DELETE by itself.
    const framed = { ...headers, 'transfer-encoding': 'chunked' };
    const request = httpRequest(`${origin}${path}`, { method: endpoint.method, headers: framed }, (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    // Once refused, the server may hang up on the rest.
    request.on('error', (error) => (answered ? undefined : reject(error)));
    request.write(Buffer.alloc(length, 0x20));
    request.end();
  });
}

describe('the app and its documents', () => {
  let held: TestDatabase;
  let server: TestServer;
  let folder: string;
  const inline = 'document.documentElement.dataset.ready = "yes"';

  beforeAll(async () => {
    const [pglite] = engines;
    if (!pglite) throw new Error('no engine');
    folder = await mkdtemp(join(tmpdir(), 'recoup-client-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><title>app</title><script data-entry="/assets/x.js">${inline}</script>`,
    );
    await writeFile(join(folder, 'sw.js'), '// worker');
    await writeFile(join(folder, 'manifest.webmanifest'), '{}');
    await writeFile(join(folder, 'assets/index-aB3_dE6f.js'), `export default '${'x'.repeat(5000)}'`);
    held = await pglite.fresh();
    server = await startServer(held.db, {
      clientFolder: folder,
      environment: { PUBLIC_URL: 'https://recoup.example' },
    });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
    await rm(folder, { recursive: true, force: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.origin}${path}`, { headers });

  it.each([
    ['/', 'no-cache', 'text/html'],
    ['/field-agent-loans', 'no-cache', 'text/html'],
    ['/loan/what.ever', 'no-cache', 'text/html'],
    ['/sw.js', 'no-cache', 'javascript'],
    ['/manifest.webmanifest', 'no-cache', 'manifest'],
    ['/index.html', 'no-cache', 'text/html'],
    ['/assets/index-aB3_dE6f.js', 'public, max-age=31536000, immutable', 'javascript'],
  ])('%s is served, cached as %s', async (path, cache, type) => {
    const response = await get(path, { accept: 'text/html' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe(cache);
    expect(response.headers.get('content-type')).toContain(type);
  });

  it('does not answer a page for what is no navigation', async () => {
    expect((await get('/assets/gone-12345678.js')).status).toBe(404);
    expect((await get('/api/v1/gone', { accept: 'text/html' })).status).toBe(404);
    expect((await get('/reporting/gone', { accept: 'text/html' })).status).toBe(404);
    expect(
      (await fetch(`${server.origin}/anything`, { method: 'POST', headers: { accept: 'text/html' } })).status,
    ).toBe(404);
  });

  it('sends the safety headers, with the hash of the inline script', async () => {
    const { headers } = await get('/');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inline))).toString(
      'base64',
    );
    // Camera, place and dictation are for our own pages alone.
    expect(headers.get('permissions-policy')).toBe(
      'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
    );
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split(';').map((part) => part.trim())).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${digest}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' blob: data:",
      "connect-src 'self' ws://127.0.0.1:8181",
      "media-src 'self' blob:",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self' blob:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers.get('x-powered-by')).toBeNull();
    const api = await get('/api/v2/ping');
    expect(api.headers.get('cache-control')).toBe('no-store');
    expect(api.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('compresses what is worth it', async () => {
    const sizes = await new Promise<{ encoding: string; body: Buffer }>((resolve, reject) => {
      httpRequest(`${server.origin}/api/openapi.json`, { headers: { 'accept-encoding': 'br, gzip' } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: String(response.headers['content-encoding']), body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });
    expect(sizes.encoding).toBe('br');
    expect(brotliDecompressSync(sizes.body).length).toBeGreaterThan(4 * sizes.body.length);
  });

  it('describes every endpoint in OpenAPI and on its page', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { operationId: string; requestBody?: { content: Record<string, unknown> } }>
      >;
    };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual(Object.keys(endpoints).sort());
    const forms = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, requestBody: { content } = {} }) =>
        content?.['multipart/form-data'] ? [[operationId, content['multipart/form-data']]] : [],
      ),
    );
    const binary = { type: 'string', format: 'binary' };
    const oneFile = { type: 'object', additionalProperties: binary, minProperties: 1, maxProperties: 1 };
    expect(Object.fromEntries(forms)).toEqual({
      'dispositions.record': {
        schema: expect.objectContaining({
          properties: {
            disposition: {},
            screenShot: { type: 'array', items: binary },
            supportingDoc: { type: 'array', items: binary },
          },
          required: ['disposition'],
          additionalProperties: false,
        }),
        encoding: { disposition: { contentType: 'application/json' } },
      },
      'documents.single': { schema: oneFile },
      'loanSheets.upload': { schema: oneFile },
      'loanSheets.uploadForMapping': expect.objectContaining({
        encoding: { isUpdate: { contentType: 'application/json' } },
      }),
      'settlements.checkLetter': {
        schema: expect.objectContaining({ properties: { letter: { type: 'array', items: binary } } }),
      },
      'settlements.uploadLetter': expect.objectContaining({
        schema: expect.objectContaining({ required: ['settlementId'] }),
      }),
    });
    const page = await get('/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    for (const endpoint of all) expect(html).toContain(`id="${endpoint.id}"`);
    expect(html).not.toMatch(/<script|https?:\/\/(?!recoup)/);
  });

  it('ends although a browser keeps connections on which it never asked anything', async () => {
    const ending = await startServer(held.db);
    const { port } = new URL(ending.origin);
    const ahead = connect(Number(port), '127.0.0.1');
    await new Promise((resolve) => ahead.once('connect', resolve));
    expect((await fetch(`${ending.origin}/health`)).status).toBe(200);
    const closed = new Promise((resolve) => ahead.once('close', resolve));
    // Waited for, it would be a minute: longer than a test may take.
    await Promise.all([ending.close(), closed]);
  });
});
