/** Tenants set up by those who operate them, what each sees of the others, and what the audit keeps of it all. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { ResponseOf } from '../../core/contract/kit';
import type { Lookups } from '../../core/contract/lookups';
import type { Invitation, Tenant, tenantReports } from '../../core/contract/tenants';
import { uuidv7 } from '../../core/domain/ids';
import { STANDARD_BUCKETS } from '../../core/domain/lookups';
import { reportsInUse } from '../../core/domain/reports';
import { verifyAudit } from '../../server/db/audit';
import { foundTenant } from '../../server/modules/organisation';
import { systemClock } from '../../server/platform/clock';
import { readConfig } from '../../server/platform/config';
import { engines } from '../support/databases';
import { email, GST, newTenant, organisationDesk, PAN, unique } from '../support/organisation-desk';
import { createPerson, createTenant, type Person, signIn } from '../support/people';
import { createTenantWorld } from '../support/world';

describe.each(engines)('tenants on $name', ({ fresh }) => {
  const { desk, ask, admin, audited, madeTenant } = organisationDesk(fresh);

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
          const files = await readdir(desk.server.mailFolder).catch(() => []);
          const mails = await Promise.all(files.map((file) => readFile(join(desk.server.mailFolder, file), 'utf8')));
          return mails
            .find((mail) => mail.includes(address))
            ?.replaceAll('=\r\n', '')
            .replaceAll('=3D', '=');
        })
        .toContain(invitation?.link.split('#')[1]);

      const person = { tenantId: tenant.id, id: '', username: address, password: 'seven green parrots' };
      const token = invitation?.link.split('#')[1];
      const chosen = await fetch(`${desk.server.origin}/api/v1/profile/password/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: person.password }),
      });
      expect(chosen.status).toBe(200);
      // Nobody signs in to a draft.
      await expect(signIn(desk.server.origin, person)).rejects.toThrow(/refused/);
      const active = await ask<Tenant>(desk.operator, 'PUT', `/api/v2/tenants/${tenant.id}/active`, { active: true });
      expect(active.data).toMatchObject({ status: 'active' });
      const session = await signIn(desk.server.origin, person);
      expect(session.profile).toMatchObject({ fullName: 'Anita Sen', role: { name: 'CRM_TENANTADMIN' } });

      const first = { ...person, id: session.profile.id };
      const { data } = await ask<Lookups>(first, 'GET', '/api/v2/lookups');
      expect(data.products.map(({ name, category }) => [name, category])).toEqual([
        ['Gold loan', 'secured'],
        ['Personal loan', 'unsecured'],
      ]);
      expect(data.buckets.map(({ label }) => label)).toEqual(STANDARD_BUCKETS.map(({ label }) => label));
      expect(data.tenant).toEqual({ languages: ['hi', 'ta'], regions: ['South'] });
      const codes = await desk.held.db.transaction({ tenantId: tenant.id }, (tx) =>
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
        [tenant.id, { tenantId: desk.world.tenantId, name: 'Devika Rao' }],
        [desk.world.tenantId, undefined],
      ] as const) {
        const [entry] = await audited(tenantId, 'tenants.created', tenant.id);
        expect(entry).toMatchObject({
          actor_id: desk.operator.id,
          detail: { after: { name: tenant.name }, ...(by && { by }) },
        });
      }
      const renamed = unique('Renamed');
      const update = await ask<Tenant>(desk.operator, 'PUT', `/api/v2/tenants/${tenant.id}`, {
        name: renamed,
        zone: tenant.zone,
        version: 1,
        maxPtpDays: 45,
        recordingDays: 90,
        mailDomains: [' Bank.Example'],
        subscription: 'secondry',
      });
      expect(update.data).toMatchObject({
        name: renamed,
        version: 2,
        maxPtpDays: 45,
        recordingDays: 90,
        mailDomains: ['bank.example'],
        subscription: 'secondry',
      });
      // A tab of before the domains does not send them.
      const older = await ask<Tenant>(desk.operator, 'PUT', `/api/v2/tenants/${tenant.id}`, {
        name: renamed,
        zone: tenant.zone,
        version: 2,
        maxPtpDays: 45,
      });
      expect(older.data).toMatchObject({ mailDomains: ['bank.example'], subscription: 'secondry', version: 2 });
      for (const tenantId of [tenant.id, desk.world.tenantId]) {
        expect((await audited(tenantId, 'tenants.updated', tenant.id)).map(({ detail }) => detail)).toMatchObject([
          {
            before: {
              name: tenant.name,
              maxPtpDays: 30,
              mailDomains: [],
              subscription: 'primary_explorar',
              recordingDays: 365,
            },
            after: {
              name: renamed,
              maxPtpDays: 45,
              mailDomains: ['bank.example'],
              subscription: 'secondry',
              recordingDays: 90,
            },
          },
        ]);
        expect(await desk.held.db.transaction({ tenantId }, verifyAudit)).toMatchObject({ ok: true });
      }
    });

    it('have reports, of which only their own users and their desk.operator hear', async () => {
      const { tenant } = await madeTenant();
      const asked = (person: Person, id: string) =>
        ask<ResponseOf<typeof tenantReports>['data']>(person, 'GET', `/api/v2/profile/tenants/${id}/reports`);
      const own = await asked(admin(), desk.world.tenantId);
      expect(own.status).toBe(200);
      expect(own.data.find(({ path }) => path === '/predictive-report')).toEqual({
        id: 'predictive-report',
        displayName: 'Predictive Report',
        path: '/predictive-report',
        label: 'Predictive Report',
        group: 'Predictive Dialing',
        roles: ['SUPER_ADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERADMIN'],
      });
      // What nobody can open is not promised.
      expect(own.data.map(({ path }) => path)).toEqual(reportsInUse().map(({ path }) => path));
      expect((await asked(desk.world.people.agent, desk.world.tenantId)).data).toEqual(own.data);
      expect((await asked(desk.operator, tenant.id)).data).toEqual(own.data);
      for (const person of [admin(), desk.stranger, desk.world.people.agent])
        expect((await asked(person, tenant.id)).status).toBe(404);
      expect((await asked(desk.stranger, desk.world.tenantId)).status).toBe(404);
      expect((await asked(desk.operator, 'all')).status).toBe(422);
    });

    it('are seen by their desk.operator alone', async () => {
      const { tenant } = await madeTenant();
      const seen = async (person: Person) =>
        (await ask<{ rows: Tenant[] }>(person, 'GET', '/api/v2/tenants?size=250')).data.rows.map(({ id }) => id);
      expect(await seen(desk.operator)).toEqual(expect.arrayContaining([tenant.id, desk.world.tenantId]));
      expect(await seen(desk.operator)).not.toContain(desk.other.tenantId);
      expect(await seen(desk.stranger)).not.toContain(tenant.id);
      expect(await seen(admin())).toEqual([desk.world.tenantId]);
      // Who becomes a super admin in an operated tenant sees nothing above or beside it.
      const below = await createPerson(desk.held.db, tenant.id, { role: 'SUPER_ADMIN' });
      await ask(desk.operator, 'PUT', `/api/v2/tenants/${tenant.id}/active`, { active: true });
      expect(await seen(below)).toEqual([tenant.id]);
      for (const person of [desk.stranger, admin(), below]) {
        const target = person === below ? desk.world.tenantId : tenant.id;
        expect((await ask(person, 'GET', `/api/v2/tenants/${target}`)).status).toBe(404);
        const body = { ...newTenant(), version: 1 };
        expect((await ask(person, 'PUT', `/api/v2/tenants/${target}`, body)).status).toBe(404);
      }
      for (const [method, path, body] of [
        ['PUT', 'active', { active: false }],
        ['POST', 'administrators', { fullName: 'X Y', email: email() }],
      ] as const) {
        expect((await ask(desk.stranger, method, `/api/v2/tenants/${tenant.id}/${path}`, body)).status).toBe(404);
        expect((await ask(admin(), method, `/api/v2/tenants/${desk.world.tenantId}/${path}`, body)).status).toBe(403);
      }
    });

    it.each([
      ['GET', ''],
      ['PUT', ''],
    ])('a tenant admin reaches the own one: %s', async (method) => {
      const { data } = await ask<{ tenant: Tenant }>(admin(), 'GET', `/api/v2/tenants/${desk.world.tenantId}`);
      expect(data.tenant).toMatchObject({ id: desk.world.tenantId, own: true, status: 'active' });
      if (method === 'GET') return;
      const body = { name: data.tenant.name, zone: 'Asia/Kolkata', version: data.tenant.version, city: unique('Pune') };
      const answer = await ask<Tenant>(admin(), 'PUT', `/api/v2/tenants/${desk.world.tenantId}`, body);
      expect(answer.data).toMatchObject({ city: body.city, version: data.tenant.version + 1 });
    });

    it('are not activated without an administrator, and nobody switches off the own one', async () => {
      const { tenant } = await madeTenant();
      const path = `/api/v2/tenants/${tenant.id}`;
      const early = await ask(desk.operator, 'PUT', `${path}/active`, { active: true });
      expect([early.status, early.message]).toEqual([422, 'Add an administrator first: nobody could sign in there.']);
      const added = await ask<Invitation>(desk.operator, 'POST', `${path}/administrators`, {
        fullName: 'Ravi Das',
        email: email(),
      });
      expect(added.data.link).toContain('/reset-password#pr_');
      expect((await ask(desk.operator, 'PUT', `${path}/active`, { active: true })).status).toBe(200);
      // Twice is once.
      expect((await ask(desk.operator, 'PUT', `${path}/active`, { active: true })).status).toBe(200);
      expect(await audited(tenant.id, 'tenants.activated', tenant.id)).toHaveLength(1);
      expect((await ask<Tenant>(desk.operator, 'PUT', `${path}/active`, { active: false })).data.status).toBe(
        'inactive',
      );
      const own = await ask(desk.operator, 'PUT', `/api/v2/tenants/${desk.world.tenantId}/active`, { active: false });
      expect(own.status).toBe(422);
    });

    it('validates names while they are typed, among the tenants that the caller sees', async () => {
      const { tenant } = await madeTenant();
      const verdict = async (name: string, more = '') =>
        (
          await ask<{ available: boolean; message: string | null }>(
            desk.operator,
            'GET',
            `/api/v2/tenants/validate?name=${encodeURIComponent(name)}${more}`,
          )
        ).data;
      const taken = { available: false, message: 'There is already a tenant with this name.' };
      expect(await verdict(tenant.name.toUpperCase())).toEqual(taken);
      expect(await verdict(tenant.name, `&tenantId=${tenant.id}`)).toEqual({ available: true, message: null });
      expect(await verdict(unique('Free'))).toEqual({ available: true, message: null });
      expect(await verdict(' ')).toEqual({ available: false, message: 'This Field Is Required' });
      // Another operator's tenant is neither told nor in the way.
      const foreign = await createTenantWorld(desk.held.db);
      const [{ name } = { name: '' }] = await desk.held.db.platform((tx) =>
        tx.query<{ name: string }>('select name from tenants where id = $1', [foreign.tenantId]),
      );
      expect(await verdict(name)).toEqual({ available: true, message: null });
      expect((await madeTenant({ name })).tenant.name).toBe(name);
    });

    it('of two who take one name at once, one gets it; the address of somebody else is refused', async () => {
      const name = unique('Race');
      const answers = await Promise.all(
        [1, 2, 3].map(() => ask(desk.operator, 'POST', '/api/v2/tenants', { name, zone: 'Asia/Kolkata' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
      expect(answers.find(({ status }) => status === 422)?.fields).toEqual({
        name: 'There is already a tenant with this name.',
      });
      const address = email();
      await madeTenant({ administrator: { fullName: 'One', email: address } });
      const again = await ask(desk.operator, 'POST', '/api/v2/tenants', {
        ...newTenant(),
        administrator: { fullName: 'Two', email: address.toUpperCase() },
      });
      expect(again.fields).toEqual({ 'administrator.email': 'Somebody already signs in with this address.' });
    });
  });

  it('the first tenant is founded by command: active, with a super admin who signs in and sets up others', async () => {
    const config = readConfig({ DATA_DIR: '/nowhere', PUBLIC_URL: 'https://recoup.example' });
    const founding = { name: unique('First'), zone: 'Asia/Kolkata', fullName: 'Devika Rao', email: email() };
    const founded = await foundTenant({ db: desk.held.db, clock: systemClock, config }, founding);
    expect(founded.link).toMatch(/^https:\/\/recoup\.example\/reset-password#pr_/);
    const [, token] = founded.link.split('#');
    const password = 'nine tall windmills';
    const chosen = await fetch(`${desk.server.origin}/api/v1/profile/password/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    });
    expect(chosen.status).toBe(200);
    const person = { tenantId: founded.tenantId, id: uuidv7(), username: founding.email, password };
    const { tenant } = await madeTenant({}, person);
    const seen = await ask<Tenant[]>(person, 'GET', '/api/v1/tenant');
    expect(seen.data.map(({ id }) => id).sort()).toEqual([founded.tenantId, tenant.id].sort());
    const again = foundTenant({ db: desk.held.db, clock: systemClock, config }, { ...founding, email: email() });
    await expect(again).rejects.toMatchObject({ code: 'invalid' });
    expect(await desk.held.db.transaction({ tenantId: founded.tenantId }, verifyAudit)).toMatchObject({ ok: true });
  });

  it('withPlatform reaches one tenant and the platform, and no other tenant', async () => {
    const third = await createTenant(desk.held.db);
    const seen = await desk.held.db.withPlatform({ tenantId: third }, async (tx) => ({
      users: await tx.query('select 1 from users'),
      tenants: await tx.query('select 1 from tenants where id = $1', [desk.world.tenantId]),
    }));
    expect(seen).toEqual({ users: [], tenants: [{ '?column?': 1 }] });
    const write = desk.held.db.withPlatform({ tenantId: third }, (tx) =>
      tx.query("insert into clients (tenant_id, id, name, institution) values ($1, $2, 'X', 'BANK')", [
        desk.world.tenantId,
        uuidv7(),
      ]),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    // Nothing of it stays on the connection.
    const after = await desk.held.db.transaction({ tenantId: third }, (tx) => tx.query('select 1 from tenants'));
    expect(after).toEqual([]);
  });
});
