/** Two tenants whose contact rules are in force, a loan of one on a Monday morning, and how tests ask about contact with it. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { LoanContact } from '../../core/contract/contact';
import { uuidv7 } from '../../core/domain/ids';
import type { Engine, TestDatabase } from './databases';
import { startServer, type TestServer } from './server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from './world';

/** Monday 23 November 2026, 10:00 in India. */
export const MORNING = Date.parse('2026-11-23T04:30:00Z');
export const GATE = '/api/v2/contact-gate';

const NO_WISH = {
  channels: null,
  phoneId: null,
  days: null,
  fromTime: null,
  toTime: null,
  place: null,
  until: null,
  note: null,
};

interface Desk {
  held: TestDatabase;
  server: TestServer;
  /** The server's time, in milliseconds. */
  now: number;
  /** Of each test its own. */
  world: TenantWorld;
  other: TenantWorld;
  loan: TestLoan;
}

/** Set up before the tests of the block that calls this, and taken down after them. */
export function contactDesk(fresh: Engine['fresh']) {
  const desk = { now: MORNING } as Desk;
  beforeAll(async () => {
    desk.held = await fresh();
    desk.server = await startServer(desk.held.db, { clock: { now: () => new Date(desk.now) } });
  });
  afterAll(async () => {
    await desk.server.close();
    await desk.held.close();
  });
  beforeEach(async () => {
    desk.now = MORNING;
    desk.world = await createTenantWorld(desk.held.db, { contactRules: 'in-force' });
    desk.other = await createTenantWorld(desk.held.db, { contactRules: 'in-force' });
    desk.loan = await desk.world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
  });

  const call = (who: Who, from = desk.world) => as(desk.server.origin, from.people[who]);
  const start = (which = desk.loan, who: Who = 'caller') =>
    call(who).post(
      '/api/v1/call-disposition',
      { call_status: 'CALL_STARTED', loanId: which.id },
      { 'idempotency-key': uuidv7() },
    );
  const contactOf = async (who: Who = 'caller') =>
    (await call(who).get(`${GATE}/loan/${desk.loan.id}`)).body.data as LoanContact;
  const wish = (more: object, who: Who = 'caller', from = desk.world) =>
    call(who, from).post(`${GATE}/loan/${desk.loan.id}/preferences`, { id: uuidv7(), ...NO_WISH, ...more });
  const audited = (action: string) =>
    desk.world.run((tx) =>
      tx.query<{ actor_id: string; detail: { before: unknown; after: unknown; reason?: string } }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 order by seq',
        [desk.world.tenantId, action],
      ),
    );

  return { desk, call, start, contactOf, wish, audited };
}
