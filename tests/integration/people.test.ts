/** Users of every kind: who makes, sees, changes and deactivates whom, and their lists. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Person, PersonRow } from '../../core/contract/people';
import { kindOf, mayCreate } from '../../core/domain/people';
import { ROLES } from '../../core/domain/roles';
import { engines } from '../support/databases';
import { createPerson, signIn } from '../support/people';
import { created, fieldsOf, newAgent, newName, peopleDesk, profileOf, put } from '../support/people-desk';
import { as, type Who } from '../support/world';

describe.each(engines)('people on $name', ({ fresh }) => {
  const { desk, api, id } = peopleDesk(fresh);

  it('offers a lender and an agency what is theirs, and nobody else’s name', async () => {
    type Offered = { data: { agencies: { id: string }[]; clients: { name: string }[] } };
    const offered = async (who: Who) =>
      ((await api(who).get('/api/v2/profiles/options')).body as unknown as Offered).data;
    const [all, lender, agency] = [await offered('admin'), await offered('clientAdmin'), await offered('partner')];
    expect([all.clients.length, all.agencies.length]).toEqual([2, 2]);
    expect(lender).toMatchObject({ agencies: [], clients: [{ name: 'Sahyadri Bank' }] });
    expect(agency).toMatchObject({ agencies: [{ id: desk.world.agencyId }], clients: [] });
  });

  describe('creating', () => {
    it('follows the table for every role × role', async () => {
      const wrong: string[] = [];
      for (const above of ROLES) {
        const person = await createPerson(desk.held.db, desk.world.tenantId, {
          role: above,
          ...(above === 'PARTNER' && { agencyId: desk.world.agencyId }),
        });
        const by = as(desk.server.origin, person);
        for (const below of ROLES) {
          const body = { ...newAgent(), role: below, agencyId: below === 'PARTNER' ? desk.world.agencyId : '' };
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
      const above = await desk.world.run((tx) =>
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
      const gone = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_MANAGER',
        managerId: id('nationalManager'),
        active: false,
      });
      for (const managerId of [id('caller'), id('rival'), desk.elsewhere.people.manager.id, gone.id]) {
        const answer = await api('nationalManager').post('/api/v2/profiles/fieldAgent', newAgent({ managerId }));
        expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([422, ['managerId']]);
      }
      // An agency or client of another tenant is none.
      const strange = await api('admin').post(
        '/api/v2/profiles/fieldAgent',
        newAgent({ agencyId: desk.elsewhere.agencyId }),
      );
      expect(fieldsOf(strange)).toEqual({ agencyId: 'There is no such agency' });
      expect((await api('manager').post('/api/v2/profiles/fieldAgent', { ...newAgent(), salary: 1 })).status).toBe(422);
    });

    it('offers and takes the tenant’s own products and every product of its portfolios', async () => {
      const product = async (name: string) =>
        (await api('admin').post('/api/v2/products', { name, category: 'secured' })).body as { data: { id: string } };
      const [own, stopped, second] = [newName('Gold'), newName('Old'), newName('Second')];
      await product(own);
      const { id: stoppedId } = (await product(stopped)).data;
      await desk.world.run((tx) =>
        tx.query("update portfolios set products = array['TW', $1] where name = 'Two wheelers'", [second]),
      );
      const one = created(
        await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ products: [own, second, 'TW', stopped] })),
      ).person;
      expect(one.products).toEqual([own, second, 'TW', stopped]);
      const path = `/api/v2/products/${stoppedId}`;
      const named = { version: 1, name: newName('Renamed'), category: 'secured', active: true };
      expect((await put(api('admin'), path, named)).status, 'a name that people have').toBe(422);
      expect((await put(api('admin'), path, { ...named, name: stopped, active: false })).status).toBe(200);
      const offered = (await api('manager').get('/api/v2/profiles/options')).body as { data: { products: string[] } };
      expect(offered.data.products).toEqual(expect.arrayContaining([own, second, 'TW']));
      expect(offered.data.products).not.toContain(stopped);
      const portfolios = (await api('manager').get('/api/v2/portfolios/choices')).body as {
        data: { products: string[] };
      };
      expect(portfolios.data.products).toEqual(offered.data.products);
      // Offered no longer: it stays with whoever has it, and nobody else gets it; another tenant’s never was there.
      const change = (products: string[]) =>
        put(api('manager'), `/api/v2/profiles/fieldAgent/${one.id}`, { version: one.version, products });
      const late = await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ products: [stopped] }));
      expect(fieldsOf(late)).toEqual({ products: `There is no product ${stopped}` });
      const elsewhere = await api('manager', desk.elsewhere).post(
        '/api/v2/profiles/fieldAgent',
        newAgent({ products: [own] }),
      );
      expect(fieldsOf(elsewhere)).toEqual({ products: `There is no product ${own}` });
      expect((await change([stopped, own])).status).toBe(200);
    });

    it('an agency’s user makes people of that agency only', async () => {
      const { person } = created(await api('partner').post('/api/v2/profiles/fieldAgent', newAgent()));
      expect(person.agencyId).toBe(desk.world.agencyId);
      const [other] = await desk.world.run((tx) =>
        tx.query<{ id: string }>("select id from agencies where code = 'AG2'"),
      );
      const refused = await api('partner').post('/api/v2/profiles/fieldAgent', newAgent({ agencyId: other?.id }));
      expect(fieldsOf(refused)).toEqual({ agencyId: 'Only your own agency' });
    });

    it('gives a sign-in name to one of two who ask for it at once', async () => {
      const username = newName('twin');
      const both = await Promise.all(
        ['manager', 'rival'].map((who) => api(who as Who).post('/api/v2/profiles/fieldAgent', newAgent({ username }))),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
      const late = await api('manager', desk.elsewhere).post(
        '/api/v2/profiles/fieldAgent',
        newAgent({ username: username.toUpperCase() }),
      );
      const own = await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ username }));
      const office = await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ username: 'Support1' }));
      // Taken here, taken by another tenant, or given to nobody: one answer, with a name that is free.
      for (const refused of [late, own, office]) {
        expect(refused.status).toBe(422);
        const offered = /^This user name cannot be used\. Try (\S+)\.$/.exec(fieldsOf(refused).username ?? '')?.[1];
        expect(offered, JSON.stringify(refused.body)).toBeTruthy();
        const { status } = await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ username: offered }));
        expect(status).toBe(200);
      }
    });

    it('an address by which somebody of another tenant signs in is answered as any other, and they are told by mail', async () => {
      const address = `${newName('shared')}@people.example`;
      const theirs = created(
        await api('manager', desk.elsewhere).post('/api/v2/profiles/fieldAgent', newAgent({ email: address })),
      ).person;
      const made = created(
        await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ email: address.toUpperCase() })),
      ).person;
      const signsInByIt = created(
        await api('manager').post('/api/v2/profiles/fieldAgent', newAgent({ email: address, username: address })),
      ).person;
      expect(signsInByIt.username).not.toBe(address);
      const free = created(await api('manager').post('/api/v2/profiles/fieldAgent', newAgent())).person;
      const path = `/api/v2/profiles/fieldAgent/${free.id}`;
      expect((await put(api('manager'), path, { version: free.version, email: address })).status).toBe(200);
      expect([made.email, signsInByIt.email].map((email) => email?.toLowerCase())).toEqual([address, address]);
      const holders = await desk.held.db.platform((tx) =>
        tx.query('select user_id from logins where login = $1', [address]),
      );
      expect(holders).toEqual([{ user_id: theirs.id }]);
      await expect
        .poll(async () => {
          const files = await readdir(desk.server.mailFolder).catch(() => []);
          const mails = await Promise.all(files.map((file) => readFile(join(desk.server.mailFolder, file), 'utf8')));
          return mails.filter((mail) => mail.includes(address) && mail.includes('Your e-mail address in Recoup'))
            .length;
        })
        .toBe(3);
    });

    it('refusals of user names are counted, so that nobody tries out who is there', async () => {
      const refusals = new Set<number>();
      for (let tried = 0; tried < 40 && !refusals.has(429); tried += 1) {
        const { status } = await api('owner').post(
          '/api/v2/profiles/fieldAgent',
          newAgent({ username: desk.elsewhere.people.agent.username }),
        );
        refusals.add(status);
      }
      expect([...refusals]).toEqual([422, 429]);
    });

    it('refuses a forged identity header', async () => {
      for (const headers of <Record<string, string>[]>[
        { profileid: id('admin') },
        { tenantid: desk.elsewhere.tenantId },
        { sub: id('rival') },
      ])
        expect((await api('manager').post('/api/v2/profiles/fieldAgent', newAgent(), headers)).status).toBe(403);
      expect((await api('manager').get('/api/v1/collector/by/manager', { managerid: id('rival') })).status).toBe(403);
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
      const foreign = desk.elsewhere.people.agent.id;
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
      for (const who of Object.keys(desk.world.people) as Who[])
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
        createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_TENANTADMIN', subRole, managerId });
      const zonal = await admin('ZCM', id('owner'));
      const area = await admin('ACM', zonal.id);
      const by = as(desk.server.origin, zonal);
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
      const [entry] = await desk.world.run((tx) =>
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
      const logins = await desk.held.db.platform((tx) =>
        tx.query<{ login: string }>('select login from logins where login = any($1::text[])', [[before, after]]),
      );
      expect(logins).toEqual([{ login: after }]);
      const taken = await put(api('manager'), path, {
        version: person.version + 1,
        username: desk.world.people.caller.username,
      });
      expect(fieldsOf(taken).username).toMatch(/^This user name cannot be used\. Try \S+\.$/);
      expect((await profileOf(api('manager'), person.id)).username).toBe(after);
    });

    it('the own profile: what the owner may, and nothing else', async () => {
      const person = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'COLLECTOR',
        managerId: id('manager'),
      });
      const by = as(desk.server.origin, person);
      const me = ((await by.get('/api/v2/profiles/me')).body as { data: Person }).data;
      expect(me.may).toEqual({ change: false, move: false, deactivate: false });
      expect((await put(by, '/api/v2/profiles/me', { version: me.version, languages: ['ta'] })).status).toBe(200);
      expect(
        (await put(by, '/api/v2/profiles/me', { version: me.version + 1, agencyId: desk.world.agencyId })).status,
      ).toBe(422);
      const legacy = await put(by, '/api/v1/collector', {
        id: person.id,
        location: 'Satara',
        agencyId: desk.world.agencyId,
      });
      expect(fieldsOf(legacy)).toEqual({ agencyId: 'Only somebody above you may change this' });
      expect((await put(by, '/api/v1/collector', { id: person.id, location: 'Satara' })).status).toBe(200);
      expect((await put(by, '/api/v1/collector', { id: id('agent'), location: 'Satara' })).status).toBe(404);
      expect((await put(by, '/api/v1/manager', { id: person.id, location: 'Satara' })).status).toBe(404);
      expect((await by.get(`/api/v1/collector/id/${person.id}`)).body).toMatchObject({
        data: { location: 'Satara', languages: ['ta'] },
      });
    });
  });

  describe('deactivating', () => {
    it('ends sessions at once, withdraws phones when asked, and is taken back', async () => {
      const person = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_FIELDAGENT',
        managerId: id('manager'),
      });
      const session = await signIn(desk.server.origin, person);
      const device = crypto.randomUUID();
      await desk.world.run((tx) =>
        tx.query(
          "insert into devices (tenant_id, id, user_id, name, app_version, public_key) values (current_tenant(), $1, $2, 'Phone', '1', 'k')",
          [device, person.id],
        ),
      );
      const me = () =>
        fetch(`${desk.server.origin}/api/v2/profiles/me`, { headers: { authorization: `Bearer ${session.token}` } });
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
      await expect(signIn(desk.server.origin, person)).rejects.toThrow('account-inactive');
      const [phone] = await desk.world.run((tx) =>
        tx.query<{ revoked_at: string | null }>('select revoked_at from devices where id = $1', [device]),
      );
      expect(phone?.revoked_at).not.toBeNull();
      expect((await api('manager').post(`/api/v2/profiles/id/${person.id}/reactivate`, undefined)).status).toBe(200);
      await expect(signIn(desk.server.origin, person)).resolves.toBeTruthy();
    });
  });

  describe('lists', () => {
    const list = async (who: Who, query: string) =>
      (await api(who).get(`/api/v2/profiles?${query}`)).body as {
        data: { content: PersonRow[]; totalElements: number; counts: Record<string, number> };
      };

    it('search, filter, order and page; a parent sees all below', async () => {
      const mark = `zz${newName('').replace(/[^a-z]/g, '')}`;
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
  });
});
