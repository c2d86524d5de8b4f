/** Tenants set up by those who operate them, clients, agencies, products and buckets, and what the audit keeps of it all. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agency } from '../../core/contract/agencies';
import type { Client } from '../../core/contract/clients';
import type { ResponseOf } from '../../core/contract/kit';
import type { BucketRow, Lookups, Product } from '../../core/contract/lookups';
import type { Invitation, Tenant, tenantReports } from '../../core/contract/tenants';
import { uuidv7 } from '../../core/domain/ids';
import { STANDARD_BUCKETS } from '../../core/domain/lookups';
import { reportsInUse } from '../../core/domain/reports';
import { verifyAudit } from '../../server/db/audit';
import { foundTenant } from '../../server/modules/organisation';
import { systemClock } from '../../server/platform/clock';
import { readConfig } from '../../server/platform/config';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, createTenant, type Person, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld } from '../support/world';

const GST = '27AAPFU0939F1ZV';
const PAN = 'AAPFU0939F';
let last = 0;
const unique = (what: string) => `${what} ${++last} ${uuidv7().slice(-6)}`;

interface Answer<T> {
  status: number;
  data: T;
  code: string | undefined;
  message: string;
  fields: Record<string, string>;
}

describe.each(engines)('the organisation on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  /** A super admin of `world`, of `other`, and another administrator of `world`. */
  let operator: Person;
  let stranger: Person;
  let second: Person;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    [world, other] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
    operator = await createPerson(held.db, world.tenantId, { role: 'SUPER_ADMIN', fullName: 'Devika Rao' });
    stranger = await createPerson(held.db, other.tenantId, { role: 'CRM_SUPERADMIN' });
    second = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', fullName: 'Leela Krishnan' });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const callers = new Map<string, ReturnType<typeof as>>();
  async function ask<T>(person: Person, method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const caller = callers.get(person.id) ?? as(server.origin, person);
    callers.set(person.id, caller);
    const response = await caller.fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      data: answer.data as T,
      code: answer.code as string | undefined,
      message: String(answer.message ?? ''),
      fields: Object.fromEntries(
        ((answer.fields ?? []) as { path: string; message: string }[]).map(({ path: at, message }) => [at, message]),
      ),
    };
  }
  const admin = () => world.people.admin;
  const audited = (tenantId: string, action: string, subjectId: string) =>
    held.db.transaction({ tenantId }, (tx) =>
      tx.query<{ actor_id: string; detail: { before?: Record<string, unknown>; after?: Record<string, unknown> } }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 and subject_id = $3 order by seq',
        [tenantId, action, subjectId],
      ),
    );
  const newTenant = (more: object = {}) => ({ name: unique('Tenant'), zone: 'Asia/Kolkata', ...more });
  const madeTenant = async (more: object = {}, by = operator) => {
    const answer = await ask<{ tenant: Tenant; invitation: Invitation | null }>(
      by,
      'POST',
      '/api/v2/tenants',
      newTenant(more),
    );
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };
  const email = () => `first${++last}.${uuidv7().slice(-8)}@new.example`;
  const madeClient = async (more: object = {}, by = admin()) => {
    const answer = await ask<Client>(by, 'POST', '/api/v2/clients', {
      name: unique('Client'),
      institution: 'NBFC',
      ...more,
    });
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };
  const madeAgency = async (more: object = {}) => {
    const answer = await ask<Agency>(admin(), 'POST', '/api/v2/agencies', {
      agency: unique('Agency'),
      code: `C-${++last}-${uuidv7().slice(-6)}`,
      ...more,
    });
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };

  describe('tenants', () => {
    it('are set up whole: draft, buckets, products, codes, and a first administrator who chooses a password and signs in', async () => {
      const address = email();
      const { tenant, invitation } = await madeTenant({
        gst: GST,
        pan: PAN,
        institution: 'NBFC',
        languages: ['hi', 'ta'],
        regions: ['South'],
        products: [
          { name: 'Gold loan', category: 'secured' },
          { name: 'Personal loan', category: 'unsecured' },
        ],
        administrator: { fullName: 'Anita Sen', email: address },
      });
      expect(tenant).toMatchObject({
        status: 'draft',
        own: false,
        gst: GST,
        pan: PAN,
        version: 1,
        updatedBy: 'Devika Rao',
      });
      expect(invitation).toMatchObject({ fullName: 'Anita Sen', username: address });

      // The mail has the same link as the answer.
      await expect
        .poll(async () => {
          const files = await readdir(server.mailFolder).catch(() => []);
          const mails = await Promise.all(files.map((file) => readFile(join(server.mailFolder, file), 'utf8')));
          return mails
            .find((mail) => mail.includes(address))
            ?.replaceAll('=\r\n', '')
            .replaceAll('=3D', '=');
        })
        .toContain(invitation?.link.split('#')[1]);

      const person = { tenantId: tenant.id, id: '', username: address, password: 'seven green parrots' };
      const token = invitation?.link.split('#')[1];
      const chosen = await fetch(`${server.origin}/api/v1/profile/password/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: person.password }),
      });
      expect(chosen.status).toBe(200);
      // Nobody signs in to a draft.
      await expect(signIn(server.origin, person)).rejects.toThrow(/refused/);
      const active = await ask<Tenant>(operator, 'PUT', `/api/v2/tenants/${tenant.id}/active`, { active: true });
      expect(active.data).toMatchObject({ status: 'active' });
      const session = await signIn(server.origin, person);
      expect(session.profile).toMatchObject({ fullName: 'Anita Sen', role: { name: 'CRM_TENANTADMIN' } });

      const first = { ...person, id: session.profile.id };
      const { data } = await ask<Lookups>(first, 'GET', '/api/v2/lookups');
      expect(data.products.map(({ name, category }) => [name, category])).toEqual([
        ['Gold loan', 'secured'],
        ['Personal loan', 'unsecured'],
      ]);
      expect(data.buckets.map(({ label }) => label)).toEqual(STANDARD_BUCKETS.map(({ label }) => label));
      expect(data.tenant).toEqual({ languages: ['hi', 'ta'], regions: ['South'] });
      const codes = await held.db.transaction({ tenantId: tenant.id }, (tx) =>
        tx.query('select 1 from disposition_codes'),
      );
      expect(codes.length).toBeGreaterThan(10);
      // The new administrator sees the own tenant and may not set up others.
      expect((await ask<Tenant[]>(first, 'GET', '/api/v1/tenant')).data.map(({ id }) => id)).toEqual([tenant.id]);
      expect((await ask(first, 'POST', '/api/v2/tenants', newTenant())).status).toBe(403);
    });

    it('are audited on both sides, and the chains hold', async () => {
      const { tenant } = await madeTenant();
      for (const [tenantId, by] of [
        [tenant.id, { tenantId: world.tenantId, name: 'Devika Rao' }],
        [world.tenantId, undefined],
      ] as const) {
        const [entry] = await audited(tenantId, 'tenants.created', tenant.id);
        expect(entry).toMatchObject({
          actor_id: operator.id,
          detail: { after: { name: tenant.name }, ...(by && { by }) },
        });
      }
      const renamed = unique('Renamed');
      const update = await ask<Tenant>(operator, 'PUT', `/api/v2/tenants/${tenant.id}`, {
        name: renamed,
        zone: tenant.zone,
        version: 1,
        maxPtpDays: 45,
      });
      expect(update.data).toMatchObject({ name: renamed, version: 2, maxPtpDays: 45 });
      for (const tenantId of [tenant.id, world.tenantId]) {
        expect((await audited(tenantId, 'tenants.updated', tenant.id)).map(({ detail }) => detail)).toMatchObject([
          { before: { name: tenant.name, maxPtpDays: 30 }, after: { name: renamed, maxPtpDays: 45 } },
        ]);
        expect(await held.db.transaction({ tenantId }, verifyAudit)).toMatchObject({ ok: true });
      }
    });

    it('have reports, of which only their own users and their operator hear', async () => {
      const { tenant } = await madeTenant();
      const asked = (person: Person, id: string) =>
        ask<ResponseOf<typeof tenantReports>['data']>(person, 'GET', `/api/v2/profile/tenants/${id}/reports`);
      const own = await asked(admin(), world.tenantId);
      expect(own.status).toBe(200);
      expect(own.data.find(({ path }) => path === '/predictive-report')).toEqual({
        path: '/predictive-report',
        label: 'Predictive Report',
        group: 'Predictive Dialing',
        roles: ['SUPER_ADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERADMIN'],
      });
      // What nobody can open is not promised.
      expect(own.data.map(({ path }) => path)).toEqual(reportsInUse().map(({ path }) => path));
      expect((await asked(world.people.agent, world.tenantId)).data).toEqual(own.data);
      expect((await asked(operator, tenant.id)).data).toEqual(own.data);
      for (const person of [admin(), stranger, world.people.agent])
        expect((await asked(person, tenant.id)).status).toBe(404);
      expect((await asked(stranger, world.tenantId)).status).toBe(404);
      expect((await asked(operator, 'all')).status).toBe(422);
    });

    it('are seen by their operator alone', async () => {
      const { tenant } = await madeTenant();
      const seen = async (person: Person) =>
        (await ask<{ rows: Tenant[] }>(person, 'GET', '/api/v2/tenants?size=250')).data.rows.map(({ id }) => id);
      expect(await seen(operator)).toEqual(expect.arrayContaining([tenant.id, world.tenantId]));
      expect(await seen(operator)).not.toContain(other.tenantId);
      expect(await seen(stranger)).not.toContain(tenant.id);
      expect(await seen(admin())).toEqual([world.tenantId]);
      // Who becomes a super admin in an operated tenant sees nothing above or beside it.
      const below = await createPerson(held.db, tenant.id, { role: 'SUPER_ADMIN' });
      await ask(operator, 'PUT', `/api/v2/tenants/${tenant.id}/active`, { active: true });
      expect(await seen(below)).toEqual([tenant.id]);
      for (const person of [stranger, admin(), below]) {
        const target = person === below ? world.tenantId : tenant.id;
        expect((await ask(person, 'GET', `/api/v2/tenants/${target}`)).status).toBe(404);
        const body = { ...newTenant(), version: 1 };
        expect((await ask(person, 'PUT', `/api/v2/tenants/${target}`, body)).status).toBe(404);
      }
      for (const [method, path, body] of [
        ['PUT', 'active', { active: false }],
        ['POST', 'administrators', { fullName: 'X Y', email: email() }],
      ] as const) {
        expect((await ask(stranger, method, `/api/v2/tenants/${tenant.id}/${path}`, body)).status).toBe(404);
        expect((await ask(admin(), method, `/api/v2/tenants/${world.tenantId}/${path}`, body)).status).toBe(403);
      }
    });

    it.each([
      ['GET', ''],
      ['PUT', ''],
    ])('a tenant admin reaches the own one: %s', async (method) => {
      const { data } = await ask<{ tenant: Tenant }>(admin(), 'GET', `/api/v2/tenants/${world.tenantId}`);
      expect(data.tenant).toMatchObject({ id: world.tenantId, own: true, status: 'active' });
      if (method === 'GET') return;
      const body = { name: data.tenant.name, zone: 'Asia/Kolkata', version: data.tenant.version, city: unique('Pune') };
      const answer = await ask<Tenant>(admin(), 'PUT', `/api/v2/tenants/${world.tenantId}`, body);
      expect(answer.data).toMatchObject({ city: body.city, version: data.tenant.version + 1 });
    });

    it('are not activated without an administrator, and nobody switches off the own one', async () => {
      const { tenant } = await madeTenant();
      const path = `/api/v2/tenants/${tenant.id}`;
      const early = await ask(operator, 'PUT', `${path}/active`, { active: true });
      expect([early.status, early.message]).toEqual([422, 'Add an administrator first: nobody could sign in there.']);
      const added = await ask<Invitation>(operator, 'POST', `${path}/administrators`, {
        fullName: 'Ravi Das',
        email: email(),
      });
      expect(added.data.link).toContain('/reset-password#pr_');
      expect((await ask(operator, 'PUT', `${path}/active`, { active: true })).status).toBe(200);
      // Twice is once.
      expect((await ask(operator, 'PUT', `${path}/active`, { active: true })).status).toBe(200);
      expect(await audited(tenant.id, 'tenants.activated', tenant.id)).toHaveLength(1);
      expect((await ask<Tenant>(operator, 'PUT', `${path}/active`, { active: false })).data.status).toBe('inactive');
      const own = await ask(operator, 'PUT', `/api/v2/tenants/${world.tenantId}/active`, { active: false });
      expect(own.status).toBe(422);
    });

    it('validates names while they are typed, over the whole installation', async () => {
      const { tenant } = await madeTenant();
      const verdict = async (name: string, more = '') =>
        (
          await ask<{ available: boolean; message: string | null }>(
            operator,
            'GET',
            `/api/v2/tenants/validate?name=${encodeURIComponent(name)}${more}`,
          )
        ).data;
      const taken = { available: false, message: 'There is already a tenant with this name.' };
      expect(await verdict(tenant.name.toUpperCase())).toEqual(taken);
      expect(await verdict(tenant.name, `&tenantId=${tenant.id}`)).toEqual({ available: true, message: null });
      expect(await verdict(unique('Free'))).toEqual({ available: true, message: null });
      expect(await verdict(' ')).toEqual({ available: false, message: 'This Field Is Required' });
    });

    it('of two who take one name at once, one gets it; the address of somebody else is refused', async () => {
      const name = unique('Race');
      const answers = await Promise.all(
        [1, 2, 3].map(() => ask(operator, 'POST', '/api/v2/tenants', { name, zone: 'Asia/Kolkata' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
      expect(answers.find(({ status }) => status === 422)?.fields).toEqual({
        name: 'There is already a tenant with this name.',
      });
      const address = email();
      await madeTenant({ administrator: { fullName: 'One', email: address } });
      const again = await ask(operator, 'POST', '/api/v2/tenants', {
        ...newTenant(),
        administrator: { fullName: 'Two', email: address.toUpperCase() },
      });
      expect(again.fields).toEqual({ 'administrator.email': 'Somebody already signs in with this address.' });
    });
  });

  describe('clients', () => {
    it('are added, read, changed and switched off, each step in the audit with before and after', async () => {
      const client = await madeClient({ categories: ['secured'], contactEmail: 'desk@bank.example', gst: GST });
      expect(client).toMatchObject({ active: true, portfolios: 0, version: 1, contactEmail: 'desk@bank.example' });
      const path = `/api/v2/clients/${client.id}`;
      const name = unique('Better name');
      const changed = await ask<Client>(admin(), 'PUT', path, { version: 1, name, institution: 'ARC' });
      expect(changed.data).toMatchObject({ name, institution: 'ARC', gst: null, categories: [], version: 2 });
      expect(await audited(world.tenantId, 'clients.updated', client.id)).toMatchObject([
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
      expect(await audited(world.tenantId, 'clients.deactivated', client.id)).toMatchObject([
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
      const answers = await Promise.all([edit(admin(), 'Pune'), edit(second, 'Nagpur')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.code).toBe('conflict');
      expect(refused?.message).toContain('changed this while you were at it');
      const won = answers.find(({ status }) => status === 200)?.data;
      expect((await ask<Client>(admin(), 'GET', path)).data).toMatchObject({ city: won?.city, version: 2 });
      expect(await audited(world.tenantId, 'clients.updated', client.id)).toHaveLength(1);
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
      expect((await ask(other.people.admin, 'POST', '/api/v2/clients', { name, institution: 'BANK' })).status).toBe(
        200,
      );
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
      const foreign = await ask<unknown[]>(other.people.admin, 'POST', '/api/v2/clients/portfolios', {
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
        tenant: { id: world.tenantId },
      });
      const path = `/api/v2/agencies/${agency.id}`;
      const locked = await ask<Agency>(admin(), 'PUT', `${path}/status`, { locked: true });
      expect(locked.data).toMatchObject({ active: true, locked: true, inHouse: true, version: 1 });
      const off = await ask<Agency>(admin(), 'PUT', `${path}/status`, { active: false, inHouse: false });
      expect(off.data).toMatchObject({ active: false, locked: true, inHouse: false });
      expect((await audited(world.tenantId, 'agencies.status', agency.id)).map(({ detail }) => detail)).toEqual([
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
      const stale = await ask(second, 'PUT', path, { version: 1, agency: agency.agency, code: agency.code });
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
        ask(admin(), 'POST', '/api/v2/agencies', { agency: unique('Agency'), code: `D${++last}`, ...more });
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
      expect((await ask(other.people.admin, 'DELETE', `/api/v2/buckets/${own.data.id}`)).status).toBe(404);
      expect((await ask(admin(), 'DELETE', `/api/v2/buckets/${own.data.id}`)).status).toBe(200);
      expect(await audited(world.tenantId, 'buckets.deleted', own.data.id)).toMatchObject([
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
      expect((await ask(other.people.admin, 'DELETE', `/api/v2/products/${free.data.id}`)).status).toBe(404);
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
    const answer = await ask(world.people[who], method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(status);
  });

  it('answers 404 for what is another tenant’s, and 403 for a forged header', async () => {
    const [client, agency] = [await madeClient(), await madeAgency()];
    const theirs = other.people.admin;
    for (const path of [`clients/${client.id}`, `agencies/${agency.id}`]) {
      expect((await ask(theirs, 'GET', `/api/v2/${path}`)).status).toBe(404);
    }
    const body = { version: 1, name: 'Mine now', institution: 'BANK' };
    expect((await ask(theirs, 'PUT', `/api/v2/clients/${client.id}`, body)).status).toBe(404);
    expect((await ask(theirs, 'PUT', `/api/v2/agencies/${agency.id}/status`, { active: false })).status).toBe(404);
    const forged = await as(server.origin, theirs).get('/api/v2/clients', { tenantId: world.tenantId });
    expect(forged.status).toBe(403);
  });

  it('the first tenant is founded by command: active, with a super admin who signs in and sets up others', async () => {
    const config = readConfig({ DATA_DIR: '/nowhere', PUBLIC_URL: 'https://recoup.example' });
    const founding = { name: unique('First'), zone: 'Asia/Kolkata', fullName: 'Devika Rao', email: email() };
    const founded = await foundTenant({ db: held.db, clock: systemClock, config }, founding);
    expect(founded.link).toMatch(/^https:\/\/recoup\.example\/reset-password#pr_/);
    const [, token] = founded.link.split('#');
    const password = 'nine tall windmills';
    const chosen = await fetch(`${server.origin}/api/v1/profile/password/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    });
    expect(chosen.status).toBe(200);
    const person = { tenantId: founded.tenantId, id: uuidv7(), username: founding.email, password };
    const { tenant } = await madeTenant({}, person);
    const seen = await ask<Tenant[]>(person, 'GET', '/api/v1/tenant');
    expect(seen.data.map(({ id }) => id).sort()).toEqual([founded.tenantId, tenant.id].sort());
    const again = foundTenant({ db: held.db, clock: systemClock, config }, { ...founding, email: email() });
    await expect(again).rejects.toMatchObject({ code: 'invalid' });
    expect(await held.db.transaction({ tenantId: founded.tenantId }, verifyAudit)).toMatchObject({ ok: true });
  });

  it('withPlatform reaches one tenant and the platform, and no other tenant', async () => {
    const third = await createTenant(held.db);
    const seen = await held.db.withPlatform({ tenantId: third }, async (tx) => ({
      users: await tx.query('select 1 from users'),
      tenants: await tx.query('select 1 from tenants where id = $1', [world.tenantId]),
    }));
    expect(seen).toEqual({ users: [], tenants: [{ '?column?': 1 }] });
    const write = held.db.withPlatform({ tenantId: third }, (tx) =>
      tx.query("insert into clients (tenant_id, id, name, institution) values ($1, $2, 'X', 'BANK')", [
        world.tenantId,
        uuidv7(),
      ]),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    // Nothing of it stays on the connection.
    const after = await held.db.transaction({ tenantId: third }, (tx) => tx.query('select 1 from tenants'));
    expect(after).toEqual([]);
  });
});
