/** Settlements from the offer to the no-dues letter: who decides, what each may see, two at once, payments, reversals and days. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settlement, SettlementRow } from '../../core/contract/settlements';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { GRACE_DAYS } from '../../core/domain/settlements/plan';
import { postPayment } from '../../server/modules/loans';
import { judgePart } from '../../server/modules/settlements/judge';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type NewLoan, type TenantWorld, type TestLoan, type Who } from '../support/world';

const PATH = '/api/v2/settlement';
const ZONE = 'Asia/Kolkata';
const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
const today = () => dayOf(new Date(), ZONE);
const DUES = 5_000_000;

describe.each(engines)('settlements on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    // A manager may waive 20 % in two parts, a super manager 40 % in four; nobody more.
    await world.run((tx) =>
      tx.query(
        `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
         select tenant_id, id, n, 'any', 0, 9999, n * 20, n * 2, case n when 1 then 'CRM_MANAGER' else 'CRM_SUPERMANAGER' end
           from portfolios, generate_series(1, 2) n where tenant_id = $1`,
        [world.tenantId],
      ),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const api = (who: Who, there = world) => as(server.origin, there.people[who]);
  interface Said<T> {
    status: number;
    message?: string;
    fields?: { path: string; message: string }[];
    data: T;
  }
  async function send<T = Settlement>(
    who: Who,
    method: string,
    path: string,
    body: unknown,
    there = world,
  ): Promise<Said<T>> {
    const response = await api(who, there).fetch(path, {
      method,
      ...(body instanceof FormData
        ? { body }
        : body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, ...((await response.json()) as Omit<Said<T>, 'status'>) };
  }
  const newLoan = (more: NewLoan = {}) =>
    world.addLoan({ posPaise: DUES, held: { collector: 'caller', field_agent: 'agent' }, ...more });
  const offerOf = (waived: number, parts = 1, more: object = {}) => {
    const payable = DUES - waived;
    const part = Math.floor(payable / parts);
    return {
      dues: { principal: DUES, interest: 0, penal: 0, charges: 0 },
      waiver: { principal: waived, interest: 0, penal: 0, charges: 0 },
      instalments: Array.from({ length: parts }, (_, at) => ({
        dueOn: addDays(today(), 10 + at * 30),
        amount: at === parts - 1 ? payable - part * (parts - 1) : part,
      })),
      validTill: addDays(today(), 5),
      ...more,
    };
  };
  const raise = (who: Who, loan: TestLoan, offer: object = offerOf(500_000), more: object = {}) =>
    send(who, 'POST', PATH, { id: uuidv7(), loanId: loan.id, offer, hardship: 'Lost the job in March', ...more });
  const raised = async (loan: TestLoan, offer?: object, who: Who = 'caller', more: object = {}) => {
    const said = await raise(who, loan, offer, more);
    expect(said.status, JSON.stringify(said)).toBe(200);
    return said.data;
  };
  const step = async (
    who: Who,
    one: Pick<Settlement, 'id' | 'stage' | 'round'>,
    name: string,
    more: { remarks?: string; offer?: object; loan?: object } = {},
  ) => {
    const { remarks = 'As the rules have it', offer, loan } = more;
    // Each sends the stage that they see themselves.
    const stage = one.stage === 'review' ? ((await get(who, one.id))?.stage ?? 'manager') : one.stage;
    return send(who, 'PUT', PATH, {
      settlementId: one.id,
      remarks,
      ...(loan && { loan }),
      data: { step: name, stage, round: one.round, ...(offer && { offer }) },
    });
  };
  const took = async (...asked: Parameters<typeof step>) => {
    const said = await step(...asked);
    expect(said, JSON.stringify(said)).toMatchObject({ status: 200, message: 'updated successfully' });
    return said.data;
  };
  const get = async (who: Who, id: string) => (await send(who, 'GET', `${PATH}/${id}`, undefined)).data;
  const list = async (who: Who, query: string) =>
    (await send<{ rows: SettlementRow[]; total: number }>(who, 'GET', `${PATH}?${query}`, undefined)).data;
  const judge = (day = today()) => world.run((tx) => judgePart(tx, day, new Date()));
  const pay = (loan: TestLoan, amountPaise: number) =>
    world.run((tx) =>
      postPayment(
        tx,
        { loanId: loan.id, amountPaise, mode: 'upi', reference: uuidv7(), paidAt: new Date() },
        ZONE,
        new Date(),
      ),
    );
  const letter = (who: Who, id: string, bytes = PDF) => {
    const form = new FormData();
    form.set('settlementId', JSON.stringify(id));
    form.set('letter', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'letter.pdf');
    return send(who, 'PUT', '/api/v1/settlement/settlement/letter-uploading', form);
  };
  const loanState = async (loan: TestLoan) =>
    (await world.run((tx) => tx.query<{ state: string }>('select state from loans where id = $1', [loan.id])))[0]
      ?.state;
  const noticesOf = async (who: Who, loan: TestLoan) =>
    (
      await world.run((tx) =>
        tx.query<{ kind: string }>(
          'select kind from notifications where user_id = $1 and loan_id = $2 order by created_at, kind',
          [world.people[who].id, loan.id],
        ),
      )
    ).map(({ kind }) => kind);

  /** Approved by all who are asked, with the letter out. */
  async function agreed(loan: TestLoan, offer = offerOf(500_000, 2)) {
    const one = await raised(loan, offer);
    const two = await took('manager', one, 'approve');
    await took('clientAdmin', two, 'approve');
    const out = await letter('nationalManager', one.id);
    expect(out.status, JSON.stringify(out)).toBe(200);
    return out.data;
  }

  it('goes from the telecaller’s offer through counter, two approvals, letter and instalments to no dues', async () => {
    const loan = await newLoan();
    const one = await raised(loan, offerOf(1_500_000, 3));
    expect(one).toMatchObject({
      stage: 'review',
      round: 1,
      number: expect.stringMatching(/^ST\/\d{4}\/\d{6}$/),
      outstanding: DUES,
      waived: 1_500_000,
      payable: 3_500_000,
      steps: ['withdraw'],
      // A telecaller does not learn how far the lender would go.
      authority: null,
    });
    expect(await noticesOf('manager', loan)).toEqual(['settlement-turn']);
    expect(await get('manager', one.id)).toMatchObject({
      steps: ['approve', 'counter', 'reject'],
      authority: { approver: 'CRM_SUPERMANAGER', maxWaiverPercent: 40, maxInstalments: 4 },
    });

    const countered = await took('manager', one, 'counter', { offer: offerOf(1_200_000, 3), remarks: 'Less waiver' });
    expect(countered).toMatchObject({ stage: 'countered', round: 2, waived: 1_200_000 });
    const again = await took('caller', countered, 'submit', { offer: offerOf(1_200_000, 3) });
    expect(again).toMatchObject({ stage: 'review', round: 3 });
    // A manager's terms go on to a super manager, whoever sends them.
    expect(await get('manager', one.id)).toMatchObject({ stage: 'super-manager', steps: [] });
    const third = await took('nationalManager', again, 'approve');
    expect(third.stage).toBe('client');
    // Who has approved once does not speak for the client as well.
    expect(third.steps).toEqual([]);
    const clients = await send('clientAdmin', 'PUT', `${PATH}/client-Approved`, {
      settlementId: one.id,
      remarks: '',
      data: { round: 3 },
    });
    expect(clients).toMatchObject({ status: 200, message: 'updated successfully', data: { stage: 'approved' } });
    expect(clients.data.history.map((done) => `${done.step} ${done.by?.role}`)).toEqual([
      'submit CRM_TELECALLER',
      'counter CRM_MANAGER',
      'submit CRM_TELECALLER',
      'approve CRM_SUPERMANAGER',
      'approve CLIENT_ADMIN',
    ]);
    expect(clients.data.offers.map(({ round, waiver }) => [round, waiver.principal])).toEqual([
      [1, 1_500_000],
      [2, 1_200_000],
      [3, 1_200_000],
    ]);

    // Whoever approved it on the way has its letter to send all the same.
    const turn = await send<{ rows: SettlementRow[] }>('nationalManager', 'GET', `${PATH}?view=turn`, undefined);
    expect(turn.data.rows.map(({ id }) => id)).toContain(one.id);
    expect(await letter('nationalManager', one.id)).toMatchObject({
      status: 200,
      data: { stage: 'letter-out', letter: true },
    });
    const download = await api('caller').fetch(`/api/v1/settlement/downloadLetter?id=${one.id}`);
    expect([download.status, new Uint8Array(await download.arrayBuffer())]).toEqual([200, PDF]);

    await pay(loan, 1_000_000);
    await judge();
    expect(await get('agent', one.id)).toMatchObject({ stage: 'running', paid: 1_000_000 });
    await pay(loan, 2_800_000);
    await judge();
    expect(await get('agent', one.id)).toMatchObject({ stage: 'completed', paid: 3_800_000, settledOn: today() });
    expect(await loanState(loan)).toBe('settled');
    const last = await letter('nationalManager', one.id);
    expect(last).toMatchObject({ status: 200, data: { stage: 'no-dues', noDuesLetter: true, steps: [] } });
    expect((await api('clientAdmin').fetch(`/api/v1/settlement/downloadLetter?id=${one.id}&kind=no-dues`)).status).toBe(
      200,
    );

    // Every step and each download is in the audit.
    const audit = await world.run((tx) =>
      tx.query<{ action: string; detail: unknown }>(
        "select action, detail from audit_log where tenant_id = $1 and subject = 'settlement' and subject_id = $2 order by seq",
        [world.tenantId, one.id],
      ),
    );
    const change = (action: string, before: string, after: string) => ({
      action,
      detail: expect.objectContaining({ before: { stage: before }, after: { stage: after } }),
    });
    expect(audit).toEqual([
      change('settlements.submit', 'draft', 'manager'),
      change('settlements.counter', 'manager', 'countered'),
      change('settlements.submit', 'countered', 'super-manager'),
      change('settlements.approve', 'super-manager', 'client'),
      change('settlements.approve', 'client', 'approved'),
      {
        action: 'settlements.send-letter',
        detail: { loanId: loan.id, round: 3, before: { stage: 'approved' }, after: { stage: 'letter-out' } },
      },
      { action: 'settlements.letter-downloaded', detail: expect.anything() },
      change('settlements.start', 'letter-out', 'running'),
      change('settlements.complete', 'running', 'completed'),
      change('settlements.confirm-no-dues', 'completed', 'no-dues'),
      { action: 'settlements.letter-downloaded', detail: expect.anything() },
    ]);
  });

  it('the lender’s people offer on their own loans, and another one of them decides', async () => {
    const [own, strange] = [await newLoan(), await newLoan({ otherClient: true })];
    expect((await raise('clientAdmin', strange)).status).toBe(404);
    expect((await raise('client', own)).status).toBe(403);
    expect((await raise('partner', own)).status).toBe(403);
    const one = await raised(own, undefined, 'clientAdmin');
    expect(one).toMatchObject({ stage: 'manager', maker: { role: 'CLIENT_ADMIN' } });
    const withClient = await took('manager', one, 'approve');
    expect(withClient.stage).toBe('client');
    expect((await step('clientAdmin', withClient, 'approve')).status).toBe(403);
    const listed = await list('customer', 'view=turn&size=100');
    expect(listed.rows.map(({ id }) => id)).toContain(one.id);
    expect((await list('clientAdmin', 'view=turn&size=100')).rows.map(({ id }) => id)).not.toContain(one.id);
    expect((await took('customer', withClient, 'approve')).stage).toBe('approved');
  });

  it('a partner sees the loans of their own agency and no settlement', async () => {
    const [held, other] = [await newLoan({ held: { agency: true, collector: 'caller' } }), await newLoan()];
    const { body } = await as(server.origin, world.people.partner).get('/api/v1/loans/loan2?pageSize=100');
    const ids = (body.data as { content: { id: string }[] }).content.map(({ id }) => id);
    expect(ids).toContain(held.id);
    expect(ids).not.toContain(other.id);
    expect((await send('partner', 'GET', `${PATH}?view=all`, undefined)).status).toBe(403);
  });

  it('is raised once under one id, and a second one on the same loan waits for its end', async () => {
    const loan = await newLoan();
    const body = { id: uuidv7(), loanId: loan.id, offer: offerOf(500_000), hardship: 'Crop failed' };
    const twice = await Promise.all([send('agent', 'POST', PATH, body), send('agent', 'POST', PATH, body)]);
    expect(twice.map(({ status, data }) => [status, data.id, data.round])).toEqual([
      [200, body.id, 1],
      [200, body.id, 1],
    ]);
    const room = await send<{ openId: string }>('caller', 'GET', `${PATH}/room?loanId=${loan.id}`, undefined);
    expect(room.data).toMatchObject({ openId: body.id, dues: { principal: DUES }, coolingUntil: null });
    expect(await raise('caller', loan)).toMatchObject({
      status: 409,
      message: 'A settlement of this loan is open already.',
    });
    expect((await send('caller', 'POST', PATH, body)).status).toBe(404);
    const [one] = (await list('agent', `loanId=${loan.id}`)).rows;
    if (!one) throw new Error('It is not listed');
    await took('agent', one, 'withdraw');
    expect((await raise('caller', loan)).status).toBe(200);
  });

  it.each<[string, object, string[]]>([
    [
      'a waiver above the dues',
      { waiver: { principal: DUES + 1, interest: 0, penal: 0, charges: 0 } },
      ['offer.waiver.principal', 'offer.instalments'],
    ],
    ['an offer that ended', { validTill: '2026-01-01' }, ['offer.validTill']],
    ['a first day in the past', { instalments: [{ dueOn: '2026-01-01', amount: 4_500_000 }] }, ['offer.instalments']],
    [
      'instalments that do not add up',
      { instalments: [{ dueOn: '2040-01-01', amount: 4_499_999 }] },
      ['offer.instalments'],
    ],
    ['no instalment', { instalments: [] }, ['offer.instalments']],
  ])('%s is refused at its field', async (_, change, fields) => {
    const said = await raise('caller', await newLoan(), offerOf(500_000, 1, change));
    expect([said.status, said.fields?.map(({ path }) => path)]).toEqual([422, fields]);
  });

  it('an offer on dues that have changed meanwhile is sent back, and one on a closed loan', async () => {
    const loan = await newLoan();
    await pay(loan, 100_000);
    expect(await raise('caller', loan)).toMatchObject({
      status: 409,
      message: expect.stringContaining('have changed'),
    });
    expect((await raise('caller', await newLoan({ state: 'closed' }))).status).toBe(409);
  });

  it('what the matrix allows is answered neither by words nor by a refusal: beyond it everybody is asked', async () => {
    const one = await raised(await newLoan(), offerOf(4_900_000));
    expect(one).toMatchObject({ stage: 'review', authority: null });
    expect(JSON.stringify(one)).not.toMatch(/board|reviews|maxWaiver/);
    const two = await took('manager', one, 'approve');
    expect(two.authority).toMatchObject({ approver: null, maxWaiverPercent: 40 });
    const three = await took('nationalManager', two, 'approve');
    const four = await took('customer', three, 'approve');
    expect(four.stage).toBe('board');
    expect((await took('owner', four, 'approve')).stage).toBe('approved');
  });

  it('staff and fraud cases reach the board though a manager might waive as much', async () => {
    const one = await raised(await newLoan(), offerOf(100_000), 'caller', { staffOrFraud: true });
    const two = await took('manager', one, 'approve');
    const three = await took('nationalManager', two, 'approve');
    expect(await took('clientAdmin', three, 'approve')).toMatchObject({ stage: 'board', staffOrFraud: true });
  });

  it('two deciders at once: one acts, the other hears who and when', async () => {
    const one = await raised(await newLoan());
    const seen = await get('manager', one.id);
    const both = await Promise.all([step('manager', seen, 'approve'), step('manager', seen, 'reject')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.message).toMatch(/^.+ (approved|rejected) this settlement on .+ Look at it again\.$/);
    // The same step again is answered as it stands, and is taken once.
    const two = await get('manager', one.id);
    const name = two.stage === 'client' ? 'approve' : 'reject';
    expect(await step('manager', seen, name)).toMatchObject({ status: 200, data: { stage: two.stage } });
    expect((await get('manager', one.id)).history).toHaveLength(2);
  });

  it.each<[string, Who, string, number]>([
    ['whoever raised it', 'caller', 'approve', 403],
    ['a manager of others', 'rival', 'approve', 404],
    ['the client of other loans', 'otherClient', 'approve', 403],
    ['a super manager before the manager', 'nationalManager', 'approve', 403],
    ['the client before the manager', 'clientAdmin', 'approve', 403],
    ['somebody else than its maker', 'agent', 'withdraw', 403],
    ['a manager without a reason', 'manager', 'reject', 422],
    ['a manager without an offer', 'manager', 'counter', 422],
  ])('%s does not take the step', async (_, who, name, status) => {
    const one = await raised(await newLoan());
    const said = await step(who, one, name, { remarks: status === 422 && name === 'reject' ? ' ' : 'No' });
    expect(said.status, JSON.stringify(said)).toBe(status);
    expect(await get('manager', one.id)).toMatchObject({ stage: 'manager', round: 1 });
  });

  it('a step with another loan’s number, and a letter at the wrong time or of the wrong kind, are refused', async () => {
    const loan = await newLoan();
    const one = await raised(loan);
    expect(await step('manager', one, 'approve', { loan: { loanNumber: 'LN-OTHER' } })).toMatchObject({
      status: 422,
      fields: [{ path: 'loan', message: 'This settlement is of another loan.' }],
    });
    expect((await letter('nationalManager', one.id)).status).toBe(409);
    const two = await took('manager', one, 'approve', { loan: { loanNumber: loan.number } });
    await took('customer', two, 'approve');
    expect((await letter('nationalManager', one.id, new TextEncoder().encode('a,b\n1,2\n'))).status).toBe(415);
    expect((await letter('manager', one.id)).status).toBe(403);
    expect((await api('caller').fetch(`/api/v1/settlement/downloadLetter?id=${one.id}`)).status).toBe(404);
  });

  it('lapses when nobody answers, when nobody pays after the letter, and is breached when an instalment stays away', async () => {
    const [waiting, unpaid, broken] = [await newLoan(), await newLoan(), await newLoan()];
    const first = await raised(waiting);
    const second = await agreed(unpaid);
    const third = await agreed(broken);
    await pay(broken, 100_000);
    await judge();
    expect((await get('caller', third.id)).stage).toBe('running');
    await judge(addDays(today(), 6));
    expect((await get('caller', first.id)).stage).toBe('lapsed');
    // Three days before the instalment those who hold the loan are told.
    await judge(addDays(today(), 7));
    await judge(addDays(today(), 8));
    expect((await noticesOf('caller', unpaid)).filter((kind) => kind === 'settlement-due')).toHaveLength(1);
    const end = addDays(today(), 10 + GRACE_DAYS);
    await judge(end);
    expect((await get('caller', second.id)).stage).toBe('letter-out');
    await judge(addDays(end, 1));
    expect((await get('caller', second.id)).stage).toBe('lapsed');
    expect(await get('caller', third.id)).toMatchObject({ stage: 'breached', nextDueOn: null });
    expect(await loanState(broken)).toBe('active');
  });

  it('a payment that is taken back opens a completed settlement and its loan again', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const paid = await pay(loan, 4_500_000);
    await judge();
    expect([(await get('caller', one.id)).stage, await loanState(loan)]).toEqual(['completed', 'settled']);
    await world.run((tx) => tx.query("update payments set status = 'reversed' where id = $1", [paid?.paymentId]));
    await judge();
    expect(await get('caller', one.id)).toMatchObject({ stage: 'running', paid: 0, settledOn: null });
    expect(await loanState(loan)).toBe('active');
  });

  /** What an agent notes at the door: nobody has confirmed it. */
  const noted = async (loan: TestLoan, amountPaise: number, more: { mode?: string; paidAt?: Date; by?: Who } = {}) => {
    const id = uuidv7();
    await world.run((tx) =>
      tx.query(
        `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'received', now())`,
        [
          world.tenantId,
          id,
          loan.id,
          world.people[more.by ?? 'agent'].id,
          amountPaise,
          more.mode ?? 'cheque',
          more.paidAt ?? new Date(),
        ],
      ),
    );
    return id;
  };
  const say = (who: Who, settlementId: string, paymentId: string, decision: string) =>
    send(who, 'PUT', `${PATH}/payment`, { settlementId, paymentId, decision });

  it('money that nobody has confirmed completes nothing, is shown as such, and makes nobody late', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const cheque = await noted(loan, 4_000_000);
    const cash = await noted(loan, 500_000, { mode: 'cash' });
    await judge(addDays(today(), 10 + GRACE_DAYS + 1));
    expect(await get('caller', one.id)).toMatchObject({
      stage: 'running',
      paid: 0,
      received: 4_500_000,
      payments: [{ state: 'received', decisions: [] }, { state: 'received' }],
    });
    expect([await loanState(loan), (await letter('nationalManager', one.id)).status]).toEqual(['active', 409]);
    const decisions = async (who: Who) => (await get(who, one.id)).payments.find(({ id }) => id === cheque)?.decisions;
    expect(await decisions('nationalManager')).toEqual(['arrived']);
    expect((await list('nationalManager', `view=money&loanId=${loan.id}`)).rows).toMatchObject([{ id: one.id }]);
    // Who approved the offer does not confirm what completes it.
    expect(await decisions('manager')).toEqual([]);
    expect(await say('manager', one.id, cheque, 'arrived')).toMatchObject({
      status: 409,
      message: 'Whoever raised or approved a settlement does not confirm its money.',
    });
    expect(await say('nationalManager', one.id, cash, 'arrived')).toMatchObject({
      status: 409,
      message: 'Cash is confirmed by its hand-over.',
    });
    expect(await say('nationalManager', one.id, cheque, 'arrived')).toMatchObject({
      status: 200,
      message: 'updated successfully',
    });
    // The same word again is answered as it stands.
    expect((await say('nationalManager', one.id, cheque, 'arrived')).status).toBe(200);
    await judge();
    expect(await get('agent', one.id)).toMatchObject({ stage: 'running', paid: 4_000_000, received: 500_000 });
    await world.run((tx) => tx.query("update payments set status = 'deposited' where id = $1", [cash]));
    await judge();
    expect(await get('agent', one.id)).toMatchObject({ stage: 'completed', paid: 4_500_000, received: 0 });
    expect(await loanState(loan)).toBe('settled');
    const audit = await world.run((tx) =>
      tx.query<{ detail: object }>(
        "select detail from audit_log where tenant_id = $1 and action = 'settlements.money-decided' and subject_id = $2",
        [world.tenantId, one.id],
      ),
    );
    expect(audit).toMatchObject([
      { detail: { payment: cheque, before: { status: 'received', counts: null }, after: { decision: 'arrived' } } },
    ]);
  });

  it.each<[string, Who, number]>([
    ['whoever noted it', 'agent', 403],
    ['the telecaller', 'caller', 403],
    ['the client', 'clientAdmin', 403],
    ['a manager of others', 'rival', 404],
  ])('%s does not confirm a payment', async (_, who, status) => {
    const loan = await newLoan();
    const one = await agreed(loan);
    const id = await noted(loan, 100_000);
    expect((await say(who, one.id, id, 'arrived')).status).toBe(status);
  });

  it('nobody confirms what they took, nor a payment of another loan', async () => {
    const [loan, other] = [await newLoan(), await newLoan()];
    const one = await agreed(loan);
    expect(
      await say('nationalManager', one.id, await noted(loan, 100_000, { by: 'nationalManager' }), 'arrived'),
    ).toMatchObject({
      status: 409,
      message: 'Whoever took the money does not confirm it.',
    });
    expect((await say('nationalManager', one.id, await noted(other, 100_000), 'arrived')).status).toBe(404);
  });

  it('a payment made before the offer and posted after it is named, and counts when somebody says so', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const id = await noted(loan, 4_500_000, { paidAt: new Date(Date.now() - 86_400_000) });
    await say('nationalManager', one.id, id, 'arrived');
    await judge();
    expect(await get('nationalManager', one.id)).toMatchObject({
      stage: 'letter-out',
      paid: 0,
      payments: [{ id, late: true, counts: null, state: 'confirmed', decisions: ['counts', 'does-not-count'] }],
    });
    await say('nationalManager', one.id, id, 'counts');
    await judge();
    expect(await get('caller', one.id)).toMatchObject({
      stage: 'completed',
      paid: 4_500_000,
      payments: [{ counts: true }],
    });
    await say('nationalManager', one.id, id, 'does-not-count');
    await judge();
    expect(await get('caller', one.id)).toMatchObject({ stage: 'running', paid: 0 });
  });

  it('a payment taken back after the no-dues letter ends the letter’s validity and tells who must know', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const paid = await pay(loan, 4_500_000);
    await judge();
    expect((await letter('nationalManager', one.id)).data.stage).toBe('no-dues');
    await world.run((tx) => tx.query("update payments set status = 'reversed' where id = $1", [paid?.paymentId]));
    await judge();
    expect(await get('manager', one.id)).toMatchObject({
      stage: 'running',
      noDuesLetter: false,
      voidLetter: true,
      paid: 0,
      payments: [{ state: 'taken-back' }],
    });
    expect(await loanState(loan)).toBe('active');
    const download = await api('clientAdmin').fetch(`/api/v1/settlement/downloadLetter?id=${one.id}&kind=no-dues`);
    expect(download.status).toBe(404);
    for (const who of ['manager', 'clientAdmin'] as const)
      expect(await noticesOf(who, loan)).toContain('settlement-void');
    expect(await noticesOf('rival', loan)).toEqual([]);
  });

  it('a no-dues letter whose money was never confirmed stands, and its money is listed to be confirmed', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const paid = await pay(loan, 4_500_000);
    await judge();
    await letter('nationalManager', one.id);
    // As a book of before that rule: what an update of the database asks to be looked at.
    await world.run(async (tx) => {
      await tx.query("update payments set status = 'received' where id = $1", [paid?.paymentId]);
      await tx.query('update settlements set to_judge = true where id = $1', [one.id]);
    });
    await judge();
    expect(await get('manager', one.id)).toMatchObject({ stage: 'no-dues', noDuesLetter: true, received: 4_500_000 });
    expect([await loanState(loan), await noticesOf('clientAdmin', loan)]).toEqual([
      'settled',
      expect.not.arrayContaining(['settlement-void']),
    ]);
    const listed = async () => (await list('nationalManager', `view=money&loanId=${loan.id}`)).rows;
    expect(await listed()).toMatchObject([{ id: one.id, stage: 'no-dues' }]);
    expect((await say('nationalManager', one.id, paid?.paymentId ?? '', 'arrived')).status).toBe(200);
    await judge();
    expect(await listed()).toEqual([]);
  });

  it('a payment taken back long after the last instalment gives seven days before the settlement is breached', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const paid = await pay(loan, 4_500_000);
    await judge();
    await world.run((tx) => tx.query("update payments set status = 'reversed' where id = $1", [paid?.paymentId]));
    const bounced = addDays(today(), 200);
    await judge(bounced);
    await judge(addDays(bounced, GRACE_DAYS));
    expect((await get('manager', one.id)).stage).toBe('running');
    await judge(addDays(bounced, GRACE_DAYS + 1));
    expect((await get('manager', one.id)).stage).toBe('breached');
  });

  it('a letter that is void is told of once, also while another settlement of the loan is open', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    const paid = await pay(loan, 4_500_000);
    await judge();
    await letter('nationalManager', one.id);
    await world.run(async (tx) => {
      await tx.query("update loans set state = 'active' where id = $1", [loan.id]);
      await tx.query('update settlements set settled_on = null where id = $1', [one.id]);
    });
    const dues = { principal: DUES - 4_500_000, interest: 0, penal: 0, charges: 0 };
    const more = { dues, waiver: { ...dues, principal: 100_000 } };
    await raised(loan, offerOf(0, 1, { ...more, instalments: [{ dueOn: addDays(today(), 10), amount: 400_000 }] }));
    await world.run((tx) => tx.query("update payments set status = 'reversed' where id = $1", [paid?.paymentId]));
    await judge();
    await pay(loan, 1_000);
    await judge();
    expect((await noticesOf('clientAdmin', loan)).filter((kind) => kind === 'settlement-void')).toHaveLength(1);
  });

  it('whoever offers settlements sees the same at every review, in every answer, and then the outcome', async () => {
    const there = await createTenantWorld(held.db);
    const loan = await there.addLoan({ posPaise: DUES, held: { collector: 'caller', field_agent: 'agent' } });
    const makers = ['caller', 'agent', 'collector'] as const;
    const said = await send(
      'caller',
      'POST',
      PATH,
      { id: uuidv7(), loanId: loan.id, offer: offerOf(4_900_000), hardship: 'Lost the job' },
      there,
    );
    expect(said.status).toBe(200);
    const { id } = said.data;
    const from = `from=${addDays(today(), -1)}&to=${addDays(today(), 1)}`;
    const ASKED = [
      `${PATH}/${id}`,
      ...['open', 'all', 'turn', 'ended'].map((view) => `${PATH}?view=${view}&loanId=${loan.id}`),
      ...['manager', 'super-manager', 'client', 'board', 'review'].map((stage) => `${PATH}?stage=${stage}`),
      `${PATH}/room?loanId=${loan.id}`,
      `/api/v2/reports/settlements?${from}`,
      `/api/v2/reports/settlements/file?${from}`,
      `/api/v1/loans/${loan.id}`,
      `/api/v2/notifications?fromDate=${today()}&toDate=${addDays(today(), 1)}&role=Collector`,
    ];
    const answers = async () => {
      const all: Record<string, unknown> = {};
      for (const who of makers)
        for (const path of ASKED) {
          const answer = await api(who, there).fetch(path);
          const text = await answer.text();
          // The name and the moment of an answer are no part of it.
          all[`${who} ${path}`] = [answer.status, text.replace(/"(requestId|asOf)":"[^"]+"/g, '')];
        }
      return all;
    };
    const first = await answers();
    expect(Object.values(first).filter((one) => (one as [number])[0] === 200).length).toBeGreaterThan(
      makers.length * 8,
    );
    const approve = async (who: Who) => {
      const { stage, round } = (await send(who, 'GET', `${PATH}/${id}`, undefined, there)).data;
      const done = await send(
        who,
        'PUT',
        PATH,
        { settlementId: id, remarks: 'At most 40 % here', data: { step: 'approve', stage, round } },
        there,
      );
      expect(done.status, JSON.stringify(done)).toBe(200);
      return done.data.stage;
    };
    for (const [who, stage] of [
      ['manager', 'super-manager'],
      ['nationalManager', 'client'],
      ['customer', 'board'],
    ] as const) {
      expect(await approve(who)).toBe(stage);
      expect(await answers(), stage).toEqual(first);
    }
    expect(await approve('owner')).toBe('approved');
    const last = JSON.stringify(await answers());
    expect(last).toContain('approved');
    expect(last).not.toMatch(/SUPERMANAGER|TENANT_?ADMIN|CUSTOMER|"board"|"client"|At most 40/);
  });

  it('whoever wrote the terms does not approve them, in whichever review they did', async () => {
    const one = await raised(await newLoan(), offerOf(1_500_000, 3));
    await took('manager', one, 'approve');
    const countered = await took('nationalManager', one, 'counter', { offer: offerOf(1_200_000, 3), remarks: 'Less' });
    const again = await took('caller', countered, 'submit', { offer: offerOf(1_200_000, 3) });
    await took('manager', again, 'approve');
    expect(await step('nationalManager', again, 'approve')).toMatchObject({
      status: 403,
      message: 'These terms are yours; somebody else approves them.',
    });
    expect((await get('nationalManager', one.id)).steps).toEqual(['counter', 'reject']);
  });

  it('what the matrix gives to the client’s administrator is not said by anybody else for them', async () => {
    const there = await createTenantWorld(held.db);
    await there.run((tx) =>
      tx.query(
        `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
         select tenant_id, id, 1, 'any', 0, 9999, 50, 4, 'CLIENT_ADMIN' from portfolios where tenant_id = $1`,
        [there.tenantId],
      ),
    );
    const loan = await there.addLoan({ posPaise: DUES, held: { collector: 'caller' } });
    const body = { id: uuidv7(), loanId: loan.id, offer: offerOf(500_000), hardship: 'Ill since May' };
    await send('caller', 'POST', PATH, body, there);
    const go = async (who: Who, name = 'approve') => {
      const { stage, round } = (await send(who, 'GET', `${PATH}/${body.id}`, undefined, there)).data;
      return send(
        who,
        'PUT',
        PATH,
        { settlementId: body.id, remarks: 'Yes', data: { step: name, stage, round } },
        there,
      );
    };
    await go('manager');
    expect((await go('nationalManager')).data.stage).toBe('client');
    const turn = async (who: Who) =>
      (await send<{ rows: SettlementRow[] }>(who, 'GET', `${PATH}?view=turn`, undefined, there)).data.rows.length;
    expect([await turn('customer'), await turn('clientAdmin')]).toEqual([0, 1]);
    expect((await go('customer')).status).toBe(403);
    expect((await go('clientAdmin')).data.stage).toBe('approved');
  });

  it('dues by head never exceed what is outstanding', async () => {
    const loan = await newLoan();
    await world.run((tx) =>
      tx.query('update loans set interest_overdue_paise = $2, penal_paise = $3, charges_paise = $3 where id = $1', [
        loan.id,
        DUES - 100_000,
        300_000,
      ]),
    );
    const { data } = await send<{ dues: object }>('caller', 'GET', `${PATH}/room?loanId=${loan.id}`, undefined);
    expect(data.dues).toEqual({ interest: DUES - 100_000, penal: 100_000, charges: 0, principal: 0 });
  });

  it('whoever settled less than twelve months ago does not settle again', async () => {
    const loan = await newLoan();
    const one = await agreed(loan, offerOf(500_000, 1));
    await pay(loan, 4_500_000);
    await judge();
    await letter('nationalManager', one.id);
    const other = await newLoan();
    await world.run((tx) => tx.query('update loans set borrower_id = $2 where id = $1', [other.id, loan.borrowerId]));
    expect(await raise('caller', other)).toMatchObject({ status: 422, fields: [{ path: 'loanId' }] });
    const room = await send<{ coolingUntil: string }>('caller', 'GET', `${PATH}/room?loanId=${other.id}`, undefined);
    expect(room.data.coolingUntil > addDays(today(), 360)).toBe(true);
  });

  it('lists what awaits one’s word, what lapses first before the others, and nothing of other people’s', async () => {
    const there = await createTenantWorld(held.db);
    const made: string[] = [];
    for (const days of [9, 2, 5]) {
      const loan = await there.addLoan({ posPaise: DUES, held: { collector: 'caller' } });
      const offer = offerOf(500_000, 1, { validTill: addDays(today(), days) });
      const said = await send(
        'caller',
        'POST',
        PATH,
        { id: uuidv7(), loanId: loan.id, offer, hardship: 'Ill since May' },
        there,
      );
      made.push(said.data.id);
    }
    const ids = async (who: Who, query: string, at = there) =>
      (await send<{ rows: SettlementRow[] }>(who, 'GET', `${PATH}?${query}`, undefined, at)).data.rows.map(
        ({ id }) => id,
      );
    const [nine, two, five] = made;
    expect(await ids('manager', 'view=turn')).toEqual([two, five, nine]);
    expect(await ids('nationalManager', 'view=turn')).toEqual([]);
    expect(await ids('caller', 'view=turn')).toEqual([]);
    expect(await ids('caller', 'view=all')).toEqual([five, two, nine]);
    expect(await ids('rival', 'view=all')).toEqual([]);
    expect(await ids('otherClient', 'view=all')).toEqual([]);
    expect(await ids('customer', 'stage=manager')).toEqual([two, five, nine]);
    expect(await ids('manager', 'view=all', world)).not.toContain(two);
    const one = (await send('manager', 'GET', `${PATH}/${two}`, undefined, there)).data;
    expect(await ids('manager', `q=${one.loanNumber.slice(0, 14).toLowerCase()}&view=all`)).toContain(two);
    expect(await ids('manager', `q=${one.number}`)).toEqual([two]);
    expect(await ids('manager', 'q=kulk&view=ended')).toEqual([]);
    expect(await ids('manager', 'q=100%25')).toEqual([]);
  });
});
