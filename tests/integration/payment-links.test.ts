/** Payment links: made, sent, shown, paid once, and what a payment silences. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../core/contract/messages';
import type { PaymentLink } from '../../core/contract/payment-links';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { type Gateway, startGateway } from '../support/gateway';
import {
  AROUND,
  addTemplate,
  callback,
  dayFrom,
  daytime,
  SECRET,
  startWorker,
  type Worker,
} from '../support/messaging';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const HOUR = 3_600_000;

describe.each(engines)('payment links on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let gateway: Gateway;
  let worker: Worker;
  let loan: TestLoan;
  let template: string;
  const clock = daytime();

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, {
      clock,
      environment: { GATEWAY_SECRET: SECRET, PUBLIC_URL: 'https://pay.example' },
    });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    other = await createTenantWorld(held.db, { contactRules: 'in-force' });
    gateway = await startGateway();
    worker = await startWorker(held.db, clock, { gateway: gateway.url });
    const [client] = await world.run((tx) =>
      tx.query<{ id: string }>("select id from clients where name = 'Sahyadri Bank'"),
    );
    const set = await as(server.origin, world.people.admin).fetch(`/api/v2/payees/${client?.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vpa: 'sahyadri.loans@hdfcbank', name: 'Sahyadri Bank Ltd' }),
    });
    expect(set.status).toBe(200);
    template = await addTemplate(
      world,
      'sms',
      'Dear {first_name}, pay {payment_amount} by {payment_until}: {payment_link}',
    );
  });
  afterAll(async () => {
    await worker.stop();
    await server.close();
    await gateway.close();
    await held.close();
  });
  beforeEach(async () => {
    clock.at = 0;
    gateway.sent.clear();
    loan = await world.addLoan({ held: { collector: 'caller', manager: 'manager' } });
  });

  const call = (who: Who, where = world) => as(server.origin, where.people[who]);
  const request = (more: object = {}) => ({
    key: uuidv7(),
    loanId: loan.id,
    phoneId: loan.phoneId,
    templateId: template,
    amountPaise: 500_000,
    ...more,
  });
  const make = async (more: object = {}): Promise<{ link: PaymentLink; message: Message }> => {
    const { status, body } = await call('caller').post('/api/v2/bmsPayment', request(more));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as { link: PaymentLink; message: Message };
  };
  const stored = async (link: PaymentLink) => {
    const [row] = await world.run((tx) =>
      tx.query<{ token: string; reference: string; status: string }>(
        'select token, reference, status from payment_links where id = $1',
        [link.id],
      ),
    );
    if (!row) throw new Error('no such link');
    return row;
  };
  const open = async (link: PaymentLink) => {
    const response = await fetch(`${server.origin}${new URL(link.url).pathname}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const event = async (link: PaymentLink, more: object = {}) => ({
    gatewayRef: `UTR${uuidv7().slice(-12)}`,
    reference: (await stored(link)).reference,
    amountPaise: link.amountPaise,
    paidAt: clock.now().toISOString(),
    status: 'paid',
    ...more,
  });
  const tell = (what: object, options: Parameters<typeof callback>[3] = {}) =>
    callback(server.origin, '/api/v2/bmsPayment/webhook', what, { now: clock.now(), ...options });
  const loanNow = async () => {
    const [row] = await world.run((tx) =>
      tx.query<{
        state: string;
        overdue_paise: number;
        tos_paise: number;
        pos_paise: number;
        ptp_status: string | null;
        last_payment_paise: number | null;
        pause_reason: string | null;
        payments: number;
      }>(
        `select state, overdue_paise, tos_paise, pos_paise, ptp_status, last_payment_paise, pause_reason,
                (select count(*) from payments p where p.tenant_id = l.tenant_id and p.loan_id = l.id) as payments
           from loans l where l.id = $1`,
        [loan.id],
      ),
    );
    if (!row) throw new Error('no loan');
    return row;
  };

  it('are sent with the words of section 8, once for a key, and open a page with no more than it needs', async () => {
    const body = request();
    const answers = await Promise.all([1, 2, 3].map(() => call('caller').post('/api/v2/bmsPayment', body)));
    for (const answer of answers) {
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 200,
        body: { message: 'Payment Link Sent Successfully' },
      });
    }
    const [first] = answers;
    if (!first) throw new Error('nothing was answered');
    const { link, message } = first.body.data as { link: PaymentLink; message: Message };
    const { body: all } = await call('caller').get(`/api/v2/payment-links?loanId=${loan.id}`);
    expect(all.data).toMatchObject({ rows: [{ id: link.id, status: 'open', amountPaise: 500_000 }] });
    expect((all.data as { rows: unknown[] }).rows).toHaveLength(1);
    expect(link.url).toMatch(/^https:\/\/pay\.example\/pay\/[0-9A-Za-z]{43}$/);
    expect(message.text).toContain(link.url);
    expect(message.text).toContain('₹5,000');
    await worker.settled('messages.send');
    expect(gateway.sent.size).toBe(1);

    const page = await open(link);
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    const { reference } = await stored(link);
    for (const shown of [
      'Sahyadri Bank',
      '₹5,000',
      'Asha,',
      loan.number.slice(-4),
      '<svg',
      'sahyadri.loans@hdfcbank',
    ]) {
      expect(page.text).toContain(shown);
    }
    expect(page.text).toContain(
      `upi://pay?pa=sahyadri.loans%40hdfcbank&#38;pn=Sahyadri%20Bank%20Ltd&#38;am=5000.00&#38;cu=INR`,
    );
    expect(page.text).toContain(`tr=${reference}`);
    for (const hidden of ['Kulkarni', loan.number, '9812345678', world.tenantId, '<script', 'http://', 'https://']) {
      expect(page.text.replaceAll('http://www.w3.org/2000/svg', ''), hidden).not.toContain(hidden);
    }
  });

  it('are no longer payable when they ran out, were cancelled or never were', async () => {
    const { link } = await make({ hours: 1 });
    clock.at = 61 * 60_000;
    expect(await open(link)).toMatchObject({ status: 410 });
    const second = (await make()).link;
    const cancel = (who: Who, where = world) =>
      call(who, where)
        .fetch(`/api/v2/payment-links/${second.id}/cancel`, { method: 'PUT' })
        .then(({ status }) => status);
    expect(await cancel('rivalAgent')).toBe(404);
    expect(await cancel('caller', other)).toBe(404);
    expect(await cancel('admin')).toBe(403);
    expect(await cancel('caller')).toBe(200);
    expect(await open(second)).toMatchObject({ status: 410 });
    // Money that comes all the same waits for a person, once.
    const late = await event(second);
    expect((await tell(late)).body.data).toEqual({ outcome: 'link-closed', repeated: false });
    expect((await tell(late)).body.data).toEqual({ outcome: 'link-closed', repeated: true });
    expect((await loanNow()).payments).toBe(0);
    const told = await world.run((tx) =>
      tx.query("select 1 from notifications where loan_id = $1 and kind = 'payment-review' and user_id = $2", [
        loan.id,
        world.people.manager.id,
      ]),
    );
    expect(told).toHaveLength(1);
    for (const path of [
      'x',
      'z'.repeat(43),
      `${new URL(link.url).pathname.slice(5, -1)}`,
      `${new URL(link.url).pathname.slice(5, -1)}é`,
    ]) {
      const response = await fetch(`${server.origin}/pay/${encodeURIComponent(path)}`);
      expect(response.status, path).toBe(404);
      expect(await response.text()).toContain('There is no such link');
    }
  });

  it('cannot be guessed at speed', async () => {
    const slow = await startServer(held.db, { clock });
    const codes = new Set<number>();
    for (let i = 0; i < 35; i += 1) codes.add((await fetch(`${slow.origin}/pay/${'A'.repeat(43)}`)).status);
    await slow.close();
    expect([...codes]).toEqual([404, 429]);
  });

  it.each<[string, object | (() => Promise<object>), string]>([
    ['no amount', { amountPaise: 0 }, 'amountPaise'],
    ['a year', { hours: 24 * 365 }, 'hours'],
    [
      'a template that does not name the link',
      async () => ({ templateId: await addTemplate(world, 'sms', 'Hello') }),
      'templateId',
    ],
    [
      'a lender without an account',
      async () => {
        loan = await world.addLoan({ otherClient: true, held: { collector: 'caller' } });
        return { loanId: loan.id, phoneId: loan.phoneId };
      },
      'loanId',
    ],
  ])('are refused with %s', async (_, more, path) => {
    const { status, body } = await call('caller').post(
      '/api/v2/bmsPayment',
      request(typeof more === 'function' ? await more() : more),
    );
    expect(status, JSON.stringify(body)).toBe(422);
    expect((body.fields as { path: string }[])[0]?.path).toBe(path);
    expect(await world.run((tx) => tx.query('select 1 from payment_links where loan_id = $1', [loan.id]))).toEqual([]);
  });

  it('belong to those who work the loan', async () => {
    for (const [who, where, code] of [
      ['rivalAgent', world, 404],
      ['admin', world, 403],
      ['client', world, 403],
      ['caller', other, 404],
    ] as const) {
      expect((await call(who, where).post('/api/v2/bmsPayment', request())).status, who).toBe(code);
    }
    expect((await call('caller').get('/api/v2/payees')).status).toBe(403);
    clock.at = 9 * HOUR;
    const night = await call('caller').post('/api/v2/bmsPayment', request());
    expect(night).toMatchObject({ body: { code: 'contact-blocked' } });
  });

  it('of accounts set by two at once, the audit says of each what stood before it', async () => {
    const there = await createTenantWorld(held.db);
    const [client] = await there.run((tx) => tx.query<{ id: string }>('select id from clients order by name limit 1'));
    const admin = call('admin', there);
    // Signed in once, before they all come.
    expect((await admin.get('/api/v2/payees')).status).toBe(200);
    const set = (vpa: string) =>
      admin.fetch(`/api/v2/payees/${client?.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ vpa, name: 'Bank Ltd' }),
      });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => set(`bank.${n}@hdfcbank`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const entries = await there.run((tx) =>
      tx.query<{ detail: { before: { vpa: string | null }; after: { vpa: string } } }>(
        "select detail from audit_log where action = 'payment-links.payee-set' order by seq",
      ),
    );
    expect(entries.map(({ detail }) => detail.before.vpa)).toEqual([
      null,
      ...entries.slice(0, -1).map(({ detail }) => detail.after.vpa),
    ]);
  });

  describe('once paid', () => {
    it('post the payment once, however often and by how many processes it is told, and silence the loan', async () => {
      await world.run(async (tx) => {
        await tx.query(
          `update loans set ptp_status = 'open', ptp_due_on = '${dayFrom(2)}', ptp_paise = 500000 where id = $1`,
          [loan.id],
        );
        await tx.query(
          `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, created_at)
           values ($1, $2, $3, $4, $5, 500000, '${dayFrom(2)}', 'upi', $6)`,
          [world.tenantId, uuidv7(), uuidv7(), loan.id, world.people.caller.id, new Date(clock.now().getTime() - HOUR)],
        );
        await tx.query(
          `insert into alerts (tenant_id, id, user_id, loan_id, kind, cause, alert_at) values ($1, $2, $3, $4, 'PTP', $5, now())`,
          [world.tenantId, uuidv7(), world.people.caller.id, loan.id, uuidv7()],
        );
      });
      const { link } = await make();
      const { link: second } = await make({ amountPaise: 100_000 });
      await worker.settled('messages.send');
      const told = await event(link);
      const another = await startServer(held.db, { clock, environment: { GATEWAY_SECRET: SECRET } });
      const answers = await Promise.all(
        [server, another, server, another].map(({ origin }) =>
          callback(origin, '/api/v2/bmsPayment/webhook', told, { now: clock.now() }),
        ),
      );
      await another.close();
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers.filter(({ body }) => !(body.data as { repeated: boolean }).repeated)).toHaveLength(1);
      expect((await tell(told)).body).toMatchObject({ data: { outcome: 'posted', repeated: true } });

      expect(await loanNow()).toMatchObject({
        payments: 1,
        state: 'suppressed',
        pause_reason: 'Paid',
        overdue_paise: 0,
        tos_paise: 4_500_000,
        pos_paise: 4_500_000,
        last_payment_paise: 500_000,
        ptp_status: 'kept',
      });
      const [suppression] = await world.run((tx) =>
        tx.query<{ from_on: string; until_on: string }>(
          'select from_on, until_on from suppressions where loan_id = $1',
          [loan.id],
        ),
      );
      // Due again on the 5th: silent up to the day before.
      const paidOn = dayFrom(0);
      const [year = 0, month = 0, day = 0] = paidOn.split('-').map(Number);
      const eve = new Date(Date.UTC(year, day < 5 ? month - 1 : month, 4)).toISOString().slice(0, 10);
      expect(suppression).toEqual({ from_on: paidOn, until_on: eve });
      expect(await open(link)).toMatchObject({ status: 200, text: expect.stringContaining('was received') });
      expect((await stored(second)).status).toBe('cancelled');
      const missed = await call('caller').get('/api/v2/alerts/new/missed', { collectorid: world.people.caller.id });
      expect((missed.body.data as { loanId: string }[]).filter(({ loanId }) => loanId === loan.id)).toEqual([]);
      const refused = await call('caller').post('/api/v2/bmsPayment', request());
      expect(refused).toMatchObject({ body: { code: 'contact-blocked' } });
      const feed = await world.run((tx) =>
        tx.query<{ state: string; reason: string }>('select state, reason from loan_feed where loan_id = $1', [
          loan.id,
        ]),
      );
      expect(feed).toEqual([{ state: 'revoked', reason: 'suppressed' }]);
      for (const [who, role] of [
        ['caller', 'Collector'],
        ['manager', 'Manager'],
        ['nationalManager', 'Client'],
        ['clientAdmin', 'Client'],
        ['admin', 'Manager'],
      ] as const) {
        const { body } = await call(who).get(`/api/v2/notifications?${AROUND}&role=${role}&q=${loan.number}`);
        expect(body.data, who).toMatchObject({ total: 1, rows: [{ kind: 'payment-received', amountPaise: 500_000 }] });
      }
      expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
    });

    it('keep the loan at work when something is left', async () => {
      const { link } = await make({ amountPaise: 200_000 });
      expect((await tell(await event(link))).body).toMatchObject({ data: { outcome: 'posted' } });
      expect(await loanNow()).toMatchObject({
        state: 'active',
        overdue_paise: 300_000,
        pause_reason: null,
        payments: 1,
      });
    });

    it('are posted even when the link had run out: the money came', async () => {
      const { link } = await make({ hours: 1 });
      clock.at = 2 * HOUR;
      expect((await tell(await event(link))).body).toMatchObject({ data: { outcome: 'posted' } });
      expect((await loanNow()).payments).toBe(1);
    });

    it('wait for a person when the amount is another one, or it is the second payment', async () => {
      const { link } = await make();
      expect((await tell(await event(link, { amountPaise: 499_999 }))).body).toMatchObject({
        data: { outcome: 'wrong-amount', repeated: false },
      });
      expect((await loanNow()).payments).toBe(0);
      expect((await tell(await event(link))).body).toMatchObject({ data: { outcome: 'posted' } });
      expect((await tell(await event(link))).body).toMatchObject({ data: { outcome: 'link-closed' } });
      expect((await loanNow()).payments).toBe(1);
      const { body } = await call('manager').get(
        `/api/v2/notifications?${AROUND}&role=Manager&kind=payment-review&q=${loan.number}`,
      );
      expect(body.data).toMatchObject({ total: 2 });
    });

    it.each<[string, (real: object) => Parameters<typeof callback>[3]]>([
      ['with another secret', () => ({ secret: 'not the one they share' })],
      ['long ago', () => ({ now: new Date(clock.now().getTime() - 6 * 60_000) })],
      ['for another amount', (real) => ({ tamper: JSON.stringify({ ...real, amountPaise: 1 }) })],
    ])('change nothing when they were signed %s', async (_, how) => {
      const { link } = await make();
      const real = await event(link);
      expect((await tell(real, how(real))).status).toBe(403);
      expect((await loanNow()).payments).toBe(0);
    });

    it.each([
      ['an unknown reference', { reference: 'A'.repeat(33) }, 200, 'unknown'],
      ['no reference', { reference: 'x' }, 200, 'unknown'],
      ['another status', { status: 'pending' }, 422, undefined],
      ['no amount', { amountPaise: 0 }, 422, undefined],
    ])('change nothing with %s', async (_, more, status, outcome) => {
      const { link } = await make();
      const answer = await tell(await event(link, more));
      expect(answer.status).toBe(status);
      expect((answer.body.data as { outcome?: string } | undefined)?.outcome).toBe(outcome);
      expect((await loanNow()).payments).toBe(0);
    });
  });
});
