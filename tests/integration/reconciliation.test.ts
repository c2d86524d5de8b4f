/** A bank's file comes in, its lines find their receipts, and what people say of them is done and taken back to the paisa. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  BankFile,
  BankLineDetail,
  BankLineRow,
  LineStatus,
  ReconciliationFigures,
} from '../../core/contract/reconciliation';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs, type Jobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/reconciliation/jobs';
import { systemClock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const LINES = '/api/v2/reconciliation';
const FILES = '/api/v1/loans/bankpaid';
const today = dayOf(Date.now(), 'Asia/Kolkata');
const yesterday = addDays(today, -1);

describe.each(engines)('reconciliation on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let jobs: Jobs;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let loan: TestLoan;
  let other: TestLoan;
  let clientId: string;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    jobs = createJobs({ db: held.db, clock: systemClock, logger: createLogger('silent'), pollMs: 20 });
    registerJobs(jobs, { db: held.db, storage: server.storage, clock: systemClock, logger: createLogger('silent') });
    jobs.start();
    elsewhere = await createTenantWorld(held.db);
  });
  beforeEach(async () => {
    world = await createTenantWorld(held.db);
    loan = await world.addLoan({ held: { manager: 'manager', collector: 'collector' } });
    other = await world.addLoan({ held: { manager: 'rival' } });
    clientId = await clientOf(loan);
  });
  afterAll(async () => {
    await jobs.stop();
    await server.close();
    await held.close();
  });

  const call = (who: Who, there = world) => as(server.origin, there.people[who]);
  const clientOf = async ({ id }: TestLoan) =>
    (
      await world.run((tx) =>
        tx.query<{ c: string }>('select client_id as c from loans where tenant_id = $1 and id = $2', [
          world.tenantId,
          id,
        ]),
      )
    )[0]?.c as string;
  /** A receipt of an agent, of so many days ago. */
  async function receipt(
    on: TestLoan,
    amountPaise: number,
    { reference = null as string | null, daysAgo = 1, mode = 'upi', who = 'agent' as Who } = {},
  ) {
    const id = uuidv7();
    await world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, reference, paid_at, status)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'received')`,
        [
          world.tenantId,
          id,
          on.id,
          world.people[who].id,
          amountPaise,
          mode,
          reference,
          new Date(Date.now() - daysAgo * 86_400_000),
        ],
      ),
    );
    return id;
  }
  async function upload(csv: string, who: Who = 'admin', fileName = 'bank.csv') {
    const form = new FormData();
    form.set('file', new File([csv], fileName, { type: 'text/csv' }));
    const response = await call(who).fetch(`${FILES}/upload`, { method: 'POST', body: form });
    return { status: response.status, data: ((await response.json()) as { data: BankFile }).data };
  }
  const verify = (file: BankFile, more: object = {}, who: Who = 'admin') =>
    call(who).post(`${FILES}/verify`, { id: file.id, clientId, mapping: file.mapping, dateOrder: 'dmy', ...more });
  const files = async (who: Who = 'admin', there = world) =>
    ((await call(who, there).get(FILES)).body.data as { rows: BankFile[] }).rows;
  const settled = (id: string) =>
    expect
      .poll(async () => (await files()).find((one) => one.id === id)?.state, { timeout: 20_000 })
      .toMatch(/done|failed/);
  async function taken(csv: string, more: object = {}) {
    const { data } = await upload(csv);
    const said = await verify(data, more);
    expect(said.status, JSON.stringify(said.body)).toBe(200);
    await settled(data.id);
    return (await files()).find(({ id }) => id === data.id) as BankFile;
  }
  const listed = async (query = '', who: Who = 'admin', there = world) =>
    (await call(who, there).get(`${LINES}?${query}`)).body.data as unknown as {
      rows: BankLineRow[];
      total: number;
      counts: Partial<Record<LineStatus, number>>;
    };
  const one = async (query = '') => (await listed(query)).rows[0] as BankLineRow;
  const detail = async (id: string, who: Who = 'admin') =>
    (await call(who).get(`${LINES}/${id}`)).body.data as unknown as BankLineDetail;
  const partsOf = (line: BankLineDetail) =>
    line.parts.map(({ loan: { number }, paymentId, amountPaise }) => ({ loanNumber: number, paymentId, amountPaise }));
  const accept = async (id: string, body: object = {}, who: Who = 'admin') => {
    const line = await detail(id, who);
    return call(who).post(`${LINES}/${id}/accept`, {
      version: line?.version ?? 1,
      parts: line ? partsOf(line) : [],
      ...body,
    });
  };
  const reverse = async (id: string, who: Who = 'admin') =>
    call(who).post(`${LINES}/${id}/reverse`, { version: (await detail(id)).version, reason: 'A wrong loan' });
  const stands = async ({ id }: TestLoan) => {
    const [row] = await world.run((tx) =>
      tx.query<Record<string, unknown>>(
        `select state, overdue_paise, tos_paise, pos_paise, principal_overdue_paise, dpd, bucket, pause_reason, last_payment_paise,
                ptp_status from loans where tenant_id = $1 and id = $2`,
        [world.tenantId, id],
      ),
    );
    return row;
  };
  const payments = () =>
    world.run((tx) =>
      tx.query<{ id: string; status: string; amount_paise: number; mode: string; loan_id: string }>(
        'select id, status, amount_paise, mode, loan_id from payments where tenant_id = $1 order by created_at, id',
        [world.tenantId],
      ),
    );
  const audited = (action: string) =>
    world.run((tx) =>
      tx.query<{ subject_id: string; actor_id: string; detail: Record<string, unknown> }>(
        'select subject_id, actor_id, detail from audit_log where tenant_id = $1 and action = $2 order by seq',
        [world.tenantId, action],
      ),
    );
  const slash = (day: string) => day.split('-').reverse().join('/');
  const csvOf = (...rows: (readonly [string, string, string])[]) =>
    [
      'Value Date,Narration,UTR,Credit',
      ...rows.map(([utr, amount, narration]) => `${slash(yesterday)},${narration},${utr},${amount}`),
    ].join('\n');

  it('comes in with its columns guessed, and nothing is posted before a person says so', async () => {
    const paid = await receipt(loan, 300_000, { reference: 'UTR0001' });
    const csv = `${csvOf(['UTR0001', '3000.00', 'NEFT'], ['UTR0002', '2500', `EMI ${other.number}`], ['', '100', 'cash'], ['UTR0003', '', 'a debit'], ['UTR0004', 'many', 'x'])}\n`;
    const { status, data } = await upload(csv);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      state: 'mapping',
      mapping: { paidOn: 0, narration: 1, reference: 2, amount: 3 },
      sameAs: null,
    });
    expect(await listed()).toMatchObject({ total: 0 });
    const said = await verify(data);
    expect(said.body).toMatchObject({ message: 'bank paid sheet verified successfully' });
    await settled(data.id);
    // Asked for again, nothing more happens.
    expect((await verify(data)).status).toBe(200);
    expect((await files())[0]).toMatchObject({
      state: 'done',
      lines: 3,
      matched: 1,
      skipped: 1,
      refusedLines: 1,
      refused: [{ line: 6 }],
      amountPaise: 560_000,
      client: 'Sahyadri Bank',
    });
    const { rows, counts } = await listed();
    expect(counts).toMatchObject({ matched: 1, 'bank-without-receipt': 1, unidentified: 1 });
    expect(rows.find(({ reference }) => reference === 'UTR0001')).toMatchObject({
      status: 'matched',
      score: 100,
      receipt: 'UTR0001',
      loan: { number: loan.number },
      ageDays: 1,
    });
    expect(rows.find(({ reference }) => reference === 'UTR0002')).toMatchObject({
      status: 'bank-without-receipt',
      score: 60,
      loan: { number: other.number },
    });
    expect(await payments()).toMatchObject([{ id: paid, status: 'received' }]);
    expect(await stands(loan)).toMatchObject({ overdue_paise: 500_000 });
    expect(await audited('bank-paid.uploaded')).toHaveLength(1);
    expect(await audited('bank-paid.verified')).toMatchObject([
      { detail: { before: { state: 'mapping' }, after: { client: clientId } } },
    ]);
  });

  it('notices the same bytes and the same reference again', async () => {
    const csv = csvOf(['UTR0001', '3000', 'x']);
    await taken(csv);
    const again = await upload(csv);
    expect(again.data.sameAs).toMatchObject({ fileName: 'bank.csv' });
    expect((await verify(again.data)).status).toBe(409);
    expect((await verify(again.data, { again: true })).status).toBe(200);
    await settled(again.data.id);
    await taken(csvOf(['utr-0001', '10', 'y']));
    const { rows } = await listed('status=duplicate');
    expect(rows).toHaveLength(2);
    expect((await detail(rows[0]?.id ?? '')).duplicateOf).toMatchObject({ fileName: 'bank.csv' });
  });

  it('refuses what is no table, no mapping and no client of the caller’s', async () => {
    expect((await upload('%PDF-1.7')).status).toBe(422);
    const { data } = await upload(csvOf(['U', '1', '']));
    for (const wrong of [
      { mapping: { paidOn: 0 } },
      { mapping: { paidOn: 0, amount: 0 } },
      { mapping: { paidOn: 0, amount: 9 } },
      { clientId: uuidv7() },
    ])
      expect((await verify(data, wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await verify(data, {}, 'manager')).status).toBe(403);
    expect(
      (
        await call('admin', elsewhere).post(`${FILES}/verify`, {
          id: data.id,
          clientId,
          mapping: data.mapping,
          dateOrder: 'dmy',
        })
      ).status,
    ).toBe(404);
    expect(await files('admin', elsewhere)).toEqual([]);
  });

  it('confirms a receipt: its loan owes less, a promise is kept, and reversing puts all of it back', async () => {
    const paid = await receipt(loan, 500_000, { reference: 'UTR0001' });
    await world.run(async (tx) => {
      await tx.query(
        `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, created_at)
         values ($1, $2, $3, $4, $5, 500000, $6, 'upi', 'open', $7)`,
        [
          world.tenantId,
          uuidv7(),
          uuidv7(),
          loan.id,
          world.people.agent.id,
          today,
          new Date(Date.now() - 5 * 86_400_000),
        ],
      );
      await tx.query(`update loans set ptp_status = 'open' where tenant_id = $1 and id = $2`, [
        world.tenantId,
        loan.id,
      ]);
    });
    const before = await stands(loan);
    await taken(csvOf(['UTR0001', '5000', 'x']));
    const line = await one();
    expect((await accept(line.id)).status).toBe(200);
    expect(await payments()).toMatchObject([{ id: paid, status: 'verified' }]);
    expect(await stands(loan)).toMatchObject({
      state: 'suppressed',
      overdue_paise: 0,
      dpd: 0,
      ptp_status: 'kept',
      pause_reason: 'Paid',
    });
    expect(await listed('status=accepted')).toMatchObject({
      total: 1,
      rows: [{ owner: world.people.admin.username }],
      counts: { accepted: 1 },
    });

    expect((await reverse(line.id)).status).toBe(200);
    expect(await payments()).toMatchObject([{ id: paid, status: 'received' }]);
    // A receipt that is no longer confirmed still counts for the promise.
    expect(await stands(loan)).toEqual({ ...before, ptp_status: 'kept' });
    expect(await one('status=matched')).toMatchObject({ id: line.id, version: 3 });
    expect((await accept(line.id)).status).toBe(200);
    expect(await stands(loan)).toMatchObject({ state: 'suppressed', overdue_paise: 0 });
    expect(await audited('reconciliation.accepted')).toMatchObject([
      { detail: { before: { status: 'matched' }, after: { status: 'accepted' } } },
      {},
    ]);
    expect(await audited('reconciliation.reversed')).toMatchObject([
      { actor_id: world.people.admin.id, detail: { reason: 'A wrong loan', after: { status: 'matched' } } },
    ]);
    expect(await audited('loans.payment-unconfirmed')).toHaveLength(1);
  });

  it('posts money without a receipt once, and reverses it with its promise', async () => {
    await world.run((tx) =>
      tx.query(
        `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, created_at)
         values ($1, $2, $3, $4, $5, 250000, $6, 'upi', 'open', $7)`,
        [
          world.tenantId,
          uuidv7(),
          uuidv7(),
          loan.id,
          world.people.agent.id,
          today,
          new Date(Date.now() - 5 * 86_400_000),
        ],
      ),
    );
    const before = await stands(loan);
    await taken(csvOf(['UTR0009', '2500', `EMI ${loan.number}`]));
    const line = await one('status=bank-without-receipt');
    expect(line).toMatchObject({ loan: { number: loan.number }, score: 60 });
    const body = { version: line.version, parts: partsOf(await detail(line.id)) };
    const [first, lost] = [await accept(line.id, body), await accept(line.id, body)];
    expect([first.status, lost.status]).toEqual([200, 200]);
    expect(await payments()).toMatchObject([{ status: 'verified', amount_paise: 250_000, mode: 'bank-transfer' }]);
    expect(await stands(loan)).toMatchObject({ overdue_paise: 250_000, last_payment_paise: 250_000 });
    const promises = () =>
      world.run((tx) => tx.query<{ status: string }>('select status from ptps where tenant_id = $1', [world.tenantId]));
    expect(await promises()).toEqual([{ status: 'kept' }]);
    expect((await reverse(line.id)).status).toBe(200);
    expect(await payments()).toMatchObject([{ status: 'reversed' }]);
    expect(await promises()).toEqual([{ status: 'open' }]);
    expect(await stands(loan)).toEqual(before);
    expect((await detail(line.id)).parts).toMatchObject([{ paymentId: null, amountPaise: 250_000 }]);
  });

  it('lets one of two people act', async () => {
    await receipt(loan, 300_000, { reference: 'UTR0001' });
    await taken(csvOf(['UTR0001', '3000', 'x']));
    const line = await one();
    const answers = await Promise.all([accept(line.id, { version: 1 }), accept(line.id, { version: 1 }, 'owner')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stands(loan)).toMatchObject({ overdue_paise: 200_000 });
    expect(await audited('loans.payment-confirmed')).toHaveLength(1);
  });

  it('waits for nobody in a circle: lines over the same loans are accepted and reversed at once', async () => {
    const paid = [await receipt(loan, 100_000), await receipt(other, 100_000)];
    await taken(csvOf(['U1', '500', 'x'], ['U2', '500', 'x'], ['U3', '500', 'x'], ['U4', '500', 'x']));
    const { rows } = await listed();
    const parts = [
      { loanNumber: loan.number, paymentId: paid[0] as string, amountPaise: 25_000 },
      { loanNumber: other.number, paymentId: paid[1] as string, amountPaise: 25_000 },
    ];
    const accepted = await Promise.all(
      rows.map(({ id }, at) => accept(id, { parts: at % 2 ? parts : [...parts].reverse() })),
    );
    expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await payments()).map(({ status }) => status)).toEqual(['verified', 'verified']);
    const reversed = await Promise.all(rows.map(({ id }) => reverse(id)));
    expect(reversed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await payments()).map(({ status }) => status)).toEqual(['received', 'received']);
    for (const one of [loan, other]) expect(await stands(one)).toMatchObject({ overdue_paise: 500_000 });
  });

  it('offers the receipts of a loan that still have money, and names no loan that its reader does not see', async () => {
    const paid = await receipt(loan, 300_000, { reference: 'R1' });
    await receipt(other, 40_000);
    const theirs = await world.addLoan({ otherClient: true });
    await taken(csvOf(['U1', '1000', 'x'], ['U2', '3000', `${loan.number} ${other.number}`]));
    const receiptsOf = async (id: string, { number }: TestLoan, who: Who = 'admin') => {
      const { status, body } = await call(who).get(`${LINES}/${id}/receipts?loanNumber=${number}`);
      return {
        status,
        rows: (body.data as unknown as { rows: { id: string; openPaise: number }[] } | undefined)?.rows,
      };
    };
    const first = await one('q=U1');
    expect(await receiptsOf(first.id, loan)).toMatchObject({ status: 200, rows: [{ id: paid, openPaise: 300_000 }] });
    expect(await receiptsOf(first.id, theirs)).toMatchObject({ status: 404 });
    const part = { loanNumber: loan.number, paymentId: paid, amountPaise: 100_000 };
    expect((await accept(first.id, { parts: [part] })).status).toBe(200);
    const second = await one('q=U2');
    expect(await receiptsOf(second.id, loan, 'manager')).toMatchObject({ rows: [{ openPaise: 200_000 }] });
    expect(await receiptsOf(second.id, other, 'manager')).toMatchObject({ status: 404 });
    const named = async (who: Who) =>
      (await detail(second.id, who)).candidates.map(({ loan: { number } }) => number).sort();
    expect(await named('admin')).toEqual([loan.number, other.number].sort());
    expect(await named('manager')).toEqual([loan.number]);
    // Of a line that is split over loans of two teams each reads and reverses no more than their own.
    const half = (of: TestLoan) => ({ loanNumber: of.number, paymentId: null, amountPaise: 150_000 });
    expect((await accept(second.id, { parts: [half(loan), half(other)] }, 'manager')).status).toBe(422);
    expect((await accept(second.id, { parts: [half(loan), half(other)] })).status).toBe(200);
    expect(partsOf(await detail(second.id, 'manager'))).toMatchObject(
      [half(loan)].map(({ loanNumber }) => ({ loanNumber })),
    );
    expect((await reverse(second.id, 'manager')).status).toBe(403);
  });

  it('forgets a file whose columns nobody chose for a month', async () => {
    const [{ data: old }, { data: fresh }] = [
      await upload(csvOf(['U1', '1', 'x'])),
      await upload(csvOf(['U2', '1', 'x'])),
    ];
    await world.run((tx) =>
      tx.query("update bank_files set created_at = now() - interval '31 days' where tenant_id = $1 and id = $2", [
        world.tenantId,
        old.id,
      ]),
    );
    await jobs.enqueue('reconciliation.forget-unread', {}, { tenantId: world.tenantId });
    await expect.poll(async () => (await files()).map(({ id }) => id), { timeout: 10_000 }).toEqual([fresh.id]);
    expect(await server.storage.size(`bank-files/${world.tenantId}/${old.id}`)).toBeUndefined();
  });

  it('is split over loans and moved to another, to the paisa and to loans of the client alone', async () => {
    await taken(csvOf(['UTR0001', '3000', 'nobody knows']));
    const line = await one('status=unidentified');
    const part = (at: TestLoan, amountPaise: number) => ({ loanNumber: at.number, paymentId: null, amountPaise });
    const theirs = await world.addLoan({ otherClient: true });
    for (const parts of [
      [],
      [part(loan, 299_999)],
      [part(theirs, 300_000)],
      [part({ ...loan, number: 'NOSUCH' }, 300_000)],
    ])
      expect((await accept(line.id, { parts })).status, JSON.stringify(parts)).toBe(422);
    expect((await accept(line.id, { parts: [part(loan, 100_000), part(other, 200_000)] })).status).toBe(200);
    expect(await stands(loan)).toMatchObject({ overdue_paise: 400_000 });
    expect(await stands(other)).toMatchObject({ overdue_paise: 300_000 });
    expect(await one('status=accepted')).toMatchObject({ otherLoans: 1 });
    await reverse(line.id);
    expect(await stands(other)).toMatchObject({ overdue_paise: 500_000 });
    expect((await accept(line.id, { parts: [part(other, 300_000)] })).status).toBe(200);
    expect(await stands(loan)).toMatchObject({ overdue_paise: 500_000 });
    expect(await stands(other)).toMatchObject({ overdue_paise: 200_000 });
  });

  it('confirms a receipt when the last of several lines covers it, and takes no receipt twice', async () => {
    const paid = await receipt(loan, 500_000);
    await taken(csvOf(['U1', '3000', loan.number], ['U2', '2000', loan.number]));
    const { rows } = await listed('status=matched');
    expect(rows).toHaveLength(2);
    const [big, small] = rows.sort((a, b) => b.amountPaise - a.amountPaise) as [BankLineRow, BankLineRow];
    await accept(big.id);
    expect(await payments()).toMatchObject([{ id: paid, status: 'received' }]);
    expect((await accept(small.id)).status).toBe(200);
    expect(await payments()).toMatchObject([{ id: paid, status: 'verified' }]);
    await reverse(big.id);
    expect(await payments()).toMatchObject([{ id: paid, status: 'received' }]);
    expect((await stands(loan))?.overdue_paise).toBe(500_000);
    await taken(csvOf(['U3', '4000', 'x']));
    const third = await one('q=U3');
    const greedy = await accept(third.id, {
      parts: [{ loanNumber: loan.number, paymentId: paid, amountPaise: 400_000 }],
    });
    expect(greedy.status).toBe(409);
    await accept(big.id);
    expect(await payments()).toMatchObject([{ id: paid, status: 'verified' }]);
  });

  it('finds a receipt as people write its reference, and tells a line of before when later ones bring the rest', async () => {
    await receipt(loan, 500_000, { reference: 'utr-77 a' });
    await receipt(other, 100_000, { reference: 'ref9' });
    await taken(csvOf(['N1', '3000', loan.number], ['REF9', '1000', 'x']));
    expect(await one('q=REF9')).toMatchObject({ status: 'matched', score: 100 });
    expect(await one('q=N1')).toMatchObject({ status: 'partial' });
    await taken(csvOf(['N2', '1500', loan.number]));
    expect(await one('q=N1')).toMatchObject({ status: 'partial' });
    await taken(csvOf(['N3', '500', loan.number]));
    expect((await listed('status=matched')).rows.map(({ reference }) => reference).sort()).toEqual([
      'N1',
      'N2',
      'N3',
      'REF9',
    ]);
    expect((await files()).map(({ matched }) => matched)).toEqual([1, 1, 2]);
    expect((await listed()).counts).toMatchObject({ matched: 4, open: 4 });
    expect((await listed()).counts.partial ?? 0).toBe(0);
  });

  it('accepts many exact ones in one press and leaves what needs a person', async () => {
    await receipt(loan, 100_000, { reference: 'R1' });
    await receipt(other, 200_000, { reference: 'R2' });
    await taken(csvOf(['R1', '1000', 'x'], ['R2', '2000', 'x'], ['R3', '2500', `${other.number}`]));
    const { rows } = await listed();
    const { body } = await call('admin').post(`${LINES}/accept`, { ids: rows.map(({ id }) => id) });
    const answers = (body.data as unknown as { rows: { id: string; refused: string | null }[] }).rows;
    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(2);
    expect(answers.find(({ refused }) => refused)?.id).toBe(rows.find(({ reference }) => reference === 'R3')?.id);
    expect((await payments()).map(({ status }) => status)).toEqual(['verified', 'verified']);
  });

  it('is asked about and answered, by whoever was asked alone', async () => {
    await taken(csvOf(['U1', '10', 'x']));
    const line = await one();
    expect(await listed('', 'manager')).toMatchObject({ total: 0 });
    const colleagues = (await call('admin').get(`${LINES}/${line.id}/colleagues`)).body.data as unknown as {
      rows: { id: string }[];
    };
    expect(colleagues.rows.map(({ id }) => id)).toContain(world.people.manager.id);
    expect(colleagues.rows.map(({ id }) => id)).not.toContain(world.people.agent.id);
    const ask = (userId: string, version = 1) =>
      call('admin').post(`${LINES}/${line.id}/question`, { version, userId, question: 'Whose is it?' });
    expect((await ask(world.people.agent.id)).status).toBe(422);
    expect((await ask(world.people.manager.id)).status).toBe(200);
    expect((await ask(world.people.manager.id)).status).toBe(200);
    expect((await ask(world.people.rival.id)).status).toBe(409);
    expect(await listed('asked=me', 'manager')).toMatchObject({
      total: 1,
      rows: [{ question: 'open', owner: world.people.manager.username }],
    });
    expect((await detail(line.id, 'manager')).asked).toMatchObject({ mine: true, question: 'Whose is it?' });
    const answer = (who: Who) => call(who).post(`${LINES}/${line.id}/answer`, { version: 2, answer: 'A deposit' });
    expect((await answer('admin')).status).toBe(403);
    expect((await answer('rival')).status).toBe(404);
    expect((await answer('manager')).status).toBe(200);
    expect(await listed('asked=me', 'manager')).toMatchObject({ total: 0 });
    expect((await detail(line.id)).asked).toMatchObject({ answer: 'A deposit', mine: false });
    expect(await audited('reconciliation.asked')).toMatchObject([
      { detail: { before: { question: null, answer: null }, after: { question: 'Whose is it?' } } },
    ]);
    expect(await audited('reconciliation.answered')).toMatchObject([
      { actor_id: world.people.manager.id, detail: { before: { answer: null }, after: { answer: 'A deposit' } } },
    ]);
  });

  it('shows everybody their own: a lender its lines, a manager those of their people, another tenant none', async () => {
    await receipt(loan, 300_000, { reference: 'UTR0001' });
    await taken(csvOf(['UTR0001', '3000', 'x'], ['UTR0002', '7', 'x']));
    const theirs = await world.addLoan({ otherClient: true });
    await taken(csvOf(['UTR0003', '2500', theirs.number]), { clientId: await clientOf(theirs) });
    const line = await one('q=UTR0003');
    expect(await listed('', 'clientAdmin')).toMatchObject({ total: 2, counts: { matched: 1, unidentified: 1 } });
    expect(await listed('', 'manager')).toMatchObject({ total: 1, counts: { matched: 1 } });
    expect(await listed('', 'rival')).toMatchObject({ total: 0 });
    expect(await listed('', 'admin', elsewhere)).toMatchObject({ total: 0, counts: { 'receipt-without-bank': 0 } });
    for (const [who, there] of [
      ['clientAdmin', world],
      ['manager', world],
      ['admin', elsewhere],
    ] as const) {
      expect((await call(who, there).get(`${LINES}/${line.id}`)).status).toBe(404);
      expect((await call(who, there).get(`${LINES}/${line.id}/colleagues`)).status).toBe(404);
      for (const [step, body] of [
        ['accept', { version: 1, parts: [{ loanNumber: theirs.number, paymentId: null, amountPaise: 250_000 }] }],
        ['reverse', { version: 1, reason: 'None of mine' }],
        ['question', { version: 1, userId: world.people.owner.id, question: 'Is it mine?' }],
        ['answer', { version: 1, answer: 'It is mine' }],
      ] as const)
        expect((await call(who, there).post(`${LINES}/${line.id}/${step}`, body)).status, `${who} ${step}`).toBe(404);
    }
    // A loan of another client is not there for a lender.
    const own = await one('q=UTR0002');
    const parts = [{ loanNumber: theirs.number, paymentId: null, amountPaise: 700 }];
    expect((await call('clientAdmin').post(`${LINES}/${own.id}/accept`, { version: 1, parts })).status).toBe(422);
    for (const who of ['caller', 'agent', 'collector', 'client', 'customer', 'partner'] as const)
      expect((await call(who).get(LINES)).status, who).toBe(403);
  });

  it('says what is above the list, each figure with its lines, and writes the list out', async () => {
    await receipt(loan, 300_000, { reference: 'UTR0001', daysAgo: 2 });
    await receipt(other, 40_000, { mode: 'cash', daysAgo: 3 });
    await receipt(other, 50_000, { mode: 'cash', daysAgo: 0 });
    await taken(csvOf(['UTR0001', '3000', 'x'], ['UTR0002', '7', 'x']));
    const figures = async (who: Who = 'admin') =>
      (await call(who).get(`${LINES}/figures`)).body.data as unknown as ReconciliationFigures;
    expect(await figures()).toMatchObject({
      lines: 2,
      autoMatched: 1,
      open: [{ from: 0, until: 1, lines: 2, amountPaise: 300_700 }, { lines: 0 }, { lines: 0 }, { lines: 0 }],
      unbanked: { receipts: 2, amountPaise: 340_000, exact: true },
      cash: { receipts: 1, amountPaise: 40_000, exact: true },
    });
    // Each figure is what its lines are.
    const sum = async (query: string) => {
      const { rows, total } = await listed(query);
      return { lines: total, amountPaise: rows.reduce((all, { amountPaise }) => all + amountPaise, 0) };
    };
    expect(await sum(`status=open&from=${yesterday}`)).toEqual({ lines: 2, amountPaise: 300_700 });
    expect(await sum(`status=open&until=${addDays(today, -2)}`)).toEqual({ lines: 0, amountPaise: 0 });
    expect(await sum(`status=all&found=matched&from=${addDays(today, -90)}`)).toMatchObject({ lines: 1 });
    expect(await sum('status=receipt-without-bank')).toEqual({ lines: 2, amountPaise: 340_000 });
    expect(await sum('status=cash-in-hand')).toEqual({ lines: 1, amountPaise: 40_000 });
    const [file] = await files();
    expect(await sum(`fileId=${file?.id}`)).toMatchObject({ lines: 2 });
    expect(await sum(`fileId=${uuidv7()}`)).toMatchObject({ lines: 0 });
    expect((await listed()).counts).toMatchObject({ open: 2, all: 2, 'cash-in-hand': 1, 'receipt-without-bank': 2 });
    expect(await listed('status=receipt-without-bank')).toMatchObject({
      total: 2,
      rows: [{ loan: { number: loan.number } }, { loan: { number: other.number }, narration: 'cash', ageDays: 3 }],
    });
    await accept((await one('q=UTR0001')).id);
    expect(await figures()).toMatchObject({
      open: [{ lines: 1, amountPaise: 700 }, {}, {}, {}],
      autoMatched: 1,
      unbanked: { receipts: 1 },
    });
    expect(await figures('clientAdmin')).toMatchObject({ lines: 2, cash: { receipts: 1 } });
    expect(await figures('rival')).toMatchObject({ lines: 0, unbanked: { receipts: 1 } });
    const { body } = await call('admin').get(`${LINES}/export?status=accepted`);
    const { csv } = body.data as unknown as { csv: string };
    expect(csv.split('\r\n').filter(Boolean)).toHaveLength(2);
    expect(csv).toContain(`UTR0001,3000.00,x,,${loan.number}`);
    expect(await audited('export.reconciliation')).toMatchObject([{ detail: { rows: 1 } }]);
  });
});
