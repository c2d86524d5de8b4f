/** Who owes, over all of their loans that the caller sees: numbers, payments, promises and contact of those loans and of no others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BorrowerProfile } from '../../core/contract/borrower-profile';
import { uuidv7 } from '../../core/domain/ids';
import { bothAtNight, type TestDatabase } from '../support/databases';
import type { Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const PATH = '/api/v1/borrowerProfile/getBorrowerProfile';
const DAY = 24 * 3600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

describe.each(bothAtNight)('the profile of a borrower on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let mine: TestLoan;
  /** Of the same borrower, with another client and team. */
  let theirs: TestLoan;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    mine = await world.addLoan({ number: 'MINE', overduePaise: 900_00, held: { collector: 'caller' } });
    theirs = await world.addLoan({ number: 'THEIRS', otherClient: true, held: { field_agent: 'rivalAgent' } });
    await world.run(async (tx) => {
      await tx.query('update loans set borrower_id = $2 where tenant_id = current_tenant() and id = $1', [
        theirs.id,
        mine.borrowerId,
      ]);
      await tx.query(
        "update borrowers set pan_masked = 'XXXXX1234F', employer = 'Mill' where tenant_id = current_tenant() and id = $1",
        [mine.borrowerId],
      );
      await tx.query(
        "insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, created_at, until_on, ended_at) values (current_tenant(), $1, $2, $3, 'not-at-this-time', $5, null, null), (current_tenant(), $4, $2, $3, 'complaint', $5, null, $5)",
        [uuidv7(), mine.borrowerId, mine.id, uuidv7(), ago(3)],
      );
      for (const [loan, days, paise, status] of [
        [mine, 5, 100_00, 'received'],
        [mine, 5, 700_00, 'reversed'],
        [mine, 400, 800_00, 'received'],
        [theirs, 5, 5000_00, 'received'],
      ] as const)
        await tx.query(
          "insert into payments (tenant_id, id, loan_id, amount_paise, mode, paid_at, status) values (current_tenant(), $1, $2, $3, 'upi', $4, $5)",
          [uuidv7(), loan.id, paise, ago(days), status],
        );
    });
    await record('caller', mine, 2, 'PTP', 'open');
    await record('caller', mine, 9, 'PTP', 'broken');
    await record('caller', mine, 9, 'NON_CONTACT');
    await record('caller', mine, 95, 'PTP', 'kept');
    await record('rivalAgent', theirs, 2, 'PTP', 'kept');
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const record = (who: Who, loan: TestLoan, days: number, kind: string, promise?: string) =>
    world.run(async (tx) => {
      const [id, user] = [uuidv7(), world.people[who].id];
      await tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no, record, payload_hash)
         values (current_tenant(), $1, $2, $3, $4, 'call', 'X', $5, 5, 'applied', $2, 1, $6, '')`,
        [id, ago(days), loan.id, user, kind, JSON.stringify({ phoneId: mine.phoneId.toUpperCase() })],
      );
      if (promise)
        await tx.query(
          `insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status, created_at)
           values (current_tenant(), $1, $2, $3, $4, 100, current_date, 'cash', $5, $6)`,
          [uuidv7(), id, loan.id, user, promise, ago(days)],
        );
    });
  const ask = async (who: Person, loanId: string) => {
    const response = await as(server.origin, who).fetch(`${PATH}?loanId=${loanId}`);
    return { status: response.status, data: ((await response.json()) as { data: BorrowerProfile }).data };
  };

  it('holds what is known over the loans that the caller sees, and no whole number', async () => {
    const { status, data } = await ask(world.people.caller, 'MINE');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      borrower: { id: mine.borrowerId, name: 'Asha Kulkarni', panMasked: 'XXXXX1234F', employer: 'Mill' },
      phones: [{ number: '98••••••78', owner: 'borrower', rank: 1, invalid: false, calls: 3, reached: 2 }],
      places: [{ city: 'Pune', state: 'Maharashtra', pincode: '411001' }],
      loans: [{ id: mine.id, loanNumber: 'MINE', client: 'Sahyadri Bank', overduePaise: 900_00 }],
      payments: { count: 1, paise: 100_00 },
      promises: { made: 3, kept: 1, broken: 1, open: 1 },
      contact: { tried: 3, connected: 2, reached: 2 },
      wishes: [{ kind: 'not-at-this-time', until: null }],
    });
    expect(data.loans).toHaveLength(1);
    expect(data.contact.bestHour).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(data)).not.toContain('9812345678');
    expect(JSON.stringify(data)).not.toContain('THEIRS');
  });

  it('is of all their loans for who sees all, of the other one for the other team, and of nothing for the rest', async () => {
    const { admin, rivalAgent, manager, client, otherClient, partner, rival } = world.people;
    const whole = await ask(admin, mine.id);
    expect(whole.data).toMatchObject({ payments: { count: 2, paise: 5100_00 }, promises: { made: 4, kept: 2 } });
    expect(whole.data.loans.map(({ loanNumber }) => loanNumber)).toEqual(['THEIRS', 'MINE']);
    expect((await ask(rivalAgent, theirs.id)).data.loans.map(({ loanNumber }) => loanNumber)).toEqual(['THEIRS']);
    expect((await ask(otherClient, theirs.id)).data.payments).toMatchObject({ count: 1, paise: 5000_00 });
    expect((await ask(client, mine.id)).data.payments.count).toBe(1);
    for (const [who, loan] of [
      [rivalAgent, mine],
      [rival, mine],
      [manager, theirs],
      [partner, mine],
      [otherClient, mine],
      [other.people.admin, mine],
    ] as const)
      expect((await ask(who, loan.id)).status).toBe(404);
  });
});
