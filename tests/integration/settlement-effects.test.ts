/** What an agreed settlement does before it is paid in full: contact and dialer rest, promises of before fall, phones hear of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { addDays, type Day, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { mayContact } from '../../server/modules/contact';
import { issueServiceToken } from '../../server/modules/dialer';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { DUES, openMatrix, settlementDesk, WAIVED } from '../support/settlement-desk';
import { callRecord, createTenantWorld, itemOf, type TenantWorld, type TestLoan } from '../support/world';

const ZONE = 'Asia/Kolkata';
const PART = (DUES - WAIVED) / 2;
const RESTS = 'A settlement is being paid';

describe.each(engines)('an agreed settlement on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let desk: ReturnType<typeof settlementDesk>;
  let loan: TestLoan;
  /** Noon in India, of a day that moves on. */
  let day: Day = dayOf(Date.now(), ZONE);
  const clock = { now: () => new Date(`${day}T06:30:00Z`) };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    desk = settlementDesk(world, server.origin, clock, () => day);
    await openMatrix(world);
    await world.run((tx) =>
      tx.query("update users set dialer_username = 'caller.d' where tenant_id = $1 and id = $2", [
        world.tenantId,
        world.people.caller.id,
      ]),
    );
  }, 60_000);
  beforeEach(async () => {
    day = dayOf(Date.now(), ZONE);
    // Whoever the dialer is given is the one of this case.
    await world.run((tx) => tx.query("update loans set state = 'closed' where tenant_id = $1", [world.tenantId]));
    loan = await desk.newLoan();
    // More than an instalment: a loan whose overdue is paid rests for that reason.
    await world.run((tx) =>
      tx.query('update loans set overdue_paise = $2, principal_overdue_paise = $2 where id = $1', [loan.id, DUES]),
    );
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const first = addDays(day, 10);
  const second = addDays(day, 40);
  const pauseOf = async () => {
    const { body } = await desk.api('agent').get(`/api/v1/loans/loanByLoanId/${loan.id}`);
    return (body.data as Loan).contactPause;
  };
  const versionOf = async () =>
    (await world.run((tx) => tx.query<{ version: number }>('select version from loans where id = $1', [loan.id])))[0]
      ?.version ?? 0;
  const mayCall = async () => {
    const [phone] = await world.run((tx) =>
      tx.query<{ id: string }>(
        'select p.id from phones p join loans l on l.tenant_id = p.tenant_id and l.borrower_id = p.borrower_id where l.id = $1 limit 1',
        [loan.id],
      ),
    );
    const actor = { tenantId: world.tenantId, userId: world.people.caller.id };
    const asked = {
      loanId: loan.id,
      channel: 'call' as const,
      phoneId: phone?.id ?? null,
      attemptId: uuidv7(),
      now: clock.now(),
      zone: ZONE,
    };
    return (await world.run((tx) => mayContact(tx, actor, asked))).allowed;
  };
  const dialed = async () => {
    const token = await issueServiceToken(held.db, world.tenantId, 'effects');
    const response = await fetch(`${server.origin}/dialer/service/work`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dialer-token': token },
      body: JSON.stringify({ username: 'caller.d' }),
    });
    const { data } = (await response.json()) as { data: { parties: { loanNumber: string }[] } };
    return data.parties.map(({ loanNumber }) => loanNumber);
  };
  const judge = async (on: Day) => {
    day = on;
    await desk.judge(on);
  };

  /** Its letter is out, and the borrower has said yes to it. */
  const agreed = async () => {
    const { id } = await desk.out(loan);
    const step = { step: 'acknowledge', stage: 'letter-out', round: 1 };
    await desk.good('caller', 'PUT', '/api/v2/settlement', { settlementId: id, data: step });
  };

  it('rests no contact while the borrower has not agreed', async () => {
    await desk.out(loan);
    await desk.judge();
    expect([await pauseOf(), await mayCall()]).toEqual([null, true]);
  });

  it('lets contact and dialer rest from the agreement on, and again after each payment, until its instalment is near', async () => {
    await agreed();
    const before = await versionOf();
    await desk.judge();
    expect(await pauseOf()).toEqual({ reason: RESTS, until: addDays(first, -4) });
    // Phones fetch what has another version.
    expect(await versionOf()).toBeGreaterThan(before);
    expect([await mayCall(), await dialed()]).toEqual([false, []]);
    const at = await versionOf();
    await desk.judge();
    expect(await versionOf()).toBe(at);

    await judge(addDays(first, -3));
    expect([await pauseOf(), await mayCall()]).toEqual([null, true]);
    await desk.pay(loan, PART);
    await judge(addDays(first, -2));
    expect(await pauseOf()).toEqual({ reason: RESTS, until: addDays(second, -4) });
    expect([await mayCall(), await dialed()]).toEqual([false, []]);

    await judge(addDays(second, 2));
    expect(await pauseOf()).toBeNull();
    expect(await dialed()).toEqual([loan.number]);
  });

  it('that is breached is worked again', async () => {
    await agreed();
    await desk.judge();
    expect(await pauseOf()).not.toBeNull();
    await judge(addDays(first, 8));
    expect([await pauseOf(), await mayCall()]).toEqual([null, true]);
    const { rows } = await desk.good<{ rows: { stage: string }[] }>(
      'manager',
      'GET',
      `/api/v2/settlement?view=all&loanId=${loan.id}`,
    );
    expect(rows.map(({ stage }) => stage)).toEqual(['lapsed']);
  });

  it('takes the place of what was promised before, and not of what is promised afterwards', async () => {
    const promise = (amountPaise: number) => ({
      code: 'PTP',
      recordedAt: clock.now().toISOString(),
      ptp: { amountPaise, dueOn: addDays(day, 3), mode: 'upi' },
    });
    const { body } = await desk.api('caller').batch(itemOf(callRecord(loan, promise(500_00))));
    expect(JSON.stringify(body)).toContain('"outcome":"applied"');
    const promises = () =>
      world.run((tx) =>
        tx.query<{ status: string }>('select amount_paise, status from ptps where loan_id = $1 order by created_at', [
          loan.id,
        ]),
      );
    expect(await promises()).toMatchObject([{ status: 'open' }]);
    await agreed();
    await world.run((tx) =>
      tx.query("update ptps set created_at = created_at - interval '1 minute' where loan_id = $1", [loan.id]),
    );
    await desk.judge();
    expect(await promises()).toMatchObject([{ status: 'replaced' }]);
    const known = await desk.api('agent').get(`/api/v1/loans/loanByLoanId/${loan.id}`);
    expect((known.body.data as Loan).ptp).toBeNull();

    await judge(addDays(first, -2));
    await desk.api('caller').batch(itemOf(callRecord(loan, { ...promise(PART), loanSeq: 2 })));
    await desk.judge();
    expect((await promises()).map(({ status }) => status)).toEqual(['replaced', 'open']);
  });

  it('leaves a pause for another reason as it is', async () => {
    const until = addDays(day, 90);
    await world.run((tx) =>
      tx.query("update loans set pause_reason = 'Bereavement', pause_until = $2 where id = $1", [loan.id, until]),
    );
    await agreed();
    await desk.judge();
    expect(await pauseOf()).toEqual({ reason: 'Bereavement', until });
    await judge(addDays(first, 8));
    expect(await pauseOf()).toEqual({ reason: 'Bereavement', until });
  });
});
