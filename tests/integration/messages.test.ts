/** Messages to borrowers: the outbox, what goes out once and when, and who may not be written to. */

import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/contract/messages';
import { uuidv7 } from '../../core/domain/ids';

import { isSigned } from '../../server/platform/signatures';
import { engines } from '../support/databases';
import { status } from '../support/gateway';
import { messageDesk, SMS } from '../support/message-desk';
import { addTemplate, callback, SECRET, startWorker } from '../support/messaging';
import { createTenantWorld } from '../support/world';

const HOUR = 3_600_000;
const WHATSAPP = '/api/v1/call-disposition/whatsapp-message';
const EMAIL = '/api/v1/call-disposition/send-email';
const HOOK = '/api/v2/messages/webhook';

describe.each(engines)('messages on $name', ({ fresh }) => {
  const { desk, call, request, send, sentBy, messages, only, becomes } = messageDesk(fresh);

  it('go out once through the gateway, signed, filled, with their DLT ids, and say so', async () => {
    const { body } = await send();
    expect(body).toMatchObject({
      success: true,
      message: 'sms sent successfully',
      data: { status: 'queued', to: '98••••••78' },
    });
    await becomes('sent');
    expect(desk.gateway.requests).toHaveLength(1);
    const [{ headers, body: bytes, path } = { headers: {}, body: Buffer.from(''), path: '' }] = desk.gateway.requests;
    expect(path).toBe('/send');
    const given = {
      'x-recoup-timestamp': String(headers['x-recoup-timestamp']),
      'x-recoup-signature': String(headers['x-recoup-signature']),
    };
    expect(isSigned(SECRET, given, bytes, desk.clock.now())).toBe(true);
    expect(isSigned('another', given, bytes, desk.clock.now())).toBe(false);
    const message = await only();
    expect(headers['idempotency-key']).toBe(message.id);
    expect(JSON.parse(bytes.toString())).toEqual({
      id: message.id,
      reference: `${desk.world.tenantId}.${message.id}`,
      channel: 'sms',
      to: '9812345678',
      name: 'Asha Kulkarni',
      subject: null,
      text: `Dear Asha, ₹5,000 is due on your loan ending ${desk.loan.number.slice(-4)}.`,
      language: 'en',
      dltTemplateId: '1107160000000012345',
      dltHeader: 'SAHYDR',
    });
    expect(message).toMatchObject({ status: 'sent', by: desk.world.people.caller.username });
  });

  it('of a double click, and of a request that is repeated, are one', async () => {
    const body = request();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    const ids = new Set(answers.map((answer) => (answer.body.data as Message).id));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(ids.size).toBe(1);
    await becomes('sent');
    expect((await send(body)).body.data).toMatchObject({ id: [...ids][0], status: 'sent' });
    expect(desk.gateway.requests).toHaveLength(1);
    const conflict = await send({ ...body, templateId: await addTemplate(desk.world, 'sms', 'Another') });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'key-conflict' } });
  });

  it('are tried again after a 500, a silence and a broken line, under one key, and are sent once', async () => {
    desk.gateway.next.push(status(500), (response) => response.destroy(), status(429));
    await sentBy();
    await expect.poll(() => desk.gateway.requests.length, { timeout: 10_000 }).toBe(1);
    await desk.worker.settled('messages.send', { now: true });
    await becomes('sent');
    expect(desk.gateway.requests).toHaveLength(4);
    expect(new Set(desk.gateway.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(desk.gateway.sent.size).toBe(1);
  });

  it('are what the gateway told meanwhile when its answer to the request was lost', async () => {
    desk.gateway.next.push((response, { headers }) => {
      void callback(
        desk.server.origin,
        HOOK,
        {
          eventId: uuidv7(),
          reference: `${desk.world.tenantId}.${String(headers['idempotency-key'])}`,
          status: 'delivered',
          at: desk.clock.now().toISOString(),
        },
        { now: desk.clock.now() },
      ).finally(() => response.destroy());
    });
    await sentBy();
    await becomes('delivered');
    await desk.worker.settled('messages.send', { now: true });
    expect(await only()).toMatchObject({ status: 'delivered', reason: null });
    expect(desk.gateway.requests).toHaveLength(1);
  });

  it('of a tenant that was closed do not go out any more', async () => {
    const closed = await createTenantWorld(desk.held.db, { contactRules: 'in-force' });
    const its = await closed.addLoan({ held: { collector: 'caller' } });
    await desk.worker.jobs.stop();
    const { status: code, body } = await call('caller', closed).post(SMS, {
      key: uuidv7(),
      loanId: its.id,
      phoneId: its.phoneId,
      templateId: await addTemplate(closed, 'sms', 'Hello {first_name}'),
    });
    expect(code, JSON.stringify(body)).toBe(200);
    await desk.held.db.platform((tx) => tx.query('update tenants set active = false where id = $1', [closed.tenantId]));
    desk.worker = await startWorker(desk.held.db, desk.clock, {
      gateway: `${desk.gateway.url}/send`,
      smtp: desk.mailbox.url,
    });
    await desk.worker.settled('messages.send', { now: true });
    const rows = await closed.run((tx) => tx.query<{ status: string }>('select status from messages'));
    expect(rows).toEqual([{ status: 'blocked' }]);
    expect(desk.gateway.requests).toHaveLength(0);
  });

  it('of a tenant that is closed between two tries go out on neither, though the same worker had sent for it', async () => {
    const closing = await createTenantWorld(desk.held.db, { contactRules: 'in-force' });
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
    desk.gateway.next.push(status(503));
    expect((await call('caller', closing).post(SMS, await body())).status).toBe(200);
    await expect.poll(states, { timeout: 10_000 }).toEqual([
      ['sent', null],
      ['queued', 'It could not be handed over yet and is tried again.'],
    ]);
    await desk.held.db.platform((tx) =>
      tx.query('update tenants set active = false where id = $1', [closing.tenantId]),
    );
    await desk.worker.settled('messages.send', { now: true });
    expect(await states()).toEqual([
      ['sent', null],
      ['blocked', 'The tenant is not active any more.'],
    ]);
    expect(desk.gateway.requests).toHaveLength(2);
  });

  it('of a worker that was killed between sending and marking are sent once where the gateway honours the key', async () => {
    const dying = await startWorker(desk.held.db, desk.clock, { gateway: desk.gateway.url, start: false });
    await desk.worker.jobs.stop();
    const message = await sentBy();
    // What a killed worker leaves behind: the gateway has it, the row says that it is being sent, the claim runs out.
    await desk.held.db.platform((tx) =>
      tx.query("update jobs set claim = $1, attempts = 1, claimed_until = $2 where name = 'messages.send'", [
        uuidv7(),
        new Date(desk.clock.now().getTime() - 1),
      ]),
    );
    await desk.world.run((tx) => tx.query("update messages set status = 'sending' where id = $1", [message.id]));
    desk.gateway.sent.set(message.id, {});
    await dying.stop();
    desk.worker = await startWorker(desk.held.db, desk.clock, {
      gateway: `${desk.gateway.url}/send`,
      smtp: desk.mailbox.url,
    });
    await becomes('sent');
    expect(desk.gateway.requests).toHaveLength(1);
    expect(desk.gateway.requests[0]?.headers['idempotency-key']).toBe(message.id);
    expect(desk.gateway.sent.size).toBe(1);
  });

  it.each([
    [
      'a redirect, which is not followed',
      status(302, { location: 'http://localhost:1/' }),
      'redirects are not followed',
    ],
    ['a refusal', status(400), 'refused the message (400)'],
  ])('end with %s, and their sender hears of it', async (_, answer, words) => {
    desk.gateway.next.push(answer);
    await sentBy();
    await becomes('failed');
    expect((await only()).reason).toContain(words);
    expect(desk.gateway.requests).toHaveLength(1);
    const today = desk.clock.now().toISOString().slice(0, 10);
    const { body } = await call('caller').get(
      `/api/v2/notifications?fromDate=${today}&toDate=${today}&role=Collector&q=${desk.loan.number}`,
    );
    expect(body.data).toMatchObject({ total: 1, rows: [{ kind: 'message-failed', loanId: desk.loan.id }] });
  });

  it('go over WhatsApp and by e-mail as well, each in its own words', async () => {
    desk.template = await addTemplate(desk.world, 'whatsapp', 'नमस्ते {first_name}, {overdue} बकाया है।', {
      language: 'hi',
    });
    const whatsapp = await send(request(), WHATSAPP);
    expect(whatsapp.body).toMatchObject({ message: 'whatsapp message sent successfully' });
    await becomes('sent');
    expect([...desk.gateway.sent.values()][0]).toMatchObject({
      channel: 'whatsapp',
      text: 'नमस्ते Asha, ₹5,000 बकाया है।',
    });

    const mail = await addTemplate(desk.world, 'email', 'Dear {name}', { subject: 'Loan {loan_last4}' });
    const body = { key: uuidv7(), loanId: desk.loan.id, templateId: mail };
    expect((await call('caller').post(EMAIL, body)).body).toMatchObject({ code: 'invalid' });
    await desk.world.run((tx) =>
      tx.query("update borrowers set email = 'asha@example.in' where id = $1", [desk.loan.borrowerId]),
    );
    expect((await call('caller').post(EMAIL, body)).body).toMatchObject({ message: 'email sent successfully' });
    const received = await desk.mailbox.take('asha@example.in');
    expect(received.subject).toBe(`Loan ${desk.loan.number.slice(-4)}`);
    expect(received.text?.trim()).toBe('Dear Asha Kulkarni');
  });

  it.each<[string, () => Promise<object>, string]>([
    [
      'a variable without a value',
      async () => ({ templateId: await addTemplate(desk.world, 'sms', 'Pay by {ptp_date}') }),
      'templateId',
    ],
    [
      'a template of another channel',
      async () => ({ templateId: await addTemplate(desk.world, 'whatsapp', 'Hello') }),
      'templateId',
    ],
    [
      'a template out of use',
      async () => ({ templateId: await addTemplate(desk.world, 'sms', 'Hello', { active: false }) }),
      'templateId',
    ],
    ['no such template', async () => ({ templateId: uuidv7() }), 'templateId'],
    ['a phone of somebody else', async () => ({ phoneId: (await desk.world.addLoan()).phoneId }), 'phoneId'],
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
    await desk.worker.jobs.stop();
    await sentBy();
    await desk.world.run((tx) =>
      tx.query(`${change} where tenant_id = $1 and id = $2`, [desk.world.tenantId, desk.loan.id]),
    );
    const refused = await send();
    expect(refused, JSON.stringify(refused.body)).toMatchObject({ body: { code: 'contact-blocked' } });
    desk.worker = await startWorker(desk.held.db, desk.clock, {
      gateway: `${desk.gateway.url}/send`,
      smtp: desk.mailbox.url,
    });
    await becomes('blocked');
    expect(desk.gateway.requests).toEqual([]);
  });

  it('wait for the next lawful minute when the evening came first', async () => {
    await desk.worker.jobs.stop();
    await sentBy();
    desk.clock.at = 8 * HOUR;
    desk.worker = await startWorker(desk.held.db, desk.clock, {
      gateway: `${desk.gateway.url}/send`,
      smtp: desk.mailbox.url,
    });
    await expect.poll(async () => (await only()).reason, { timeout: 10_000 }).toContain('08:00');
    expect((await only()).status).toBe('queued');
    expect(desk.gateway.requests).toEqual([]);
    desk.clock.at = 20 * HOUR + 60_000;
    await becomes('sent');
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
      expect((await call(who).get(`/api/v2/messages?loanId=${desk.loan.id}`)).status, who).toBe(code);
    }
    expect((await call('caller', desk.other).get(`/api/v2/messages?loanId=${desk.loan.id}`)).status).toBe(404);
    expect((await send(request(), SMS, 'rivalAgent')).status).toBe(404);
    expect((await send(request(), SMS, 'admin')).status).toBe(403);
    expect((await send(request(), SMS, 'client')).status).toBe(403);
    expect((await call('caller', desk.other).post(SMS, request())).status).toBe(404);
    const forged = await call('caller').post(SMS, request(), { collectorid: desk.world.people.rival.id });
    expect(forged).toMatchObject({ status: 403, body: { code: 'identity-mismatch' } });
  });
});
