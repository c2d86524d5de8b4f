/** A tenant with people of every kind, another one beside it, and how tests of people ask the server. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Person } from '../../core/contract/people';
import { verifyAudit } from '../../server/db/audit';
import type { Engine, TestDatabase } from './databases';
import { startServer, type TestServer } from './server';
import { type Answer, type Api, as, createTenantWorld, type TenantWorld, type Who } from './world';

let names = 0;
export const newName = (prefix = 'n') => `${prefix}${++names}.${process.pid}.${Date.now().toString(36)}`;
let mobiles = 0;
export const newMobile = () => `9${String(100_000_000 + ++mobiles)}`;

export const fieldsOf = ({ body }: Answer) =>
  Object.fromEntries(((body.fields ?? []) as { path: string; message: string }[]).map((f) => [f.path, f.message]));
export const profileOf = async (by: Api, of: string) =>
  ((await by.get(`/api/v2/profiles/id/${of}`)).body as { data: Person }).data;
export const newAgent = (more: Record<string, unknown> = {}) => ({
  fullName: 'Asha Deshmukh',
  username: newName('asha'),
  mobile: newMobile(),
  ...more,
});
export const created = ({ body }: Answer) =>
  (body as { data: { person: Person; initialPassword: string | null; mailedTo: string | null } }).data;
export async function put(by: Api, path: string, body: unknown): Promise<Answer> {
  const response = await by.fetch(path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Set up before the tests of the block that calls this, and taken down after them, the audit chain whole. */
export function peopleDesk(fresh: Engine['fresh']) {
  const desk = {} as { held: TestDatabase; server: TestServer; world: TenantWorld; elsewhere: TenantWorld };
  const apis = new Map<string, Api>();
  beforeAll(async () => {
    desk.held = await fresh();
    desk.server = await startServer(desk.held.db);
    desk.world = await createTenantWorld(desk.held.db);
    desk.elsewhere = await createTenantWorld(desk.held.db);
  });
  afterAll(async () => {
    const verdict = await desk.held.db.transaction({ tenantId: desk.world.tenantId }, verifyAudit);
    expect(verdict).toMatchObject({ ok: true });
    await desk.server.close();
    await desk.held.close();
  });
  const api = (who: Who, of = desk.world): Api => {
    const key = `${of.tenantId}.${who}`;
    const known = apis.get(key) ?? as(desk.server.origin, of.people[who]);
    apis.set(key, known);
    return known;
  };
  return { desk, api, id: (who: Who) => desk.world.people[who].id };
}
