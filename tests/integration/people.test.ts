/** Users of every kind: who makes, sees, changes and moves whom; first sign-ins; the hierarchy; files; attendance. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, PersonRow } from '../../core/contract/people';
import type { PeopleFileCheck, PeopleImport } from '../../core/contract/people-import';
import { kindOf, mayCreate, PEOPLE_ADMINS } from '../../core/domain/people';
import { ROLES, type Role } from '../../core/domain/roles';
import { verifyAudit } from '../../server/db/audit';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/people/jobs';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { folderMail } from '../../server/platform/senders/mail';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { type Answer, type Api, as, createTenantWorld, type TenantWorld, type Who } from '../support/world';

const logger = createLogger('silent');
let names = 0;
const newName = (prefix = 'n') => `${prefix}${++names}.${process.pid}.${Date.now().toString(36)}`;
let mobiles = 0;
const newMobile = () => `9${String(100_000_000 + ++mobiles)}`;

describe.each(engines)('people on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  const apis = new Map<string, Api>();
  const api = (who: Who, of = world): Api => {
    const key = `${of.tenantId}.${who}`;
    const known = apis.get(key) ?? as(server.origin, of.people[who]);
    apis.set(key, known);
    return known;
  };
  const id = (who: Who) => world.people[who].id;
  const put = async (by: Api, path: string, body: unknown): Promise<Answer> => {
    const response = await by.fetch(path, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const fieldsOf = ({ body }: Answer) =>
    Object.fromEntries(((body.fields ?? []) as { path: string; message: string }[]).map((f) => [f.path, f.message]));
  const profileOf = async (by: Api, of: string) =>
    ((await by.get(`/api/v2/profiles/id/${of}`)).body as { data: Person }).data;
  const newAgent = (more: Record<string, unknown> = {}) => ({
    fullName: 'Asha Deshmukh',
    username: newName('asha'),
    mobile: newMobile(),
    ...more,
  });
  const created = ({ body }: Answer) =>
    (body as { data: { person: Person; initialPassword: string | null; mailedTo: string | null } }).data;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    elsewhere = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    const verdict = await held.db.transaction({ tenantId: world.tenantId }, verifyAudit);
    expect(verdict.ok).toBe(true);
    await server.close();
    await held.close();
  });

  it('offers a lender and an agency what is theirs, and nobody else’s name', async () => {
    type Offered = { data: { agencies: { id: string }[]; clients: { name: string }[] } };
    const offered = async (who: Who) =>
      ((await api(who).get('/api/v2/profiles/options')).body as unknown as Offered).data;
    const [all, lender, agency] = [await offered('admin'), await offered('clientAdmin'), await offered('partner')];
    expect([all.clients.length, all.agencies.length]).toEqual([2, 2]);
    expect(lender).toMatchObject({ agencies: [], clients: [{ name: 'Sahyadri Bank' }] });
    expect(agency).toMatchObject({ agencies: [{ id: world.agencyId }], clients: [] });
  });

  describe('creating', () => {
    it('follows the table for every role × role', async () => {
      const wrong: string[] = [];
      for (const above of ROLES) {
        const person = await createPerson(held.db, world.tenantId, {
          role: above,
          ...(above === 'PARTNER' && { agencyId: world.agencyId }),
        });
        const by = as(server.origin, person);
        for (const below of ROLES) {
          const body = { ...newAgent(), role: below, agencyId: below === 'PARTNER' ? world.agencyId : '' };
          const { status } = await by.post(`/api/v2/profiles/${kindOf(below)}`, body);
          const allowed = mayCreate({ role: above, subRole: null }, { role: below, subRole: null });
          // A client user needs a client, which is not given here: the values are looked at once the role is right.
          const expected = allowed ? (kindOf(below) === 'client' ? 422 : 200) : 403;
          if (status !== expected) wrong.push(`${above} × ${below}: ${status}, not ${expected}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    it('places under the caller, or under the manager named', async () => {
      const own = created(await api('manager').post('/api/v2/profiles/fieldAgent', newAgent()));
      expect(own.person).toMatchObject({
        kind: 'fieldAgent',
        role: 'CRM_FIELDAGENT',
        managerId: id('manager'),
        active: true,
        firstSignInDue: true,
      });
      const named = created(
        await api('admin').post('/api/v2/profiles/teleCaller', newAgent({ managerId: id('manager') })),
      );
      expect(named.person.managerId).toBe(id('manager'));
      const above = await world.run((tx) =>
        tx.query<{ ancestor_id: string; depth: number }>(
          'select ancestor_id, depth from user_tree where descendant_id = $1 order by depth',
          [named.person.id],
        ),
      );
      expect(above).toEqual([
        { ancestor_id: named.person.id, depth: 0 },
        { ancestor_id: id('manager'), depth: 1 },
        { ancestor_id: id('nationalManager'), depth: 2 },
      ]);
    });

    it.each<[string, Record<string, unknown>, Record<string, string>]>([
      ['no name', { fullName: '' }, { fullName: 'This Field Is Required' }],
      ['a short mobile', { mobile: '98' }, { mobile: 'Mobile no. should be 10 digit number' }],
      ['no address', { email: 'x@' }, { email: 'Email is not valid' }],
      ['an unknown product', { products: ['GOLD'] }, { products: 'There is no product GOLD' }],
      ['a mail without an address', { mail: true }, { email: 'Give an address for the mail' }],
    ])('says what is wrong: %s', async (_, more, expected) => {
      const answer = await api('manager').post('/api/v2/profiles/fieldAgent', newAgent(more));
      expect(answer.status).toBe(422);
      expect(fieldsOf(answer)).toEqual(expected);
    });

    it('refuses managers that cannot be: a peer, one of another team, another tenant’s, an inactive one', async () => {
      const gone = await createPerson(held.db, world.tenantId, {
        role: 'CRM_MANAGER',
        managerId: id('nationalManager'),
        active: false,
      });
      for (const managerId of [id('caller'), id('rival'), elsewhere.people.manager.id, gone.id]) {
        const answer = await api('nationalManager').post('/api/v2/profiles/fieldAgent', newAgent({ managerId }));
        expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([422, ['managerId']]);
      }
      // An agency or client of another tenant is none.
      const strange = await api('admin').post(
        '/api/v2/profiles/fieldAgent',
        newAgent({ agencyId: elsewhere.agencyId }),
      );
      expect(fieldsOf(strange)).toEqual({ agencyId: 'There is no such agency' });
      expect((await api('manager').post('/api/v2/profiles/fieldAgent', { ...newAgent(), salary: 1 })).status).toBe(422);
    });

    it('an agency’s user makes people of that agency only', async () => {
      const { person } = created(await api('partner').post('/api/v2/profiles/fieldAgent', newAgent()));
      expect(person.agencyId).toBe(world.agencyId);
      const [other] = await world.run((tx) => tx.query<{ id: string }>("select id from agencies where code = 'AG2'"));
      const refused = await api('partner').post('/api/v2/profiles/fieldAgent', newAgent({ agencyId: other?.id }));
      expect(fieldsOf(refused)).toEqual({ agencyId: 'Only your own agency' });
    });

    it('gives a sign-in name to one of two who ask for it at once', async () => {
      const username = newName('twin');
      const both = await Promise.all(
        ['manager', 'rival'].map((who) => api(who as Who).post('/api/v2/profiles/fieldAgent', newAgent({ username }))),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
      const late = await api('manager', elsewhere).post(
        '/api/v2/profiles/fieldAgent',
        newAgent({ username: username.toUpperCase() }),
      );
      expect(fieldsOf(late)).toEqual({ username: 'This user name is taken' });
    });

    it('refuses a forged identity header', async () => {
      for (const headers of <Record<string, string>[]>[
        { profileid: id('admin') },
        { tenantid: elsewhere.tenantId },
        { sub: id('rival') },
      ])
        expect((await api('manager').post('/api/v2/profiles/fieldAgent', newAgent(), headers)).status).toBe(403);
      expect((await api('manager').get('/api/v1/collector/by/manager', { managerid: id('rival') })).status).toBe(403);
    });
  });

  describe('a first sign-in', () => {
    const attempt = async (username: string, password: string) => {
      const response = await fetch(`${server.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    };
    const choose = async (token: unknown, password: string) =>
      (
        await fetch(`${server.origin}/api/v1/profile/password/reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, password }),
        })
      ).status;

    it('leads to a password of one’s own, and no session before it', async () => {
      const { person, initialPassword } = created(await api('manager').post('/api/v2/profiles/fieldAgent', newAgent()));
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
      const answer = created(await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ email, mail: true })));
      expect(answer).toMatchObject({ initialPassword: null, mailedTo: email });
      const letter = await expect
        .poll(async () => {
          const files = await readdir(server.mailFolder).catch(() => []);
          const texts = await Promise.all(files.map((file) => readFile(join(server.mailFolder, file), 'utf8')));
          return texts.find((text) => text.includes(email));
        })
        .toBeTruthy()
        .then(async () => {
          const files = await readdir(server.mailFolder);
          const texts = await Promise.all(files.map((file) => readFile(join(server.mailFolder, file), 'utf8')));
          return texts.find((text) => text.includes(email)) ?? '';
        });
      const password = /first sign-in: ([a-z2-9-]{14})/.exec(letter)?.[1] ?? '';
      expect((await attempt(email, password)).body.code).toBe('own-password-first');
    });

    it('comes again with a new initial password, which ends every session', async () => {
      const person = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', managerId: id('manager') });
      const session = await signIn(server.origin, person);
      const answer = await api('manager').post(`/api/v2/profiles/id/${person.id}/initial-password`, { mail: false });
      expect(answer.status).toBe(200);
      const me = await fetch(`${server.origin}/api/v2/profiles/me`, {
        headers: { authorization: `Bearer ${session.token}` },
      });
      expect(me.status).toBe(401);
      expect((await attempt(person.username, person.password)).status).toBe(401);
    });
  });

  describe('seeing and changing', () => {
    it.each<[Who, Who, number]>([
      ['admin', 'rivalAgent', 200],
      ['manager', 'agent', 200],
      ['nationalManager', 'agent', 200],
      ['manager', 'rivalAgent', 404],
      ['rival', 'agent', 404],
      ['manager', 'nationalManager', 404],
      ['partner', 'agent', 404],
      ['clientAdmin', 'client', 200],
      ['clientAdmin', 'otherClient', 404],
      ['agent', 'agent', 403],
    ])('%s and the profile of %s: %i', async (who, whom, status) => {
      expect((await api(who).get(`/api/v2/profiles/id/${id(whom)}`)).status).toBe(status);
    });

    it('a profile of another tenant does not exist', async () => {
      const foreign = elsewhere.people.agent.id;
      const body = { reason: 'x', withdrawPhones: false };
      const answers = [
        await api('admin').get(`/api/v2/profiles/id/${foreign}`),
        await put(api('admin'), `/api/v2/profiles/fieldAgent/${foreign}`, { version: 1, fullName: 'X' }),
        await api('admin').post(`/api/v2/profiles/id/${foreign}/deactivate`, body),
        await api('admin').post(`/api/v2/profiles/id/${foreign}/reactivate`, undefined),
        await api('admin').post(`/api/v2/profiles/id/${foreign}/initial-password`, { mail: false }),
        await api('admin').post(`/api/v2/profiles/id/${foreign}/move`, { managerId: id('manager'), from: null }),
        await api('admin').get(`/api/v2/profiles/id/${foreign}/attendance`),
        await api('admin').get(`/api/v1/collector/id/${foreign}`),
        await api('admin').get(`/api/v1/collector/attendance?collectorId=${foreign}`),
        await api('admin').get(`/api/v1/collector/active/by/manager?managerId=${foreign}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    });

    it('is for those above: nobody changes a peer, a superior or somebody of equal rank', async () => {
      const wrong: string[] = [];
      for (const who of Object.keys(world.people) as Who[])
        for (const whom of ['admin', 'manager', 'agent', 'partner'] as const) {
          const answer = await put(
            api(who),
            `/api/v2/profiles/id/${id(whom)}`.replace(
              '/id/',
              `/${whom === 'admin' ? 'tenantAdmin' : whom === 'manager' ? 'manager' : whom === 'agent' ? 'fieldAgent' : 'Agency'}/`,
            ),
            {
              version: 9999,
              location: 'Pune',
            },
          );
          const above: Partial<Record<typeof whom, Who[]>> = {
            admin: ['owner'],
            manager: ['admin', 'owner', 'nationalManager'],
            agent: ['admin', 'owner', 'nationalManager', 'manager'],
            partner: ['admin', 'owner'],
          };
          // Who may is told that the version is an old one; everybody else gets no further.
          const expected = above[whom]?.includes(who) ? [409] : [403, 404];
          if (!expected.includes(answer.status)) wrong.push(`${who} → ${whom}: ${answer.status}`);
        }
      expect(wrong).toEqual([]);
    });

    it('a tenant admin lifts nobody to or above the own sub-role', async () => {
      const admin = (subRole: string, managerId: string) =>
        createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole, managerId });
      const zonal = await admin('ZCM', id('owner'));
      const area = await admin('ACM', zonal.id);
      const by = as(server.origin, zonal);
      const lift = async (subRole: string) => {
        const { version } = await profileOf(by, area.id);
        return put(by, `/api/v2/profiles/tenantAdmin/${area.id}`, { version, subRole });
      };
      for (const subRole of ['', 'NCM', 'ZCM']) {
        const refused = await lift(subRole);
        expect([subRole, refused.status], JSON.stringify(refused.body)).toEqual([subRole, 422]);
        expect(fieldsOf(refused)).toHaveProperty('subRole');
      }
      expect((await lift('RCM')).status).toBe(200);
      expect(await profileOf(by, area.id)).toMatchObject({ subRole: 'RCM' });
    });

    it('keeps what is not given, says who was faster, and audits before and after', async () => {
      const { person } = created(
        await api('manager').post(
          '/api/v2/profiles/fieldAgent',
          newAgent({
            pinCodes: ['411001', '411002'],
            languages: ['hi', 'mr'],
            draCertification: 'DRA1',
            draValidUntil: '2027-01-31',
            totalExperience: '2.5',
          }),
        ),
      );
      const path = `/api/v2/profiles/fieldAgent/${person.id}`;
      const both = await Promise.all([
        put(api('manager'), path, { version: person.version, location: 'Pune' }),
        put(api('nationalManager'), path, { version: person.version, location: 'Nashik' }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const now = await profileOf(api('manager'), person.id);
      expect(now).toMatchObject({
        pinCodes: ['411001', '411002'],
        languages: ['hi', 'mr'],
        draValidUntil: '2027-01-31',
        totalExperience: 2.5,
        version: person.version + 1,
      });
      const [entry] = await world.run((tx) =>
        tx.query<{ detail: unknown }>(
          "select detail from audit_log where action = 'people.updated' and subject_id = $1",
          [person.id],
        ),
      );
      expect(entry?.detail).toEqual({ before: { location: '' }, after: { location: now.location } });
    });

    it('a sign-in name moves with the profile', async () => {
      const { person } = created(await api('manager').post('/api/v2/profiles/fieldAgent', newAgent()));
      const [before, after] = [person.username, newName('moved')];
      const path = `/api/v2/profiles/fieldAgent/${person.id}`;
      expect((await put(api('manager'), path, { version: person.version, username: after })).status).toBe(200);
      const logins = await held.db.platform((tx) =>
        tx.query<{ login: string }>('select login from logins where login = any($1::text[])', [[before, after]]),
      );
      expect(logins).toEqual([{ login: after }]);
      const taken = await put(api('manager'), path, {
        version: person.version + 1,
        username: world.people.caller.username,
      });
      expect(fieldsOf(taken)).toEqual({ username: 'This user name is taken' });
      expect((await profileOf(api('manager'), person.id)).username).toBe(after);
    });

    it('the own profile: what the owner may, and nothing else', async () => {
      const person = await createPerson(held.db, world.tenantId, { role: 'COLLECTOR', managerId: id('manager') });
      const by = as(server.origin, person);
      const me = ((await by.get('/api/v2/profiles/me')).body as { data: Person }).data;
      expect(me.may).toEqual({ change: false, move: false, deactivate: false });
      expect(
        (await put(by, '/api/v2/profiles/me', { version: me.version, mobile: '9812345678', languages: ['ta'] })).status,
      ).toBe(200);
      expect((await put(by, '/api/v2/profiles/me', { version: me.version + 1, agencyId: world.agencyId })).status).toBe(
        422,
      );
      const legacy = await put(by, '/api/v1/collector', {
        id: person.id,
        location: 'Satara',
        agencyId: world.agencyId,
      });
      expect(fieldsOf(legacy)).toEqual({ agencyId: 'Only somebody above you may change this' });
      expect((await put(by, '/api/v1/collector', { id: person.id, location: 'Satara' })).status).toBe(200);
      expect((await put(by, '/api/v1/collector', { id: id('agent'), location: 'Satara' })).status).toBe(404);
      expect((await put(by, '/api/v1/manager', { id: person.id, location: 'Satara' })).status).toBe(404);
      expect((await by.get(`/api/v1/collector/id/${person.id}`)).body).toMatchObject({
        data: { location: 'Satara', mobile: '9812345678' },
      });
    });
  });

  describe('deactivating', () => {
    it('ends sessions at once, withdraws phones when asked, and is taken back', async () => {
      const person = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', managerId: id('manager') });
      const session = await signIn(server.origin, person);
      const device = crypto.randomUUID();
      await world.run((tx) =>
        tx.query(
          "insert into devices (tenant_id, id, user_id, name, app_version, public_key) values (current_tenant(), $1, $2, 'Phone', '1', 'k')",
          [device, person.id],
        ),
      );
      const me = () =>
        fetch(`${server.origin}/api/v2/profiles/me`, { headers: { authorization: `Bearer ${session.token}` } });
      expect((await me()).status).toBe(200);
      expect(
        (await api('rival').post(`/api/v2/profiles/id/${person.id}/deactivate`, { reason: 'x', withdrawPhones: true }))
          .status,
      ).toBe(404);
      expect(
        (
          await api('manager').post(`/api/v2/profiles/id/${person.id}/deactivate`, {
            reason: ' ',
            withdrawPhones: true,
          })
        ).status,
      ).toBe(422);
      const answer = await api('manager').post(`/api/v2/profiles/id/${person.id}/deactivate`, {
        reason: 'Left on Friday',
        withdrawPhones: true,
      });
      expect(answer.body).toMatchObject({ data: { active: false, deactivatedReason: 'Left on Friday' } });
      expect((await me()).status).toBe(401);
      await expect(signIn(server.origin, person)).rejects.toThrow('account-inactive');
      const [phone] = await world.run((tx) =>
        tx.query<{ revoked_at: string | null }>('select revoked_at from devices where id = $1', [device]),
      );
      expect(phone?.revoked_at).not.toBeNull();
      expect((await api('manager').post(`/api/v2/profiles/id/${person.id}/reactivate`, undefined)).status).toBe(200);
      await expect(signIn(server.origin, person)).resolves.toBeTruthy();
    });
  });

  describe('lists', () => {
    const list = async (who: Who, query: string) =>
      (await api(who).get(`/api/v2/profiles?${query}`)).body as {
        data: { content: PersonRow[]; totalElements: number; counts: Record<string, number> };
      };

    it('search, filter, order and page; a parent sees all below', async () => {
      const mark = newName('zz');
      for (const [at, name] of ['Charu', 'anil', 'Bina'].entries())
        await api('manager').post(
          '/api/v2/profiles/fieldAgent',
          newAgent({
            fullName: `${name} ${mark}`,
            ...(at === 0 && { draCertification: 'D', draValidUntil: '2020-01-01' }),
          }),
        );
      await api('rival').post('/api/v2/profiles/teleCaller', newAgent({ fullName: `Dev ${mark}` }));
      const seen = async (who: Who, more = '') =>
        (await list(who, `q=${mark}${more}`)).data.content.map(({ fullName }) => fullName.split(' ')[0]);
      expect(await seen('admin')).toEqual(['anil', 'Bina', 'Charu', 'Dev']);
      expect(await seen('nationalManager')).toEqual(['anil', 'Bina', 'Charu']);
      expect(await seen('rival')).toEqual(['Dev']);
      expect(await seen('partner')).toEqual([]);
      expect(await seen('admin', '&sort=name&dir=desc&size=2&page=2')).toEqual(['Bina', 'anil']);
      expect(await seen('admin', '&kind=teleCaller')).toEqual(['Dev']);
      expect(await seen('admin', '&dra=expired')).toEqual(['Charu']);
      expect(await seen('admin', `&under=${id('manager')}`)).toEqual(['anil', 'Bina', 'Charu']);
      expect((await list('admin', `q=${mark}`)).data.counts).toEqual({ fieldAgent: 3, teleCaller: 1 });
      expect((await list('admin', `q=${mark}&kind=teleCaller`)).data.totalElements).toBe(1);
      for (const bad of ['kind=boss', 'sort=salary', 'size=0', 'page=x', 'colour=red'])
        expect((await api('admin').get(`/api/v2/profiles?${bad}`)).status).toBe(422);
      for (const who of ['agent', 'caller', 'client', 'dialer'] as const)
        expect((await api(who).get('/api/v2/profiles')).status).toBe(403);
    });

    it('of section 7 answer by who leads and who made', async () => {
      const names = async (who: Who, path: string) =>
        ((await api(who).get(path)).body as { data: PersonRow[] }).data.map((row) => row.id);
      expect(await names('manager', '/api/v1/collector/by/manager')).toEqual(
        expect.arrayContaining([id('caller'), id('collector')]),
      );
      expect(await names('manager', '/api/v1/manager/getFieldAgents')).toContain(id('agent'));
      expect(await names('rival', '/api/v1/manager/getFieldAgents')).not.toContain(id('agent'));
      expect(
        await names('nationalManager', `/api/v1/collector/active/by/manager?managerId=${id('manager')}`),
      ).toContain(id('collector'));
      expect(
        await names(
          'nationalManager',
          `/api/v1/collector/active/by/manager?managerId=${id('manager')}&Client_Name=Nobody`,
        ),
      ).toEqual([]);
      const mine = created(await api('manager').post('/api/v1/collector', newAgent())).person;
      expect(mine.kind).toBe('collector');
      expect(await names('admin', `/api/v1/collector/all?createdBy=${id('manager')}`)).toContain(mine.id);
      expect(await names('admin', `/api/v1/collector/all?createdBy=${id('rival')}`)).not.toContain(mine.id);
      await world.addLoan({ held: { collector: 'collector' }, posPaise: 700 });
      const rows = (
        (await api('manager').get('/api/v1/activity/collector/allocations')).body as {
          data: { collectorId: string; loans: number; posPaise: number }[];
        }
      ).data;
      expect(rows.find((row) => row.collectorId === id('collector'))).toMatchObject({ loans: 1, posPaise: 700 });
      const removed = await api('manager').fetch(`/api/v1/collector/${mine.id}`, { method: 'DELETE' });
      expect([removed.status, ((await removed.json()) as { data: Person }).data.active]).toEqual([200, false]);
    });
  });

  describe('the hierarchy', () => {
    const edges = () =>
      world.run((tx) =>
        tx.query<{ ancestor_id: string; descendant_id: string; depth: number }>(
          'select ancestor_id, descendant_id, depth from user_tree order by 1, 2',
        ),
      );
    const recomputed = () =>
      world.run((tx) =>
        tx.query<{ ancestor_id: string; descendant_id: string; depth: number }>(
          `with recursive up as (
             select id as ancestor_id, id as descendant_id, 0 as depth from users
             union all
             select m.manager_id, up.descendant_id, up.depth + 1 from up join users m on m.id = up.ancestor_id where m.manager_id is not null)
           select ancestor_id, descendant_id, depth from up order by 1, 2`,
        ),
      );

    it('stays the closure of who leads whom, whatever is moved, two at a time', async () => {
      const tops = await Promise.all(
        ['NCM', 'ZCM', 'RCM', 'ACM'].map((subRole) =>
          createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole, managerId: id('owner') }),
        ),
      );
      const chiefs = await Promise.all(
        [0, 1].map(() => createPerson(held.db, world.tenantId, { role: 'CRM_SUPERMANAGER', managerId: id('owner') })),
      );
      const managers = await Promise.all(
        [0, 1, 2].map((at) =>
          createPerson(held.db, world.tenantId, { role: 'CRM_MANAGER', managerId: chiefs[at % 2]?.id ?? '' }),
        ),
      );
      const agents = await Promise.all(
        [0, 1, 2, 3].map((at) =>
          createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', managerId: managers[at % 3]?.id ?? '' }),
        ),
      );
      const all = [...tops, ...chiefs, ...managers, ...agents].map((person) => person.id);
      const outcomes = new Map<number, number>();
      const move = async ([who, under]: [number, number]) => {
        const [person, managerId] = [all[who] ?? '', all[under] ?? ''];
        const from = (await profileOf(api('owner'), person)).managerId;
        const { status } = await api('owner').post(`/api/v2/profiles/id/${person}/move`, { managerId, from });
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      };
      const pick = fc.tuple(fc.nat(all.length - 1), fc.nat(all.length - 1)) as fc.Arbitrary<[number, number]>;
      await fc.assert(
        fc.asyncProperty(fc.tuple(pick, pick), async (pair) => {
          await Promise.all(pair.map(move));
          expect(await edges()).toEqual(await recomputed());
        }),
        { numRuns: 40 },
      );
      expect([...outcomes.keys()].every((status) => [200, 409, 422].includes(status))).toBe(true);
      expect(outcomes.get(200) ?? 0).toBeGreaterThan(5);
    });

    it('moves a whole team, and who now leads them sees them', async () => {
      const team = await createPerson(held.db, world.tenantId, {
        role: 'CRM_MANAGER',
        managerId: id('nationalManager'),
      });
      const member = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', managerId: team.id });
      const other = await createPerson(held.db, world.tenantId, { role: 'CRM_SUPERMANAGER', managerId: id('admin') });
      const view = async () => (await as(server.origin, other).get(`/api/v2/profiles/id/${member.id}`)).status;
      expect(await view()).toBe(404);
      const wrong = await api('admin').post(`/api/v2/profiles/id/${team.id}/move`, {
        managerId: other.id,
        from: id('rival'),
      });
      expect([wrong.status, wrong.body.message]).toEqual([409, expect.stringContaining('moved meanwhile')]);
      expect(
        (
          await api('nationalManager').post(`/api/v2/profiles/id/${team.id}/move`, {
            managerId: other.id,
            from: id('nationalManager'),
          })
        ).status,
      ).toBe(422);
      expect(
        (
          await api('admin').post(`/api/v2/profiles/id/${team.id}/move`, {
            managerId: other.id,
            from: id('nationalManager'),
          })
        ).status,
      ).toBe(200);
      expect(await view()).toBe(200);
      expect((await api('nationalManager').get(`/api/v2/profiles/id/${member.id}`)).status).toBe(404);
      const under = await api('admin').post(`/api/v2/profiles/id/${team.id}/move`, {
        managerId: team.id,
        from: other.id,
      });
      expect(fieldsOf(under)).toEqual({ managerId: 'Nobody can stand under somebody below them' });
    });

    it('of two who move somebody at once, one is told', async () => {
      const person = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', managerId: id('manager') });
      const both = await Promise.all(
        [id('plainManager'), id('rival')].map((managerId) =>
          api('admin').post(`/api/v2/profiles/id/${person.id}/move`, { managerId, from: id('manager') }),
        ),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('as a tree: tops, children, a search with all above, and who may stand above', async () => {
      type Tree = {
        data: { nodes: { id: string; managerId: string | null; children: number; below: number }[]; found: string[] };
      };
      const tree = async (who: Who, query = '') =>
        ((await api(who).get(`/api/v2/profiles/tree?${query}`)).body as Tree).data;
      expect((await tree('manager')).nodes.map((node) => node.id)).toEqual([id('manager')]);
      const children = (await tree('nationalManager', `under=${id('manager')}`)).nodes.map((node) => node.id);
      expect(children).toEqual(expect.arrayContaining([id('agent'), id('caller'), id('collector')]));
      const search = await tree('nationalManager', `q=${world.people.agent.username}`);
      expect(search.found).toEqual([id('agent')]);
      expect(search.nodes.map((node) => node.id).sort()).toEqual(
        [id('nationalManager'), id('manager'), id('agent')].sort(),
      );
      expect((await tree('manager', `under=${id('rival')}`)).nodes).toEqual([]);
      const parents = (await api('nationalManager').get('/api/v2/profiles/parents?role=CRM_FIELDAGENT')).body as {
        data: { id: string; role: Role }[];
      };
      expect(parents.data.map((row) => row.id)).toEqual(
        expect.arrayContaining([id('manager'), id('plainManager'), id('nationalManager')]),
      );
      expect(parents.data.map((row) => row.id)).not.toContain(id('rival'));
      expect(parents.data.every(({ role }) => (PEOPLE_ADMINS as readonly Role[]).includes(role))).toBe(true);
    });
  });

  describe('attendance', () => {
    it('takes the first in and the last out of a day, beside what sessions tell', async () => {
      const person = await createPerson(held.db, world.tenantId, { role: 'CRM_FIELDAGENT', managerId: id('manager') });
      const by = as(server.origin, person);
      await by.post('/api/v2/profiles/me/clock', { direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12, battery: 81 });
      const second = await by.post('/api/v2/profiles/me/clock', { direction: 'in', battery: 80 });
      expect(second.body).toMatchObject({ data: { clockIn: { lat: 18.5, battery: 81 }, clockOut: null } });
      await by.post('/api/v2/profiles/me/clock', { direction: 'out', battery: 30 });
      await by.post('/api/v2/profiles/me/clock', { direction: 'out', battery: 29 });
      const path = `/api/v2/profiles/id/${person.id}/attendance`;
      const month = (await api('manager').get(path)).body as {
        data: { days: { clockOut: { battery: number }; firstSignInAt: string; lastSeenAt: string; minutes: number }[] };
      };
      expect(month.data.days).toHaveLength(1);
      expect(month.data.days[0]).toMatchObject({
        clockOut: { battery: 29 },
        firstSignInAt: expect.any(String),
        lastSeenAt: expect.any(String),
        minutes: 0,
      });
      expect((await api('rival').get(path)).status).toBe(404);
      expect((await api('manager').get(`${path}?month=2026-13`)).status).toBe(422);
      expect((await api('manager').get(`${path}?month=2020-01`)).body).toMatchObject({ data: { days: [] } });
      expect((await by.post('/api/v2/profiles/me/clock', { direction: 'in', battery: 101 })).status).toBe(422);
      expect((await api('manager').get(`/api/v1/collector/attendance?collectorId=${person.id}`)).status).toBe(200);
    });
  });

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
      const jobs = createJobs({ db: held.db, clock: { now: () => new Date() }, logger, pollMs: 20 });
      registerJobs(jobs, {
        db: held.db,
        clock: { now: () => new Date() },
        config: readConfig({}),
        mail: folderMail(server.mailFolder, 'Recoup <a@example.in>'),
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
        `Field agent,Here Already,${world.people.agent.username},,${newMobile()},,,,,,`.replace(
          'Field agent',
          'CRM_FIELDAGENT',
        ),
      ].join('\r\n');
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
      const found = await world.run((tx) =>
        tx.query<{ full_name: string; mobile: string; manager: string; must_change_password: boolean }>(
          `select u.full_name, u.mobile, m.username as manager, u.must_change_password from users u join users m on m.tenant_id = u.tenant_id and m.id = u.manager_id
            where u.username = any($1::text[]) order by u.full_name`,
          [[chief, agent, caller, mailed]],
        ),
      );
      expect(found.map((row) => [row.full_name, row.manager, row.must_change_password])).toEqual([
        ['Mail Only', world.people.admin.username, true],
        ['Meera Rao', world.people.admin.username, true],
        ['Rao, Sita', chief, true],
        ['Ravi Kumar', chief, true],
      ]);
      const kept = await world.run((tx) =>
        tx.query('select 1 from people_import_rows where initial_password is not null'),
      );
      expect(kept).toEqual([]);
      // Nor as it stood in the file: whoever reads the database reads no password that somebody may still have.
      const asTheyCame = await world.run((tx) =>
        tx.query<{ cells: string[] }>("select cells from people_import_rows where state <> 'wrong'"),
      );
      expect(asTheyCame.length).toBeGreaterThan(0);
      expect(JSON.stringify(asTheyCame)).not.toContain('first pass');
      await expect(
        signIn(server.origin, { ...world.people.agent, username: agent, password: 'first pass 2' }),
      ).rejects.toThrow('own-password-first');
      const mails = await Promise.all(
        (await readdir(server.mailFolder)).map((file) => readFile(join(server.mailFolder, file), 'utf8')),
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
        `Field agent,C D,${newName()},,${newMobile()},${world.people.rival.username},,,,long enough,`,
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
      const bringer = await createPerson(held.db, world.tenantId, { role: 'CRM_SUPERMANAGER', managerId: id('admin') });
      const lead = await createPerson(held.db, world.tenantId, { role: 'CRM_MANAGER', managerId: bringer.id });
      const name = newName('late');
      const response = await as(server.origin, bringer).fetch('/api/v2/profiles/imports', {
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
      const jobs = createJobs({ db: held.db, clock: { now: () => new Date() }, logger, pollMs: 20 });
      registerJobs(jobs, {
        db: held.db,
        clock: { now: () => new Date() },
        config: readConfig({}),
        mail: folderMail(server.mailFolder, 'Recoup <a@example.in>'),
      });
      jobs.start();
      const rows = () =>
        world.run((tx) =>
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
      expect(await world.run((tx) => tx.query('select 1 from users where username = $1', [name]))).toEqual([]);
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
