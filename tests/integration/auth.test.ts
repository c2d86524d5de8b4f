import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import type { ErrorBody } from '../../core/contract/errors';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import type { Database } from '../../server/db/database';
import { hashPassword } from '../../server/modules/auth';
import { DEMO_PASSWORD } from '../../server/platform/demo-password';
import { ensureDemo } from '../../server/start/demo-facts';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, createTenant, PASSWORD, type Person, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';

/** A clock that a test moves forward. */
function movableClock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (seconds: number) => {
      ahead += seconds * 1000;
    },
  };
}

interface Tokens {
  token: string;
  refreshToken: string;
  expiresAt: string;
  sessionEndsAt: string;
}
interface Answer {
  status: number;
  retryAfter: number;
  body: ErrorBody & { data: { authenticationResult: Tokens; profile: Record<string, unknown> } } & Record<
      string,
      unknown
    >;
}

describe.each(engines)('signing in on $name', ({ fresh }) => {
  let held: TestDatabase;
  let db: Database;
  let server: TestServer;
  let tenantId: string;
  const clock = movableClock();

  beforeAll(async () => {
    held = await fresh();
    db = held.db;
    server = await startServer(db, { clock });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    tenantId = await createTenant(db);
  });

  async function call(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(`${server.origin}${path}`, {
      method,
      headers: { ...(init.body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    });
    return {
      status: response.status,
      retryAfter: Number(response.headers.get('retry-after') ?? 0),
      body: (await response.json()) as Answer['body'],
    };
  }
  const authenticate = (body: unknown) => call('POST', '/api/v1/profile/authenticate', { body });
  const tryPassword = (username: string, password: string) => authenticate({ username, password });
  const refresh = (refreshToken: string, userId: string) =>
    call('GET', '/api/v1/profile/authenticate', { headers: { refreshtoken: refreshToken, userid: userId } });
  /** Any endpoint that every signed-in user may call. */
  const whoami = (token: string, headers: Record<string, string> = {}) =>
    call('GET', '/api/v1/disposition/all', { headers: { authorization: `Bearer ${token}`, ...headers } });
  const auditOf = (action: string) =>
    db.transaction({ tenantId }, (tx) =>
      tx.query<{ detail: Record<string, unknown>; actor_id: string | null }>(
        'select detail, actor_id from audit_log where action = $1 order by seq',
        [action],
      ),
    );

  it('answers tokens and the stored profile, by user name or email in any case', async () => {
    const person = await createPerson(db, tenantId, {
      role: 'CRM_FieldAgent',
      email: `Asha.${uuidv7()}@Example.com`,
      fullName: 'Asha Rao',
    });
    const { status, body } = await tryPassword(person.username.toUpperCase(), PASSWORD);
    expect(status).toBe(200);
    // The role stays in the spelling the installation stores.
    expect(body.data.profile).toMatchObject({
      id: person.id,
      _id: person.id,
      role: { name: 'CRM_FieldAgent' },
      fullName: 'Asha Rao',
      tenant: { id: tenantId, zone: 'Asia/Kolkata' },
    });
    const { token, refreshToken, expiresAt, sessionEndsAt } = body.data.authenticationResult;
    expect(refreshToken).toMatch(new RegExp(`^rt_${tenantId}\\.[\\w-]{43}$`));
    const minutes = (Date.parse(expiresAt) - clock.now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    expect(Math.round((Date.parse(sessionEndsAt) - clock.now().getTime()) / 3_600_000)).toBe(168);
    expect((await whoami(token)).status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);

    const [login] = await db.platform((tx) =>
      tx.query<{ login: string }>('select login from logins where user_id = $1 and login like $2', [
        person.id,
        'asha%',
      ]),
    );
    expect((await authenticate({ email: login?.login.toUpperCase(), password: PASSWORD })).status).toBe(200);
    expect(await auditOf('auth.signed-in')).toHaveLength(2);
    expect(await db.transaction({ tenantId }, (tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it.each([
    [
      'CRM_TELECALLER',
      { dialerUsername: 'tc_77' },
      { username: 'tc_77', teleCaller: { dialerUsername: 'tc_77' }, manager: null, tenantAdmin: null },
    ],
    ['CRM_Manager', { dialerUsername: 'm_1' }, { manager: { dialerUsername: 'm_1' }, teleCaller: null }],
    ['CRM_TenantAdmin', { subRole: 'ZCM' }, { tenantAdmin: { subRole: 'ZCM' }, subRole: 'ZCM' }],
  ])('shapes the profile of %s as section 3 says', async (role, more, expected) => {
    const person = await createPerson(db, tenantId, { role, ...more });
    const { body } = await tryPassword(person.username, PASSWORD);
    expect(body.data.profile).toMatchObject({ role: { name: role }, ...expected });
    // 12 hours at a desk.
    expect(
      Math.round((Date.parse(body.data.authenticationResult.sessionEndsAt) - clock.now().getTime()) / 3_600_000),
    ).toBe(12);
  });

  it('answers an unknown name exactly as a wrong password', async () => {
    const person = await createPerson(db, tenantId, { role: 'ADMIN' });
    const strip = ({ status, body }: Answer) => ({ status, ...body, requestId: undefined });
    const wrong = strip(await tryPassword(person.username, 'not it'));
    const unknown = strip(await tryPassword(`nobody-${uuidv7()}`, 'not it'));
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, code: 'wrong-credentials', class: 'user' });
    await expect.poll(() => auditOf('auth.sign-in-refused')).toMatchObject([{ detail: { failures: 1 } }]);
  });

  it('locks a name after five wrong passwords, for a minute and then longer, whether anybody has it or not', async () => {
    const person = await createPerson(db, tenantId, { role: 'ADMIN' });
    for (const name of [person.username, `nobody-${uuidv7()}`]) {
      for (let n = 0; n < 5; n += 1) expect((await tryPassword(name, 'wrong')).status).toBe(401);
      const locked = await tryPassword(name, PASSWORD);
      expect(locked).toMatchObject({ status: 429, body: { code: 'account-locked' } });
      expect(locked.retryAfter).toBeGreaterThan(50);
      expect(locked.retryAfter).toBeLessThanOrEqual(60);
      clock.advance(61);
      expect((await tryPassword(name, 'wrong')).status).toBe(401);
      const longer = await tryPassword(name, PASSWORD);
      expect(longer.status).toBe(429);
      expect(longer.retryAfter).toBeGreaterThan(110);
      clock.advance(121);
    }
    expect((await tryPassword(person.username, PASSWORD)).status).toBe(200);
    // A right one clears the count.
    for (let n = 0; n < 4; n += 1) expect((await tryPassword(person.username, 'wrong')).status).toBe(401);
    expect((await tryPassword(person.username, PASSWORD)).status).toBe(200);
  });

  it('right ones that come all at once lock nobody, and leave no count', async () => {
    const person = await createPerson(db, tenantId, { role: 'ADMIN' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryPassword(person.username, PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    for (let n = 0; n < 4; n += 1) expect((await tryPassword(person.username, 'wrong')).status).toBe(401);
    expect((await tryPassword(person.username, PASSWORD)).status).toBe(200);
  });

  it('counts tries that come all at once', async () => {
    const person = await createPerson(db, tenantId, { role: 'ADMIN' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryPassword(person.username, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('counts both names of a user, all sign-in doors and all servers together, as it does for a name that nobody has', async () => {
    const second = await startServer(db, { clock });
    const email = `both.${uuidv7()}@agency.example`;
    const person = await createPerson(db, tenantId, { role: 'CLIENT_ADMIN', email });
    const nobody = `nobody.${uuidv7()}@agency.example`;
    const at = (origin: string, path: string, name: string) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: name, password: 'wrong' }),
      }).then(({ status }) => status);
    const DOORS = ['/api/v1/profile/authenticate', '/api/v1/client/login', '/dialer/auth/login'];
    for (const names of [
      [person.username, email],
      [nobody, nobody],
    ]) {
      const seen: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        const origin = n % 2 === 0 ? server.origin : second.origin;
        seen.push(await at(origin, DOORS[n % DOORS.length] ?? '', names[n % names.length] ?? ''));
      }
      expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429]);
    }
    await second.close();
  });

  it.each([
    ['1', '198.51.100.9, 203.0.113.20', '203.0.113.20'],
    ['on', '198.51.100.9, 203.0.113.21', '203.0.113.21'],
    ['2', '198.51.100.9, 203.0.113.22, 10.0.0.5', '203.0.113.22'],
    ['127.0.0.0/8,10.0.0.0/8', '198.51.100.9, 203.0.113.23, 10.0.0.5', '203.0.113.23'],
    ['10.0.0.0/8', '198.51.100.9', '127.0.0.1'],
    ['1', 'not an address', '127.0.0.1'],
  ])('behind TRUST_PROXY=%s, %s is a request from %s', async (trusted, forwarded, expected) => {
    const behind = await startServer(db, { clock, environment: { TRUST_PROXY: trusted } });
    const person = await createPerson(db, tenantId, { role: 'ADMIN' });
    await fetch(`${behind.origin}/api/v1/profile/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ username: person.username, password: PASSWORD }),
    });
    await behind.close();
    const rows = await db.transaction({ tenantId }, (tx) =>
      tx.query('select ip from sessions where user_id = $1', [person.id]),
    );
    expect(rows).toEqual([{ ip: expected }]);
  });

  it('whoever writes X-Forwarded-For anew for every try is one address all the same', async () => {
    const behind = await startServer(db, { clock, environment: { TRUST_PROXY: 'on', SIGN_INS_PER_MINUTE: '5' } });
    const statuses = [];
    for (let n = 0; n < 8; n += 1) {
      const answer = await fetch(`${behind.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}, 203.0.113.40` },
        body: JSON.stringify({ username: `nobody-${uuidv7()}`, password: 'wrong' }),
      });
      statuses.push(answer.status);
    }
    await behind.close();
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('with the demo off, its accounts have no session, no way in and no list; nobody can choose their password', async () => {
    const demo = await fresh();
    const tenant = await createTenant(demo.db);
    const [one, two] = [
      await createPerson(demo.db, tenant, { role: 'ADMIN' }),
      await createPerson(demo.db, tenant, { role: 'CRM_FIELDAGENT' }),
    ];
    const shared = await hashPassword(DEMO_PASSWORD);
    await demo.db.transaction({ tenantId: tenant }, (tx) => tx.query('update users set password_hash = $1', [shared]));
    await demo.db.platform((tx) => tx.query("insert into installation (name, value) values ('demo', 'on')"));
    const on = await startServer(demo.db);
    const before = await signIn(on.origin, { ...one, password: DEMO_PASSWORD });
    const chosen = await fetch(`${on.origin}/api/v1/profile/password`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${before.token}` },
      body: JSON.stringify({ current: DEMO_PASSWORD, next: DEMO_PASSWORD.toLowerCase() }),
    });
    expect(chosen.status).toBe(422);
    expect((await ensureDemo(demo.db, { demo: 'auto' }))?.signIns.length).toBeGreaterThan(10);
    await on.close();
    const facts = await ensureDemo(demo.db, { demo: 'off' });
    expect(facts).toBeNull();
    const off = await startServer(demo.db, { environment: { DEMO: 'off' }, demo: facts });
    const me = await fetch(`${off.origin}/api/v2/profiles/me`, {
      headers: { authorization: `Bearer ${before.token}` },
    });
    expect(me.status).toBe(401);
    for (const person of [one, two])
      await expect(signIn(off.origin, { ...person, password: DEMO_PASSWORD })).rejects.toThrow('wrong-credentials');
    expect(await (await fetch(`${off.origin}/config.json`)).json()).toMatchObject({ demo: false, demoSignIns: [] });
    await off.close();
    await demo.close();
  });

  it('refuses people and tenants that are not active, but only to who knows the password', async () => {
    const gone = await createPerson(db, tenantId, { role: 'ADMIN', active: false });
    expect(await tryPassword(gone.username, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'account-inactive' },
    });
    expect(await tryPassword(gone.username, 'wrong')).toMatchObject({
      status: 401,
      body: { code: 'wrong-credentials' },
    });
    const strange = await createPerson(db, tenantId, { role: 'JANITOR' });
    expect((await tryPassword(strange.username, PASSWORD)).body.code).toBe('account-inactive');
    const person = await createPerson(db, tenantId, { role: 'ADMIN' });
    await db.platform((tx) => tx.query('update tenants set active = false where id = $1', [tenantId]));
    expect((await tryPassword(person.username, PASSWORD)).body.code).toBe('account-inactive');
  });

  it('takes client users at client/login and nobody else', async () => {
    for (const [role, status] of [
      ['CLIENT', 200],
      ['CLIENT_ADMIN', 200],
      ['CUSTOMER', 200],
      ['CRM_MANAGER', 401],
    ] as const) {
      const person = await createPerson(db, tenantId, { role });
      const answer = await call('POST', '/api/v1/client/login', {
        body: { username: person.username, password: PASSWORD },
      });
      expect(answer.status, role).toBe(status);
      if (status === 200) {
        expect(answer.body).toMatchObject({ auth: true, userInfo: { id: person.id, role: { name: role } } });
        expect((await whoami(String(answer.body.token))).status).toBe(200);
      }
    }
  });

  describe('a session', () => {
    let person: Person;
    beforeEach(async () => {
      person = await createPerson(db, tenantId, { role: 'CRM_TELECALLER' });
    });

    it('ends at logout, at once and for good', async () => {
      const session = await signIn(server.origin, person);
      const other = await signIn(server.origin, person);
      expect((await whoami(session.token)).status).toBe(200);
      const logout = await call('POST', '/api/v1/profile/logout', {
        headers: { authorization: `Bearer ${session.token}`, profileid: person.id },
      });
      expect(logout).toMatchObject({ status: 200, body: { success: true } });
      expect(await whoami(session.token)).toMatchObject({
        status: 401,
        body: { code: 'session-ended', class: 'login' },
      });
      expect(await refresh(session.refreshToken, person.id)).toMatchObject({
        status: 401,
        body: { code: 'session-ended' },
      });
      expect((await whoami(other.token)).status).toBe(200);
      const [row] = await db.transaction({ tenantId }, (tx) =>
        tx.query('select end_reason, ip, user_agent from sessions where ended_at is not null'),
      );
      expect(row).toMatchObject({ end_reason: 'logout', ip: '127.0.0.1', user_agent: 'node' });
    });

    it('is over within seconds when its user is deactivated', async () => {
      const { token } = await signIn(server.origin, person);
      expect((await whoami(token)).status).toBe(200);
      await db.transaction({ tenantId }, (tx) =>
        tx.query('update users set active = false where id = $1', [person.id]),
      );
      await expect.poll(async () => (await whoami(token)).status, { timeout: 3000 }).toBe(401);
    });

    it('outlives its access token by refreshing, and ends at its absolute age', async () => {
      const session = await signIn(server.origin, person);
      clock.advance(15 * 60 + 1);
      expect(await whoami(session.token)).toMatchObject({
        status: 401,
        body: { code: 'not-signed-in', class: 'login' },
      });
      let { refreshToken } = session;
      for (let hour = 0; hour < 11; hour += 1) {
        const renewed = await refresh(refreshToken, person.id);
        expect(renewed.status).toBe(200);
        ({ refreshToken } = renewed.body.data.authenticationResult);
        expect((await whoami(renewed.body.data.authenticationResult.token)).status).toBe(200);
        clock.advance(3600);
      }
      const last = await refresh(refreshToken, person.id);
      const { expiresAt, sessionEndsAt } = last.body.data.authenticationResult;
      expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.parse(sessionEndsAt));
      clock.advance(3600);
      expect((await refresh(last.body.data.authenticationResult.refreshToken, person.id)).body.code).toBe(
        'session-ended',
      );
    });

    it('forgives a lost answer: the parent works until a child is used', async () => {
      const { refreshToken: parent } = await signIn(server.origin, person);
      const lost = await refresh(parent, person.id);
      const again = await refresh(parent, person.id);
      expect([lost.status, again.status]).toEqual([200, 200]);
      // Whichever of the two the phone kept, the session goes on.
      const kept = await refresh(lost.body.data.authenticationResult.refreshToken, person.id);
      expect(kept.status).toBe(200);
      expect((await whoami(kept.body.data.authenticationResult.token)).status).toBe(200);
    });

    it.each([
      ['the parent after its child was used', 'parent'],
      ['a sibling of the one in use', 'sibling'],
      ['a grandparent', 'grandparent'],
    ])('ends as a whole when somebody shows %s', async (_, which) => {
      const tokenOf = (answer: Answer) => answer.body.data.authenticationResult.refreshToken;
      const { refreshToken: first, token } = await signIn(server.origin, person);
      const sibling = tokenOf(await refresh(first, person.id));
      const second = tokenOf(await refresh(first, person.id));
      const third = tokenOf(await refresh(second, person.id));
      const fourth = which === 'grandparent' ? tokenOf(await refresh(third, person.id)) : third;
      const shown = { parent: first, sibling, grandparent: second }[which] ?? '';
      expect((await refresh(shown, person.id)).body.code).toBe('session-ended');
      expect((await refresh(fourth, person.id)).body.code).toBe('session-ended');
      expect((await whoami(token)).body.code).toBe('session-ended');
      const ended = await auditOf('auth.session-ended');
      expect(ended.map(({ detail }) => detail.reason)).toEqual(['refresh token used twice']);
    });

    it('survives two refreshes at the same moment', async () => {
      const { refreshToken } = await signIn(server.origin, person);
      const both = await Promise.all([refresh(refreshToken, person.id), refresh(refreshToken, person.id)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const [one] = both;
      expect((await refresh(one?.body.data.authenticationResult.refreshToken ?? '', person.id)).status).toBe(200);
    });

    it('does not refresh for another user, an unknown token or a form that is not ours', async () => {
      const { refreshToken } = await signIn(server.origin, person);
      expect(await refresh(refreshToken, uuidv7())).toMatchObject({ status: 403, body: { code: 'identity-mismatch' } });
      expect(await auditOf('auth.identity-mismatch')).toHaveLength(1);
      expect((await refresh(`rt_${tenantId}.${'A'.repeat(43)}`, person.id)).status).toBe(401);
      expect((await refresh(`rt_${tenantId}'; drop table sessions; --`, person.id)).status).toBe(401);
      expect((await refresh('short', person.id)).status).toBe(422);
      expect((await refresh(refreshToken, person.id)).status).toBe(200);
    });

    it('keeps no token in clear', async () => {
      const session = await signIn(server.origin, person);
      const rows = await db.transaction({ tenantId }, (tx) => tx.query('select * from refresh_tokens'));
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(session.refreshToken.split('.')[1]);
    });

    it('believes the token, never the headers beside it', async () => {
      const { token } = await signIn(server.origin, person);
      const own = {
        tenantid: tenantId,
        profileid: person.id,
        sub: person.id.toUpperCase(),
        collectorid: person.id,
        userid: person.id,
        managerid: person.id,
      };
      expect((await whoami(token, own)).status).toBe(200);
      for (const header of Object.keys(own)) {
        const forged = await whoami(token, { [header]: uuidv7() });
        expect(forged, header).toMatchObject({ status: 403, body: { code: 'identity-mismatch', class: 'defect' } });
      }
      const entries = await auditOf('auth.identity-mismatch');
      expect(entries.map(({ detail }) => detail.header).sort()).toEqual(Object.keys(own).sort());
      expect(entries[0]?.actor_id).toBe(person.id);
    });

    it('is not opened by any token but ours', async () => {
      const { token } = await signIn(server.origin, person);
      const [head = '', payload = '', signature = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const [stored] = await db.platform((tx) =>
        tx.query<{ id: string; private_key: string; public_key: string }>(
          "select * from server_keys where kind = 'jwt'",
        ),
      );
      const ours = await importJWK(JSON.parse(stored?.private_key ?? '{}'), 'EdDSA');
      const stranger = await generateKeyPair('EdDSA', { extractable: true });
      const header = { alg: 'EdDSA', typ: 'at+jwt', kid: stored?.id ?? '' };
      const signed = (
        change: Record<string, unknown>,
        head: object = header,
        key: Parameters<SignJWT['sign']>[0] = ours,
      ) => new SignJWT({ ...claims, ...change }).setProtectedHeader(head as { alg: string }).sign(key);
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
      expect((await whoami(await signed({}))).status).toBe(200);
      const forgeries: Record<string, string> = {
        'no signature': `${head}.${payload}.`,
        'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
        'another payload': `${head}.${encode({ ...claims, sub: uuidv7() })}.${signature}`,
        'HMAC with the public key': (() => {
          const text = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
          return `${text}.${createHmac('sha256', stored?.public_key ?? '')
            .update(text)
            .digest('base64url')}`;
        })(),
        'another algorithm': await signed({}, { ...header, alg: 'RS256' }, rsa.privateKey),
        'a key in the header': await signed(
          {},
          { ...header, jwk: await exportJWK(stranger.publicKey) },
          stranger.privateKey,
        ),
        'an unknown key id': await signed({}, { ...header, kid: 'other' }, stranger.privateKey),
        'no key id': await signed({}, { alg: 'EdDSA', typ: 'at+jwt' }),
        'another type': await signed({}, { ...header, typ: 'JWT' }),
        'another issuer': await signed({ iss: 'else' }),
        'another audience': await signed({ aud: 'else' }),
        expired: await signed({ exp: Math.floor(clock.now().getTime() / 1000) - 1 }),
        'no expiry': await signed({ exp: undefined }),
        'another tenant': await signed({ tid: uuidv7() }),
        'a tenant that is no id': await signed({ tid: "x' or true --" }),
        'another session': await signed({ sid: uuidv7() }),
        'another user': await signed({ sub: uuidv7() }),
      };
      for (const [name, forged] of Object.entries(forgeries)) {
        expect(await whoami(forged), name).toMatchObject({ status: 401, body: { success: false, class: 'login' } });
      }
    });
  });

  describe('a device', () => {
    let person: Person;
    let device: { id: string; publicKey: string; name: string; appVersion: string };
    let key: CryptoKeyPair;
    beforeEach(async () => {
      person = await createPerson(db, tenantId, { role: 'CRM_FIELDAGENT' });
      key = await generateDeviceKey();
      device = { id: uuidv7(), publicKey: await exportDeviceKey(key.publicKey), name: 'Phone', appVersion: '1.0.0' };
    });

    const path = () => `/api/v2/attachments/${'a'.repeat(64)}`;
    async function signedCall(
      change: Record<string, string> = {},
      at = clock.now().toISOString(),
      text?: string,
    ): Promise<Answer> {
      const signature = await signText(key.privateKey, text ?? signedText('GET', path(), at, await sha256Hex('')));
      return call('GET', path(), {
        headers: {
          'x-device-id': device.id,
          'x-device-user': person.id,
          'x-device-tenant': tenantId,
          'x-device-at': at,
          'x-device-signature': signature,
          ...change,
        },
      });
    }

    it('is registered at sign-in and delivers by its signature alone, also after logout and deactivation', async () => {
      await signIn(server.origin, person, device);
      const [row] = await db.transaction({ tenantId }, (tx) =>
        tx.query('select name, app_version, revoked_at from devices'),
      );
      expect(row).toEqual({ name: 'Phone', app_version: '1.0.0', revoked_at: null });
      // 404: the caller is known, the file is not.
      expect((await signedCall()).status).not.toBe(401);
      await db.transaction({ tenantId }, (tx) => tx.query('update users set active = false'));
      await db.transaction({ tenantId }, (tx) => tx.query("update sessions set ended_at = now(), end_reason = 'x'"));
      const locked = await signedCall();
      expect([401, 403]).not.toContain(locked.status);
      // Two days of a wrong clock are fine.
      expect([401, 403]).not.toContain(
        (await signedCall({}, new Date(clock.now().getTime() - 47 * 3_600_000).toISOString())).status,
      );
    });

    it('is refused for anything else than what it signed, and where devices have no business', async () => {
      await signIn(server.origin, person, device);
      const at = clock.now().toISOString();
      const empty = await sha256Hex('');
      const far = new Date(clock.now().getTime() - 49 * 3_600_000).toISOString();
      const refusals: Record<string, Answer> = {
        'another path': await signedCall({}, at, signedText('GET', '/api/v2/attachments/x', at, empty)),
        'another method': await signedCall({}, at, signedText('PUT', path(), at, empty)),
        'another body': await signedCall({}, at, signedText('GET', path(), at, await sha256Hex('x'))),
        'another time': await signedCall({ 'x-device-at': new Date(clock.now().getTime() - 1000).toISOString() }, at),
        'a clock two days off': await signedCall({}, far),
        'no time': await signedCall({ 'x-device-at': 'yesterday' }),
        'another user': await signedCall({ 'x-device-user': uuidv7() }),
        'another tenant': await signedCall({ 'x-device-tenant': uuidv7() }),
        'another device': await signedCall({ 'x-device-id': uuidv7() }),
        'a device that is no id': await signedCall({ 'x-device-id': 'x' }),
        'a torn signature': await signedCall({ 'x-device-signature': '%%%' }),
        'an endpoint without devices': await call('GET', '/api/v1/disposition/all', {
          headers: {
            'x-device-id': device.id,
            'x-device-user': person.id,
            'x-device-tenant': tenantId,
            'x-device-at': at,
            'x-device-signature': await signText(
              key.privateKey,
              signedText('GET', '/api/v1/disposition/all', at, empty),
            ),
          },
        }),
      };
      for (const [name, answer] of Object.entries(refusals)) {
        expect(answer, name).toMatchObject({ status: 401, body: { code: 'not-signed-in' } });
      }
    });

    it('is out once revoked: signature, session, refresh and the next sign-in', async () => {
      const session = await signIn(server.origin, person, device);
      await db.transaction({ tenantId }, (tx) => tx.query('update devices set revoked_at = now()'));
      const revoked = { status: 403, body: { code: 'device-revoked' } };
      expect(await signedCall()).toMatchObject(revoked);
      await expect.poll(async () => (await whoami(session.token)).body.code, { timeout: 3000 }).toBe('device-revoked');
      expect(await refresh(session.refreshToken, person.id)).toMatchObject(revoked);
      const next = await authenticate({ username: person.username, password: PASSWORD, device });
      expect(next).toMatchObject(revoked);
    });

    it('is one row a user: two people share a phone with keys of their own', async () => {
      const second = await createPerson(db, tenantId, { role: 'CRM_FIELDAGENT' });
      const otherKey = await exportDeviceKey((await generateDeviceKey()).publicKey);
      await signIn(server.origin, person, device);
      await signIn(server.origin, second, { ...device, publicKey: otherKey, appVersion: '1.1.0' });
      await signIn(server.origin, person, { ...device, appVersion: '1.2.0' });
      const rows = await db.transaction({ tenantId }, (tx) =>
        tx.query('select user_id, public_key, app_version from devices order by app_version'),
      );
      expect(rows).toEqual([
        { user_id: second.id, public_key: otherKey, app_version: '1.1.0' },
        { user_id: person.id, public_key: device.publicKey, app_version: '1.2.0' },
      ]);
    });
  });
});

describe.each(engines.slice(0, 1))('guessing', ({ fresh }) => {
  it('is slowed for an address after so many wrong tries a minute, while right ones cost nothing', async () => {
    const held = await fresh();
    const clock = movableClock();
    const server = await startServer(held.db, { clock, environment: { SIGN_INS_PER_MINUTE: '5' } });
    try {
      const person = await createPerson(held.db, await createTenant(held.db), { role: 'ADMIN' });
      for (let n = 0; n < 12; n += 1) await signIn(server.origin, person);
      const guess = async (name: string) => {
        const response = await fetch(`${server.origin}/api/v1/profile/authenticate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: name, password: 'guess' }),
        });
        return [response.status, Number(response.headers.get('retry-after') ?? 0)] as const;
      };
      for (let n = 0; n < 5; n += 1) expect((await guess(`name-${n}`))[0]).toBe(401);
      const [status, wait] = await guess('name-6');
      expect(status).toBe(429);
      expect(wait).toBeGreaterThan(50);
      await expect(signIn(server.origin, person)).rejects.toThrow(/too-many/);
      clock.advance(61);
      expect((await guess('name-7'))[0]).toBe(401);
    } finally {
      await server.close();
      await held.close();
    }
  });
});
