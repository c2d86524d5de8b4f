/** Clients, agencies, products and buckets of a tenant, who may change them, and what the audit keeps of it. */

import { describe, expect, it } from 'vitest';
import type { Agency } from '../../core/contract/agencies';
import type { Client } from '../../core/contract/clients';

import type { BucketRow, Lookups, Product } from '../../core/contract/lookups';

import { uuidv7 } from '../../core/domain/ids';

import { engines } from '../support/databases';
import { GST, organisationDesk, unique } from '../support/organisation-desk';
import type { Person } from '../support/people';
import { as } from '../support/world';

describe.each(engines)('the organisation on $name', ({ fresh }) => {
  const { desk, ask, admin, audited, madeClient, madeAgency } = organisationDesk(fresh);

  describe('clients', () => {
    it('are added, read, changed and switched off, each step in the audit with before and after', async () => {
      const client = await madeClient({ categories: ['secured'], contactEmail: 'desk@bank.example', gst: GST });
      expect(client).toMatchObject({ active: true, portfolios: 0, version: 1, contactEmail: 'desk@bank.example' });
      const path = `/api/v2/clients/${client.id}`;
      const name = unique('Better name');
      const changed = await ask<Client>(admin(), 'PUT', path, { version: 1, name, institution: 'ARC' });
      expect(changed.data).toMatchObject({ name, institution: 'ARC', gst: null, categories: [], version: 2 });
      expect(await audited(desk.world.tenantId, 'clients.updated', client.id)).toMatchObject([
        {
          actor_id: admin().id,
          detail: {
            before: { name: client.name, institution: 'NBFC', gst: GST, categories: ['secured'] },
            after: { name, institution: 'ARC', gst: null, categories: [] },
          },
        },
      ]);
      // Saving what stands there already is no change.
      const same = await ask<Client>(admin(), 'PUT', path, { version: 2, name, institution: 'ARC' });
      expect(same.data.version).toBe(2);
      const off = await ask<Client>(admin(), 'PUT', `${path}/active`, { active: false });
      expect(off.data).toMatchObject({ active: false, version: 2 });
      expect(await audited(desk.world.tenantId, 'clients.deactivated', client.id)).toMatchObject([
        { detail: { before: { active: true }, after: { active: false } } },
      ]);
      expect((await ask<Client>(admin(), 'GET', path)).data).toEqual(off.data);
    });

    it('searches, filters, sorts and pages on the server', async () => {
      const tag = uuidv7().slice(-8);
      for (const [name, institution, city] of [
        [`${tag} Alpha`, 'BANK', 'Pune'],
        [`${tag} Beta`, 'NBFC', '100%_odd'],
        [`${tag} Gamma`, 'ARC', 'Surat'],
      ]) {
        await madeClient({ name, institution, city });
      }
      const names = async (query: string) => {
        const { data } = await ask<{ rows: Client[]; total: number }>(admin(), 'GET', `/api/v2/clients?${query}`);
        return [data.rows.map(({ name }) => name.replace(`${tag} `, '')), data.total];
      };
      expect(await names(`q=${tag}`)).toEqual([['Alpha', 'Beta', 'Gamma'], 3]);
      expect(await names(`q=${tag}&sort=name&dir=desc&size=2`)).toEqual([['Gamma', 'Beta'], 3]);
      expect(await names(`q=${tag}&size=2&page=2`)).toEqual([['Gamma'], 3]);
      expect(await names(`q=${tag}&page=9`)).toEqual([[], 3]);
      expect(await names(`q=${tag}&institution=BANK,ARC`)).toEqual([['Alpha', 'Gamma'], 2]);
      expect(await names(`q=${encodeURIComponent('%_')}`)).toEqual([['Beta'], 1]);
      expect(await names(`q=${tag}&status=inactive`)).toEqual([[], 0]);
    });

    it('shows both sides of a conflict: the second of two who changed at once is told, and nothing is lost', async () => {
      const client = await madeClient();
      const path = `/api/v2/clients/${client.id}`;
      const edit = (by: Person, city: string) =>
        ask<Client>(by, 'PUT', path, { version: 1, name: client.name, institution: 'NBFC', city });
      const answers = await Promise.all([edit(admin(), 'Pune'), edit(desk.second, 'Nagpur')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.code).toBe('conflict');
      expect(refused?.message).toContain('changed this while you were at it');
      const won = answers.find(({ status }) => status === 200)?.data;
      expect((await ask<Client>(admin(), 'GET', path)).data).toMatchObject({ city: won?.city, version: 2 });
      expect(await audited(desk.world.tenantId, 'clients.updated', client.id)).toHaveLength(1);
    });

    it('takes a name once, in any case; the database decides between two at once', async () => {
      const name = unique('Same');
      const answers = await Promise.all(
        [name, name.toUpperCase()].map((one) =>
          ask(admin(), 'POST', '/api/v2/clients', { name: one, institution: 'BANK' }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.fields).toEqual({
        name: 'There is already a client with this name.',
      });
      const check = await ask<{ available: boolean }>(
        admin(),
        'GET',
        `/api/v2/clients/validate?name=${encodeURIComponent(name)}`,
      );
      expect(check.data.available).toBe(false);
      // Another tenant may have one of the same name.
      expect(
        (await ask(desk.other.people.admin, 'POST', '/api/v2/clients', { name, institution: 'BANK' })).status,
      ).toBe(200);
    });

    it('answers the portfolios of clients', async () => {
      const { data } = await ask<{ clientName: string; portfolios: { name: string }[] }[]>(
        admin(),
        'POST',
        '/api/v2/clients/portfolios',
        { clientIds: [] },
      );
      const bank = data.find(({ clientName }) => clientName === 'Sahyadri Bank');
      expect(bank?.portfolios.map(({ name }) => name)).toEqual(['Two wheelers']);
      const foreign = await ask<unknown[]>(desk.other.people.admin, 'POST', '/api/v2/clients/portfolios', {
        clientIds: [(await madeClient()).id],
      });
      expect(foreign.data).toEqual([]);
    });

    it.each([
      ['gst', '99AAPFU0939F1ZV', 'GST NO. is not valid'],
      ['pan', 'AAAXU0939F', 'PAN NO. is not valid'],
      ['contactMobile', '12345', 'Mobile no. should be 10 digit number'],
      ['contactEmail', 'nobody', 'Email is not valid'],
      ['pincode', '011001', 'A pincode has six digits'],
      ['name', '  ', 'This Field Is Required'],
      ['owner', 'me', 'Is not known here'],
    ])('refuses %s %j', async (field, value, message) => {
      const body = { name: unique('Bad'), institution: 'BANK', [field]: value };
      const answer = await ask(admin(), 'POST', '/api/v2/clients', body);
      expect(answer.status).toBe(422);
      expect(answer.fields[field]).toBe(message);
    });
  });

  describe('agencies', () => {
    it('are added and changed, and their flags set each for itself', async () => {
      const agency = await madeAgency({
        contactName: 'Tariq Khan',
        draLicence: 'DRA-77',
        draLicenceUntil: '2027-03-31',
        states: ['Kerala', 'Goa'],
        pincodes: ['682001'],
        inHouse: true,
      });
      expect(agency).toMatchObject({
        active: true,
        locked: false,
        inHouse: true,
        fullName: 'Tariq Khan',
        draLicenceUntil: '2027-03-31',
        states: ['Kerala', 'Goa'],
        tenant: { id: desk.world.tenantId },
      });
      const path = `/api/v2/agencies/${agency.id}`;
      const locked = await ask<Agency>(admin(), 'PUT', `${path}/status`, { locked: true });
      expect(locked.data).toMatchObject({ active: true, locked: true, inHouse: true, version: 1 });
      const off = await ask<Agency>(admin(), 'PUT', `${path}/status`, { active: false, inHouse: false });
      expect(off.data).toMatchObject({ active: false, locked: true, inHouse: false });
      expect((await audited(desk.world.tenantId, 'agencies.status', agency.id)).map(({ detail }) => detail)).toEqual([
        { before: { locked: false }, after: { locked: true } },
        { before: { active: true, inHouse: true }, after: { active: false, inHouse: false } },
      ]);
      const changed = await ask<Agency>(admin(), 'PUT', path, {
        version: 1,
        agency: agency.agency,
        code: agency.code,
        contactName: 'Farah Siddiqui',
      });
      expect(changed.data).toMatchObject({ fullName: 'Farah Siddiqui', states: [], locked: true, version: 2 });
      const stale = await ask(desk.second, 'PUT', path, { version: 1, agency: agency.agency, code: agency.code });
      expect([stale.status, stale.code]).toEqual([409, 'conflict']);
    });

    it.each([
      ['locked', true],
      ['inactive', false],
    ])('filters by %s', async (status, kept) => {
      const agency = await madeAgency();
      await ask(admin(), 'PUT', `/api/v2/agencies/${agency.id}/status`, { locked: true });
      const { data } = await ask<{ rows: Agency[] }>(
        admin(),
        'GET',
        `/api/v2/agencies?status=${status}&q=${encodeURIComponent(agency.code)}`,
      );
      expect(data.rows.some(({ id }) => id === agency.id)).toBe(kept);
    });

    it('have a name and a code of their own', async () => {
      const agency = await madeAgency();
      const again = (more: object) =>
        ask(admin(), 'POST', '/api/v2/agencies', {
          agency: unique('Agency'),
          code: `D-${uuidv7().slice(-6)}`,
          ...more,
        });
      expect((await again({ agency: agency.agency.toUpperCase() })).fields).toEqual({
        agency: 'There is already an agency with this name.',
      });
      expect((await again({ code: agency.code.toLowerCase() })).fields).toEqual({
        code: 'Another agency has this code.',
      });
      const check = await ask<{ available: boolean }>(
        admin(),
        'GET',
        `/api/v2/agencies/validate?field=code&name=${agency.code}&agencyId=${agency.id}`,
      );
      expect(check.data.available).toBe(true);
    });
  });

  describe('lookups', () => {
    it('gives a tenant the standard buckets, and lets it add, change and remove its own', async () => {
      const { data } = await ask<Lookups>(admin(), 'GET', '/api/v2/lookups');
      expect(data.buckets.filter(({ standard }) => standard)).toHaveLength(6);
      const standard = data.buckets.find(({ label }) => label === '61-90') as BucketRow;
      const { standard: _, id, ...fields } = standard;
      const off = await ask<BucketRow>(admin(), 'PUT', `/api/v2/buckets/${id}`, { ...fields, active: false });
      expect(off.data.active).toBe(false);
      const renamed = await ask(admin(), 'PUT', `/api/v2/buckets/${id}`, { ...fields, version: 2, label: 'X' });
      expect(renamed.status).toBe(422);
      expect((await ask(admin(), 'DELETE', `/api/v2/buckets/${id}`)).status).toBe(409);
      const own = await ask<BucketRow>(admin(), 'POST', '/api/v2/buckets', {
        label: unique('Pre-NPA'),
        fromDpd: 75,
        toDpd: 90,
      });
      expect(own.data).toMatchObject({ standard: false, fromDpd: 75, toDpd: 90, active: true });
      const wrong = await ask(admin(), 'POST', '/api/v2/buckets', { label: 'Wrong', fromDpd: 90, toDpd: 75 });
      expect(wrong.fields).toEqual({ toDpd: 'The last day must not come before the first.' });
      expect((await ask(desk.other.people.admin, 'DELETE', `/api/v2/buckets/${own.data.id}`)).status).toBe(404);
      expect((await ask(admin(), 'DELETE', `/api/v2/buckets/${own.data.id}`)).status).toBe(200);
      expect(await audited(desk.world.tenantId, 'buckets.deleted', own.data.id)).toMatchObject([
        { detail: { before: { fromDpd: 75 } } },
      ]);
    });

    it('keeps products that are in use', async () => {
      const made = (name: string) => ask<Product>(admin(), 'POST', '/api/v2/products', { name, category: 'secured' });
      const used = await made('TW');
      expect((await ask(admin(), 'DELETE', `/api/v2/products/${used.data.id}`)).status).toBe(409);
      const path = `/api/v2/products/${used.data.id}`;
      const renamed = await ask(admin(), 'PUT', path, { version: 1, name: 'Other', category: 'secured', active: true });
      expect(renamed.fields.name).toContain('keeps its name');
      const off = await ask<Product>(admin(), 'PUT', path, {
        version: 1,
        name: 'TW',
        category: 'secured',
        active: false,
      });
      expect(off.data).toMatchObject({ active: false, version: 2 });
      expect((await made('tw')).fields).toEqual({ name: 'There is already a product with this name.' });
      const free = await made(unique('Free'));
      expect((await ask(desk.other.people.admin, 'DELETE', `/api/v2/products/${free.data.id}`)).status).toBe(404);
      expect((await ask(admin(), 'DELETE', `/api/v2/products/${free.data.id}`)).status).toBe(200);
    });
  });

  it.each([
    ['caller', 'GET', '/api/v2/clients', 403],
    ['manager', 'GET', '/api/v2/clients', 200],
    ['client', 'GET', '/api/v2/agencies', 403],
    ['manager', 'POST', '/api/v2/agencies', 403],
    ['plainManager', 'GET', '/api/v2/agencies', 200],
    ['agent', 'GET', '/api/v2/lookups', 200],
    ['manager', 'POST', '/api/v2/products', 403],
    ['admin', 'POST', '/api/v2/tenants', 403],
    ['manager', 'GET', '/api/v2/tenants', 403],
  ] as const)('%s %s %s: %i', async (who, method, path, status) => {
    const answer = await ask(desk.world.people[who], method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(status);
  });

  it('answers 404 for what is another tenant’s, and 403 for a forged header', async () => {
    const [client, agency] = [await madeClient(), await madeAgency()];
    const theirs = desk.other.people.admin;
    for (const path of [`clients/${client.id}`, `agencies/${agency.id}`]) {
      expect((await ask(theirs, 'GET', `/api/v2/${path}`)).status).toBe(404);
    }
    const body = { version: 1, name: 'Mine now', institution: 'BANK' };
    expect((await ask(theirs, 'PUT', `/api/v2/clients/${client.id}`, body)).status).toBe(404);
    expect((await ask(theirs, 'PUT', `/api/v2/agencies/${agency.id}/status`, { active: false })).status).toBe(404);
    const forged = await as(desk.server.origin, theirs).get('/api/v2/clients', { tenantId: desk.world.tenantId });
    expect(forged.status).toBe(403);
  });
});
