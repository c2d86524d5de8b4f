/** The telecaller’s lists of loans: whose, in which queue, and the same on the server as on the device. */
import { describe, expect, it } from 'vitest';
import { CALL_QUEUES, inQueue } from '../../core/domain/call-queues';
import { addDays, DEFAULT_ZONE, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { engines } from '../support/databases';
import { type PageBody, telecallerDesk } from '../support/telecaller-desk';
import { fieldRecord, itemOf, type TestLoan, type Who } from '../support/world';

const today = dayOf(new Date());
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe.each(engines)('the telecaller’s lists on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { api, page, numbers, record, loanOf, rows } = desk;

  it('merge each loan with its newest record, and show nobody what is not theirs', async () => {
    const mine = await desk.world.addLoan({ number: 'M-1', held: { collector: 'caller' } });
    await desk.world.addLoan({ number: 'X-1', held: { collector: 'collector' } });
    await desk.foreign.addLoan({ number: 'F-1', held: { collector: 'caller' } });
    await record('caller', mine, { remarks: 'first', recordedAt: at(-2) });
    const last = await record('caller', mine, { code: 'BSY', remarks: 'then busy', loanSeq: 2 });
    const { content, totalElements } = await page('caller', 'active/loans');
    expect(totalElements).toBe(1);
    expect(content[0]).toMatchObject({
      _id: mine.id,
      Loan_ID: 'M-1',
      loanId: 'M-1',
      disposition: { id: last.id, code: 'BSY', remarks: 'then busy' },
      disCreatedAt: expect.any(String),
      retained: false,
    });
    expect(JSON.stringify(content)).not.toContain('9812345678');
    expect(await numbers('manager', 'active/loans?sort=loanNumber')).toEqual(['M-1', 'X-1']);
    expect(await numbers('manager', `active/loans?collectorId=${desk.world.people.collector.id}`)).toEqual(['X-1']);
    expect(await numbers('nationalManager', `active/loans?managerId=${desk.world.people.manager.id}`)).toHaveLength(2);
    expect(await numbers('admin', 'active/loans?disposition=BSY')).toEqual(['M-1']);
    expect(await numbers('admin', 'active/loans?disposition=NON_CONTACT&clientsName=sahyadri%20bank')).toEqual(['M-1']);
    expect(await numbers('admin', `active/loans?gte=${today}&lte=${today}`)).toEqual(['M-1']);
    expect(await numbers('dialer', 'active/loans')).toEqual([]);
  });

  it.each(['collectorId', 'managerId'])('by %s of somebody who is not theirs are not found', async (name) => {
    for (const other of [desk.world.people.rivalAgent.id, desk.foreign.people.caller.id, uuidv7()]) {
      const { status } = await api('manager').get(`/api/v1/loans/active/loans?${name}=${other}`);
      expect(status).toBe(404);
    }
    expect(
      (await api('caller').get(`/api/v1/loans/active/loans?${name}=${desk.world.people.collector.id}`)).status,
    ).toBe(404);
  });

  it('hold to the same queues as the device', async () => {
    const loans = await desk.world.addLoans(7, { held: { collector: 'caller' } });
    const [callback, later, due, broken, paid, fresh, quiet] = loans as [
      TestLoan,
      TestLoan,
      TestLoan,
      TestLoan,
      TestLoan,
      TestLoan,
      TestLoan,
    ];
    const ptp = (dueOn: string) => ({ code: 'PTP', ptp: { amountPaise: 5000, dueOn, mode: 'upi' } });
    await record('caller', callback, { code: 'CB', callbackAt: at(-1) });
    await record('caller', later, { code: 'CB', callbackAt: at(72) });
    await record('caller', due, ptp(today));
    await record('caller', broken, ptp(addDays(today, 3)));
    await rows(`update loans set ptp_due_on = $2 where id = $1`, broken.id, addDays(today, -2));
    await record('caller', paid, { code: 'FP', amountPaise: 100, reference: 'UTR1' });
    await record('caller', quiet);
    const expected = {
      callback: [callback.id],
      'ptp-today': [due.id],
      'ptp-broken': [broken.id],
      'paid-verify': [paid.id],
      fresh: [fresh.id],
    };
    for (const queue of CALL_QUEUES) {
      const { content } = await page('caller', `active/loans?queue=${queue}`);
      expect(
        content.map(({ id }) => id),
        queue,
      ).toEqual(expected[queue]);
    }
    // What a device is given sorts into the same queues.
    const { body } = await api('caller').get('/api/v2/sync/loans');
    for (const loan of (body.data as { loans: Parameters<typeof String>[0][] }).loans as never[]) {
      const {
        id,
        state,
        callbackAt,
        ptp: promise,
        recent,
        lastPayment,
      } = loan as {
        id: string;
        state: 'active';
        callbackAt: string | null;
        ptp: { dueOn: string; status: 'open' } | null;
        recent: { class: 'PAID'; at: string }[];
        lastPayment: { on: string } | null;
      };
      const [last] = recent;
      const facts = {
        state,
        callbackAt,
        ptp: promise,
        last: last ? { class: last.class, on: dayOf(last.at) } : null,
        lastPaymentOn: lastPayment?.on ?? null,
      };
      for (const queue of CALL_QUEUES)
        expect(inQueue(queue, facts, today, DEFAULT_ZONE), `${queue} ${id}`).toBe(expected[queue].includes(id));
    }
  });

  it('of a callback end with the next call, and a visit does not answer it', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
    await record('caller', loan, { code: 'CB', callbackAt: at(1) });
    await api('agent').batch(itemOf(fieldRecord(loan)));
    expect((await loanOf('caller', loan)).callbackAt).not.toBeNull();
    await record('caller', loan, { loanSeq: 2 });
    expect((await loanOf('caller', loan)).callbackAt).toBeNull();
  });

  it('of scheduled cases are the caller’s own, or everybody’s within sight', async () => {
    const [own, other] = (await desk.world.addLoans(2, { held: { collector: 'caller', manager: 'manager' } })) as [
      TestLoan,
      TestLoan,
    ];
    const promise = { code: 'PTP', ptp: { amountPaise: 5000, dueOn: today, mode: 'upi' } };
    await record('caller', own, promise);
    await record('manager', other, promise);
    await record('caller', own, { code: 'CB', callbackAt: new Date().toISOString(), loanSeq: 2 });
    const cases = async (who: Who, path: string) =>
      (await api(who).get(`/api/v1/loans/${path}`)).body.data as { ptp: PageBody; callBack: PageBody };
    const mine = await cases('caller', 'scheduledCases');
    expect(mine.ptp.content.map(({ id }) => id)).toEqual([own.id]);
    expect(mine.callBack.content.map(({ id }) => id)).toEqual([own.id]);
    const all = await cases('caller', 'scheduledCasesAll?ptpPage=1&callBackPage=1');
    expect(all.ptp.totalElements).toBe(2);
    const past = await cases(
      'caller',
      `scheduledCasesAll?ptpStartDate=2020-01-01&ptpEndDate=2020-01-31&callBackStartDate=2020-01-01`,
    );
    expect([past.ptp.totalElements, past.callBack.totalElements]).toEqual([0, 0]);
    expect((await cases('rival', 'scheduledCasesAll')).ptp.totalElements).toBe(0);
    const stock = (await api('manager').get('/api/v1/loans/getTodaysPtpStockManager')).body.data as {
      rows: unknown[];
    };
    expect(stock.rows).toHaveLength(2);
    expect(stock.rows[0]).toMatchObject({ due: 1, duePaise: 5000, open: 1, kept: 0, broken: 0 });
  });

  it('of the field, of a manager and of who holds what', async () => {
    const visited = await desk.world.addLoan({ number: 'V', held: { field_agent: 'agent', collector: 'caller' } });
    await desk.world.addLoan({ number: 'N', held: { collector: 'collector' } });
    await desk.world.addLoan({ number: 'U' });
    await api('agent').batch(itemOf(fieldRecord(visited)));
    expect(await numbers('manager', `fieldCases?dateFrom=${today}`)).toEqual(['V']);
    expect(await numbers('manager', 'by/manager')).toHaveLength(2);
    expect(await numbers('admin', `by/manager?managerId=${desk.world.people.rival.id}`)).toEqual([]);
    expect((await api('manager').get(`/api/v1/loans/by/manager?managerId=${desk.world.people.rival.id}`)).status).toBe(
      404,
    );
    const total = (await api('admin').get('/api/v1/loans/total/assigned')).body.data;
    expect(total).toEqual({
      total: 3,
      assigned: 2,
      unassigned: 1,
      manager: 0,
      collector: 2,
      fieldAgent: 1,
      agency: 0,
    });
  });

  it.each([
    'active/loans?page=0',
    'active/loans?queue=x',
    'active/loans?gte=x',
    'scheduledCases?nonsense=1',
    'fieldCases?pageSize=999',
  ])('refuse %s', async (path) => {
    expect((await api('caller').get(`/api/v1/loans/${path}`)).status).toBe(422);
  });
});
