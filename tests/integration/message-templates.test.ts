/** Templates of messages: who keeps them, where they are offered, and how they are previewed. */

import { describe, expect, it } from 'vitest';
import type { Template } from '../../core/contract/messages';
import { uuidv7 } from '../../core/domain/ids';

import { engines } from '../support/databases';
import { messageDesk } from '../support/message-desk';
import { addTemplate, dayFrom } from '../support/messaging';
import { as, type TestLoan, type Who } from '../support/world';

const HOUR = 3_600_000;

describe.each(engines)('templates of messages on $name', ({ fresh }) => {
  const { desk, call, request, send, put, sentBy } = messageDesk(fresh);

  it('are previewed with a loan’s values, what is missing and whether they may go out', async () => {
    const wanted = { loanId: desk.loan.id };
    const good = await call('caller').post(`/api/v2/message-templates/${desk.template}/preview`, wanted);
    expect(good.body.data).toEqual({
      subject: null,
      text: `Dear Asha, ₹5,000 is due on your loan ending ${desk.loan.number.slice(-4)}.`,
      missing: [],
      contact: { allowed: true, reason: null, rule: null, nextAt: null },
    });
    const link = await addTemplate(desk.world, 'sms', 'Pay {payment_amount} by {ptp_date}: {payment_link}');
    const path = `/api/v2/message-templates/${link}/preview`;
    expect((await call('caller').post(path, wanted)).body.data).toMatchObject({
      missing: ['payment_amount', 'ptp_date', 'payment_link'],
    });
    expect((await call('caller').post(path, { ...wanted, amountPaise: 100_000 })).body.data).toMatchObject({
      missing: ['ptp_date'],
    });
    desk.clock.at = 8 * HOUR;
    expect((await call('caller').post(path, wanted)).body.data).toMatchObject({
      contact: { allowed: false, rule: 'hours', nextAt: `${dayFrom(1)}T02:30:00.000Z` },
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
      const entries = await desk.world.run((tx) =>
        tx.query<{ action: string; detail: { before: Template | null; after: Template } }>(
          'select action, detail from audit_log where tenant_id = $1 and subject_id = $2 order by seq',
          [desk.world.tenantId, made.id],
        ),
      );
      expect(entries.map(({ action }) => action)).toEqual(['messages.template-made', 'messages.template-changed']);
      expect(entries[1]?.detail).toMatchObject({ before: { active: true }, after: { active: false } });
      expect((await put('caller', path, body())).status).toBe(403);
      const foreign = await as(desk.server.origin, desk.other.people.admin).fetch(path, {
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
      await desk.world.run((tx) =>
        tx.query(
          `insert into portfolio_templates (tenant_id, id, portfolio_id, position, channel, name, language, dlt_template_id, header, body)
           select tenant_id, $2, portfolio_id, 1, 'sms', 'Of the portfolio', 'en', '1107160000000054321', 'PORTFO', 'Hello {first_name}'
             from loans where id = $1`,
          [desk.loan.id, id],
        ),
      );
      const elsewhere = await desk.world.addLoan({ otherClient: true, held: { collector: 'caller' } });
      const offered = async (of: TestLoan) =>
        (
          (await call('caller').get(`/api/v2/message-templates?loanId=${of.id}&q=Of%20the%20portfolio`)).body.data as {
            rows: Template[];
          }
        ).rows;
      expect(await offered(desk.loan)).toMatchObject([{ id, dltHeader: 'PORTFO' }]);
      expect(await offered(elsewhere)).toEqual([]);
      // Somebody who does not see the loan is offered nothing by its number.
      const { body: unseen } = await call('rivalAgent').get(
        `/api/v2/message-templates?loanId=${desk.loan.id}&q=Of%20the%20portfolio`,
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
