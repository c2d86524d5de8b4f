/** Wishes of borrowers about contact: what each holds back and until when, who may end it, and what is kept of it. */
import { describe, expect, it } from 'vitest';
import type { LoanContact, PhoneRules } from '../../core/contract/contact';
import type { ResponseOf } from '../../core/contract/kit';
import type { syncLoans } from '../../core/contract/sync';
import { uuidv7 } from '../../core/domain/ids';
import { judgeLoan } from '../../src/features/field/loans/judge';
import { contactDesk, GATE } from '../support/contact-desk';
import { engines } from '../support/databases';
import type { TestLoan, Who } from '../support/world';

const _HOUR = 3_600_000;
type SyncedLoans = ResponseOf<typeof syncLoans>['data'];

describe.each(engines)('wishes about contact on $name', ({ fresh }) => {
  const { desk, call, start, wish, audited } = contactDesk(fresh);

  describe('a wish', () => {
    it('not to be called at lunch holds contact back until after it, and its end is a supervisor’s', async () => {
      const made = await wish({ kind: 'not-at-this-time', fromTime: '10:00', toTime: '11:30', note: 'At work' });
      expect(made.status).toBe(200);
      const { preferences } = made.body.data as LoanContact;
      expect(preferences).toMatchObject([{ kind: 'not-at-this-time', fromTime: '10:00', note: 'At work' }]);
      expect((await start()).body.contact).toEqual({
        rule: 'not-at-this-time',
        nextLawfulAt: '2026-11-23T06:00:00.000Z',
      });
      const end = (who: Who, from = desk.world) =>
        call(who, from).post(`${GATE}/loan/${desk.loan.id}/preferences/${preferences[0]?.id}/end`, {
          reason: 'Asked again',
        });
      expect((await end('caller')).status).toBe(403);
      expect((await end('rival')).status).toBe(404);
      expect((await end('admin', desk.other)).status).toBe(404);
      expect((await end('manager')).status).toBe(200);
      expect((await end('manager')).status).toBe(200);
      expect((await start()).status).toBe(200);
      expect(await audited('contact.preference-added')).toMatchObject([
        { actor_id: desk.world.people.caller.id, detail: { before: null, after: { kind: 'not-at-this-time' } } },
      ]);
      expect(await audited('contact.preference-ended')).toMatchObject([
        { detail: { before: { ended: false }, after: { ended: true }, reason: 'Asked again' } },
      ]);
    });

    it('travels with the loan to a phone that has it, with the attempts so far and the rules, and so does its end', async () => {
      const phone = call('agent');
      const first = (await phone.get('/api/v2/sync/loans')).body.data as SyncedLoans;
      expect(first.loans[0]?.contact).toMatchObject({ zone: 'Asia/Kolkata', holds: [], windows: [], attempts: [] });
      const made = await wish({ kind: 'not-at-this-time', fromTime: '10:30', toTime: '12:00' });
      const { preferences } = made.body.data as LoanContact;
      const since = async (cursor: string) =>
        (await phone.get(`/api/v2/sync/loans?cursor=${encodeURIComponent(cursor)}`)).body.data as SyncedLoans;
      const second = await since(first.cursor);
      expect(second.loans[0]?.contact).toMatchObject({ windows: [{ kind: 'not', from: '10:30', to: '12:00' }] });
      expect((await start()).status).toBe(200);
      const end = `${GATE}/loan/${desk.loan.id}/preferences/${preferences[0]?.id}/end`;
      expect((await call('manager').post(end, { reason: 'Asked again' })).status).toBe(200);
      const third = await since(second.cursor);
      expect(third.loans[0]?.contact).toMatchObject({ windows: [], attempts: [{ channel: 'call', at: desk.now }] });
      const rules = (await phone.get(`${GATE}/phone-rules`)).body.data as PhoneRules;
      expect(rules).toMatchObject({ zone: 'Asia/Kolkata', agent: { draValidUntil: null } });
      // By these the phone comes to the server's own answer.
      const [loan] = third.loans;
      if (!loan) throw new Error('no loan');
      const seen = (await phone.get(`${GATE}/loan/${loan.id}`)).body.data as LoanContact;
      const moment = { now: desk.now, zone: rules.zone };
      for (const [channel, answer] of [
        ['visit', seen.visit],
        ['call', seen.phones[0]?.call],
      ] as const)
        expect(
          judgeLoan(loan, { rules, calls: [] }, [], moment, channel, channel === 'call' ? loan.phones[0] : null),
        ).toEqual(answer);
      expect(seen.phones[0]?.call).toMatchObject({ allowed: false, reasons: [{ rule: 'gap' }] });
    });

    it('sent twice is one wish', async () => {
      const id = uuidv7();
      await wish({ id, kind: 'do-not-contact' });
      const again = await wish({ id, kind: 'do-not-contact' });
      expect((again.body.data as LoanContact).preferences).toHaveLength(1);
    });

    it('not to be contacted is on the loan that phones see, and gone from it when it ends', async () => {
      const flags = () =>
        desk.world.run((tx) =>
          tx.query('select flag_do_not_contact, pause_reason from loans where tenant_id = $1 and id = $2', [
            desk.world.tenantId,
            desk.loan.id,
          ]),
        );
      await wish({ kind: 'do-not-contact', until: '2026-12-05' });
      expect(await flags()).toEqual([{ flag_do_not_contact: true, pause_reason: 'Do not contact' }]);
      expect((await start()).body.contact).toEqual({
        rule: 'do-not-contact',
        nextLawfulAt: '2026-12-06T02:30:00.000Z',
      });
      const lift = { what: 'do-not-contact', reason: 'They called us' };
      expect((await call('caller').post(`${GATE}/loan/${desk.loan.id}/lift`, lift)).status).toBe(403);
      expect((await call('manager').post(`${GATE}/loan/${desk.loan.id}/lift`, lift)).status).toBe(200);
      expect(await flags()).toEqual([{ flag_do_not_contact: false, pause_reason: null }]);
      expect((await start()).status).toBe(200);
    });

    const marks = (of = desk.loan) =>
      desk.world.run((tx) =>
        tx.query('select flag_dispute, pause_reason, pause_until from loans where tenant_id = $1 and id = $2', [
          desk.world.tenantId,
          of.id,
        ]),
      );
    const endOf = (id: string, who: Who = 'manager') =>
      call(who).post(`${GATE}/loan/${desk.loan.id}/preferences/${id}/end`, { reason: 'Resolved' });
    /** A second loan of the same borrower. */
    async function anotherLoan(): Promise<TestLoan> {
      const made = await desk.world.addLoan({ held: { collector: 'caller' } });
      await desk.world.run((tx) =>
        tx.query('update loans set borrower_id = $3 where tenant_id = $1 and id = $2', [
          desk.world.tenantId,
          made.id,
          desk.loan.borrowerId,
        ]),
      );
      return made;
    }
    const DISPUTED = { kind: 'dispute', note: 'Paid in March' };

    it('that disputes a loan silences this one on every channel, until a manager ends it', async () => {
      const second = await anotherLoan();
      const id = uuidv7();
      const made = await wish({ ...DISPUTED, id });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      const { preferences, visit, phones } = made.body.data as LoanContact;
      expect(preferences).toMatchObject([{ id, kind: 'dispute', note: 'Paid in March' }]);
      const [phone] = phones;
      for (const answer of [phone?.call, phone?.sms, phone?.whatsapp, visit]) {
        expect(answer).toMatchObject({ allowed: false, nextLawfulAt: null, reasons: [{ rule: 'dispute' }] });
      }
      expect((await start()).body.contact).toEqual({ rule: 'dispute', nextLawfulAt: null });
      expect(await marks()).toEqual([{ flag_dispute: true, pause_reason: 'Dispute', pause_until: null }]);
      // The borrower's other loan is not disputed.
      const beside = (await call('caller').get(`${GATE}/loan/${second.id}`)).body.data as LoanContact;
      expect(beside.preferences).toEqual([]);
      expect((await start(second)).status).toBe(200);
      expect((await endOf(id, 'caller')).status).toBe(403);
      expect((await endOf(id, 'rival')).status).toBe(404);
      expect((await endOf(id)).status).toBe(200);
      expect(await marks()).toEqual([{ flag_dispute: false, pause_reason: null, pause_until: null }]);
      expect(await audited('contact.preference-added')).toMatchObject([
        { actor_id: desk.world.people.caller.id, detail: { before: null, after: { kind: 'dispute' } } },
      ]);
      expect(JSON.stringify(await audited('contact.preference-added'))).not.toContain('Paid in March');
    });

    it('that disputes a loan takes only its own mark away, and hands it on to another one', async () => {
      const [first, second] = [uuidv7(), uuidv7()];
      await wish({ ...DISPUTED, id: first });
      await wish({ ...DISPUTED, id: second, note: 'Never borrowed' });
      await endOf(first);
      expect(await marks()).toMatchObject([{ flag_dispute: true }]);
      await endOf(second);
      expect(await marks()).toMatchObject([{ flag_dispute: false }]);
      // What came of a visit or with the book is no wish's to end.
      await desk.world.run((tx) =>
        tx.query(
          "update loans set flag_dispute = true, pause_reason = 'Amount disputed' where tenant_id = $1 and id = $2",
          [desk.world.tenantId, desk.loan.id],
        ),
      );
      const third = uuidv7();
      await wish({ ...DISPUTED, id: third });
      await endOf(third);
      expect(await marks()).toMatchObject([{ flag_dispute: true, pause_reason: 'Amount disputed' }]);
      // Lifting the dispute ends it however it came, wishes and all.
      await wish({ ...DISPUTED, id: uuidv7() });
      const lifted = await call('manager').post(`${GATE}/loan/${desk.loan.id}/lift`, {
        what: 'dispute',
        reason: 'Resolved',
      });
      expect((lifted.body.data as LoanContact).preferences).toEqual([]);
      expect(await marks()).toMatchObject([{ flag_dispute: false, pause_reason: null }]);
    });

    it('of a family in mourning silences all its loans until after its last day, and its end gives them back', async () => {
      const second = await anotherLoan();
      const id = uuidv7();
      const made = await wish({ id, kind: 'bereavement', until: '2026-12-05', note: 'Her mother' });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      const pause = { rule: 'sensitive', nextLawfulAt: '2026-12-06T02:30:00.000Z' };
      expect((await start()).body.contact).toEqual(pause);
      expect((await start(second)).body.contact).toEqual(pause);
      for (const one of [desk.loan, second]) {
        expect(await marks(one)).toEqual([
          { flag_dispute: false, pause_reason: 'Bereavement', pause_until: '2026-12-05' },
        ]);
      }
      expect((await endOf(id)).status).toBe(200);
      expect(await marks(second)).toMatchObject([{ pause_reason: null }]);
      expect((await start()).status).toBe(200);
    });

    it.each([
      [DISPUTED, { note: null }, 'note'],
      [DISPUTED, { until: '2026-12-05' }, 'until'],
      [DISPUTED, { channels: ['sms'] }, 'channels'],
      [{ kind: 'bereavement' }, { channels: ['call'] }, 'channels'],
      [{ kind: 'bereavement' }, { until: '2026-11-22' }, 'until'],
      [{ kind: 'not-at-this-time' }, {}, 'fromTime'],
      [{ kind: 'only-at-this-time', fromTime: '10:00', toTime: '10:00' }, {}, 'toTime'],
      [{ kind: 'not-at-this-place' }, {}, 'place'],
      [{ kind: 'do-not-contact', until: '2026-11-22' }, {}, 'until'],
      [{ kind: 'do-not-contact', phoneId: uuidv7() }, {}, 'phoneId'],
      [{ kind: 'do-not-contact', channels: [] }, {}, 'channels'],
      [{ kind: 'something' }, {}, 'kind'],
      [{ kind: 'do-not-contact', days: [8] }, {}, 'days.0'],
    ])('%j with %j is refused with its field', async (body, more, path) => {
      const refused = await wish({ ...body, ...more });
      expect(refused.status).toBe(422);
      expect(refused.body.fields).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
    });

    it('about somebody else’s loan is not taken', async () => {
      expect((await wish({ kind: 'do-not-contact' }, 'rivalAgent')).status).toBe(404);
      expect((await wish({ kind: 'do-not-contact' }, 'admin', desk.other)).status).toBe(404);
      expect((await wish({ kind: 'do-not-contact' }, 'client')).status).toBe(403);
    });
  });

  it.each([
    ['flag_dispute', 'dispute'],
    ['flag_legal', 'legal'],
  ])('a manager lifts %s', async (column, what) => {
    await desk.world.run((tx) =>
      tx.query(`update loans set ${column} = true, pause_reason = 'Held' where tenant_id = $1 and id = $2`, [
        desk.world.tenantId,
        desk.loan.id,
      ]),
    );
    expect((await start()).status).toBe(409);
    const lift = { what, reason: 'Resolved' };
    expect((await call('rival').post(`${GATE}/loan/${desk.loan.id}/lift`, lift)).status).toBe(404);
    expect((await call('manager').post(`${GATE}/loan/${desk.loan.id}/lift`, lift)).status).toBe(200);
    expect((await start()).status).toBe(200);
    expect(await audited('contact.hold-lifted')).toMatchObject([
      { detail: { before: { [what]: true }, after: { [what]: false }, reason: 'Resolved' } },
    ]);
  });
});
