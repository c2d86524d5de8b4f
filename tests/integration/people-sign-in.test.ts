/** First sign-ins: a password of one’s own before any session. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/databases';
import { createPerson, signIn } from '../support/people';
import { created, newAgent, newName, peopleDesk, profileOf } from '../support/people-desk';
import type { Answer } from '../support/world';

describe.each(engines)('first sign-ins on $name', ({ fresh }) => {
  const { desk, api, id } = peopleDesk(fresh);

  describe('a first sign-in', () => {
    const attempt = async (username: string, password: string) => {
      const response = await fetch(`${desk.server.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    };
    const choose = async (token: unknown, password: string) =>
      (
        await fetch(`${desk.server.origin}/api/v1/profile/password/reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, password }),
        })
      ).status;

    it('leads to a password of one’s own, and no session before it', async () => {
      const { person, initialPassword } = created(
        await api('admin').post('/api/v2/profiles/fieldAgent', newAgent({ managerId: id('manager') })),
      );
      expect(initialPassword).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
      expect((await attempt(person.username, 'something else')).status).toBe(401);
      const first = await attempt(person.username, initialPassword ?? '');
      expect(first).toMatchObject({
        status: 403,
        body: { code: 'own-password-first', resetToken: expect.stringMatching(/^pr_/) },
      });
      expect(await choose(first.body.resetToken, 'monsoon lorry 7')).toBe(200);
      expect((await attempt(person.username, initialPassword ?? '')).status).toBe(401);
      expect((await attempt(person.username, 'monsoon lorry 7')).status).toBe(200);
      expect(await choose(first.body.resetToken, 'another lorry 8')).toBe(410);
      expect((await profileOf(api('manager'), person.id)).firstSignInDue).toBe(false);
    });

    it('goes out by mail when asked, and is then not shown', async () => {
      const email = `${newName('mail')}@example.in`;
      const answer = created(
        await api('admin').post(
          '/api/v2/profiles/fieldAgent',
          newAgent({ managerId: id('manager'), email, mail: true }),
        ),
      );
      expect(answer).toMatchObject({ initialPassword: null, mailedTo: email });
      const letter = await expect
        .poll(async () => {
          const files = await readdir(desk.server.mailFolder).catch(() => []);
          const texts = await Promise.all(files.map((file) => readFile(join(desk.server.mailFolder, file), 'utf8')));
          return texts.find((text) => text.includes(email));
        })
        .toBeTruthy()
        .then(async () => {
          const files = await readdir(desk.server.mailFolder);
          const texts = await Promise.all(files.map((file) => readFile(join(desk.server.mailFolder, file), 'utf8')));
          return texts.find((text) => text.includes(email)) ?? '';
        });
      const password = /first sign-in: ([a-z2-9-]{14})/.exec(letter)?.[1] ?? '';
      expect((await attempt(email, password)).body.code).toBe('own-password-first');
    });

    it('comes again with a new initial password, which ends every session', async () => {
      const person = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_FIELDAGENT',
        managerId: id('manager'),
      });
      const session = await signIn(desk.server.origin, person);
      const answer = await api('manager').post(`/api/v2/profiles/id/${person.id}/initial-password`, { mail: false });
      expect(answer.status).toBe(200);
      const me = await fetch(`${desk.server.origin}/api/v2/profiles/me`, {
        headers: { authorization: `Bearer ${session.token}` },
      });
      expect(me.status).toBe(401);
      expect((await attempt(person.username, person.password)).status).toBe(401);
    });
  });
});
