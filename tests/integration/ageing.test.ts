/** A night's ageing on both bothEngines: by the calendar and by the file, months that begin, nights that were missed, deaths in the middle. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketOf } from '../../core/domain/buckets';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs, type Jobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/ageing/jobs';
import { agePart, monthsBegun } from '../../server/modules/ageing/repository';
import { postPayment } from '../../server/modules/loans';
import { createLogger } from '../../server/platform/logger';
import { bothEngines, type TestDatabase } from '../support/databases';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const ZONE = 'Asia/Kolkata';
const noon = (day: string) => new Date(`${day}T06:30:00Z`);

describe('months that began', () => {
  it.each([
    ['2026-11-23', '2026-11-24', []],
    ['2026-11-30', '2026-12-01', ['2026-12-01']],
    ['2026-11-30', '2027-02-02', ['2026-12-01', '2027-01-01', '2027-02-01']],
    ['2026-12-01', '2026-12-01', []],
  ])('from %s to %s', (since, today, wanted) => expect(monthsBegun(since, today)).toEqual(wanted));
});

describe.each(bothEngines)('ageing on $name', ({ fresh }) => {
  let held: TestDatabase;
  let world: TenantWorld;
  let calendarPortfolio: string;

  beforeAll(async () => {
    held = await fresh();
  });
  afterAll(() => held.close());

  /** A tenant of its own, whose second portfolio goes by the calendar. */
  async function setUp(): Promise<void> {
    world = await createTenantWorld(held.db);
    const rows = await world.run((tx) =>
      tx.query<{ id: string }>(
        `update portfolios set ageing = 'calendar', payment_effect = 'instalments'
          where tenant_id = current_tenant() and name = 'Personal loans' returning id`,
      ),
    );
    calendarPortfolio = rows[0]?.id ?? '';
    expect(calendarPortfolio).not.toBe('');
  }
  /** Loans as they stood on a day, in the book since long. */
  const stood = (loans: readonly TestLoan[], day: string) =>
    world.run((tx) =>
      tx.query(
        'update loans set dpd_as_of = $2, entered_on = null where tenant_id = current_tenant() and id = any($1::uuid[])',
        [loans.map(({ id }) => id), day],
      ),
    );
  const night = (day: string, part?: number) =>
    world.run(async (tx) => {
      while (await agePart(tx, day, noon(day), part));
    });
  const loanOf = async ({ id }: TestLoan) =>
    (
      await world.run((tx) =>
        tx.query<{ dpd: number; bucket: string; dpd_as_of: string; dpd_month_open: number; version: number }>(
          'select dpd, bucket, dpd_as_of, dpd_month_open, version from loans where tenant_id = current_tenant() and id = $1',
          [id],
        ),
      )
    )[0];
  const opensOf = ({ id }: TestLoan) =>
    world.run((tx) =>
      tx.query<{ month: string; dpd: number; bucket: string; taken_on: string }>(
        'select month, dpd, bucket, taken_on from loan_month_opens where tenant_id = current_tenant() and loan_id = $1 order by month',
        [id],
      ),
    );

  it('puts every DPD into the bucket that the rest of the product knows', async () => {
    await setUp();
    const rows = await world.run((tx) =>
      tx.query<{ dpd: number; bucket: string }>(
        'select d as dpd, bucket_of(d) as bucket from generate_series(-1, 400) d',
      ),
    );
    expect(rows.filter(({ dpd, bucket }) => bucket !== bucketOf(dpd))).toEqual([]);
  });

  it('adds the days since, where something is overdue and the portfolio goes by the calendar, and nothing twice', async () => {
    await setUp();
    const byFile = await world.addLoan({ dpd: 29 });
    const overdue = await world.addLoan({ dpd: 29, otherClient: true });
    const nothingDue = await world.addLoan({ dpd: 0, overduePaise: 0, otherClient: true });
    const suppressed = await world.addLoan({ dpd: 29, otherClient: true, state: 'suppressed' });
    const closed = await world.addLoan({ dpd: 29, otherClient: true, state: 'closed' });
    await stood([byFile, overdue, nothingDue, suppressed, closed], '2026-11-20');
    // Three nights were missed, the fourth comes twice.
    await night('2026-11-24');
    await night('2026-11-24');
    const dpdOf = async (loan: TestLoan) => (await loanOf(loan))?.dpd;
    expect(await loanOf(overdue)).toMatchObject({ dpd: 33, bucket: '31-60', dpd_as_of: '2026-11-24', version: 2 });
    expect(await loanOf(byFile)).toMatchObject({ dpd: 29, dpd_as_of: '2026-11-20', version: 1 });
    expect(await dpdOf(nothingDue)).toBe(0);
    expect(await dpdOf(suppressed)).toBe(33);
    expect(await dpdOf(closed)).toBe(29);
  });

  it('locks and writes only the loans that move', async () => {
    await setUp();
    const moving = await world.addLoans(7, { dpd: 29, otherClient: true });
    const still = [
      ...(await world.addLoans(7, { dpd: 29 })),
      ...(await world.addLoans(3, { dpd: 0, overduePaise: 0, otherClient: true })),
      ...(await world.addLoans(3, { dpd: 29, otherClient: true, state: 'closed' })),
    ];
    // A second portfolio that goes by the calendar, with nothing in it.
    await world.run((tx) =>
      tx.query(
        `insert into portfolios (tenant_id, id, client_id, name, product, region, ageing)
         select tenant_id, gen_random_uuid(), client_id, 'Empty', 'TW', 'West', 'calendar' from portfolios where tenant_id = current_tenant() and id = $1`,
        [calendarPortfolio],
      ),
    );
    await stood([...moving, ...still], '2026-11-20');
    await night('2026-11-20');
    /** Where each row lies, and who wrote or locked it last. */
    const rows = async (loans: readonly TestLoan[]) =>
      world.run((tx) =>
        tx.query(
          'select id, ctid::text, xmin::text, xmax::text from loans where tenant_id = current_tenant() and id = any($1::uuid[]) order by id',
          [loans.map(({ id }) => id)],
        ),
      );
    const before = await rows(still);
    await night('2026-11-21', 3);
    expect(await rows(still)).toEqual(before);
    for (const loan of moving) expect(await loanOf(loan)).toMatchObject({ dpd: 30, version: 2 });
    const [run] = await world.run((tx) =>
      tx.query<{ looked_at: number; aged: number }>(
        `select looked_at, aged from ageing_runs where tenant_id = current_tenant() and on_day = '2026-11-21' and finished_at is not null`,
      ),
    );
    expect(run).toEqual({ looked_at: 13, aged: 7 });
    // By default no portfolio goes by the calendar.
    await world.run((tx) => tx.query("update portfolios set ageing = 'file' where tenant_id = current_tenant()"));
    const all = await rows([...moving, ...still]);
    await night('2026-11-22');
    expect(await rows([...moving, ...still])).toEqual(all);
  });

  it('keeps each month as it began, once, though the server was away when it did', async () => {
    await setUp();
    const byFile = await world.addLoan({ dpd: 29 });
    const overdue = await world.addLoan({ dpd: 50, otherClient: true });
    const cameIn = await world.addLoan({ dpd: 5, otherClient: true });
    await stood([byFile, overdue], '2026-11-28');
    await world.run((tx) =>
      tx.query(
        `update loans set entered_on = '2026-12-15', dpd_as_of = '2026-12-15' where tenant_id = current_tenant() and id = $1`,
        [cameIn.id],
      ),
    );
    await night('2026-11-29');
    expect(await opensOf(overdue)).toEqual([]);
    await night('2027-01-02');
    expect(await opensOf(overdue)).toEqual([
      { month: '2026-12-01', dpd: 53, bucket: '31-60', taken_on: '2027-01-02' },
      { month: '2027-01-01', dpd: 84, bucket: '61-90', taken_on: '2027-01-02' },
    ]);
    expect(await loanOf(overdue)).toMatchObject({ dpd: 85, dpd_month_open: 84 });
    expect((await opensOf(byFile)).map(({ dpd }) => dpd)).toEqual([29, 29]);
    // It was not there in December.
    expect((await opensOf(cameIn)).map(({ month }) => month)).toEqual(['2027-01-01']);
    await night('2027-01-03');
    expect((await opensOf(overdue)).map(({ dpd }) => dpd)).toEqual([53, 84]);
  });

  it('goes on where it died: no loan is left out, none is aged twice, and the audit says how many', async () => {
    await setUp();
    const loans = await world.addLoans(23, { dpd: 29, otherClient: true });
    await stood(loans, '2026-11-30');
    await night('2026-11-30');
    await world.run((tx) => agePart(tx, '2026-12-01', noon('2026-12-01'), 5));
    // Dies within its second part: nothing of that part holds.
    await expect(
      world.run(async (tx) => {
        await agePart(tx, '2026-12-01', noon('2026-12-01'), 5);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await night('2026-12-01', 5);
    const [sums] = await world.run((tx) =>
      tx.query<{ aged: number; open: number; twice: number }>(
        `select (select count(*) from loans where tenant_id = current_tenant() and dpd = 30 and version = 2)::int as aged,
                (select count(*) from loan_month_opens where tenant_id = current_tenant() and dpd = 30)::int as open,
                (select count(*) from loans where tenant_id = current_tenant() and dpd > 30)::int as twice`,
      ),
    );
    expect(sums).toEqual({ aged: 23, open: 23, twice: 0 });
    const audit = await world.run((tx) =>
      tx.query<{ detail: object }>(
        `select detail from audit_log where tenant_id = current_tenant() and action = 'loans.aged' order by seq`,
      ),
    );
    expect(audit.map(({ detail }) => detail)).toEqual([{ day: '2026-12-01', loans: 23, moved: 23, monthOpens: 23 }]);
  });

  it('lets a payment take the months away that the portfolio says', async () => {
    await setUp();
    const loan = await world.addLoan({ dpd: 95, overduePaise: 750_000, otherClient: true });
    await stood([loan], '2026-11-23');
    const pay = (amountPaise: number) =>
      world.run((tx) =>
        postPayment(
          tx,
          { loanId: loan.id, amountPaise, mode: 'upi', reference: uuidv7(), paidAt: noon('2026-11-23') },
          ZONE,
          noon('2026-11-23'),
        ),
      );
    await pay(500_000);
    expect(await loanOf(loan)).toMatchObject({ dpd: 35, bucket: '31-60', dpd_as_of: '2026-11-23' });
    await pay(250_000);
    expect(await loanOf(loan)).toMatchObject({ dpd: 0, bucket: '0-30' });
  });

  it('runs by itself at the midnight of the tenant’s zone', async () => {
    await setUp();
    const loan = await world.addLoan({ dpd: 10, otherClient: true });
    await stood([loan], '2026-11-23');
    // 23:59 in India, then 00:01 of the next day.
    let time = Date.parse('2026-11-23T18:29:00Z');
    const clock = { now: () => new Date(time) };
    const jobs: Jobs = createJobs({ db: held.db, clock, logger: createLogger('silent'), pollMs: 10 });
    registerJobs(jobs, { db: held.db, clock });
    jobs.start();
    const ranOn = () =>
      world.run(async (tx) =>
        (
          await tx.query<{ on_day: string }>(
            'select on_day from ageing_runs where tenant_id = current_tenant() and finished_at is not null order by on_day',
          )
        ).map(({ on_day }) => on_day),
      );
    try {
      await expect.poll(ranOn).toEqual(['2026-11-23']);
      expect((await loanOf(loan))?.dpd).toBe(10);
      time = Date.parse('2026-11-23T18:41:00Z');
      await expect.poll(ranOn).toEqual(['2026-11-23', '2026-11-24']);
      expect((await loanOf(loan))?.dpd).toBe(11);
    } finally {
      await jobs.stop();
    }
  });
});
