/** A record and its mended forms are taken once, in whatever order they arrive and however many servers hear of them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Receipt } from '../../core/contract/dispositions';
import { MAX_MENDS } from '../../core/contract/records';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { phoneAt } from '../support/signed-in-phone';
import {
  type Answer,
  type Api,
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  payloadHashOf,
  type TenantWorld,
  type TestLoan,
} from '../support/world';

type Json = Record<string, unknown>;
type Result = { key: string; receipt?: Receipt; error?: { code: string; status: number; message: string } };
const resultsOf = ({ status, body }: Answer): Result[] => {
  expect(status).toBe(200);
  return body.results as Result[];
};
const saidOf = ({ receipt, error }: Result) => error?.code ?? receipt?.outcome;
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
const BATCH = '/api/v2/call-disposition/batch';

describe.each(engines)('mended records on $name', ({ name: engine, fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let second: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;
  let agent: Api;
  let elsewhere: Api;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { environment: { LOG_LEVEL: 'silent' } });
    second = await startServer(held.db, { keys: server.keys, environment: { LOG_LEVEL: 'silent' } });
    world = await createTenantWorld(held.db);
    agent = as(server.origin, world.people.agent);
    elsewhere = as(second.origin, world.people.agent);
    await Promise.all([agent, elsewhere].map((api) => api.get('/api/v1/disposition/all')));
  });
  beforeEach(async () => {
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });
  afterAll(async () => {
    await second.close();
    await server.close();
    await held.close();
  });

  const send = async (...records: (Json & { id: string })[]) => resultsOf(await agent.batch(...records.map(itemOf)));
  const sendOne = async (record: Json & { id: string }) => (await send(record))[0] as Result;
  const paid = (more: Json = {}, of = loan) =>
    fieldRecord(of, {
      code: 'FCOL',
      nextVisitOn: undefined,
      personMet: { relation: 'borrower' },
      payment: { amountPaise: 90_000, mode: 'upi', reference: 'UPI1' },
      ...more,
    });
  const there = async (of = loan) => {
    const [row] = await world.run((tx) =>
      tx.query<{ records: string[]; payments: number; attempts: number }>(
        `select (select coalesce(jsonb_agg(d.id order by d.receipt_no), '[]') from dispositions d where d.tenant_id = $1 and d.loan_id = $2) as records,
            (select count(*) from payments p where p.tenant_id = $1 and p.loan_id = $2) as payments,
            (select attempts from loans l where l.tenant_id = $1 and l.id = $2) as attempts`,
        [world.tenantId, of.id],
      ),
    );
    return row;
  };
  const withdraw = (id: string) =>
    as(server.origin, world.people.admin).fetch('/api/v1/call-disposition', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, reason: 'Corrected' }),
    });
  const audited = (action: string, subjectId: string) =>
    world.run((tx) =>
      tx.query<{ detail: Json }>(
        'select detail from audit_log where tenant_id = $1 and action = $2 and subject_id = $3',
        [world.tenantId, action, subjectId],
      ),
    );

  it('bar what they replace, which then takes no effect, in a batch and in a form', async () => {
    const first = paid();
    const mended = paid({ mends: [first.id] });
    const taken = await sendOne(mended);
    expect(taken.receipt?.outcome).toBe('applied');
    for (let times = 0; times < 2; times += 1)
      expect((await sendOne(first)).error).toMatchObject({ code: 'superseded', status: 410 });
    const form = new FormData();
    form.set('disposition', JSON.stringify(first));
    const alone = await agent.fetch('/api/v2/call-disposition', {
      method: 'POST',
      headers: { 'idempotency-key': first.id, 'x-payload-hash': payloadHashOf(first) },
      body: form,
    });
    expect([alone.status, await alone.json()]).toMatchObject([410, { code: 'superseded' }]);
    // The mended one sent again has its receipt, and nothing else has changed.
    expect(await sendOne(mended)).toEqual(taken);
    expect(await there()).toEqual({ records: [mended.id], payments: 1, attempts: 1 });
    expect(await audited('dispositions.recorded', mended.id)).toMatchObject([{ detail: { mends: [first.id] } }]);
    expect(await audited('dispositions.recorded', first.id)).toEqual([]);
    expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
  });

  it('do not count by themselves when what they replace was faster; its withdrawal makes room for them', async () => {
    const first = paid();
    const { receipt } = await sendOne(first);
    const mended = paid({ mends: [first.id], remarks: 'It was less' });
    expect((await sendOne(mended)).error).toMatchObject({
      code: 'key-conflict',
      status: 409,
      message: `This record had already arrived as ${receipt?.receiptNo}. The correction does not count by itself.`,
    });
    expect(await audited('dispositions.key-conflict', mended.id)).toHaveLength(1);
    expect(await there()).toEqual({ records: [first.id], payments: 1, attempts: 1 });
    expect((await sendOne(first)).receipt).toEqual(receipt);

    expect((await withdraw(first.id)).status).toBe(200);
    expect((await sendOne(mended)).receipt?.outcome).toBe('applied');
    expect((await sendOne(first)).receipt).toEqual(receipt);
    expect(await there()).toMatchObject({ records: [first.id, mended.id], attempts: 1 });
  });

  it('that were kept for review are refused by it until the first is withdrawn, and are then taken', async () => {
    const first = paid();
    await sendOne(first);
    const item = itemOf(paid({ mends: [first.id], remarks: 'It was less' }));
    const [{ error } = { error: undefined }] = resultsOf(await agent.batch(item));
    const reason = { code: error?.code, message: error?.message };
    expect((await agent.post('/api/v2/call-disposition/quarantine', { item, reason })).status).toBe(200);
    const accept = () =>
      as(server.origin, world.people.manager).post(
        `/api/v2/call-disposition/quarantine/${world.people.agent.id}/${item.key}/decision`,
        { decision: 'accepted' },
      );
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'key-conflict', message: error?.message } });
    expect(await there()).toEqual({ records: [first.id], payments: 1, attempts: 1 });
    expect((await withdraw(first.id)).status).toBe(200);
    expect((await accept()).status).toBe(200);
    expect(await there()).toMatchObject({ records: [first.id, item.key], attempts: 1 });
  });

  it('keep a photo that the earlier form brings as well', async () => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, at) => [0xff, 0xd8, 0xff, 0xe0][at] ?? at % 251);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const taken = {
      sha256,
      size: bytes.length,
      mime: 'image/jpeg',
      kind: 'receipt',
      takenAt: new Date().toISOString(),
    };
    const asForm = async (record: Json & { id: string }) => {
      const form = new FormData();
      form.set('disposition', JSON.stringify(record));
      form.set('supportingDoc', new Blob([bytes], { type: 'image/jpeg' }), '0.jpg');
      const headers = { 'idempotency-key': record.id, 'x-payload-hash': payloadHashOf(record) };
      return (await agent.fetch('/api/v2/call-disposition', { method: 'POST', headers, body: form })).status;
    };
    const first = paid({ attachments: [taken] });
    const mended = paid({ attachments: [taken], mends: [first.id] });
    expect(await asForm(mended)).toBe(200);
    expect(await asForm(first)).toBe(410);
    const files = await world.run((tx) =>
      tx.query(
        `select n.disposition_id, f.complete from attachments f
           left join disposition_attachments n on n.tenant_id = f.tenant_id and n.user_id = f.user_id and n.sha256 = f.sha256
          where f.tenant_id = $1 and f.sha256 = $2`,
        [world.tenantId, sha256],
      ),
    );
    expect(files).toEqual([{ disposition_id: mended.id, complete: true }]);
  });

  it.each([
    ['the mended form first', true, ['applied', 'superseded']],
    ['the mended form last', false, ['applied', 'key-conflict']],
  ])('are taken once with what they replace in one request, %s', async (_, mendedFirst, expected) => {
    const first = paid();
    const mended = paid({ mends: [first.id.toUpperCase(), first.id] });
    const sent = mendedFirst ? [mended, first] : [first, mended];
    expect((await send(...sent)).map(saidOf)).toEqual(expected);
    expect(await there()).toEqual({ records: [sent[0]?.id], payments: 1, attempts: 1 });
  });

  it.each([
    ['the newest', [2, 0, 1], ['applied', 'superseded', 'superseded']],
    ['the one between', [1, 2, 0], ['applied', 'key-conflict', 'superseded']],
    ['the oldest', [0, 2, 1], ['applied', 'key-conflict', 'key-conflict']],
  ])('that were mended twice are taken once: %s arrives first', async (_, order, expected) => {
    const first = paid();
    const once = paid({ mends: [first.id] });
    const twice = paid({ mends: [first.id, once.id] });
    const forms = [first, once, twice];
    const said: unknown[] = [];
    for (const at of order) said.push(saidOf(await sendOne(forms[at] as Json & { id: string })));
    expect(said).toEqual(expected);
    expect(await there()).toEqual({ records: [forms[order[0] ?? 0]?.id], payments: 1, attempts: 1 });
  });

  it('of one record from two phones are one record', async () => {
    const first = paid();
    const { receipt } = await sendOne(paid({ mends: [first.id] }));
    const other = (await sendOne(paid({ mends: [first.id] }))).error;
    expect(other).toMatchObject({ code: 'key-conflict', message: expect.stringContaining(receipt?.receiptNo ?? '?') });
    expect(await there()).toMatchObject({ payments: 1, attempts: 1 });
  });

  it('bar nothing of anybody else, and nobody else’s record stands in their way', async () => {
    const theirs = fieldRecord(await world.addLoan({ held: { field_agent: 'rivalAgent' } }));
    const rival = as(server.origin, world.people.rivalAgent);
    expect((await sendOne(paid({ mends: [theirs.id] }))).receipt?.outcome).toBe('applied');
    expect(resultsOf(await rival.batch(itemOf(theirs))).map(saidOf)).toEqual(['applied']);
    const another = await world.addLoan({ held: { field_agent: 'agent' } });
    expect((await sendOne(paid({ mends: [theirs.id] }, another))).error?.code).toBe('key-conflict');
    const third = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
    const ours = await there();
    // Held by the agent, named by the rival: not found, and so not in the way.
    const named = fieldRecord(third, { mends: ours?.records });
    expect(resultsOf(await rival.batch(itemOf(named))).map(saidOf)).toEqual(['applied']);

    const abroad = await createTenantWorld(held.db);
    const foreign = fieldRecord(await abroad.addLoan({ held: { field_agent: 'agent' } }));
    const fresh = await world.addLoan({ held: { field_agent: 'agent' } });
    expect((await sendOne(paid({ mends: [foreign.id] }, fresh))).receipt?.outcome).toBe('applied');
    const there2 = as(server.origin, abroad.people.agent);
    expect(resultsOf(await there2.batch(itemOf(foreign))).map(saidOf)).toEqual(['applied']);
  });

  it('that are refused bar nothing', async () => {
    const first = paid();
    const file = { sha256: 'a'.repeat(64), size: 10, mime: 'image/jpeg', kind: 'receipt', takenAt: first.recordedAt };
    const waiting = paid({ mends: [first.id], attachments: [file] });
    expect((await sendOne(waiting)).error?.code).toBe('not-yet');
    expect((await sendOne(first)).receipt?.outcome).toBe('applied');
    // What it waits for makes no difference any more.
    expect((await sendOne(waiting)).error?.code).toBe('key-conflict');
  });

  it('that are not signed by the phone they name bar nothing', async () => {
    const phone = await phoneAt(server.origin, world.people.agent);
    const first = paid();
    const forged = paid({ mends: [first.id], signedBy: phone.id });
    const items = [{ ...itemOf(forged), signature: 'A'.repeat(86) }];
    const [result] = resultsOf(await phone.session.post(BATCH, { items }));
    expect(result?.receipt).toMatchObject({ outcome: 'signature-invalid', signature: 'invalid' });
    expect((await sendOne(first)).receipt?.outcome).toBe('applied');
  });

  it('are what a record follows that names an earlier form', async () => {
    const first = paid();
    const follow = (more: Json = {}) => fieldRecord(loan, { afterId: first.id, loanSeq: 2, ...more });
    const [mended, beside] = await send(paid({ mends: [first.id] }), follow());
    expect([mended, beside].map((result) => result && saidOf(result))).toEqual(['applied', 'applied']);
    expect((await sendOne(follow())).receipt?.outcome).toBe('applied');
    // Not on another loan.
    const other = await world.addLoan({ held: { field_agent: 'agent' } });
    expect((await sendOne(fieldRecord(other, { afterId: first.id }))).error?.code).toBe('not-yet');
  });

  it.each<[string, Json, string]>([
    ['of an app that does not name what it replaces', { payloadVersion: 3 }, 'applied'],
    ['that name nothing', { mends: [] }, 'applied'],
    ['that name themselves', {}, 'applied'],
    ['that name a call that was started', {}, 'applied'],
    ['that name what is no key', { mends: ['x'] }, 'invalid'],
    ['that name too much', { mends: Array.from({ length: MAX_MENDS + 1 }, () => uuidv7()) }, 'invalid'],
  ])('%s', async (name, more, expected) => {
    const record = fieldRecord(loan, more);
    if (name.includes('themselves')) record.mends = [record.id];
    if (name.includes('call')) {
      const callId = uuidv7();
      const body = { call_status: 'CALL_STARTED', loanId: loan.id };
      expect((await agent.post('/api/v1/call-disposition', body, { 'idempotency-key': callId })).status).toBe(200);
      record.mends = [callId];
    }
    expect(saidOf(await sendOne(record))).toBe(expected);
  });

  it('are taken once when both forms reach two servers in the same moment', async () => {
    for (let round = 0; round < 12; round += 1) {
      const of = await world.addLoan({ held: { field_agent: 'agent' } });
      const first = paid({}, of);
      const mended = paid({ mends: [first.id] }, of);
      const [a, b] = round % 2 ? [agent, elsewhere] : [elsewhere, agent];
      const answers = await Promise.all([a.batch(itemOf(first)), b.batch(itemOf(mended))]);
      const said = answers.map((answer) => saidOf(resultsOf(answer)[0] as Result));
      const won = said[0] === 'applied' ? first : mended;
      expect(said).toEqual(won === first ? ['applied', 'key-conflict'] : ['superseded', 'applied']);
      expect(await there(of)).toEqual({ records: [won.id], payments: 1, attempts: 1 });
    }
  });

  // One connection does one thing after the other.
  it.runIf(engine === 'postgres').each([
    ['on one loan', true],
    ['on two loans', false],
  ])('are taken once when both transactions have begun before either is through, %s', async (_, same) => {
    const other = same ? loan : await world.addLoan({ held: { field_agent: 'agent' } });
    const first = paid();
    const mended = paid({ mends: [first.id] }, other);
    const waiting = async () => {
      const [row] = await held.db.owner((tx) =>
        tx.query<{ n: number }>(
          `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      );
      return row?.n;
    };
    const begun = signal();
    const go = signal();
    const holding = world.run(async (tx) => {
      await tx.query('select 1 from loans where tenant_id = $1 and id = any($2::uuid[]) for update', [
        world.tenantId,
        [loan.id, other.id],
      ]);
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    const sent = [agent.batch(itemOf(first)), elsewhere.batch(itemOf(mended))];
    try {
      // Both have read that neither is here, and wait for their loans.
      await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 5000, interval: 20 });
    } finally {
      go.resolve();
      await holding;
    }
    const said = (await Promise.all(sent)).map((answer) => saidOf(resultsOf(answer)[0] as Result));
    expect([
      ['applied', 'key-conflict'],
      ['superseded', 'applied'],
    ]).toContainEqual(said);
    const records = [...((await there(loan))?.records ?? []), ...(same ? [] : ((await there(other))?.records ?? []))];
    expect(records).toEqual([said[0] === 'applied' ? first.id : mended.id]);
  });
});
