/** A loan at work everywhere at once is paid by its link: what waited for it stays undone, and its neighbour's goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MissedAlert } from '../../core/contract/alerts';
import type { LoanContact } from '../../core/contract/contact';
import type { Message } from '../../core/contract/messages';
import type { PaymentLink } from '../../core/contract/payment-links';
import type { DialList, Process } from '../../core/contract/predictive';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { issueServiceToken } from '../../server/modules/dialer';
import { registerJobs as registerPredictive } from '../../server/modules/predictive/jobs';
import { engines, type TestDatabase } from '../support/databases';
import { type Gateway, startGateway } from '../support/gateway';
import { addTemplate, callback, dayFrom, daytime, SECRET, startWorker, type Worker } from '../support/messaging';
import { startServer, type TestServer } from '../support/server';
import { as, callRecord, createTenantWorld, itemOf, type TenantWorld, type TestLoan, type Who } from '../support/world';

const HOUR = 3_600_000;

describe.each(engines)('a loan that is paid, on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let gateway: Gateway;
  let worker: Worker;
  let template: string;
  let linkTemplate: string;
  const clock = daytime();

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, {
      clock,
      environment: { GATEWAY_SECRET: SECRET, PUBLIC_URL: 'https://pay.example' },
    });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    gateway = await startGateway();
    worker = await working();
    await world.run((tx) =>
      tx.query(
        `insert into payees (tenant_id, client_id, vpa, name)
         select tenant_id, id, 'sahyadri.loans@hdfcbank', name from clients where tenant_id = $1 and name = 'Sahyadri Bank'`,
        [world.tenantId],
      ),
    );
    template = await addTemplate(world, 'sms', 'Dear {first_name}, {overdue} is due.');
    linkTemplate = await addTemplate(world, 'sms', 'Pay {payment_amount} by {payment_until}: {payment_link}');
  });
  afterAll(async () => {
    await worker.stop();
    await server.close();
    await gateway.close();
    await held.close();
  });

  const working = async () => {
    const made = await startWorker(held.db, clock, { gateway: gateway.url, start: false });
    registerPredictive(made.jobs, { db: held.db, clock });
    made.jobs.start();
    return made;
  };
  const call = (who: Who) => as(server.origin, world.people[who]);
  const answered = async <T>(answer: Promise<{ status: number; body: Record<string, unknown> }>): Promise<T> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as T;
  };
  const send = (loan: TestLoan, more: object = {}) => ({
    key: uuidv7(),
    loanId: loan.id,
    phoneId: loan.phoneId,
    templateId: template,
    ...more,
  });
  const sms = (loan: TestLoan) => call('caller').post('/api/v1/call-disposition/send-sms', send(loan));
  const stateOf = async (loan: TestLoan, { id }: Message) =>
    (await answered<{ rows: Message[] }>(call('caller').get(`/api/v2/messages?loanId=${loan.id}`))).rows.find(
      (one) => one.id === id,
    )?.status;

  /** The caller dials these in a process, and the dialer may open a line for each. */
  async function dialed(loans: readonly TestLoan[]): Promise<() => Promise<string[]>> {
    const [portfolio] = await world.run((tx) =>
      tx.query<{ id: string }>("select id from portfolios where name = 'Two wheelers' and tenant_id = $1", [
        world.tenantId,
      ]),
    );
    const process = await answered<Process>(
      call('manager').post('/api/v2/processes', {
        id: uuidv7(),
        portfolioId: portfolio?.id,
        name: 'Two wheelers, 20 days',
        agentIds: [world.people.caller.id],
        ...NEW_PROCESS,
        maxLevel: 3,
      }),
    );
    const started = await call('manager').fetch(`/api/v2/processes/${process.id}/state`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: process.version, action: 'start' }),
    });
    expect(started.status).toBe(200);
    const query = new URLSearchParams({ processId: process.id, name: 'Sheet', fileName: 'sheet.csv' });
    const uploaded = await call('admin').fetch(`/dialer/process/import?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: `Loan number\n${loans.map(({ number }) => number).join('\n')}`,
    });
    const { data: list } = (await uploaded.json()) as { data: DialList };
    await expect
      .poll(async () => await answered<DialList>(call('admin').get(`/api/v2/predictive-lists/${list.id}`)))
      .toMatchObject({ state: 'ready', lines: { ready: loans.length } });
    const token = await issueServiceToken(held.db, world.tenantId, 'test');
    return async () => {
      const response = await fetch(`${server.origin}/dialer/service/work`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-dialer-token': token },
        body: JSON.stringify({ username: world.people.caller.username }),
      });
      const { data } = (await response.json()) as {
        data: { parties: { loanNumber: string }[]; process: { name: string } };
      };
      expect(data.process.name).toBe('Two wheelers, 20 days');
      return data.parties.map(({ loanNumber }) => loanNumber);
    };
  }
  async function promisedAndToBeCalled(loan: TestLoan): Promise<void> {
    const record = callRecord(loan, {
      code: 'CB',
      callbackAt: new Date(clock.now().getTime() + HOUR).toISOString(),
      // Yesterday, so that it is none of the attempts of today.
      recordedAt: new Date(clock.now().getTime() - 25 * HOUR).toISOString(),
    });
    const { body } = await call('caller').batch(itemOf(record));
    expect(body.results, JSON.stringify(body)).toMatchObject([{ receipt: { outcome: 'applied' } }]);
    await world.run(async (tx) => {
      await tx.query(
        `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, created_at)
         values ($1, $2, $3, $4, $5, 500000, $6, 'upi', $7)`,
        [world.tenantId, uuidv7(), uuidv7(), loan.id, world.people.caller.id, dayFrom(1), clock.now()],
      );
      await tx.query("update loans set ptp_status = 'open', ptp_due_on = $2, ptp_paise = 500000 where id = $1", [
        loan.id,
        dayFrom(1),
      ]);
    });
  }
  async function pay(link: PaymentLink): Promise<void> {
    const [row] = await world.run((tx) =>
      tx.query<{ reference: string }>('select reference from payment_links where id = $1', [link.id]),
    );
    const told = await callback(
      server.origin,
      '/api/v2/bmsPayment/webhook',
      {
        gatewayRef: `UTR${uuidv7().slice(-12)}`,
        reference: row?.reference,
        amountPaise: link.amountPaise,
        paidAt: clock.now().toISOString(),
        status: 'paid',
      },
      { now: clock.now() },
    );
    expect(told.body, JSON.stringify(told.body)).toMatchObject({ data: { outcome: 'posted', repeated: false } });
  }
  /** The telecaller's alerts once the worker's turn that the clock made due is over. */
  async function raised(): Promise<MissedAlert[]> {
    const since = clock.now();
    await expect
      .poll(() =>
        held.db.platform((tx) =>
          tx.query("select 1 from job_schedules where name = 'alerts.raise' and next_at > $1", [since]),
        ),
      )
      .toHaveLength(1);
    await worker.settled('alerts.raise');
    return answered(call('caller').get('/api/v2/alerts/new/missed', { collectorid: world.people.caller.id }));
  }

  it('is silent for the dialer, the queue of messages, the alerts, the phone and the gate', async () => {
    const held = { collector: 'caller', field_agent: 'agent', manager: 'manager' } as const;
    const [paid, other] = [await world.addLoan({ held }), await world.addLoan({ held })];
    await world.run((tx) => tx.query("update phones set number = '9812345679' where id = $1", [other.phoneId]));
    const parties = await dialed([paid, other]);
    for (const loan of [paid, other]) await promisedAndToBeCalled(loan);
    const phone = call('agent');
    const first = await answered<{ cursor: string; loans: { id: string }[] }>(phone.get('/api/v2/sync/loans'));
    expect(first.loans.map(({ id }) => id).sort()).toEqual([paid.id, other.id].sort());
    const { link } = await answered<{ link: PaymentLink }>(
      call('caller').post('/api/v2/bmsPayment', send(paid, { templateId: linkTemplate, amountPaise: 500_000 })),
    );
    await worker.settled('messages.send');
    // From here on messages wait.
    await worker.stop();
    gateway.sent.clear();
    const [queued, neighbours] = [await answered<Message>(sms(paid)), await answered<Message>(sms(other))];
    expect([await stateOf(paid, queued), await stateOf(other, neighbours)]).toEqual(['queued', 'queued']);

    await pay(link);

    expect(await parties()).toEqual([other.number]);

    worker = await working();
    await worker.settled('messages.send');
    expect([await stateOf(paid, queued), await stateOf(other, neighbours)]).toEqual(['blocked', 'sent']);
    expect([...gateway.sent.values()]).toMatchObject([{ to: expect.stringContaining('9812345679') }]);

    const page = await answered<{ loans: { id: string }[]; revoked: { loanId: string; reason: string }[] }>(
      phone.get(`/api/v2/sync/loans?cursor=${first.cursor}`),
    );
    expect(page.revoked).toEqual([{ loanId: paid.id, reason: 'suppressed' }]);
    expect(page.loans.map(({ id }) => id)).not.toContain(paid.id);

    const contact = await answered<LoanContact>(call('caller').get(`/api/v2/contact-gate/loan/${paid.id}`));
    const [owner] = contact.phones;
    for (const verdict of [owner?.call, owner?.sms, owner?.whatsapp, contact.visit, contact.letter]) {
      expect(verdict).toMatchObject({ allowed: false, reasons: [{ rule: 'suppressed' }] });
    }
    const started = await call('caller').post(
      '/api/v1/call-disposition',
      { call_status: 'CALL_STARTED', loanId: paid.id },
      { 'idempotency-key': uuidv7() },
    );
    for (const refused of [started, await sms(paid)]) {
      expect(refused.body, JSON.stringify(refused.body)).toMatchObject({ code: 'contact-blocked' });
    }
    const blocks = await world.run((tx) =>
      tx.query<{ rule: string; channel: string }>(
        'select distinct rule, channel from contact_blocks where tenant_id = $1 and loan_id = $2 order by channel',
        [world.tenantId, paid.id],
      ),
    );
    expect(blocks).toMatchObject([
      { channel: 'call', rule: 'suppressed' },
      { channel: 'sms', rule: 'suppressed' },
    ]);

    clock.at = HOUR + 60_000;
    expect(await raised()).toMatchObject([{ loanId: other.id, alertType: 'Callback' }]);
    // The morning of the promise.
    clock.at = 22 * HOUR;
    expect((await raised()).map(({ loanId, alertType }) => [loanId, alertType]).sort()).toEqual([
      [other.id, 'Callback'],
      [other.id, 'PTP'],
    ]);
  });
});
