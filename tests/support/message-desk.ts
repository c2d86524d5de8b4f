/** A tenant whose messages go to a gateway and a mailbox of the test, another one beside it, and how tests send and read them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Message } from '../../core/contract/messages';
import { uuidv7 } from '../../core/domain/ids';
import type { Engine, TestDatabase } from './databases';
import { type Gateway, startGateway } from './gateway';
import { addTemplate, daytime, SECRET, startWorker, type Worker } from './messaging';
import { startServer, type TestServer } from './server';
import { type Mailbox, startMailbox } from './smtp';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from './world';

export const SMS = '/api/v1/call-disposition/send-sms';

interface Desk {
  held: TestDatabase;
  server: TestServer;
  world: TenantWorld;
  other: TenantWorld;
  gateway: Gateway;
  mailbox: Mailbox;
  worker: Worker;
  clock: ReturnType<typeof daytime>;
  /** Of each test its own. */
  loan: TestLoan;
  template: string;
}

/** Set up before the tests of the block that calls this, and taken down after them. */
export function messageDesk(fresh: Engine['fresh']) {
  const desk = { clock: daytime() } as Desk;
  beforeAll(async () => {
    desk.held = await fresh();
    desk.server = await startServer(desk.held.db, { clock: desk.clock, environment: { GATEWAY_SECRET: SECRET } });
    desk.world = await createTenantWorld(desk.held.db, { contactRules: 'in-force' });
    desk.other = await createTenantWorld(desk.held.db, { contactRules: 'in-force' });
    desk.gateway = await startGateway();
    desk.mailbox = await startMailbox();
    desk.worker = await startWorker(desk.held.db, desk.clock, {
      gateway: `${desk.gateway.url}/send`,
      smtp: desk.mailbox.url,
    });
  });
  afterAll(async () => {
    await desk.worker.stop();
    await desk.server.close();
    await desk.gateway.close();
    await desk.mailbox.close();
    await desk.held.close();
  });
  beforeEach(async () => {
    desk.clock.at = 0;
    desk.gateway.requests.length = 0;
    desk.gateway.next.length = 0;
    desk.gateway.sent.clear();
    desk.loan = await desk.world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
    desk.template = await addTemplate(
      desk.world,
      'sms',
      'Dear {first_name}, {overdue} is due on your loan ending {loan_last4}.',
    );
  });
  afterEach(() => desk.worker.settled('messages.send', { now: true }));

  const call = (who: Who, where = desk.world) => as(desk.server.origin, where.people[who]);
  const request = (more: object = {}) => ({
    key: uuidv7(),
    loanId: desk.loan.id,
    phoneId: desk.loan.phoneId,
    templateId: desk.template,
    ...more,
  });
  const send = (body = request(), path = SMS, who: Who = 'caller') => call(who).post(path, body);
  const put = (who: Who, path: string, body: unknown) =>
    call(who)
      .fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Record<string, never> }));
  const sentBy = async (...args: Parameters<typeof send>): Promise<Message> => {
    const { status: code, body } = await send(...args);
    expect(code, JSON.stringify(body)).toBe(200);
    return body.data as Message;
  };
  const messages = async (who: Who = 'caller', of = desk.loan): Promise<Message[]> => {
    const { body } = await call(who).get(`/api/v2/messages?loanId=${of.id}`);
    return (body.data as { rows: Message[] }).rows;
  };
  const only = async (): Promise<Message> => {
    const [message, ...rest] = await messages();
    if (!message || rest.length > 0) throw new Error(`There are ${rest.length + 1} messages`);
    return message;
  };
  const becomes = (state: Message['status']) =>
    expect.poll(async () => (await only()).status, { timeout: 10_000, interval: 25 }).toBe(state);

  return { desk, call, request, send, put, sentBy, messages, only, becomes };
}
