/** What is counted of processes, and what a disposition brings to a call. */
import { describe, expect, it } from 'vitest';
import type { PredictiveRow } from '../../core/contract/predictive';
import { verifyAudit } from '../../server/db/audit';
import { engines } from '../support/databases';
import { createPerson } from '../support/people';
import { predictiveDesk } from '../support/predictive-desk';
import { as, callRecord, itemOf, type Who } from '../support/world';

describe.each(engines)('the report on processes on $name', ({ fresh }) => {
  const desk = predictiveDesk(fresh);
  const { call, work, ended, started, loanOf, upload, checked, audited } = desk;

  const report = async (query: string, who: Who = 'admin') => {
    const { status, body } = await call(who).get(`/api/v2/predictive-report?from=2026-11-21&to=2026-11-22&${query}`);
    return { status, body, data: body.data as { rows: PredictiveRow[]; total: number; sums: PredictiveRow } };
  };

  it('counts by process, list, day and agent; a disposition brings its promise and carries the process', async () => {
    const process = await started({ maxLevel: 3 });
    const loans = [await loanOf(), await loanOf(), await loanOf()];
    const list = await checked(await upload(process, `Loan number\n${loans.map(({ number }) => number).join('\n')}`));
    const [a, b, c] = (await work()).parties;
    if (!a || !b || !c) throw new Error('Three were to be handed out');
    await ended(a, 'hung-up', 120);
    await ended(b, 'no-answer');
    const loan = loans.find(({ number }) => number === a.loanNumber);
    if (!loan) throw new Error('A loan of the list');
    const record = callRecord(loan, {
      code: 'PTP',
      callId: a.callId,
      isPredictive: true,
      recordedAt: new Date(desk.now.getTime() - 1000).toISOString(),
      ptp: { amountPaise: 100_000, dueOn: '2026-11-24', mode: 'upi' },
    });
    const stored = await call('caller').batch(itemOf(record));
    expect(JSON.stringify(stored.body)).toContain('"outcome":"applied"');
    const [disposition] = await desk.world.run((tx) =>
      tx.query<{ process: string }>('select process from dispositions where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        record.id,
      ]),
    );
    expect(disposition).toEqual({ process: process.name });
    // The loan's timeline names it, and the pop-up before that; to the agent of the call alone.
    const { caseHistories } = (await call('caller').get('/api/v1/call-disposition/caseHistory', { loanid: loan.id }))
      .body as unknown as { caseHistories: { id: string; process?: string }[] };
    expect(caseHistories).toMatchObject([{ id: record.id, process: process.name }]);
    const behind = async (query: string, who: Who = 'caller') =>
      (await call(who).get(`/api/v1/predictive-call/get-loan/by/mobile?mobile=${a.number}${query}`)).body.data;
    expect(await behind(`&callId=${a.callId}`)).toMatchObject({
      loan: { id: loan.id, recent: [{ id: record.id, process: process.name }] },
      flag: 0,
      process: process.name,
    });
    for (const query of ['', '&callId=another-call']) {
      expect(await behind(query)).toMatchObject({ loan: { id: loan.id } });
      expect(await behind(query)).not.toHaveProperty('process');
    }
    const stranger = await createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_TELECALLER' });
    const asked = await as(desk.server.origin, stranger).get(
      `/api/v1/predictive-call/get-loan/by/mobile?mobile=${a.number}&callId=${a.callId}`,
    );
    expect(asked.body.data).toEqual({ loan: null, flag: 1 });

    const figures = {
      dialed: 3,
      connected: 1,
      dropped: 0,
      noAnswer: 1,
      busy: 0,
      error: 0,
      underWay: 1,
      connectPercent: 33.3,
      dropPercent: 0,
      disposed: 1,
      ptp: 1,
      talkSeconds: 120,
    };
    for (const [by, key, name] of [
      ['process', process.id, process.name],
      ['list', list.id, 'Sheet'],
      ['day', '2026-11-21', '2026-11-21'],
      ['agent', desk.world.people.caller.id, null],
    ] as const) {
      const { data } = await report(`by=${by}&processId=${process.id}`);
      expect(data, by).toMatchObject({ total: 1, rows: [{ key, ...(name && { name }), ...figures }], sums: figures });
    }
    expect((await report(`by=process&q=no-such-name`)).data).toMatchObject({
      total: 0,
      rows: [],
      sums: { dialed: 0, connectPercent: null },
    });

    const before = (await audited('export.predictive-report')).length;
    const file = await call('admin').get(
      `/api/v2/predictive-report/export?from=2026-11-21&to=2026-11-21&by=process&processId=${process.id}`,
    );
    const { fileName, csv } = file.body.data as { fileName: string; csv: string };
    expect(fileName).toBe('predictive_process_2026-11-21_2026-11-21.csv');
    expect(csv.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Process,Dialed,Connected,Connect %,Dropped,Drop %,No answer,Busy,Error,Under way,Disposed,Promises,Talk seconds',
      `${process.name},3,1,33.3,0,0,1,0,0,1,1,1,120`,
      '',
    ]);
    const notes = await audited('export.predictive-report');
    expect(notes.length).toBe(before + 1);
    expect(notes.at(-1)?.detail).toMatchObject({ filter: { by: 'process' }, rows: 1 });
  });

  it.each<[string, string]>([
    ['days that end before they begin', 'by=day&to=2026-11-20'],
    ['more than 92 days', 'by=day&to=2027-11-21'],
  ])('%s are refused', async (_, query) => {
    const answer = await call('admin').get(`/api/v2/predictive-report?from=2026-11-21&${query}`);
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'to' }] } });
  });

  it.each<[Who, number]>([
    ['admin', 200],
    ['owner', 200],
    ['manager', 403],
    ['nationalManager', 403],
    ['clientAdmin', 403],
    ['caller', 403],
    ['client', 403],
  ])('%s reads it: %i', async (who, expected) => {
    expect((await report('by=process', who)).status).toBe(expected);
  });

  it('another tenant’s holds nothing of it, and the audit chain holds', async () => {
    const there = await call('admin', desk.elsewhere).get(
      '/api/v2/predictive-report?from=2026-11-21&to=2026-11-22&by=process',
    );
    expect(there.body.data).toMatchObject({ rows: [], total: 0 });
    expect(await desk.world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });
});
