/** Records at the desk: read, corrected, withdrawn; and the call that they are about. */
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { engines } from '../support/databases';
import { telecallerDesk } from '../support/telecaller-desk';
import { callRecord, fieldRecord, itemOf, payloadHashOf, type Who } from '../support/world';

const today = dayOf(new Date());
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe.each(engines)('the telecaller’s records on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { api, send, record, loanOf, rows, audit } = desk;

  describe('records', () => {
    it('are read one by one, by loan and over all loans within sight', async () => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
      const other = await desk.world.addLoan({ held: { collector: 'collector' } });
      const made = await record('caller', loan, { code: 'CB', callbackAt: at(3), durationSeconds: 42 });
      await record('collector', other);
      expect((await api('caller').get(`/api/v1/call-disposition/id/${made.id}`)).body.data).toMatchObject({
        id: made.id,
        loanId: loan.id,
        durationSeconds: 42,
        callbackAt: made.callbackAt,
        corrected: null,
      });
      expect((await api('caller').get(`/api/v1/call-disposition/by/loan?loanId=${loan.id}`)).body).toMatchObject({
        totalElements: 1,
        currentPageNumber: 1,
      });
      for (const who of ['collector', 'rival'] as const) {
        expect((await api(who).get(`/api/v1/call-disposition/id/${made.id}`)).status).toBe(404);
        expect((await api(who).get(`/api/v1/call-disposition/by/loan?loanId=${loan.id}`)).status).toBe(404);
      }
      const all = async (who: Who, query = '') =>
        (await api(who).get(`/reporting/case-histories?pageNo=1&pageSize=10${query}`)).body.totalElements;
      expect([await all('manager'), await all('caller'), await all('rival'), await all('dialer')]).toEqual([
        2, 1, 0, 0,
      ]);
      expect([
        await all('manager', '&mine=true'),
        await all('manager', '&stage=connect'),
        await all('manager', '&stage=dials'),
      ]).toEqual([0, 1, 2]);
      expect([await all('manager', `&from=${today}&to=${today}`), await all('manager', '&to=2020-01-01')]).toEqual([
        2, 0,
      ]);
    });

    it('tell in every history when and how the borrower says it is paid, and the instalments of a settlement', async () => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller', manager: 'manager' } });
      const claim = { paidOn: today, mode: 'upi' as const };
      const paid = await record('caller', loan, { code: 'FP', amountPaise: 250_000, reference: 'UTR 1', claim });
      const settled = await record('caller', loan, {
        code: 'STL',
        amountPaise: 900_000,
        reason: 'Wants instalments',
        instalments: 6,
      });
      const told = [
        { id: settled.id, instalments: 6 },
        { id: paid.id, claim },
      ];
      expect((await loanOf('caller', loan)).recent).toMatchObject(told);
      expect(
        (await api('manager').get('/api/v1/call-disposition/caseHistory', { loanid: loan.id })).body.caseHistories,
      ).toMatchObject(told);
      expect((await api('manager').get(`/api/v1/call-disposition/id/${paid.id}`)).body.data).toMatchObject({ claim });
    });

    it('are corrected by whose they are or who looks after them; the evidence stays', async () => {
      const loan = await desk.world.addLoan({
        held: { collector: 'caller', manager: 'manager', field_agent: 'agent' },
      });
      const made = await record('caller', loan, { remarks: 'Wrnog' });
      const correct = (who: Who, more: object) =>
        send(who, 'PUT', '/api/v1/call-disposition/single', { id: made.id, ...more });
      const { status, body } = await correct('caller', { remarks: 'Wrong', duration: 30, recordlink: 'https://rec/1' });
      expect([status, body.message]).toEqual([200, 'updated successfully']);
      expect(body.data).toMatchObject({
        remarks: 'Wrong',
        durationSeconds: 30,
        recordlink: 'https://rec/1',
        corrected: { by: expect.any(String) },
      });
      expect((await loanOf('caller', loan)).recent).toMatchObject([{ remarks: 'Wrong' }]);
      expect(
        await rows(`select remarks, record ->> 'remarks' as raw from dispositions where id = $1`, made.id),
      ).toEqual([{ remarks: 'Wrnog', raw: 'Wrnog' }]);
      expect(await audit('dispositions.corrected', made.id)).toMatchObject([
        { detail: { before: { remarks: 'Wrnog' }, after: { remarks: 'Wrong' } } },
      ]);
      expect((await correct('manager', { remarks: 'Seen by the manager' })).status).toBe(200);
      // Another telecaller of the same team does not hold the loan; one who holds it did not record it.
      expect((await correct('collector', { remarks: 'x' })).status).toBe(404);
      await desk.world.unassign(loan, 'collector');
      await desk.world.assign(loan, 'collector', 'collector');
      expect((await correct('collector', { remarks: 'x' })).status).toBe(404);
      expect((await correct('agent', { remarks: 'x' })).status).toBe(403);
      expect((await correct('manager', { remarks: 'x', code: 'PTP' })).status).toBe(422);
    });

    it.each<[string, object, number, { paise: string | null }[]]>([
      ['an empty foreclosure amount', { foreclosureAmount: '' }, 200, [{ paise: null }]],
      ['the foreclosure amount “null”', { foreclosureAmount: 'null' }, 200, [{ paise: null }]],
      ['no amount', {}, 200, [{ paise: null }]],
      ['its amount in paise', { amountPaise: 120_000 }, 200, [{ paise: '120000' }]],
      ['its amount under another name than ours', { foreclosureAmount: '1200' }, 422, []],
    ])('of a foreclosure with %s', async (_, more, status, kept) => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
      const made = callRecord(loan, { code: 'FCL', reason: 'Wants to close', ...more });
      const form = new FormData();
      form.set('disposition', JSON.stringify(made));
      const answer = await api('caller').fetch('/api/v2/call-disposition', {
        method: 'POST',
        headers: { 'idempotency-key': made.id, 'x-payload-hash': payloadHashOf(made) },
        body: form,
      });
      expect(answer.status).toBe(status);
      expect(await rows(`select record ->> 'amountPaise' as paise from dispositions where id = $1`, made.id)).toEqual(
        kept,
      );
    });

    it('are withdrawn by an administrator: the loan is as before', async () => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
      await record('caller', loan, { code: 'PTP', ptp: { amountPaise: 7000, dueOn: addDays(today, 2), mode: 'upi' } });
      const before = await loanOf('caller', loan);
      const wrong = await record('caller', loan, {
        code: 'PPTP',
        loanSeq: 2,
        ptp: { amountPaise: 100, dueOn: today, mode: 'cash' },
        phoneId: loan.phoneId,
      });
      const body = { id: wrong.id, reason: 'Wrong loan' };
      for (const who of ['caller', 'manager', 'nationalManager'] as const)
        expect((await send(who, 'DELETE', '/api/v1/call-disposition', body)).status).toBe(403);
      for (const _ of [1, 2])
        expect((await send('admin', 'DELETE', '/api/v1/call-disposition', body)).body.data).toMatchObject({
          id: wrong.id,
          loanId: loan.id,
        });
      const after = await loanOf('caller', loan);
      expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
      expect(await rows(`select status from ptps where loan_id = $1`, loan.id)).toEqual([{ status: 'open' }]);
      expect(await audit('dispositions.withdrawn', wrong.id)).toMatchObject([
        { detail: { before: { withdrawnAt: null }, after: { withdrawnAt: expect.any(String) } } },
      ]);
      expect((await api('caller').get(`/api/v1/call-disposition/id/${wrong.id}`)).status).toBe(404);
      expect(await rows('select 1 from dispositions where id = $1', wrong.id)).toHaveLength(1);
      expect((await send('admin', 'DELETE', '/api/v1/call-disposition', { id: uuidv7(), reason: 'None' })).status).toBe(
        404,
      );
    });

    it('of a “do not contact” about a part end that wish; about everything they are refused', async () => {
      const until = addDays(today, 9);
      for (const [contactScope, status] of [
        ['calls', 200],
        [undefined, 409],
      ] as const) {
        const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
        const { id } = await record('caller', loan, { code: 'DNC', until, ...(contactScope && { contactScope }) });
        const answer = await send('admin', 'DELETE', '/api/v1/call-disposition', { id, reason: 'Wrong loan' });
        expect(answer.status).toBe(status);
        expect(
          await rows('select ended_at is not null as over from contact_preferences where disposition_id = $1', id),
        ).toEqual([{ over: status === 200 }]);
      }
    });

    it('that suppressed a loan free it again; those that marked it or were paid are refused', async () => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
      const made = await record('caller', loan, { code: 'HOS', until: addDays(today, 9) });
      expect((await api('admin').get(`/api/v1/loans/${loan.id}`)).body.data).toMatchObject({ state: 'suppressed' });
      expect(
        (await send('admin', 'DELETE', '/api/v1/call-disposition', { id: made.id, reason: 'Wrong loan' })).status,
      ).toBe(200);
      expect((await api('admin').get(`/api/v1/loans/${loan.id}`)).body.data).toMatchObject({
        state: 'active',
        contactPause: null,
      });
      const marked = await record('caller', loan, { code: 'DSP', reason: 'Amount', loanSeq: 2 });
      expect(
        await send('admin', 'DELETE', '/api/v1/call-disposition', { id: marked.id, reason: 'Wrong loan' }),
      ).toMatchObject({ status: 409, body: { code: 'loan-state' } });
      const paid = await desk.world.addLoan({ held: { field_agent: 'agent' } });
      const collected = fieldRecord(paid, {
        code: 'FCOL',
        nextVisitOn: undefined,
        personMet: { relation: 'borrower' },
        payment: { amountPaise: 500, mode: 'upi', reference: 'U1' },
      });
      await api('agent').batch(itemOf(collected));
      await rows(`update payments set status = 'deposited' where loan_id = $1`, paid.id);
      expect(
        (await send('admin', 'DELETE', '/api/v1/call-disposition', { id: collected.id, reason: 'Wrong loan' })).status,
      ).toBe(409);
    });
  });

  describe('a call', () => {
    it('is one call whether its start comes before its record, after it, or never', async () => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller' } });
      const start = (callId: string) =>
        api('caller').post(
          '/api/v1/call-disposition',
          { call_status: 'CALL_STARTED', loanId: loan.id, phoneId: loan.phoneId, startedAt: at(-0.1) },
          { 'idempotency-key': callId },
        );
      const [before, after, never] = [uuidv7(), uuidv7(), uuidv7()];
      expect((await start(before)).body.data).toMatchObject({ callId: before });
      for (const [seq, callId] of [before, after, never].entries())
        await record('caller', loan, { callId, loanSeq: seq + 1, phoneId: loan.phoneId, durationSeconds: 20 });
      expect((await start(after)).status).toBe(200);
      const calls = await rows('select id, status, disposition_id, phone_id from calls where loan_id = $1', loan.id);
      expect(calls).toHaveLength(3);
      for (const call of calls)
        expect(call).toMatchObject({
          status: 'CALL_STARTED',
          disposition_id: expect.any(String),
          phone_id: loan.phoneId,
        });
    });

    it('of somebody else is not taken over', async () => {
      const loan = await desk.world.addLoan({ held: { collector: 'caller', manager: 'manager' } });
      const callId = uuidv7();
      await record('caller', loan, { callId });
      const answer = await api('manager').post(
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: loan.id, startedAt: at(-0.1) },
        { 'idempotency-key': callId },
      );
      expect(answer.status).toBe(422);
      await record('manager', loan, { callId, loanSeq: 2 });
      expect(await rows('select user_id from calls where id = $1', callId)).toEqual([
        { user_id: desk.world.people.caller.id },
      ]);
    });
  });
});
