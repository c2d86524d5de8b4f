/** A tenant with its operator and a second administrator, another one beside it, and how tests of the organisation ask the server. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Agency } from '../../core/contract/agencies';
import type { Client } from '../../core/contract/clients';
import type { Invitation, Tenant } from '../../core/contract/tenants';
import { uuidv7 } from '../../core/domain/ids';
import type { Engine, TestDatabase } from './databases';
import { createPerson, type Person } from './people';
import { startServer, type TestServer } from './server';
import { as, createTenantWorld, type TenantWorld } from './world';

export const GST = '27AAPFU0939F1ZV';
export const PAN = 'AAPFU0939F';
let last = 0;
export const unique = (what: string) => `${what} ${++last} ${uuidv7().slice(-6)}`;
export const email = () => `first${++last}.${uuidv7().slice(-8)}@new.example`;
export const newTenant = (more: object = {}) => ({ name: unique('Tenant'), zone: 'Asia/Kolkata', ...more });

export interface Answer<T> {
  status: number;
  data: T;
  code: string | undefined;
  message: string;
  fields: Record<string, string>;
}

interface Desk {
  held: TestDatabase;
  server: TestServer;
  world: TenantWorld;
  other: TenantWorld;
  /** A super admin of `world`, of `other`, and another administrator of `world`. */
  operator: Person;
  stranger: Person;
  second: Person;
}

/** Set up before the tests of the block that calls this, and taken down after them. */
export function organisationDesk(fresh: Engine['fresh']) {
  const desk = {} as Desk;
  beforeAll(async () => {
    const held = await fresh();
    const [world, other] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
    Object.assign(desk, {
      held,
      server: await startServer(held.db),
      world,
      other,
      operator: await createPerson(held.db, world.tenantId, { role: 'SUPER_ADMIN', fullName: 'Devika Rao' }),
      stranger: await createPerson(held.db, other.tenantId, { role: 'CRM_SUPERADMIN' }),
      second: await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', fullName: 'Leela Krishnan' }),
    } satisfies Desk);
  });
  afterAll(async () => {
    await desk.server.close();
    await desk.held.close();
  });

  const callers = new Map<string, ReturnType<typeof as>>();
  async function ask<T>(person: Person, method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const caller = callers.get(person.id) ?? as(desk.server.origin, person);
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
  const admin = () => desk.world.people.admin;
  const audited = (tenantId: string, action: string, subjectId: string) =>
    desk.held.db.transaction({ tenantId }, (tx) =>
      tx.query<{ actor_id: string; detail: { before?: Record<string, unknown>; after?: Record<string, unknown> } }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 and subject_id = $3 order by seq',
        [tenantId, action, subjectId],
      ),
    );
  const madeTenant = async (more: object = {}, by = desk.operator) => {
    const answer = await ask<{ tenant: Tenant; invitation: Invitation | null }>(
      by,
      'POST',
      '/api/v2/tenants',
      newTenant(more),
    );
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };
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

  return { desk, ask, admin, audited, madeTenant, madeClient, madeAgency };
}
