/** Users from a file: checked line by line, taken as one job, nobody twice. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PeopleFileCheck, PeopleImport } from '../../core/contract/people-import';
import type { Tx } from '../../server/db/database';
import type { Actor } from '../../server/http/implement';
import { createJobs } from '../../server/jobs';
import { readCsv } from '../../server/modules/people';
import { planImport } from '../../server/modules/people/import-plan';
import { registerJobs } from '../../server/modules/people/jobs';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { folderMail } from '../../server/platform/senders/mail';
import { engines } from '../support/databases';
import { createPerson, signIn } from '../support/people';
import { newMobile, newName, peopleDesk } from '../support/people-desk';
import { as, type Who } from '../support/world';

const logger = createLogger('silent');

describe.each(engines)('people from a file on $name', ({ fresh }) => {
  const { desk, api, id } = peopleDesk(fresh);

  describe('a file of people', () => {
    const post = async <T>(who: Who, path: string, csv: string | Uint8Array): Promise<T> => {
      const response = await api(who).fetch(path, {
        method: 'POST',
        body: typeof csv === 'string' ? csv : Buffer.from(csv),
        headers: { 'content-type': 'application/octet-stream' },
      });
      const body = (await response.json()) as { data: T };
      if (response.status !== 200) throw new Error(JSON.stringify(body));
      return body.data;
    };
    const check = (csv: string, who: Who = 'admin') =>
      post<PeopleFileCheck>(who, '/api/v2/profiles/imports/check', csv);
    const commit = (csv: string, who: Who = 'admin') =>
      post<PeopleImport>(who, '/api/v2/profiles/imports?fileName=staff.csv', csv);
    const work = async (wanted: string) => {
      const jobs = createJobs({ db: desk.held.db, clock: { now: () => new Date() }, logger, pollMs: 20 });
      registerJobs(jobs, {
        db: desk.held.db,
        clock: { now: () => new Date() },
        config: readConfig({}),
        mail: folderMail(desk.server.mailFolder, 'Recoup <a@example.in>'),
      });
      jobs.start();
      try {
        await expect
          .poll(
            async () =>
              ((await api('admin').get(`/api/v2/profiles/imports/${wanted}`)).body as { data: PeopleImport }).data
                .state,
            { timeout: 30_000 },
          )
          .toBe('done');
      } finally {
        await jobs.stop();
      }
      return ((await api('admin').get(`/api/v2/profiles/imports/${wanted}`)).body as { data: PeopleImport }).data;
    };
    const HEADER =
      'Role,Full name,User name,Email,Mobile,Manager,Agency,DRA valid until,DRA certificate no.,Initial password,Blood group';

    it('is checked by as many statements as a file of ten lines, however long it is', async () => {
      const actor = {
        tenantId: desk.world.tenantId,
        userId: id('admin'),
        role: 'CRM_TENANTADMIN',
        agencyId: null,
      } as Actor;
      const statements = async (lines: number) => {
        const rows = Array.from(
          { length: lines },
          (_, n) => `Telecaller,Asha Rao,u${n}.x,,98${String(10_000_000 + n)},,,,,`,
        );
        const file = readCsv(Buffer.from([HEADER, ...rows].join('\n')));
        let count = 0;
        await desk.held.db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, async (tx) => {
          const counting: Tx = {
            query: (sql, parameters) => {
              count += 1;
              return tx.query(sql, parameters);
            },
            copyFrom: (...given) => tx.copyFrom(...given),
          };
          expect((await planImport(counting, actor, file)).rows).toHaveLength(lines);
        });
        return count;
      };
      expect(await statements(2000)).toBe(await statements(10));
    });

    it('one check at a time for a person, a few wait, the rest is told to come back, and small requests are answered', async () => {
      const rows = Array.from(
        { length: 3000 },
        (_, n) => `Telecaller,Asha Rao,v${n}.x,,97${String(10_000_000 + n)},,,,,`,
      );
      const body = Buffer.from([HEADER, ...rows].join('\n'));
      const ask = () =>
        api('admin').fetch('/api/v2/profiles/imports/check', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/octet-stream' },
        });
      const checks = Promise.all(Array.from({ length: 6 }, ask));
      expect((await api('caller').get('/api/v2/profiles/me')).status).toBe(200);
      const answers = await checks;
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    });

    it('says nothing of who signs in elsewhere: a check does not ask, an address is answered as any other', async () => {
      const address = `${newName('shared')}@people.example`;
      const theirs = await createPerson(desk.held.db, desk.elsewhere.tenantId, {
        role: 'ADMIN',
        username: newName('theirs'),
        email: address,
      });
      const [byAddress, named] = [newMobile(), newMobile()];
      const csv = [
        HEADER,
        `Telecaller,By Address,,${address},${byAddress},,,,,long enough,`,
        `Telecaller,By Name,${theirs.username},,${named},,,,,long enough,`,
      ].join('\n');
      expect(await check(csv)).toMatchObject({ ready: 2, wrong: 0, problems: [] });
      const done = await work((await commit(csv)).id);
      expect(done).toMatchObject({ created: 1, wrong: 1 });
      const [made] = await desk.world.run((tx) =>
        tx.query<{ username: string; email: string }>('select username, email from users where mobile = $1', [
          byAddress,
        ]),
      );
      expect(made?.email).toBe(address);
      expect(made?.username).not.toBe(address);
      const errors = (await api('admin').get(`/api/v2/profiles/imports/${done.id}/errors`)).body as {
        data: { csv: string };
      };
      expect(errors.data.csv).toMatch(/This user name cannot be used\. Try /);
    });

    it('is checked line by line, taken as one job, and creates nobody twice', async () => {
      const [chief, agent, caller, mailed] = ['chief', 'agent', 'caller', 'mailed'].map((name) => newName(name)) as [
        string,
        string,
        string,
        string,
      ];
      const csv = [
        HEADER,
        `Manager,Meera Rao,${chief},,${newMobile()},,AG1,,,first pass 1,O`,
        `Field agent,Ravi Kumar,${agent},,${newMobile()},${chief},AG1,31/12/2027,DRA7,first pass 2,A`,
        `CRM_TeleCaller,"Rao, Sita",${caller},,="${newMobile()}",${chief},,,,first pass 3,B`,
        `Telecaller,Mail Only,${mailed},${mailed}@example.in,${newMobile()},,,,,,`,
        `Field agent,=1+1,${newName()},,9.87654E+09,,NOPE,31/02/2027,,x,`,
        `Super manager,Self Made,${agent},,${newMobile()},,,,,long enough,`,
        `Field agent,Nobody Leads,${newName()},,${newMobile()},nobody,,,,long enough,`,
        `Field agent,Here Already,${desk.world.people.agent.username},,${newMobile()},,,,,,`.replace(
          'Field agent',
          'CRM_FIELDAGENT',
        ),
      ].join('\r\n');
      // A column that the file does not have is named as in the template.
      const bare = await check(`Full name,Mobile\r\nNo Role,${newMobile()}`);
      expect(bare.problems.map(({ column }) => column)).toEqual(['Role']);
      const unmailed = await check(`Role,Full name,Mobile\r\nTelecaller,No Mail,${newMobile()}`);
      expect(unmailed.problems.map(({ column }) => column)).toEqual(['Initial password']);
      const told = await check(csv);
      expect(told).toMatchObject({
        rows: 8,
        ready: 4,
        already: 1,
        wrong: 3,
        encoding: 'UTF-8',
        ignored: ['Blood group'],
      });
      expect(told.problems).toEqual(
        expect.arrayContaining([
          { line: 6, column: 'Full name', message: 'Looks like a formula; write the text itself' },
          {
            line: 6,
            column: 'Mobile',
            message: 'A spreadsheet has shortened this number; format the column as text and write it again',
          },
          { line: 6, column: 'Agency', message: 'There is no agency NOPE' },
          { line: 6, column: 'DRA valid until', message: 'Not a date: write DD/MM/YYYY' },
          { line: 6, column: 'Initial password', message: 'Use at least 8 characters' },
          { line: 7, column: 'User name', message: 'The same as in line 3' },
          { line: 8, column: 'Manager', message: 'There is no user nobody among your people or in the lines above' },
        ]),
      );
      const both = await Promise.all([commit(csv), commit(csv)]);
      expect(both[0]?.id).toBe(both[1]?.id);
      const done = await work(both[0]?.id ?? '');
      expect(done).toMatchObject({ total: 8, waiting: 0, created: 4, already: 1, wrong: 3 });
      const found = await desk.world.run((tx) =>
        tx.query<{ full_name: string; mobile: string; manager: string; must_change_password: boolean }>(
          `select u.full_name, u.mobile, m.username as manager, u.must_change_password from users u join users m on m.tenant_id = u.tenant_id and m.id = u.manager_id
            where u.username = any($1::text[]) order by u.full_name`,
          [[chief, agent, caller, mailed]],
        ),
      );
      expect(found.map((row) => [row.full_name, row.manager, row.must_change_password])).toEqual([
        ['Mail Only', desk.world.people.admin.username, true],
        ['Meera Rao', desk.world.people.admin.username, true],
        ['Rao, Sita', chief, true],
        ['Ravi Kumar', chief, true],
      ]);
      const kept = await desk.world.run((tx) =>
        tx.query('select 1 from people_import_rows where initial_password is not null'),
      );
      expect(kept).toEqual([]);
      // Nor as it stood in the file: whoever reads the database reads no password that somebody may still have.
      const asTheyCame = await desk.world.run((tx) =>
        tx.query<{ cells: string[] }>("select cells from people_import_rows where state <> 'wrong'"),
      );
      expect(asTheyCame.length).toBeGreaterThan(0);
      expect(JSON.stringify(asTheyCame)).not.toContain('first pass');
      await expect(
        signIn(desk.server.origin, { ...desk.world.people.agent, username: agent, password: 'first pass 2' }),
      ).rejects.toThrow('own-password-first');
      const mails = await Promise.all(
        (await readdir(desk.server.mailFolder)).map((file) => readFile(join(desk.server.mailFolder, file), 'utf8')),
      );
      expect(mails.filter((text) => text.includes(`${mailed}@example.in`))).toHaveLength(1);

      const errors = (
        (await api('admin').get(`/api/v2/profiles/imports/${done.id}/errors`)).body as {
          data: { fileName: string; csv: string };
        }
      ).data;
      expect(errors.fileName).toBe('staff-errors.csv');
      const lines = errors.csv.trimEnd().split('\r\n');
      expect(lines[0]).toBe(`\uFEFF${HEADER},Reason`);
      expect(lines).toHaveLength(4);
      // The same file again: everybody is here.
      expect(await check(csv)).toMatchObject({ ready: 0, already: 5 });
      const again = await work((await commit(csv)).id);
      expect(again).toMatchObject({ created: 0, already: 5 });
    });

    it('brings nobody above or beside who brings it, and nobody of another team', async () => {
      const csv = [
        HEADER,
        `Super manager,A B,${newName()},,${newMobile()},,,,,long enough,`,
        `Field agent,C D,${newName()},,${newMobile()},${desk.world.people.rival.username},,,,long enough,`,
      ].join('\n');
      const told = await check(csv, 'manager');
      expect(told).toMatchObject({ ready: 0, wrong: 2 });
      expect(told.problems.map(({ message }) => message)).toEqual([
        'Your role may not create this kind of user',
        expect.stringContaining('among your people'),
      ]);
      const own = await commit(csv, 'manager');
      for (const path of [`/api/v2/profiles/imports/${own.id}`, `/api/v2/profiles/imports/${own.id}/errors`])
        expect((await api('rival').get(path)).status).toBe(404);
      expect(
        (
          await api('agent').fetch('/api/v2/profiles/imports/check', {
            method: 'POST',
            body: csv,
            headers: { 'content-type': 'application/octet-stream' },
          })
        ).status,
      ).toBe(403);
    });

    it('creates nobody any more for somebody who was deactivated meanwhile', async () => {
      const bringer = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_SUPERMANAGER',
        managerId: id('admin'),
      });
      const lead = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_MANAGER',
        managerId: bringer.id,
      });
      const name = newName('late');
      const response = await as(desk.server.origin, bringer).fetch('/api/v2/profiles/imports', {
        method: 'POST',
        body: `${HEADER}\nField agent,Late Comer,${name},,${newMobile()},${lead.username},,,,long enough,`,
        headers: { 'content-type': 'application/octet-stream' },
      });
      const { data } = (await response.json()) as { data: PeopleImport };
      const off = await api('admin').post(`/api/v2/profiles/id/${bringer.id}/deactivate`, {
        reason: 'left',
        withdrawPhones: false,
      });
      expect(off.status, JSON.stringify(off.body)).toBe(200);
      const jobs = createJobs({ db: desk.held.db, clock: { now: () => new Date() }, logger, pollMs: 20 });
      registerJobs(jobs, {
        db: desk.held.db,
        clock: { now: () => new Date() },
        config: readConfig({}),
        mail: folderMail(desk.server.mailFolder, 'Recoup <a@example.in>'),
      });
      jobs.start();
      const rows = () =>
        desk.world.run((tx) =>
          tx.query<{ state: string; reason: string; cells: string[]; initial_password: string | null }>(
            'select r.state, r.reason, r.cells, r.initial_password from people_import_rows r join people_imports i on i.id = r.import_id where i.id = $1',
            [data.id],
          ),
        );
      try {
        await expect.poll(async () => (await rows())[0]?.state, { timeout: 20_000 }).not.toBe('waiting');
      } finally {
        await jobs.stop();
      }
      expect(await rows()).toMatchObject([{ state: 'wrong', initial_password: null }]);
      expect(await desk.world.run((tx) => tx.query('select 1 from users where username = $1', [name]))).toEqual([]);
    });

    it('takes the tenant’s own products and every product of its portfolios, however they are written', async () => {
      const [own, second] = [newName('Gold'), newName('Second')];
      await api('admin').post('/api/v2/products', { name: own, category: 'secured' });
      await desk.world.run((tx) =>
        tx.query("update portfolios set products = array['TW', $1] where name = 'Two wheelers'", [second]),
      );
      const [right, wrong] = [newName('right'), newName('wrong')];
      const csv = [
        'Role,Full name,User name,Mobile,Products,Initial password',
        `Field agent,Asha Rao,${right},${newMobile()},"${own.toUpperCase()}, ${second}, TW",long enough`,
        `Field agent,Ravi Rao,${wrong},${newMobile()},"TW, Elephants",long enough`,
      ].join('\n');
      expect(await check(csv)).toMatchObject({
        ready: 1,
        wrong: 1,
        problems: [{ line: 3, column: 'Products', message: 'There is no product Elephants' }],
      });
      expect(await work((await commit(csv)).id)).toMatchObject({ created: 1, wrong: 1 });
      const made = await desk.world.run((tx) =>
        tx.query<{ products: string[] }>('select products from users where username = any($1::text[])', [
          [right, wrong],
        ]),
      );
      expect(made).toEqual([{ products: [own, second, 'TW'] }]);
      const [entry] = await desk.world.run((tx) =>
        tx.query<{ actor_id: string; detail: unknown }>(
          "select actor_id, detail from audit_log where action = 'people.created' order by seq desc limit 1",
        ),
      );
      expect(entry).toMatchObject({
        actor_id: id('admin'),
        detail: { before: null, after: { username: right, products: [own, second, 'TW'] } },
      });
      expect(JSON.stringify(entry)).not.toContain('long enough');
    });

    it.each([
      ['', 'empty'],
      ['Role\nField agent', 'no table'],
      ['Role,Name\n', 'no lines'],
    ])('%j is no file of people', async (csv, words) => {
      const response = await api('admin').fetch('/api/v2/profiles/imports/check', {
        method: 'POST',
        body: csv,
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect(response.status).toBe(422);
      expect(((await response.json()) as { message: string }).message).toContain(words);
    });
  });
});
