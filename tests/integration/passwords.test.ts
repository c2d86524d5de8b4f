/** Changing and recovering a password, over HTTP and a real SMTP server. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportDeviceKey, generateDeviceKey } from '../../core/contract/device-keys';
import type { ErrorBody } from '../../core/contract/errors';
import { uuidv7 } from '../../core/domain/ids';
import type { Database } from '../../server/db/database';
import { smtpMail } from '../../server/platform/senders/mail';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, createTenant, PASSWORD, type Person, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { type Mailbox, startMailbox } from '../support/smtp';

const NEW = 'tamarind by the well';
const PUBLIC = 'https://recoup.example';

describe.each(engines)('passwords on $name', ({ fresh }) => {
  let held: TestDatabase;
  let db: Database;
  let server: TestServer;
  let mailbox: Mailbox;
  let tenantId: string;
  let asha: Person;
  let address: string;
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };

  beforeAll(async () => {
    held = await fresh();
    db = held.db;
    mailbox = await startMailbox();
    server = await startServer(db, {
      clock,
      mail: smtpMail(mailbox.url, 'Recoup <no-reply@recoup.example>'),
      environment: { PUBLIC_URL: PUBLIC },
    });
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
    await held.close();
  });
  beforeEach(async () => {
    ahead = 0;
    mailbox.mails.length = 0;
    mailbox.refuse = 0;
    tenantId = await createTenant(db, `Sahyadri ${uuidv7()}`);
    address = `asha.${uuidv7()}@agency.example`;
    asha = await createPerson(db, tenantId, { role: 'CRM_FIELDAGENT', email: address, fullName: 'Asha <Rao>' });
  });

  async function call(method: string, path: string, body: unknown, token?: string) {
    const response = await fetch(`${server.origin}/api/v1/profile/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as ErrorBody & { data: Record<string, unknown> } };
  }
  const change = (token: string, current: string, next: string) => call('PUT', 'password', { current, next }, token);
  const forgot = (login: string) => call('POST', 'password/forgot', { login });
  const check = (token: string) => call('POST', 'password/reset/check', { token });
  const reset = (token: string, password: string) => call('POST', 'password/reset', { token, password });
  const works = async (token: string) =>
    (await fetch(`${server.origin}/api/v1/disposition/all`, { headers: { authorization: `Bearer ${token}` } })).ok;
  const auditOf = (action: string) =>
    db.transaction({ tenantId }, (tx) =>
      tx.query<{ detail: Record<string, unknown> }>('select detail from audit_log where action = $1 order by seq', [
        action,
      ]),
    );

  /** The link of the mail that was sent, after the `#`. */
  async function askForLink(login = asha.username): Promise<string> {
    expect(await forgot(login)).toMatchObject({ status: 200, body: { success: true, data: { minutes: 30 } } });
    const mail = await mailbox.take(address, /^Choose/);
    const link = /https:\S+#(\S+)/.exec(mail.text ?? '');
    if (!link?.[1]) throw new Error(`No link in: ${mail.text}`);
    return link[1];
  }

  it('is stored as argon2id with 19 MiB, two passes and one lane, salted for each person', async () => {
    const hashOf = (person: Person) =>
      db.transaction({ tenantId }, async (tx) => {
        const [row] = await tx.query<{ hash: string }>('select password_hash as hash from users where id = $1', [
          person.id,
        ]);
        return row?.hash;
      });
    const meera = await createPerson(db, tenantId, { role: 'CRM_MANAGER', email: `meera.${uuidv7()}@agency.example` });
    const before = await hashOf(asha);
    for (const person of [asha, meera]) {
      const { token } = await signIn(server.origin, person);
      expect(await change(token, PASSWORD, NEW)).toMatchObject({ status: 200 });
    }
    const hashes = await Promise.all([asha, meera].map(hashOf));
    for (const hash of hashes) {
      // 16 bytes of salt and 32 of hash.
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    }
    expect(new Set([before, ...hashes]).size).toBe(3);
  });

  describe('changing it while signed in', () => {
    it('ends every other session, keeps this one, is audited and told by mail', async () => {
      const [one, two, here] = [
        await signIn(server.origin, asha),
        await signIn(server.origin, asha),
        await signIn(server.origin, asha),
      ];
      expect(await works(one.token)).toBe(true);
      expect(await change(here.token, PASSWORD, NEW)).toMatchObject({
        status: 200,
        body: { data: { endedSessions: 2 } },
      });
      expect([await works(one.token), await works(two.token), await works(here.token)]).toEqual([false, false, true]);
      await expect(signIn(server.origin, asha)).rejects.toThrow(/wrong-credentials/);
      await signIn(server.origin, { ...asha, password: NEW });
      expect(await auditOf('auth.password-changed')).toMatchObject([{ detail: { endedSessions: 2 } }]);
      const mail = await mailbox.take(address, /^Your Recoup password was changed$/);
      expect(mail.text).not.toContain(NEW);
      expect(mail.html).toContain('Asha &#60;Rao&#62;');
    });

    it.each([
      ['Password1', /stolen passwords/],
      ['QWERTYUIOP', /stolen passwords/],
      ['1234567890', /stolen passwords/],
      ['pw7', /at least 8 characters/],
      ['zzzzzzzzzzzz', /stolen passwords/],
      ['x'.repeat(257), /at most 256 characters/],
      [PASSWORD, /do not use already/],
    ])('refuses %j', async (next, words) => {
      const { token } = await signIn(server.origin, asha);
      const { status, body } = await change(token, PASSWORD, next);
      expect(status).toBe(422);
      expect(body.fields).toMatchObject([{ path: 'next', message: expect.stringMatching(words) }]);
      await signIn(server.origin, asha);
    });

    it('refuses the own name with a number behind it, takes a long phrase', async () => {
      const ravi = await createPerson(db, tenantId, { role: 'CRM_MANAGER', fullName: 'Raviraja Kulkarni' });
      const { token } = await signIn(server.origin, ravi);
      expect((await change(token, PASSWORD, 'Kulkarni@2026')).body.fields).toMatchObject([
        { message: expect.stringMatching(/too close to your name/) },
      ]);
      const long = 'ಮಳೆ बारिश மழை rain '.repeat(6).slice(0, 100);
      expect(await change(token, PASSWORD, long)).toMatchObject({ status: 200 });
      await signIn(server.origin, { ...ravi, password: long });
    });

    it('counts wrong tries like a sign-in does: an open session is no way to guess', async () => {
      const { token } = await signIn(server.origin, asha);
      for (let wrong = 1; wrong <= 5; wrong += 1) {
        const answer = await change(token, 'not this one', NEW);
        expect(answer).toMatchObject({
          status: 401,
          body: { code: 'wrong-credentials', fields: [{ path: 'current' }] },
        });
      }
      expect(await change(token, PASSWORD, NEW)).toMatchObject({ status: 429, body: { code: 'account-locked' } });
      ahead = 61_000;
      expect((await change(token, PASSWORD, NEW)).status).toBe(200);
    });

    it('is for the signed-in only', async () => {
      expect(await call('PUT', 'password', { current: PASSWORD, next: NEW })).toMatchObject({ status: 401 });
    });
  });

  describe('a forgotten one', () => {
    it('is replaced by a link from a mail: once, half an hour long, built from the configured address', async () => {
      const before = await signIn(server.origin, asha);
      expect(await forgot(address.toUpperCase())).toMatchObject({ status: 200 });
      const mail = await mailbox.take(address, /^Choose a new Recoup password$/);
      expect(mail.from?.text).toContain('no-reply@recoup.example');
      const link = new RegExp(`^${PUBLIC}/reset-password#(pr_${tenantId}\\.[\\w-]{43})$`, 'm').exec(mail.text ?? '');
      const token = link?.[1] ?? '';
      expect(mail.html).toContain(`href="${PUBLIC}/reset-password#${token}"`);

      expect(await check(token)).toMatchObject({
        status: 200,
        body: { data: { userId: asha.id, tenantId, username: asha.username } },
      });
      expect(await reset(token, 'password1')).toMatchObject({ status: 422, body: { fields: [{ path: 'password' }] } });
      const [first, second] = await Promise.all([reset(token, NEW), reset(token, 'another fine phrase')]);
      expect([first.status, second.status].sort()).toEqual([200, 410]);
      const chosen = first.status === 200 ? NEW : 'another fine phrase';
      expect(await works(before.token)).toBe(false);
      await signIn(server.origin, { ...asha, password: chosen });
      for (const again of [await check(token), await reset(token, 'a third fine phrase')])
        expect(again).toMatchObject({ status: 410, body: { code: 'gone' } });
      expect(await auditOf('auth.reset-asked')).toHaveLength(1);
      expect(await auditOf('auth.password-reset')).toHaveLength(1);
      expect((await mailbox.take(address, /was changed$/)).text).toContain('replaced with a link from a mail');
      const stored = await db.transaction({ tenantId }, (tx) => tx.query('select * from password_resets'));
      expect(JSON.stringify(stored)).not.toContain(token.split('.')[1]);
    });

    it('the link ends after half an hour, with a change of the password, and with the account', async () => {
      const late = await askForLink();
      ahead = 30 * 60_000 + 1;
      expect((await check(late)).status).toBe(410);
      ahead = 0;
      const voided = await askForLink();
      const { token } = await signIn(server.origin, asha);
      await change(token, PASSWORD, NEW);
      await mailbox.take(address, /was changed$/);
      expect((await reset(voided, 'another fine phrase')).status).toBe(410);
      const orphan = await askForLink();
      await db.transaction({ tenantId }, (tx) => tx.query('update users set active = false where id = $1', [asha.id]));
      expect((await reset(orphan, 'another fine phrase')).status).toBe(410);
      expect((await check(`pr_${uuidv7()}.${'A'.repeat(43)}`)).status).toBe(410);
      expect((await check('pr_x')).status).toBe(422);
    });

    it('answers the same for names that nobody has, for those without a mail address, and sends them nothing', async () => {
      const noMail = await createPerson(db, tenantId, { role: 'CRM_MANAGER' });
      const off = await createPerson(db, tenantId, { role: 'CRM_MANAGER', email: 'off@agency.example', active: false });
      const answers = [];
      for (const login of ['nobody.at.all', noMail.username, off.username, asha.username])
        answers.push(await forgot(login));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      // The one mail that is due comes after the others were asked for: nothing else is on its way.
      await mailbox.take(address);
      const mine = (to: unknown) => /nobody|off@agency/.test(JSON.stringify(to));
      expect(mailbox.mails.filter(({ to }) => mine(to))).toEqual([]);
    });

    it('sends three links an hour at most, and tries again when the mail server is busy', async () => {
      mailbox.refuse = 1;
      await askForLink();
      await askForLink();
      await askForLink();
      expect((await forgot(asha.username)).status).toBe(200);
      const other = await createPerson(db, tenantId, { role: 'CRM_MANAGER', email: `b.${address}` });
      await forgot(other.username);
      await mailbox.take(`b.${address}`);
      expect(mailbox.mails.filter(({ to }) => JSON.stringify(to).includes(`"${address}"`))).toEqual([]);
      ahead = 3_600_001;
      await askForLink();
    });

    it('sends three links when ten are asked for at once', async () => {
      await Promise.all(Array.from({ length: 10 }, () => forgot(asha.username)));
      for (let n = 0; n < 3; n += 1) await mailbox.take(address, /^Choose/);
      // Asked for last and sent after the others.
      const other = await createPerson(db, tenantId, { role: 'CRM_MANAGER', email: `c.${address}` });
      await forgot(other.username);
      await mailbox.take(`c.${address}`);
      const links = await db.transaction({ tenantId }, (tx) =>
        tx.query('select 1 from password_resets where user_id = $1', [asha.id]),
      );
      expect(links).toHaveLength(3);
    });

    it('lets somebody back in who was locked out by wrong tries', async () => {
      for (let wrong = 0; wrong < 6; wrong += 1)
        await signIn(server.origin, { ...asha, password: 'no' }).catch(() => undefined);
      await expect(signIn(server.origin, asha)).rejects.toThrow(/account-locked/);
      await reset(await askForLink(), NEW);
      await signIn(server.origin, { ...asha, password: NEW });
    });

    it('asks one address to slow down', async () => {
      const strict = await startServer(db, { environment: { SIGN_INS_PER_MINUTE: '3', TRUST_PROXY: '1' } });
      // From an address that no other test asks from: every server of a database counts together.
      const ask = () =>
        fetch(`${strict.origin}/api/v1/profile/password/forgot`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
          body: JSON.stringify({ login: 'somebody' }),
        });
      const statuses = [];
      for (let times = 0; times < 4; times += 1) statuses.push((await ask()).status);
      await strict.close();
      expect(statuses).toEqual([200, 200, 200, 429]);
    });

    it('without a mail server the mail lies in the data folder', async () => {
      const plain = await startServer(db, { environment: { PORT: '3210' } });
      await fetch(`${plain.origin}/api/v1/profile/password/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: asha.username }),
      });
      await expect.poll(() => readdir(plain.mailFolder).catch(() => [])).toHaveLength(1);
      const [name = ''] = await readdir(plain.mailFolder);
      const mail = await simpleParser(await readFile(join(plain.mailFolder, name)));
      expect(mail.text).toContain(`http://localhost:3210/reset-password#pr_${tenantId}.`);
      await plain.close();
    });
  });

  it('a first sign-in on a device names the others, where unsent work may be; later ones do not', async () => {
    const device = async (name: string) => {
      const keys = await generateDeviceKey();
      return { id: uuidv7(), publicKey: await exportDeviceKey(keys.publicKey), name, appVersion: '1' };
    };
    const [old, fresh] = [await device('Android · Chrome'), await device('iPhone · Safari')];
    const as = async (from: Record<string, string>) =>
      (await call('POST', 'authenticate', { username: asha.username, password: PASSWORD, device: from })).body.data
        .otherDevices;
    expect(await as(old)).toBeUndefined();
    expect(await as(fresh)).toMatchObject([{ name: 'Android · Chrome', lastSeenAt: expect.any(String) }]);
    expect(await as(fresh)).toBeUndefined();
    expect(await as(old)).toBeUndefined();
  });
});
