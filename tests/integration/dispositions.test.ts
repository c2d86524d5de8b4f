/** Records: saved once, answered on their own, with everything that follows from them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../core/contract/dispositions';
import type { Loan } from '../../core/contract/loans';
import { addDays, dayOf } from '../../core/domain/dates';
import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { bothEngines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  type Answer,
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  payloadHashOf,
  type TenantWorld,
  type TestLoan,
} from '../support/world';

type Result = { key: string; receipt?: Receipt; error?: { code: string; status: number; fields?: object[] } };
const resultsOf = ({ status, body }: Answer): Result[] => {
  expect(status).toBe(200);
  return body.results as Result[];
};
const today = dayOf(Date.now());
const met = { personMet: { relation: 'spouse', name: 'Meera' } };
const promise = (more = {}) => ({
  ...met,
  code: 'FPTP',
  ptp: { amountPaise: 150_000, dueOn: addDays(today, 5), mode: 'upi' },
  ...more,
});

describe.each(bothEngines)('records on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;
  let agent: Api;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { environment: { LOG_LEVEL: 'silent' } });
    world = await createTenantWorld(held.db);
    agent = as(server.origin, world.people.agent);
  });
  beforeEach(async () => {
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const rows = (table: string, where = 'loan_id = $2', value: string = loan.id) =>
    world.run((tx) => tx.query(`select * from ${table} where tenant_id = $1 and ${where}`, [world.tenantId, value]));
  const loanRow = async () => (await rows('loans', 'id = $2'))[0] ?? {};
  const send = async (...records: (Record<string, unknown> & { id: string })[]) =>
    resultsOf(await agent.batch(...records.map(itemOf)));

  it('keeps a visit with all that comes of it', async () => {
    const first = fieldRecord(loan, promise());
    await send(first);
    const second = fieldRecord(loan, {
      ...promise({ ptp: { amountPaise: 90_000, dueOn: addDays(today, 9), mode: 'cash' } }),
      payment: { amountPaise: 70_000, mode: 'cash', denominations: { '500': 1, '200': 1 } },
      newPhone: '9123456780',
      newAddress: { line: '4 Lake View', pincode: '411001' },
      gps: { lat: 18.52, lng: 73.85, accuracyM: 12, at: new Date().toISOString(), mock: false },
      gpsMissing: undefined,
      onSiteSeconds: 240,
      remarks: 'Asked for a week — मिलेंगे',
      phoneId: loan.phoneId,
    });
    const [result] = await send(second);
    expect(result?.receipt).toMatchObject({
      key: second.id,
      hash: payloadHashOf(second),
      recordId: second.id,
      outcome: 'applied',
      receiptNo: expect.stringMatching(/^R-\d{6}$/),
    });
    expect(await rows('dispositions', 'id = $2', second.id)).toMatchObject([
      { code: 'FPTP', class: 'PTP', outcome: 'applied', remarks: 'Asked for a week — मिलेंगे', loan_id: loan.id },
    ]);
    const [stored] = await rows('dispositions', 'id = $2', second.id);
    expect(payloadHashOf(stored?.record)).toBe(stored?.payload_hash);
    expect(await rows('visits', 'disposition_id = $2', second.id)).toMatchObject([
      { place: 'residence', person_met: 'spouse', lat: 18.52, accuracy_m: 12, mock: false, on_site_seconds: 240 },
    ]);
    const promises = await rows('ptps');
    expect(promises.map((row) => [row.disposition_id, row.status]).sort()).toEqual(
      [
        [first.id, 'replaced'],
        [second.id, 'open'],
      ].sort(),
    );
    expect(await rows('payments')).toMatchObject([{ amount_paise: 70_000, mode: 'cash', status: 'received' }]);
    expect(await rows('phones', 'borrower_id = $2', loan.borrowerId)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ number: '9123456780', source: 'agent', rank: 2 }),
        expect.objectContaining({ id: loan.phoneId, last_result: 'FPTP', invalid: false }),
      ]),
    );
    expect(await rows('addresses', 'borrower_id = $2', loan.borrowerId)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ line: '4 Lake View', city: 'Pune', kind: 'new' })]),
    );
    expect(await loanRow()).toMatchObject({
      version: 3,
      attempts: 2,
      last_code: 'FPTP',
      last_visit_code: 'FPTP',
      best_code: 'FPTP',
      best_rank: 3,
      ptp_due_on: addDays(today, 9),
      ptp_paise: 90_000,
      ptp_status: 'open',
      next_visit_on: second.nextVisitOn,
      last_by: world.people.agent.id,
    });
    const [audited] = await rows('audit_log', "subject = 'disposition' and subject_id = $2", second.id);
    expect(audited).toMatchObject({ seq: result?.receipt?.chain.seq, hash: result?.receipt?.chain.hash });
    expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
  });

  it('writes several records of one loan in one batch as if they came one by one', async () => {
    const records = [
      fieldRecord(loan, promise()),
      fieldRecord(loan, { nextVisitOn: addDays(today, 3) }),
      fieldRecord(loan, promise({ ptp: { amountPaise: 1, dueOn: today, mode: 'cash' }, nextVisitOn: undefined })),
    ];
    const results = await send(...records);
    const numbers = results.map(({ receipt }) => Number(receipt?.receiptNo.slice(2)));
    expect(numbers).toEqual([numbers[0], (numbers[0] ?? 0) + 1, (numbers[0] ?? 0) + 2]);
    expect(await loanRow()).toMatchObject({ version: 2, attempts: 3, ptp_paise: 1, best_code: 'FPTP' });
    const open = (await rows('ptps')).filter((row) => row.status === 'open');
    expect(open).toMatchObject([{ disposition_id: records[2]?.id }]);
  });

  it('answers one key sent many times at once, through two servers, with one row and one receipt', async () => {
    const second = await startServer(held.db, { keys: server.keys });
    try {
      const other = as(second.origin, world.people.agent);
      await other.get('/api/v1/disposition/all');
      const item = itemOf(fieldRecord(loan, promise()));
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => agent.batch(item)),
        ...Array.from({ length: 5 }, () => other.batch(item)),
        agent.batch(item, item),
      ]);
      const receipts = new Set(answers.flatMap(resultsOf).map((result) => JSON.stringify(result)));
      expect(receipts.size).toBe(1);
      expect([...receipts][0]).toContain('"receipt"');
      expect(await rows('dispositions')).toHaveLength(1);
      expect(await rows('ptps')).toHaveLength(1);
      expect(await loanRow()).toMatchObject({ version: 2, attempts: 1 });
    } finally {
      await second.close();
    }
  });

  it.each([
    ['another body under the same key', (id: string) => ({ id, remarks: 'changed' })],
    ['the same record under another key', () => ({})],
  ])('%s is a conflict: audited, nothing overwritten', async (_, change) => {
    const record = fieldRecord(loan, { remarks: 'first' });
    await send(record);
    const before = await loanRow();
    const changed = fieldRecord(loan, { ...record, ...change(record.id) });
    const key = 'remarks' in change(record.id) ? record.id : uuidv7();
    const [result] = resultsOf(await agent.batch({ ...itemOf(changed), key }));
    expect(result).toMatchObject({ key, error: { code: 'key-conflict', status: 409, class: 'defect' } });
    expect(await rows('dispositions')).toMatchObject([{ remarks: 'first' }]);
    expect(await loanRow()).toEqual(before);
    const audit = await rows('audit_log', "action = 'dispositions.key-conflict' and subject_id = $2", key);
    expect(audit).toHaveLength(1);
  });

  it('refuses one item of a batch with its fields and takes the rest', async () => {
    const others = await world.addLoans(4, { held: { field_agent: 'agent' } });
    const records = others.map((other) => fieldRecord(other));
    const bad = fieldRecord(loan, { code: 'FPTP', nextVisitOn: undefined });
    const results = await send(...records.slice(0, 2), bad, ...records.slice(2));
    expect(results.map((result) => result.error?.code ?? 'taken')).toEqual([
      'taken',
      'taken',
      'invalid',
      'taken',
      'taken',
    ]);
    expect(results[2]?.error).toMatchObject({
      status: 422,
      class: 'user',
      fields: expect.arrayContaining([{ path: 'ptp', message: 'Enter the promised amount and date' }]),
    });
    // Mended under a new key, as the phone does it.
    expect((await send(fieldRecord(loan, promise())))[0]?.receipt?.outcome).toBe('applied');
  });

  it.each<[string, (record: Record<string, unknown>) => object, string]>([
    ['damaged on the way', () => ({ hash: 'a'.repeat(64) }), 'hash-mismatch'],
    ['a newer version', (r) => ({ record: { ...r, payloadVersion: 99 } }), 'payload-too-old'],
    ['not an object', () => ({ record: 'text' }), 'invalid'],
    ['an unknown key', (r) => ({ record: { ...r, role: 'ADMIN' } }), 'invalid'],
    ['an unknown code', (r) => ({ record: { ...r, code: 'NOPE' } }), 'invalid'],
    ['a code that only the system sets', (r) => ({ record: { ...r, channel: 'call', code: 'KPTP' } }), 'invalid'],
    ['a code of the other channel', (r) => ({ record: { ...r, code: 'RNR' } }), 'invalid'],
    ['a loan that is not there', (r) => ({ record: { ...r, loanId: uuidv7() } }), 'not-found'],
    ['a box that is not for us', () => ({ record: undefined, sealed: 'AAAA' }), 'hash-mismatch'],
    [
      'the year 0',
      (r) => ({ record: { ...r, recordedAt: '0000-01-01T00:00:00Z', nextVisitOn: '0000-01-02' } }),
      'invalid',
    ],
  ])('refuses a record that is %s', async (_, change, code) => {
    const record = fieldRecord(loan);
    const changed = change(record) as { record?: unknown; hash?: string; sealed?: string };
    const { record: sent = record, hash = payloadHashOf(sent), sealed } = changed;
    const item = sealed ? { key: record.id, hash, sealed } : { key: record.id, hash, record: sent };
    expect(resultsOf(await agent.batch(item))).toMatchObject([{ key: record.id, error: { code } }]);
    expect(await rows('dispositions')).toEqual([]);
    expect(await rows('idempotency_keys', 'key = $2', record.id)).toEqual([]);
  });

  it.each([
    ['CMP', { remarks: 'Rude' }, { pause_reason: 'Complaint', state: 'active' }],
    ['DSP', { reason: 'Paid' }, { flag_dispute: true, pause_reason: 'Amount disputed' }],
    ['COURT', { reference: 'C/1' }, { flag_legal: true, pause_reason: 'Court matter' }],
    ['DNC', { until: addDays(today, 30) }, { flag_do_not_contact: true, pause_until: addDays(today, 30) }],
    ['HOS', { until: addDays(today, 7) }, { state: 'suppressed', pause_until: addDays(today, 7) }],
    ['RNR', {}, { state: 'active', pause_reason: null, flag_dispute: false, best_code: 'RNR', best_rank: 9 }],
  ])('%s does to its loan what its class says', async (code, more, expected) => {
    const [result] = await send(callRecord(loan, { code, ...more }));
    expect(result?.receipt?.outcome).toBe('applied');
    expect(await loanRow()).toMatchObject(expected);
    const suppressed = await rows('suppressions');
    expect(suppressed).toMatchObject(
      'state' in expected && expected.state === 'suppressed' ? [{ until_on: addDays(today, 7) }] : [],
    );
  });

  it.each([
    ['calls', { channels: ['call'], phone_id: null }],
    ['messages', { channels: ['sms', 'whatsapp'], phone_id: null }],
    ['visits', { channels: ['visit'], phone_id: null }],
    ['number', { channels: null, phone_id: 'the phone' }],
  ])('a DNC about %s is a wish alone: the loan is neither marked nor paused', async (contactScope, wish) => {
    const record = callRecord(loan, { code: 'DNC', until: addDays(today, 30), contactScope, phoneId: loan.phoneId });
    expect((await send(record))[0]?.receipt?.outcome).toBe('applied');
    expect(await loanRow()).toMatchObject({ flag_do_not_contact: false, pause_reason: null, last_code: 'DNC' });
    expect(await rows('contact_preferences', 'disposition_id = $2', record.id)).toMatchObject([
      { ...wish, kind: 'do-not-contact', phone_id: wish.phone_id && loan.phoneId, ended_at: null },
    ]);
  });

  it('a DNC about a number says which', async () => {
    const [result] = await send(callRecord(loan, { code: 'DNC', until: addDays(today, 30), contactScope: 'number' }));
    expect(result?.error).toMatchObject({ fields: [{ path: 'contactScope' }] });
  });

  it('notes a wrong number on the phone that was called', async () => {
    await send(callRecord(loan, { code: 'WN', phoneId: loan.phoneId }));
    expect(await rows('phones', 'id = $2', loan.phoneId)).toMatchObject([{ last_result: 'WN', invalid: true }]);
  });

  it('holds a follow-up until what it follows is here, and refuses it when that was given up', async () => {
    const visit = fieldRecord(loan);
    const follow = fieldRecord(loan, { afterId: visit.id, loanSeq: 2 });
    expect((await send(follow))[0]?.error).toMatchObject({ code: 'not-yet', status: 425, class: 'retry' });
    expect((await send(visit, follow)).map((result) => result.receipt?.outcome)).toEqual(['applied', 'applied']);

    const refused = itemOf(fieldRecord(loan, { remarks: 'never comes' }));
    await agent.post('/api/v2/call-disposition/quarantine', {
      item: refused,
      reason: { code: 'gone', message: 'No longer taken' },
    });
    const orphan = fieldRecord(loan, { afterId: refused.key });
    expect((await send(orphan))[0]?.error).toMatchObject({
      code: 'gone',
      status: 410,
      fields: [{ path: 'afterId', message: 'The record that this one follows was refused.' }],
    });
    // A record of another loan is not what this one follows.
    const other = await world.addLoan({ held: { field_agent: 'agent' } });
    expect((await send(fieldRecord(other, { afterId: visit.id })))[0]?.error?.code).toBe('not-yet');
  });

  it.each([
    ['25 hours ago', -25, 'gone'],
    ['23 hours ago', -23, 'not-yet'],
    ['by a clock that is 25 hours ahead', 25, 'gone'],
  ])('does not hold for ever what follows a record that was thrown away: made %s', async (_, hours, code) => {
    const recordedAt = new Date(Date.now() + hours * 3_600_000).toISOString();
    const follow = fieldRecord(loan, { afterId: uuidv7(), recordedAt });
    expect((await send(follow))[0]?.error).toMatchObject({ code, fields: [{ path: 'afterId' }] });
    expect(await rows('dispositions')).toEqual([]);
  });

  it('a record that breaks its group does not fail its neighbours', async () => {
    await held.db.owner((tx) =>
      tx.query("alter table visits add constraint no_poison check (person_met is distinct from 'security')"),
    );
    try {
      const others = await world.addLoans(3, { held: { field_agent: 'agent' } });
      const good = others.map((other) => fieldRecord(other));
      const poison = fieldRecord(loan, { ...met, code: 'FTP', personMet: { relation: 'security' } });
      const results = await send(...good.slice(0, 1), poison, ...good.slice(1));
      expect(results.map((result) => result.error?.code ?? result.receipt?.outcome)).toEqual([
        'applied',
        'internal',
        'applied',
        'applied',
      ]);
      expect(await rows('dispositions')).toEqual([]);
      expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
    } finally {
      await held.db.owner((tx) => tx.query('alter table visits drop constraint no_poison'));
    }
  });

  it('mirrors what a device gave up, once, and never what was accepted', async () => {
    const quarantine = (item: object) =>
      agent.post('/api/v2/call-disposition/quarantine', {
        item,
        reason: { code: 'not-found', message: 'No such loan' },
      });
    const lost = itemOf(fieldRecord(loan, { remarks: 'kept' }));
    expect(await quarantine(lost)).toEqual({ status: 200, body: { success: true, data: { key: lost.key } } });
    await quarantine(lost);
    const box = { key: uuidv7(), hash: 'c'.repeat(64), sealed: 'AAAA' };
    await quarantine(box);
    const taken = itemOf(fieldRecord(loan));
    await agent.batch(taken);
    expect((await quarantine(taken)).status).toBe(200);
    const kept = await rows('quarantine', 'key = any($2::uuid[])', `{${[lost.key, box.key, taken.key].join()}}`);
    expect(kept).toHaveLength(2);
    expect(kept).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ key: lost.key, record: lost.record, reason_code: 'not-found' }),
        expect.objectContaining({ key: box.key, record: box }),
      ]),
    );
    expect(await rows('audit_log', "action = 'dispositions.quarantined' and subject_id = $2", lost.key)).toHaveLength(
      1,
    );
  });

  it('pages through a loan’s history, newest first', async () => {
    const records = Array.from({ length: 23 }, (_, n) => callRecord(loan, { remarks: `call ${n}` }));
    let last: Receipt | undefined;
    for (const record of records) last = (await send(record))[0]?.receipt;
    const page = async (query: string) => {
      const { status, body } = await agent.get(`/api/v1/call-disposition/caseHistory${query}`, { loanid: loan.id });
      expect(status).toBe(200);
      return body as { caseHistories: { remarks: string }[] };
    };
    const said = ({ caseHistories }: Awaited<ReturnType<typeof page>>) => caseHistories.map(({ remarks }) => remarks);
    const first = await page('');
    expect(first).toMatchObject({ totalPages: 3, totalElements: 23, currentPageNumber: 1, currentPageSize: 10 });
    expect(said(first)).toEqual(Array.from({ length: 10 }, (_, n) => `call ${22 - n}`));
    expect(said(await page('?pageNo=3'))).toEqual(['call 2', 'call 1', 'call 0']);
    expect(said(await page('?pageNo=2&pageSize=20'))).toEqual(['call 2', 'call 1', 'call 0']);
    expect(said(await page('?pageNo=9'))).toEqual([]);
    expect(first.caseHistories[0]).toMatchObject({
      channel: 'call',
      code: 'RNR',
      codeLabel: 'Ringing, no response',
      class: 'NON_CONTACT',
      photos: 0,
      receiptNo: last?.receiptNo,
      chainSeq: last?.chain.seq,
    });
    const { body } = await agent.get(`/api/v1/loans/loanByLoanId/${loan.id}`);
    expect((body.data as Loan).recent[0]).toMatchObject({ id: last?.recordId, chainSeq: last?.chain.seq });
  });

  it('starts a call once a key, and knows its outcome later', async () => {
    const key = uuidv7();
    const start = (body: object, under = key) =>
      agent.post(
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: loan.id, ...body },
        {
          'idempotency-key': under,
        },
      );
    const answers = await Promise.all([1, 2, 3].map(() => start({ phoneId: loan.phoneId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const [{ callId }] = answers.map(({ body }) => body.data) as [{ callId: string }];
    expect(await start({})).toMatchObject({ status: 409, body: { code: 'key-conflict' } });
    expect(await rows('audit_log', "action = 'calls.key-conflict' and subject_id = $2", key)).toHaveLength(1);
    expect(await start({ phoneId: uuidv7() }, uuidv7())).toMatchObject({ status: 422 });
    expect(await start({ startedAt: '0000-01-01T00:00:00Z' }, uuidv7())).toMatchObject({ status: 422 });
    expect(await start({ collectorId: world.people.rival.id }, uuidv7())).toMatchObject({
      status: 403,
      body: { code: 'identity-mismatch' },
    });
    const outcome = callRecord(loan, { callId });
    await send(outcome);
    expect(await rows('calls')).toMatchObject([{ id: callId, disposition_id: outcome.id, phone_id: loan.phoneId }]);
  });

  it('answers the codes of the tenant with their policy, and one of them', async () => {
    const { body } = await agent.get('/api/v1/disposition/all');
    expect(body.data).toEqual({
      codes: DEFAULT_CODES,
      policy: { maxPtpDays: 30, zone: 'Asia/Kolkata', order: { version: 0, rules: [] } },
    });
    const one = await agent.get('/api/v1/disposition/with/code?code=FPTP');
    expect(one.body.data).toEqual(DEFAULT_CODES.find(({ code }) => code === 'FPTP'));
    expect((await agent.get('/api/v1/disposition/with/code?code=XX')).status).toBe(404);
  });
});
