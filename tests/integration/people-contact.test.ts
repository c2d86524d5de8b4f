/** Changing the own e-mail address and mobile, over HTTP, a real SMTP server and a real gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../core/contract/errors';
import type { Person as Profile } from '../../core/contract/people';
import { uuidv7 } from '../../core/domain/ids';
import { smtpMail } from '../../server/platform/senders/mail';
import { engines, type TestDatabase } from '../support/databases';
import { type Gateway, startGateway } from '../support/gateway';
import { createPerson, createTenant, PASSWORD, type Person, signIn } from '../support/people';
import { newMobile } from '../support/people-desk';
import { startServer, type TestServer } from '../support/server';
import { type Mailbox, startMailbox } from '../support/smtp';

const PUBLIC = 'https://recoup.example';
const DAY_MS = 86_400_000;

describe.each(engines)('own e-mail and mobile on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let mailbox: Mailbox;
  let gateway: Gateway;
  let tenantId: string;
  let asha: Person;
  let old: string;
  let next: string;
  let token: string;
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };

  beforeAll(async () => {
    held = await fresh();
    mailbox = await startMailbox();
    gateway = await startGateway();
    server = await startServer(held.db, {
      clock,
      mail: smtpMail(mailbox.url, 'Recoup <no-reply@recoup.example>'),
      environment: { PUBLIC_URL: PUBLIC, MESSAGE_GATEWAY_URL: gateway.url, GATEWAY_SECRET: 'x'.repeat(32) },
    });
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
    await gateway.close();
    await held.close();
  });
  beforeEach(async () => {
    ahead = 0;
    mailbox.mails.length = 0;
    gateway.sent.clear();
    tenantId = await createTenant(held.db);
    old = `asha.${uuidv7()}@agency.example`;
    next = `next.${uuidv7()}@agency.example`;
    asha = await createPerson(held.db, tenantId, { role: 'CRM_MANAGER', email: old, fullName: 'Asha Rao' });
    ({ token } = await signIn(server.origin, asha));
  });

  async function call(method: string, path: string, body?: unknown, as: string | null = token) {
    const response = await fetch(`${server.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as !== null && { authorization: `Bearer ${as}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as ErrorBody & { data: Record<string, unknown> } };
  }
  const ME = '/api/v2/profiles/me';
  const me = async () => (await call('GET', ME)).body.data as unknown as Profile;
  const ask = (kind: string, value: string, password = PASSWORD) =>
    call('POST', `${ME}/contact-changes`, { kind, value, password });
  const open = (what: 'confirm' | 'undo', link: string) =>
    call('POST', `/api/v2/contact-changes/${what}`, { token: link }, null);
  const linkIn = (text: string | undefined) => {
    const link = new RegExp(`${PUBLIC}/reset-password#(\\S+)`).exec(text ?? '')?.[1];
    if (!link) throw new Error(`No link in: ${text}`);
    return link;
  };
  const confirmation = async (address = next) => linkIn((await mailbox.take(address, /^Confirm/)).text);
  const wayBack = async (address = old) => linkIn((await mailbox.take(address, /was changed/)).text);
  const sms = async (to: string, like: RegExp) => {
    let text = '';
    await expect
      .poll(() => {
        text = String([...gateway.sent.values()].find((sent) => sent.to === to && like.test(String(sent.text)))?.text);
        return text;
      })
      .toMatch(like);
    return text;
  };
  const signsIn = async (login: string, password = PASSWORD) =>
    (await call('POST', '/api/v1/profile/authenticate', { username: login, password }, null)).status === 200;

  it('a session alone changes neither, by no form', async () => {
    const { version } = await me();
    for (const [path, more] of [
      [ME, {}],
      ['/api/v1/manager', { id: asha.id }],
    ] as const)
      for (const given of [{ email: next }, { mobile: '9812345678' }, { email: '' }])
        expect(await call('PUT', path, { version, ...more, ...given }), path).toMatchObject({
          status: 422,
          body: { fields: [{ path: Object.keys(given)[0] }] },
        });
    // The whole form of an older app, in which nothing of the two is different, is saved as ever.
    expect((await call('PUT', ME, { version, email: old, mobile: '', location: 'Pune' })).status).toBe(200);
    expect(await ask('email', next, 'wrong')).toMatchObject({ status: 401, body: { fields: [{ path: 'password' }] } });
    expect(await me()).toMatchObject({ email: old, mobile: null });
    expect(mailbox.mails).toEqual([]);
  });

  it('a new address counts once it is confirmed there; the old one is told', async () => {
    expect(await ask('email', next.toUpperCase())).toMatchObject({ status: 200, body: { data: { value: next } } });
    expect((await call('GET', `${ME}/contact-changes`)).body.data).toMatchObject([{ kind: 'email', value: next }]);
    expect(await me()).toMatchObject({ email: old });
    const link = await confirmation();
    expect(await open('confirm', link)).toMatchObject({ status: 200, body: { data: { kind: 'email' } } });
    expect((await open('confirm', link)).status).toBe(410);
    expect(await me()).toMatchObject({ email: next });
    expect([await signsIn(next), await signsIn(old)]).toEqual([true, false]);
    expect((await call('GET', `${ME}/contact-changes`)).body.data).toEqual([]);
    await wayBack();
  });

  it('the old address takes it back, with whatever was changed after it: all sessions end and the password is new', async () => {
    const third = `third.${uuidv7()}@agency.example`;
    await ask('email', next);
    await open('confirm', await confirmation());
    const undo = await wayBack();
    await ask('email', third);
    await open('confirm', await confirmation(third));
    const undoOfThief = await wayBack(next);
    expect((await open('undo', undo)).status).toBe(200);
    expect((await call('GET', ME)).status).toBe(401);
    expect([await signsIn(old), await signsIn(next), await signsIn(third)]).toEqual([false, false, false]);
    for (const link of [undo, undoOfThief]) expect((await open('undo', link)).status).toBe(410);
    const chosen = linkIn((await mailbox.take(old, /^Choose/)).text);
    await call('POST', '/api/v1/profile/password/reset', { token: chosen, password: 'tamarind by the well' }, null);
    expect(await signsIn(old, 'tamarind by the well')).toBe(true);
  });

  it('links end: the one that confirms after a day, the way back after seven', async () => {
    await ask('email', next);
    const late = await confirmation();
    ahead = DAY_MS + 1000;
    expect((await open('confirm', late)).status).toBe(410);
    ({ token } = await signIn(server.origin, asha));
    await ask('email', next);
    await open('confirm', await confirmation());
    const undo = await wayBack();
    ahead += 7 * DAY_MS + 1000;
    expect((await open('undo', undo)).status).toBe(410);
  });

  it('an address by which somebody signs in elsewhere is answered the same, and told by mail', async () => {
    const other = await createTenant(held.db);
    await createPerson(held.db, other, { role: 'ADMIN', email: next });
    const free = await ask('email', `free.${next}`);
    const taken = await ask('email', next);
    const shape = ({ status, body }: typeof free) => ({ status, keys: Object.keys(body.data) });
    expect(shape(taken)).toEqual(shape(free));
    expect((await mailbox.take(next)).text).toContain('You sign in with it already');
  });

  it('a new mobile is confirmed by the code sent to it; the old one and the address are told', async () => {
    const [first, second] = [newMobile(), newMobile()];
    const change = async (to: string) => {
      const { id } = (await ask('mobile', to)).body.data;
      const code = /^(\d{6}) is your/.exec(await sms(to, /^\d{6} is your/))?.[1] ?? '';
      return { path: `${ME}/contact-changes/${String(id)}/confirm`, code };
    };
    const one = await change(first);
    expect((await call('POST', one.path, { code: one.code })).body.data).toMatchObject({ mobile: first });
    const two = await change(second);
    const wrong = two.code === '000000' ? '000001' : '000000';
    expect(await call('POST', two.path, { code: wrong })).toMatchObject({ status: 422 });
    expect((await call('POST', two.path, { code: two.code })).status).toBe(200);
    await mailbox.take(old, /mobile number was changed/);
    const undo = linkIn(await sms(first, /was changed/));
    expect((await open('undo', undo)).status).toBe(200);
    ({ token } = await signIn(server.origin, asha));
    expect(await me()).toMatchObject({ mobile: first });
  });

  it('a code is tried five times, and requests are five an hour', async () => {
    const to = newMobile();
    const { id } = (await ask('mobile', to)).body.data;
    const code = /^(\d{6})/.exec(await sms(to, /^\d{6} is your/))?.[1] ?? '';
    const path = `${ME}/contact-changes/${String(id)}/confirm`;
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let n = 0; n < 5; n += 1) expect((await call('POST', path, { code: wrong })).status).toBe(422);
    expect((await call('POST', path, { code })).status).toBe(410);
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await ask('mobile', newMobile()));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(statuses.filter(({ body }) => body.code === 'too-many')).toHaveLength(2);
  });

  it('what somebody above changes is told to the old address, and ends links that were asked for', async () => {
    const admin = await createPerson(held.db, tenantId, { role: 'CRM_TENANTADMIN', fullName: 'Leela Nair' });
    await call('POST', '/api/v1/profile/password/forgot', { login: old }, null);
    const link = linkIn((await mailbox.take(old, /^Choose/)).text);
    const { version } = await me();
    ({ token } = await signIn(server.origin, admin));
    const saved = await call('PUT', `/api/v2/profiles/manager/${asha.id}`, {
      version,
      email: next,
      mobile: newMobile(),
    });
    expect(saved.status).toBe(200);
    const letters = [await mailbox.take(old, /was changed/), await mailbox.take(old, /was changed/)];
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      'Your Recoup e-mail address was changed',
      'Your Recoup mobile number was changed',
    ]);
    expect(letters[0]?.text).toContain('Leela Nair');
    expect((await call('POST', '/api/v1/profile/password/reset/check', { token: link }, null)).status).toBe(410);
  });
});
