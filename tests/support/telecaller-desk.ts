/** A telecaller's tenant with its managers, another one beside it, and how tests of their endpoints ask. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Engine, TestDatabase } from './databases';
import { startServer, type TestServer } from './server';
import {
  type Answer,
  type Api,
  as,
  callRecord,
  createTenantWorld,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from './world';

interface Row {
  id: string;
  Loan_ID: string;
  disposition: { code: string; remarks: string | null } | null;
  disCreatedAt: string | null;
  callbackAt: string | null;
  retained: boolean;
}
export interface PageBody {
  content: Row[];
  totalElements: number;
}

/** Set up before the tests of the block that calls this, each in a tenant of its own, and taken down after them. */
export function telecallerDesk(fresh: Engine['fresh']) {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let foreign: TenantWorld;
  const apis = new Map<Who, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };
  const send = async (who: Who, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> => {
    const response = await api(who).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const page = async (who: Who, path: string): Promise<PageBody> => {
    const { status, body } = await api(who).get(`/api/v1/loans/${path}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as PageBody;
  };
  const numbers = async (who: Who, path: string) => (await page(who, path)).content.map(({ Loan_ID }) => Loan_ID);
  const record = async (who: Who, loan: TestLoan, more: Record<string, unknown> = {}) => {
    const made = callRecord(loan, more);
    const { body } = await api(who).batch(itemOf(made));
    expect((body.results as { receipt?: { outcome: string } }[])[0]?.receipt?.outcome, JSON.stringify(body)).toBe(
      'applied',
    );
    return made;
  };
  const loanOf = async (who: Who, loan: TestLoan) =>
    (await api(who).get(`/api/v1/loans/${loan.id}`)).body.data as Record<string, never>;
  const rows = (text: string, ...parameters: unknown[]) => world.run((tx) => tx.query(text, parameters));
  const audit = (action: string, subject: string) =>
    rows('select detail, actor_id from audit_log where action = $1 and subject_id = $2', action, subject);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    foreign = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    apis.clear();
    world = await createTenantWorld(held.db);
  });

  return {
    get held() {
      return held;
    },
    get server() {
      return server;
    },
    get world() {
      return world;
    },
    get foreign() {
      return foreign;
    },
    api,
    send,
    page,
    numbers,
    record,
    loanOf,
    rows,
    audit,
  };
}
