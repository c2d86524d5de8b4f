/** The contact gate on the server: what it refuses, what it notes, and who may see and change what. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import type { ContactChannel } from '../../core/domain/contact-gate';
import { uuidv7 } from '../../core/domain/ids';
import { mayContact } from '../../server/modules/contact';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const ZONE = 'Asia/Kolkata';
/** Monday 23 November 2026, 10:00 in India. */
const MORNING = Date.parse('2026-11-23T04:30:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(engines)('the contact gate on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let loan: TestLoan;
  let now = MORNING;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock: { now: () => new Date(now) } });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    other = await createTenantWorld(held.db, { contactRules: 'in-force' });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    now = MORNING;
    loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
  });

  const call = (who: Who, from = world) => as(server.origin, from.people[who]);
  const start = (body: object = {}, key = uuidv7(), who: Who = 'caller') =>
    call(who).post(
      '/api/v1/call-disposition',
      { call_status: 'CALL_STARTED', loanId: loan.id, ...body },
      { 'idempotency-key': key },
    );
  const attempts = () =>
    world.run((tx) =>
      tx.query<{ id: string; channel: string; connected: boolean | null; outside_rule: string | null }>(
        'select id, channel, connected, outside_rule from contact_attempts where tenant_id = $1 and loan_id = $2 order by at, id',
        [world.tenantId, loan.id],
      ),
    );
  const blocks = () =>
    world.run((tx) =>
      tx.query<{ rule: string; channel: string; kind: string; times: number; user_id: string }>(
        'select rule, channel, kind, times, user_id from contact_blocks where tenant_id = $1 and loan_id = $2 order by rule, kind',
        [world.tenantId, loan.id],
      ),
    );

  describe('a call that starts', () => {
    it('is noted as an attempt under its own id, and its record says whether somebody answered', async () => {
      const started = await start();
      expect(started.status).toBe(200);
      const { callId } = started.body.data as { callId: string };
      expect(await attempts()).toEqual([{ id: callId, channel: 'call', connected: null, outside_rule: null }]);
      now += MINUTE;
      const record = callRecord(loan, {
        code: 'RTP',
        reason: 'No work',
        callId,
        recordedAt: new Date(now).toISOString(),
      });
      expect((await call('caller').batch(itemOf(record))).status).toBe(200);
      expect(await attempts()).toEqual([{ id: callId, channel: 'call', connected: true, outside_rule: null }]);
    });

    it('is refused after hours with the rule and the next lawful minute, counted, and leaves nothing else', async () => {
      now = Date.parse('2026-11-23T13:30:00Z');
      const key = uuidv7();
      const refused = await start({}, key);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        success: false,
        code: 'contact-blocked',
        class: 'user',
        message: 'Contact is allowed from 08:00 to 19:00 by the borrower’s clock.',
        contact: { rule: 'hours', nextLawfulAt: '2026-11-24T02:30:00.000Z' },
      });
      expect((await start({}, key)).status).toBe(409);
      expect(await attempts()).toEqual([]);
      expect(await blocks()).toEqual([
        { rule: 'hours', channel: 'call', kind: 'refused', times: 2, user_id: world.people.caller.id },
      ]);
      // The same key starts the call when its time has come.
      now = Date.parse('2026-11-24T02:30:00Z');
      expect((await start({}, key)).status).toBe(200);
      expect((await start({}, key)).status).toBe(200);
      expect(await attempts()).toHaveLength(1);
    });

    it('is counted by borrower over all channels and loans, three a day', async () => {
      const second = await world.addLoan({ held: { collector: 'caller' } });
      await world.run((tx) =>
        tx.query('update loans set borrower_id = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          second.id,
          loan.borrowerId,
        ]),
      );
      expect((await start()).status).toBe(200);
      now += HOUR;
      const sms = await world.run((tx) =>
        mayContact(
          tx,
          { tenantId: world.tenantId, userId: null },
          { loanId: second.id, channel: 'sms', attemptId: uuidv7(), now: new Date(now), zone: ZONE },
        ),
      );
      expect(sms.allowed).toBe(true);
      now += HOUR;
      expect((await start({ loanId: second.id })).status).toBe(200);
      now += HOUR;
      expect((await start()).body.contact).toEqual({ rule: 'per-day', nextLawfulAt: '2026-11-24T02:30:00.000Z' });
    });

    it('that is told late is kept and marked, never refused', async () => {
      now = Date.parse('2026-11-23T15:30:00Z');
      const late = await start({ startedAt: '2026-11-23T15:00:00Z' });
      expect(late.status).toBe(200);
      expect(await attempts()).toMatchObject([{ channel: 'call', outside_rule: 'hours' }]);
      expect(await blocks()).toMatchObject([{ rule: 'hours', kind: 'outside', times: 1 }]);
    });

    it.each([
      ['flag_dispute', 'dispute'],
      ['flag_legal', 'legal'],
      ['flag_deceased', 'deceased'],
      ['flag_do_not_contact', 'do-not-contact'],
    ])('is refused for good while %s is set', async (column, rule) => {
      await world.run((tx) =>
        tx.query(`update loans set ${column} = true where tenant_id = $1 and id = $2`, [world.tenantId, loan.id]),
      );
      const refused = await start();
      expect(refused.status).toBe(409);
      expect(refused.body.contact).toEqual({ rule, nextLawfulAt: null });
    });

    it('is refused to an agent whose certificate has ended, from midnight in the tenant’s zone on', async () => {
      const [user] = [world.people.caller.id];
      const until = (day: string | null) =>
        world.run((tx) =>
          tx.query('update users set dra_valid_until = $3 where tenant_id = $1 and id = $2', [
            world.tenantId,
            user,
            day,
          ]),
        );
      await until('2026-11-22');
      expect((await start()).body.contact).toEqual({ rule: 'dra', nextLawfulAt: null });
      await until('2026-11-23');
      expect((await start()).status).toBe(200);
      await until(null);
    });

    it('follows the borrower’s own clock', async () => {
      await world.run((tx) =>
        tx.query("update borrowers set zone = 'America/New_York' where tenant_id = $1 and id = $2", [
          world.tenantId,
          loan.borrowerId,
        ]),
      );
      expect((await start()).body.contact).toEqual({ rule: 'hours', nextLawfulAt: '2026-11-23T13:00:00.000Z' });
    });
  });

  describe('“no contact until” with an outcome that by itself pauses nothing', () => {
    it.each([
      ['RTP', 'caller', {}],
      ['JL', 'caller', {}],
      ['FRTP', 'agent', { personMet: { relation: 'borrower' } }],
      ['FINA', 'agent', { personMet: { relation: 'borrower' } }],
    ] as const)(
      '%s: nobody calls or visits before that day is over, and a record taken out lifts it',
      async (code, who, more) => {
        const made = {
          code,
          reason: 'Shop is shut',
          until: '2026-11-26',
          recordedAt: new Date(now - MINUTE).toISOString(),
          ...more,
        };
        const record =
          who === 'caller' ? callRecord(loan, made) : fieldRecord(loan, { ...made, nextVisitOn: undefined });
        const sent = await call(who).batch(itemOf(JSON.parse(JSON.stringify(record))));
        expect(sent.body).toMatchObject({ results: [{ receipt: { outcome: 'applied' } }] });
        now += HOUR;
        expect((await start()).body.contact).toEqual({
          rule: 'do-not-contact',
          nextLawfulAt: '2026-11-27T02:30:00.000Z',
        });
        const seen = await call('agent').get(`/api/v2/contact-gate/loan/${loan.id}`);
        expect(seen.body.data).toMatchObject({ visit: { allowed: false }, letter: { allowed: true } });
        const { body } = await call('agent').get('/api/v2/sync/loans');
        const [held] = (body.data as { loans: Loan[] }).loans.filter(({ id }) => id === loan.id);
        expect(held?.contactPause).toMatchObject({ until: '2026-11-26' });
        const withdrawn = await call('admin').fetch('/api/v1/call-disposition', {
          method: 'DELETE',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: record.id, reason: 'Another loan' }),
        });
        expect(withdrawn.status).toBe(200);
        expect((await start()).status).toBe(200);
      },
    );
  });

  describe('two at the same second', () => {
    it('cannot both take the last attempt of the day', async () => {
      const ids = [uuidv7(), uuidv7()];
      for (const id of ids) {
        await world.run((tx) =>
          mayContact(
            tx,
            { tenantId: world.tenantId, userId: null },
            { loanId: loan.id, channel: 'sms', attemptId: id, now: new Date(now - HOUR), zone: ZONE },
          ),
        );
      }
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          world.run((tx) =>
            mayContact(
              tx,
              { tenantId: world.tenantId, userId: world.people.caller.id },
              { loanId: loan.id, channel: 'call', attemptId: uuidv7(), now: new Date(now), zone: ZONE },
            ),
          ),
        ),
      );
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(1);
      expect(await attempts()).toHaveLength(3);
      expect(await blocks()).toMatchObject([{ rule: 'per-day', kind: 'refused', times: 5 }]);
    });

    it('the same attempt asked twice is one attempt', async () => {
      const attemptId = uuidv7();
      const ask = () =>
        world.run((tx) =>
          mayContact(
            tx,
            { tenantId: world.tenantId, userId: null },
            { loanId: loan.id, channel: 'whatsapp', attemptId, now: new Date(now), zone: ZONE },
          ),
        );
      const answers = await Promise.all([ask(), ask(), ask()]);
      expect(answers.every(({ allowed }) => allowed)).toBe(true);
      expect(await attempts()).toHaveLength(1);
    });

    it('what the borrower asked for is noted and bars nothing', async () => {
      for (let at = 0; at < 5; at += 1) {
        const sent = await world.run((tx) =>
          mayContact(
            tx,
            { tenantId: world.tenantId, userId: null },
            { loanId: loan.id, channel: 'sms', attemptId: uuidv7(), now: new Date(now), zone: ZONE, onRequest: true },
          ),
        );
        expect(sent.allowed).toBe(true);
      }
      expect((await start()).status).toBe(200);
    });
  });

  describe('a visit', () => {
    const visit = (at: string, more: object = {}) =>
      call('agent').batch(itemOf(fieldRecord(loan, { recordedAt: at, nextVisitOn: '2026-12-01', ...more })));

    it('within the hours is an attempt and nothing more', async () => {
      const answer = await visit('2026-11-23T04:29:00Z');
      expect(answer.body.results).toMatchObject([{ receipt: { outcome: 'applied' } }]);
      expect(await attempts()).toMatchObject([{ channel: 'visit', connected: false, outside_rule: null }]);
      expect(await blocks()).toEqual([]);
    });

    it('that was made after hours without a network is taken, marked and counted', async () => {
      const answer = await visit('2026-11-22T15:00:00Z');
      expect(answer.body.results).toMatchObject([{ receipt: { outcome: 'applied' } }]);
      expect(await attempts()).toMatchObject([{ channel: 'visit', outside_rule: 'hours' }]);
      expect(await blocks()).toEqual([
        { rule: 'hours', channel: 'visit', kind: 'outside', times: 1, user_id: world.people.agent.id },
      ]);
    });

    it('sent twice is counted once', async () => {
      const record = fieldRecord(loan, { recordedAt: '2026-11-22T15:00:00Z', nextVisitOn: '2026-12-01' });
      await call('agent').batch(itemOf(record));
      await call('agent').batch(itemOf(record));
      expect(await blocks()).toMatchObject([{ times: 1 }]);
    });

    it('made before a dispute that the server learned of first is not held against it', async () => {
      await call('caller').batch(
        itemOf(callRecord(loan, { code: 'DSP', reason: 'Wrong amount', recordedAt: '2026-11-23T04:20:00Z' })),
      );
      await visit('2026-11-23T04:00:00Z');
      expect((await attempts()).filter(({ channel }) => channel === 'visit')).toMatchObject([{ outside_rule: null }]);
      now += HOUR;
      await visit('2026-11-23T05:20:00Z');
      expect((await attempts()).filter(({ channel }) => channel === 'visit').at(-1)).toMatchObject({
        outside_rule: 'dispute',
      });
    });
  });

  describe('what a record’s class asks for', () => {
    it('about a part takes nothing from a lender’s “do not contact”', async () => {
      await world.run((tx) =>
        tx.query('update loans set flag_do_not_contact = true where tenant_id = $1 and id = $2', [
          world.tenantId,
          loan.id,
        ]),
      );
      const more = { code: 'DNC', until: '2026-11-25', contactScope: 'messages', phoneId: loan.phoneId };
      const recordedAt = new Date(now - MINUTE).toISOString();
      await call('caller').batch(itemOf(callRecord(loan, { ...more, recordedAt })));
      now += HOUR;
      expect((await start()).body.contact).toMatchObject({ rule: 'do-not-contact' });
    });

    it.each([
      ['calls', { call: false, sms: true, visit: true }],
      ['messages', { call: true, sms: false, visit: true }],
      ['visits', { call: true, sms: true, visit: false }],
      ['number', { call: false, sms: false, visit: true }],
    ])('“do not contact” about %s leaves the other ways open', async (contactScope, expected) => {
      const until = '2026-12-05';
      const recordedAt = new Date(now - MINUTE).toISOString();
      const more = { code: 'DNC', until, contactScope, phoneId: loan.phoneId, recordedAt };
      expect((await call('caller').batch(itemOf(callRecord(loan, more)))).body.results).toMatchObject([
        { receipt: {} },
      ]);
      for (const [channel, allowed] of Object.entries(expected)) {
        now += 2 * HOUR;
        const verdict = await world.run((tx) =>
          mayContact(
            tx,
            { tenantId: world.tenantId, userId: null },
            {
              loanId: loan.id,
              channel: channel as ContactChannel,
              ...(channel !== 'visit' && { phoneId: loan.phoneId }),
              attemptId: uuidv7(),
              now: new Date(now),
              zone: ZONE,
            },
          ),
        );
        expect({ channel, allowed: verdict.allowed, rule: verdict.allowed ? null : verdict.reason.rule }).toEqual({
          channel,
          allowed,
          rule: allowed ? null : 'do-not-contact',
        });
      }
    });

    it.each([
      ['DNC', { until: '2026-12-05' }, 'do-not-contact', '2026-12-06T02:30:00.000Z'],
      ['CMP', { remarks: 'Rude' }, 'complaint', null],
      ['BRV', { until: '2026-11-25' }, 'sensitive', '2026-11-26T02:30:00.000Z'],
      ['ADV', { reference: 'OS 12' }, 'legal', null],
    ])('%s holds contact back', async (code, more, rule, nextLawfulAt) => {
      const record = callRecord(loan, { code, ...more, recordedAt: new Date(now - MINUTE).toISOString() });
      expect((await call('caller').batch(itemOf(record))).body.results).toMatchObject([{ receipt: {} }]);
      now += HOUR;
      expect((await start()).body.contact).toEqual({ rule, nextLawfulAt });
    });
  });

  it('is another tenant’s business in nothing', async () => {
    const key = uuidv7();
    const foreign = await call('caller', other).post(
      '/api/v1/call-disposition',
      { call_status: 'CALL_STARTED', loanId: loan.id },
      { 'idempotency-key': key },
    );
    expect(foreign.status).toBe(404);
    expect(await attempts()).toEqual([]);
  });
});
