/** Flags of agencies, clients and tenants: everything that one stops is refused, and what phones hold still arrives. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryFlags } from '../matrix/flags';
import { engines, type TestDatabase } from '../support/databases';
import { SECRET } from '../support/messaging';
import { signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld } from '../support/world';

describe.each(engines)('flags that stop somebody on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { environment: { GATEWAY_SECRET: SECRET } });
    world = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('stop what they are there to stop', async () => {
    expect(await tryFlags(held.db, server)).toEqual([]);
  });

  const ask = (path: string, method: string, body: unknown) =>
    as(server.origin, world.people.admin).fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const agency = (flags: object) => ask(`/api/v2/agencies/${world.agencyId}/status`, 'PUT', flags);

  it('say which agency it is at the sign-in, and let in again', async () => {
    expect((await agency({ active: false })).status).toBe(200);
    await expect(signIn(server.origin, world.people.partner)).rejects.toThrow(
      'Your agency AG1 is switched off. Ask your administrator.',
    );
    expect((await agency({ active: true })).status).toBe(200);
    expect((await signIn(server.origin, world.people.partner)).profile.agencyName).toBe('AG1');
  });

  it('leave the people of a locked agency at work', async () => {
    expect((await agency({ locked: true })).status).toBe(200);
    expect((await signIn(server.origin, world.people.partner)).token).not.toBe('');
    const edited = await ask(`/api/v2/profiles/Agency/${world.people.partner.id}`, 'PUT', {
      version: 1,
      fullName: 'Partner Rao',
      mobile: '9812345671',
      location: 'Pune',
    });
    expect(edited.status, await edited.clone().text()).toBe(200);
    expect((await agency({ locked: false })).status).toBe(200);
  });

  it('cannot be set by those whom they would shut out', async () => {
    await world.run((tx) =>
      tx.query('update users set agency_id = $2 where id = $1', [world.people.admin.id, world.agencyId]),
    );
    const answer = await agency({ active: false });
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { message: string }).message).toContain('your own agency');
    expect((await agency({ locked: true, active: true })).status).toBe(200);
  });
});
