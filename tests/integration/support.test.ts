/** Whom to ask: said by the administrator, read by everybody of the tenant and nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Support } from '../../core/contract/support';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, type TenantWorld } from '../support/world';

const SUPPORT = '/api/v2/support';
const SAID = { name: 'Help desk', phone: '9812345678', email: 'help@sahyadri.example', hours: '9 to 6', note: null };

describe.each(engines)('whom to ask on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let admin: Api;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    [world, elsewhere] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
    admin = as(server.origin, await createPerson(held.db, world.tenantId, { role: 'ADMIN' }));
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  const save = (by: Api, body: object) =>
    by.fetch(SUPPORT, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const read = async (by: Api) => (await by.get(SUPPORT)).body.data as Support;

  it('is nobody at first, then what the administrator says, with its versions and its entries in the audit', async () => {
    expect(await read(admin)).toMatchObject({ version: 0, name: '' });
    expect((await save(admin, { version: 0, ...SAID })).status).toBe(200);
    expect((await save(admin, { version: 0, ...SAID })).status).toBe(409);
    expect((await save(admin, { version: 1, ...SAID, name: 'Asha' })).status).toBe(200);
    for (const who of ['admin', 'caller', 'agent', 'clientAdmin', 'partner', 'customer'] as const)
      expect(await read(as(server.origin, world.people[who]))).toMatchObject({
        version: 2,
        name: 'Asha',
        hours: '9 to 6',
      });
    expect(await read(as(server.origin, elsewhere.people.admin))).toMatchObject({ version: 0, name: '' });
    const entries = await world.run((tx) =>
      tx.query(
        "select action, detail from audit_log where tenant_id = current_tenant() and subject = 'support' order by seq",
      ),
    );
    expect(entries).toMatchObject([
      { action: 'support.saved', detail: { before: { name: '' }, after: { name: 'Help desk' } } },
      { action: 'support.saved', detail: { before: { name: 'Help desk' }, after: { name: 'Asha' } } },
    ]);
  });

  it('is said by nobody else, and by numbers and addresses that are some', async () => {
    for (const who of ['admin', 'owner', 'manager', 'caller', 'clientAdmin'] as const)
      expect((await save(as(server.origin, world.people[who]), { version: 2, ...SAID })).status).toBe(403);
    for (const wrong of [{ name: '' }, { phone: '12' }, { email: 'help' }, { note: 'x'.repeat(501) }])
      expect((await save(admin, { version: 2, ...SAID, ...wrong })).status).toBe(422);
  });
});
