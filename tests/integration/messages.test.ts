/** Messages to borrowers: templates, the outbox, the gateways, what they tell, and who may not be written to. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message, Template } from '../../core/contract/messages';
import { uuidv7 } from '../../core/domain/ids';
import { createOutgoing, isInside } from '../../server/platform/senders/outgoing';
import { isSigned } from '../../server/platform/signatures';
import { engines, type TestDatabase } from '../support/databases';
import { type Gateway, silent, startGateway, status } from '../support/gateway';
import { addTemplate, callback, dayFrom, daytime, SECRET, startWorker, type Worker } from '../support/messaging';
import { startServer, type TestServer } from '../support/server';
import { type Mailbox, startMailbox } from '../support/smtp';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const HOUR = 3_600_000;
const SMS = '/api/v1/call-disposition/send-sms';
const WHATSAPP = '/api/v1/call-disposition/whatsapp-message';
const EMAIL = '/api/v1/call-disposition/send-email';
const HOOK = '/api/v2/messages/webhook';

describe.each(engines)('messages on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let gateway: Gateway;
  let mailbox: Mailbox;
  let worker: Worker;
  let loan: TestLoan;
  let template: string;
  const clock = daytime();

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock, environment: { GATEWAY_SECRET: SECRET } });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    other = await createTenantWorld(held.db, { contactRules: 'in-force' });
    gateway = await startGateway();
    mailbox = await startMailbox();
    worker = await startWorker(held.db, clock, { gateway: `${gateway.url}/send`, smtp: mailbox.url });
  });
  afterAll(async () => {
    await worker.stop();
    await server.close();
    await gateway.close();
    await mailbox.close();
    await held.close();
  });
  beforeEach(async () => {
    clock.at = 0;
    gateway.requests.length = 0;
    gateway.next.length = 0;
    gateway.sent.clear();
    loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
    template = await addTemplate(world, 'sms', 'Dear {first_name}, {overdue} is due on your loan ending {loan_last4}.');
  });
  afterEach(() => worker.settled('messages.send', { now: true }));

  const call = (who: Who, where = world) => as(server.origin, where.people[who]);
  const request = (more: object = {}) => ({
    key: uuidv7(),
    loanId: loan.id,
    phoneId: loan.phoneId,
    templateId: template,
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
  const messages = async (who: Who = 'caller', of = loan): Promise<Message[]> => {
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

  it('go out once through the gateway, signed, filled, with their DLT ids, and say so', async () => {
    const { body } = await send();
    expect(body).toMatchObject({
      success: true,
      message: 'sms sent successfully',
      data: { status: 'queued', to: '98••••••78' },
    });
    await becomes('sent');
    expect(gateway.requests).toHaveLength(1);
    const [{ headers, body: bytes, path } = { headers: {}, body: Buffer.from(''), path: '' }] = gateway.requests;
    expect(path).toBe('/send');
    const given = {
      'x-recoup-timestamp': String(headers['x-recoup-timestamp']),
      'x-recoup-signature': String(headers['x-recoup-signature']),
    };
    expect(isSigned(SECRET, given, bytes, clock.now())).toBe(true);
    expect(isSigned('another', given, bytes, clock.now())).toBe(false);
    const message = await only();
    expect(headers['idempotency-key']).toBe(message.id);
    expect(JSON.parse(bytes.toString())).toEqual({
      id: message.id,
      reference: `${world.tenantId}.${message.id}`,
      channel: 'sms',
      to: '9812345678',
      name: 'Asha Kulkarni',
      subject: null,
      text: `Dear Asha, ₹5,000 is due on your loan ending ${loan.number.slice(-4)}.`,
      language: 'en',
      dltTemplateId: '1107160000000012345',
      dltHeader: 'SAHYDR',
    });
    expect(message).toMatchObject({ status: 'sent', by: world.people.caller.username });
  });

  it('of a double click, and of a request that is repeated, are one', async () => {
    const body = request();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    const ids = new Set(answers.map((answer) => (answer.body.data as Message).id));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(ids.size).toBe(1);
    await becomes('sent');
    expect((await send(body)).body.data).toMatchObject({ id: [...ids][0], status: 'sent' });
    expect(gateway.requests).toHaveLength(1);
    const conflict = await send({ ...body, templateId: await addTemplate(world, 'sms', 'Another') });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'key-conflict' } });
  });

  it('are tried again after a 500, a silence and a broken line, under one key, and are sent once', async () => {
    gateway.next.push(status(500), (response) => response.destroy(), status(429));
    await sentBy();
    await expect.poll(() => gateway.requests.length, { timeout: 10_000 }).toBe(1);
    await worker.settled('messages.send', { now: true });
    await becomes('sent');
    expect(gateway.requests).toHaveLength(4);
    expect(new Set(gateway.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(gateway.sent.size).toBe(1);
  });

  it('are what the gateway told meanwhile when its answer to the request was lost', async () => {
    gateway.next.push((response, { headers }) => {
      void callback(
        server.origin,
        HOOK,
        {
          eventId: uuidv7(),
          reference: `${world.tenantId}.${String(headers['idempotency-key'])}`,
          status: 'delivered',
          at: clock.now().toISOString(),
        },
        { now: clock.now() },
      ).finally(() => response.destroy());
    });
    await sentBy();
    await becomes('delivered');
    await worker.settled('messages.send', { now: true });
    expect(await only()).toMatchObject({ status: 'delivered', reason: null });
    expect(gateway.requests).toHaveLength(1);
  });

  it('of a tenant that was closed do not go out any more', async () => {
    const closed = await createTenantWorld(held.db, { contactRules: 'in-force' });
    const its = await closed.addLoan({ held: { collector: 'caller' } });
    await worker.jobs.stop();
    const { status: code, body } = await call('caller', closed).post(SMS, {
      key: uuidv7(),
      loanId: its.id,
      phoneId: its.phoneId,
      templateId: await addTemplate(closed, 'sms', 'Hello {first_name}'),
    });
    expect(code, JSON.stringify(body)).toBe(200);
    await held.db.platform((tx) => tx.query('update tenants set active = false where id = $1', [closed.tenantId]));
    worker = await startWorker(held.db, clock, { gateway: `${gateway.url}/send`, smtp: mailbox.url });
    await worker.settled('messages.send', { now: true });
    const rows = await closed.run((tx) => tx.query<{ status: string }>('select status from messages'));
    expect(rows).toEqual([{ status: 'blocked' }]);
    expect(gateway.requests).toHaveLength(0);
  });

  it('of a tenant that is closed between two tries go out on neither, though the same worker had sent for it', async () => {
    const closing = await createTenantWorld(held.db, { contactRules: 'in-force' });
    const its = await closing.addLoan({ held: { collector: 'caller' } });
    const body = async () => ({
      key: uuidv7(),
      loanId: its.id,
      phoneId: its.phoneId,
      templateId: await addTemplate(closing, 'sms', 'Hello {first_name}'),
    });
    const states = async () =>
      (
        await closing.run((tx) =>
          tx.query<{ status: string; reason: string | null }>('select status, reason from messages order by id'),
        )
      ).map(({ status: state, reason }) => [state, reason]);
    expect((await call('caller', closing).post(SMS, await body())).status).toBe(200);
    await expect.poll(states, { timeout: 10_000 }).toEqual([['sent', null]]);
    gateway.next.push(status(503));
    expect((await call('caller', closing).post(SMS, await body())).status).toBe(200);
    await expect.poll(states, { timeout: 10_000 }).toEqual([
      ['sent', null],
      ['queued', 'It could not be handed over yet and is tried again.'],
    ]);
    await held.db.platform((tx) => tx.query('update tenants set active = false where id = $1', [closing.tenantId]));
    await worker.settled('messages.send', { now: true });
    expect(await states()).toEqual([
      ['sent', null],
      ['blocked', 'The tenant is not active any more.'],
    ]);
    expect(gateway.requests).toHaveLength(2);
  });

  it('of a worker that was killed between sending and marking are sent once where the gateway honours the key', async () => {
    const dying = await startWorker(held.db, clock, { gateway: gateway.url, start: false });
    await worker.jobs.stop();
    const message = await sentBy();
    // What a killed worker leaves behind: the gateway has it, the row says that it is being sent, the claim runs out.
    await held.db.platform((tx) =>
      tx.query("update jobs set claim = $1, attempts = 1, claimed_until = $2 where name = 'messages.send'", [
        uuidv7(),
        new Date(clock.now().getTime() - 1),
      ]),
    );
    await world.run((tx) => tx.query("update messages set status = 'sending' where id = $1", [message.id]));
    gateway.sent.set(message.id, {});
    await dying.stop();
    worker = await startWorker(held.db, clock, { gateway: `${gateway.url}/send`, smtp: mailbox.url });
    await becomes('sent');
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]?.headers['idempotency-key']).toBe(message.id);
    expect(gateway.sent.size).toBe(1);
  });

  it.each([
    [
      'a redirect, which is not followed',
      status(302, { location: 'http://localhost:1/' }),
      'redirects are not followed',
    ],
    ['a refusal', status(400), 'refused the message (400)'],
  ])('end with %s, and their sender hears of it', async (_, answer, words) => {
    gateway.next.push(answer);
    await sentBy();
    await becomes('failed');
    expect((await only()).reason).toContain(words);
    expect(gateway.requests).toHaveLength(1);
    const today = clock.now().toISOString().slice(0, 10);
    const { body } = await call('caller').get(
      `/api/v2/notifications?fromDate=${today}&toDate=${today}&role=Collector&q=${loan.number}`,
    );
    expect(body.data).toMatchObject({ total: 1, rows: [{ kind: 'message-failed', loanId: loan.id }] });
  });

  it('go over WhatsApp and by e-mail as well, each in its own words', async () => {
    template = await addTemplate(world, 'whatsapp', 'नमस्ते {first_name}, {overdue} बकाया है।', { language: 'hi' });
    const whatsapp = await send(request(), WHATSAPP);
    expect(whatsapp.body).toMatchObject({ message: 'whatsapp message sent successfully' });
    await becomes('sent');
    expect([...gateway.sent.values()][0]).toMatchObject({ channel: 'whatsapp', text: 'नमस्ते Asha, ₹5,000 बकाया है।' });

    const mail = await addTemplate(world, 'email', 'Dear {name}', { subject: 'Loan {loan_last4}' });
    const body = { key: uuidv7(), loanId: loan.id, templateId: mail };
    expect((await call('caller').post(EMAIL, body)).body).toMatchObject({ code: 'invalid' });
    await world.run((tx) =>
      tx.query("update borrowers set email = 'asha@example.in' where id = $1", [loan.borrowerId]),
    );
    expect((await call('caller').post(EMAIL, body)).body).toMatchObject({ message: 'email sent successfully' });
    const received = await mailbox.take('asha@example.in');
    expect(received.subject).toBe(`Loan ${loan.number.slice(-4)}`);
    expect(received.text?.trim()).toBe('Dear Asha Kulkarni');
  });

  it.each<[string, () => Promise<object>, string]>([
    [
      'a variable without a value',
      async () => ({ templateId: await addTemplate(world, 'sms', 'Pay by {ptp_date}') }),
      'templateId',
    ],
    [
      'a template of another channel',
      async () => ({ templateId: await addTemplate(world, 'whatsapp', 'Hello') }),
      'templateId',
    ],
    [
      'a template out of use',
      async () => ({ templateId: await addTemplate(world, 'sms', 'Hello', { active: false }) }),
      'templateId',
    ],
    ['no such template', async () => ({ templateId: uuidv7() }), 'templateId'],
    ['a phone of somebody else', async () => ({ phoneId: (await world.addLoan()).phoneId }), 'phoneId'],
    ['no key', async () => ({ key: undefined }), 'key'],
    ['an unknown field', async () => ({ to: '9999999999' }), ''],
  ])('are refused with %s, and nothing goes out', async (_, more, path) => {
    const { status: code, body } = await send(request(await more()) as never);
    expect(code, JSON.stringify(body)).toBe(422);
    if (path) expect((body.fields as { path: string }[]).map((field) => field.path)).toContain(path);
    expect(await messages()).toEqual([]);
  });

  it.each([
    ['a loan that is paid and closed', "update loans set state = 'closed'"],
    ['a suppressed loan', "update loans set state = 'suppressed', pause_reason = 'Paid'"],
    ['a borrower who does not want it', 'update loans set flag_do_not_contact = true'],
    ['a dispute', 'update loans set flag_dispute = true'],
  ])('do not go to %s, neither when they are asked for nor when their turn comes', async (_, change) => {
    await worker.jobs.stop();
    await sentBy();
    await world.run((tx) => tx.query(`${change} where tenant_id = $1 and id = $2`, [world.tenantId, loan.id]));
    const refused = await send();
    expect(refused, JSON.stringify(refused.body)).toMatchObject({ body: { code: 'contact-blocked' } });
    worker = await startWorker(held.db, clock, { gateway: `${gateway.url}/send`, smtp: mailbox.url });
    await becomes('blocked');
    expect(gateway.requests).toEqual([]);
  });

  it('wait for the next lawful minute when the evening came first', async () => {
    await worker.jobs.stop();
    await sentBy();
    clock.at = 8 * HOUR;
    worker = await startWorker(held.db, clock, { gateway: `${gateway.url}/send`, smtp: mailbox.url });
    await expect.poll(async () => (await only()).reason, { timeout: 10_000 }).toContain('08:00');
    expect((await only()).status).toBe('queued');
    expect(gateway.requests).toEqual([]);
    clock.at = 20 * HOUR + 60_000;
    await becomes('sent');
  });

  it('are previewed with a loan’s values, what is missing and whether they may go out', async () => {
    const wanted = { loanId: loan.id };
    const good = await call('caller').post(`/api/v2/message-templates/${template}/preview`, wanted);
    expect(good.body.data).toEqual({
      subject: null,
      text: `Dear Asha, ₹5,000 is due on your loan ending ${loan.number.slice(-4)}.`,
      missing: [],
      contact: { allowed: true, reason: null, rule: null, nextAt: null },
    });
    const link = await addTemplate(world, 'sms', 'Pay {payment_amount} by {ptp_date}: {payment_link}');
    const path = `/api/v2/message-templates/${link}/preview`;
    expect((await call('caller').post(path, wanted)).body.data).toMatchObject({
      missing: ['payment_amount', 'ptp_date', 'payment_link'],
    });
    expect((await call('caller').post(path, { ...wanted, amountPaise: 100_000 })).body.data).toMatchObject({
      missing: ['ptp_date'],
    });
    clock.at = 8 * HOUR;
    expect((await call('caller').post(path, wanted)).body.data).toMatchObject({
      contact: { allowed: false, rule: 'hours', nextAt: `${dayFrom(1)}T02:30:00.000Z` },
    });
  });

  it('are sent and seen only by those who see the loan', async () => {
    await sentBy();
    await becomes('sent');
    for (const [who, code] of [
      ['caller', 200],
      ['agent', 200],
      ['manager', 200],
      ['nationalManager', 200],
      ['admin', 200],
      ['rival', 404],
      ['rivalAgent', 404],
      ['otherClient', 404],
    ] as const) {
      expect((await call(who).get(`/api/v2/messages?loanId=${loan.id}`)).status, who).toBe(code);
    }
    expect((await call('caller', other).get(`/api/v2/messages?loanId=${loan.id}`)).status).toBe(404);
    expect((await send(request(), SMS, 'rivalAgent')).status).toBe(404);
    expect((await send(request(), SMS, 'admin')).status).toBe(403);
    expect((await send(request(), SMS, 'client')).status).toBe(403);
    expect((await call('caller', other).post(SMS, request())).status).toBe(404);
    const forged = await call('caller').post(SMS, request(), { collectorid: world.people.rival.id });
    expect(forged).toMatchObject({ status: 403, body: { code: 'identity-mismatch' } });
  });

  describe('the gateway’s events', () => {
    let message: Message;
    beforeEach(async () => {
      message = await sentBy();
      await becomes('sent');
    });
    const event = (more: object = {}) => ({
      eventId: uuidv7(),
      reference: `${world.tenantId}.${message.id}`,
      status: 'delivered',
      at: clock.now().toISOString(),
      ...more,
    });
    const tell = (what: unknown, options: Parameters<typeof callback>[3] = {}) =>
      callback(server.origin, HOOK, what, { now: clock.now(), ...options });

    it('move a message forward, each once, and never back', async () => {
      const delivered = event();
      expect((await tell(delivered)).body).toMatchObject({ data: { changed: true } });
      expect((await tell(delivered)).body).toMatchObject({ data: { changed: false } });
      expect((await tell(event({ status: 'read' }))).body).toMatchObject({ data: { changed: true } });
      for (const late of ['delivered', 'failed']) {
        expect((await tell(event({ status: late }))).body).toMatchObject({ data: { changed: false } });
      }
      const stands = await only();
      expect(stands).toMatchObject({ status: 'read', reason: null });
      expect(stands.deliveredAt).not.toBeNull();
    });

    it('tell why one failed', async () => {
      await tell(event({ status: 'failed', reason: 'Number is switched off' }));
      expect(await only()).toMatchObject({ status: 'failed', reason: 'Number is switched off' });
    });

    it.each<[string, (real: object) => Parameters<typeof callback>[3]]>([
      ['with another secret', () => ({ secret: 'not the one they share' })],
      ['of another time', () => ({ now: new Date(clock.now().getTime() - 6 * 60_000) })],
      ['changed on its way', (real) => ({ tamper: JSON.stringify({ ...real, status: 'read' }) })],
    ])('do nothing when they are signed %s', async (_, how) => {
      const real = event();
      expect((await tell(real, how(real))).status).toBe(403);
      expect((await only()).status).toBe('sent');
    });

    it.each([
      ['another tenant’s message', () => ({ reference: `${other.tenantId}.${message.id}` }), 404],
      ['no message', () => ({ reference: 'x.y' }), 404],
      ['an unknown status', () => ({ status: 'lost' }), 422],
      ['something more', () => ({ to: '98' }), 422],
    ])('about %s do nothing', async (_, more, code) => {
      expect((await tell(event(more()))).status).toBe(code);
      expect((await only()).status).toBe('sent');
    });
  });

  describe('templates', () => {
    const body = (more: object = {}) => ({
      name: `Reminder ${uuidv7().slice(-6)}`,
      channel: 'sms',
      language: 'en',
      subject: null,
      body: 'Dear {first_name}, {overdue} is due. See https://sahyadri.in/pay',
      dltTemplateId: '1107160000000012345',
      dltHeader: 'SAHYDR',
      allowedUrls: ['https://sahyadri.in'],
      active: true,
      ...more,
    });
    const create = (more: object = {}, who: Who = 'admin') => call(who).post('/api/v2/message-templates', body(more));

    it('are kept by administrators, with before and after in the audit, and lie in their tenant', async () => {
      const made = (await create()).body.data as Template;
      expect(made.variables).toEqual(['first_name', 'overdue']);
      const path = `/api/v2/message-templates/${made.id}`;
      const changed = await put('admin', path, body({ name: made.name, body: 'Dear {name}', active: false }));
      expect(changed).toMatchObject({ status: 200, body: { data: { active: false, variables: ['name'] } } });
      const entries = await world.run((tx) =>
        tx.query<{ action: string; detail: { before: Template | null; after: Template } }>(
          'select action, detail from audit_log where tenant_id = $1 and subject_id = $2 order by seq',
          [world.tenantId, made.id],
        ),
      );
      expect(entries.map(({ action }) => action)).toEqual(['messages.template-made', 'messages.template-changed']);
      expect(entries[1]?.detail).toMatchObject({ before: { active: true }, after: { active: false } });
      expect((await put('caller', path, body())).status).toBe(403);
      const foreign = await as(server.origin, other.people.admin).fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body()),
      });
      expect(foreign.status).toBe(404);
      const list = async (who: Who, query = '') =>
        (
          (await call(who).get(`/api/v2/message-templates?q=${encodeURIComponent(made.name)}${query}`)).body.data as {
            total: number;
          }
        ).total;
      expect(await list('admin')).toBe(1);
      expect(await list('admin', '&active=true')).toBe(0);
      expect(await list('caller')).toBe(0);
    });

    it.each([
      ['an unknown variable', { body: 'Pay {amount}' }, 'body'],
      ['an SMS without its ids', { dltTemplateId: null }, 'dltTemplateId'],
      ['an address that is not registered', { body: 'See bit.ly/x' }, 'body'],
      ['an e-mail without a subject', { channel: 'email' }, 'subject'],
    ])('are refused with %s', async (_, more, path) => {
      const { status: code, body: answer } = await create(more);
      expect(code).toBe(422);
      expect((answer.fields as { path: string }[])[0]?.path).toBe(path);
    });

    it('of a portfolio are offered and sent for its loans alone', async () => {
      const id = uuidv7();
      await world.run((tx) =>
        tx.query(
          `insert into portfolio_templates (tenant_id, id, portfolio_id, position, channel, name, language, dlt_template_id, header, body)
           select tenant_id, $2, portfolio_id, 1, 'sms', 'Of the portfolio', 'en', '1107160000000054321', 'PORTFO', 'Hello {first_name}'
             from loans where id = $1`,
          [loan.id, id],
        ),
      );
      const elsewhere = await world.addLoan({ otherClient: true, held: { collector: 'caller' } });
      const offered = async (of: TestLoan) =>
        (
          (await call('caller').get(`/api/v2/message-templates?loanId=${of.id}&q=Of%20the%20portfolio`)).body.data as {
            rows: Template[];
          }
        ).rows;
      expect(await offered(loan)).toMatchObject([{ id, dltHeader: 'PORTFO' }]);
      expect(await offered(elsewhere)).toEqual([]);
      // Somebody who does not see the loan is offered nothing by its number.
      const { body: unseen } = await call('rivalAgent').get(
        `/api/v2/message-templates?loanId=${loan.id}&q=Of%20the%20portfolio`,
      );
      expect(unseen.data).toMatchObject({ rows: [] });
      expect((await send(request({ templateId: id, loanId: elsewhere.id, phoneId: elsewhere.phoneId }))).status).toBe(
        422,
      );
      expect(await sentBy(request({ templateId: id }))).toMatchObject({
        text: 'Hello Asha',
        template: 'Of the portfolio',
      });
    });

    it('have one text for a name, channel and language', async () => {
      const name = `Twice ${uuidv7().slice(-6)}`;
      const both = await Promise.all([create({ name }), create({ name: name.toUpperCase() })]);
      expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
      expect((await create({ name, language: 'hi' })).status).toBe(200);
    });
  });
});

describe('without a gateway', () => {
  it('messages are files, one each by their id, written again as the same one', async () => {
    const [engine] = engines;
    const held = await (engine as (typeof engines)[0]).fresh();
    const clock = daytime();
    const server = await startServer(held.db, { clock });
    const world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    const worker = await startWorker(held.db, clock);
    try {
      const loan = await world.addLoan({ held: { collector: 'caller' } });
      const templateId = await addTemplate(world, 'sms', 'Dear {first_name}');
      const { body } = await as(server.origin, world.people.caller).post(SMS, {
        key: uuidv7(),
        loanId: loan.id,
        phoneId: loan.phoneId,
        templateId,
      });
      const { id } = body.data as Message;
      await worker.settled('messages.send');
      const folder = join(worker.folder, 'messages');
      expect(await readdir(folder)).toEqual([`${id}.json`]);
      expect(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'))).toMatchObject({ id, text: 'Dear Asha' });
    } finally {
      await worker.stop();
      await server.close();
      await held.close();
    }
  });
});

describe('calls to others', () => {
  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['255.255.255.255', true],
    ['::1', true],
    ['::', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:a00:1', true],
    ['64:ff9b::a00:1', true],
    ['not an address', true],
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['2404:6800:4007::1', false],
  ])('%s lies inside: %s', (address, inside) => expect(isInside(address)).toBe(inside));

  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  const post = (url: string, allowed: string[], timeoutMs = 2000) =>
    createOutgoing(allowed).post({ url, headers: {}, body: '{}', timeoutMs });

  it('reach the host that is named by its address, and nothing else', async () => {
    const port = new URL(gateway.url).port;
    expect((await post(gateway.url, [gateway.host])).status).toBe(200);
    const refused: [string, string[]][] = [
      [gateway.url, []],
      [gateway.url, ['127.0.0.1']],
      [`http://localhost:${port}`, [`localhost:${port}`]],
      [`https://localhost:${port}`, [`localhost:${port}`]],
      ['https://evil.example', ['good.example']],
      ['https://good.example.evil.example', ['*.good.example']],
      ['https://x.good.example:8443', ['*.good.example']],
      ['ftp://good.example', ['good.example']],
      ['not an address', ['*']],
    ];
    for (const [url, allowed] of refused) {
      await expect(post(url, allowed), url).rejects.toMatchObject({ name: 'OutgoingRefused' });
    }
    expect(gateway.requests).toHaveLength(1);
  });

  it('answer a redirect as what it is, give up after their time, and refuse a long answer', async () => {
    gateway.next.push(status(307, { location: 'http://localhost/' }), silent, (response) =>
      response.end('x'.repeat(70_000)),
    );
    expect((await post(gateway.url, [gateway.host])).status).toBe(307);
    await expect(post(gateway.url, [gateway.host], 200)).rejects.toMatchObject({ name: /Timeout|Abort/ });
    await expect(post(gateway.url, [gateway.host])).rejects.toThrow('too long');
  });
});
