import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkRecord, recordSchema } from '../../core/contract/records';
import { BUCKETS } from '../../core/domain/buckets';
import { payloadHash } from '../../core/domain/canonical';
import { dayOf } from '../../core/domain/dates';
import { Random } from '../../core/domain/random';
import { ROLES } from '../../core/domain/roles';
import { type HistoryEvent, makeHistory } from './history';
import { type DemoOptions, planBooks } from './load';
import { userTree } from './staff';
import { addLoan, COLUMNS, dispositionRow, emptyRows, type Table } from './tables';
import { DEMO_AGENCY_CODES, demoSignIns, TENANTS } from './tenants';

const now = new Date('2026-11-21T06:30:00Z');

/** All rows of the demo, as the loader would write them, without a database. */
function everything(options: DemoOptions) {
  return planBooks({ now, ...options }).map(({ book, loans }) => {
    const rows = emptyRows();
    const events: HistoryEvent[] = [];
    for (let index = 0; index < loans; index++) {
      const loan = book.loan(index);
      const random = new Random(`${options.seed}/${book.spec.key}/history/${index}`);
      addLoan(rows, events, random, book, loan, makeHistory(random, loan, now.getTime(), 3, '0.1.0'), now.getTime(), 6);
    }
    for (const [at, event] of events.entries()) rows.dispositions.push(dispositionRow(book.tenantId, event, at + 1));
    return { book, loans, rows, events };
  });
}
const demo = everything({ seed: 'test', scale: 2000 });
const column = (table: Table, name: string) => {
  const at = COLUMNS[table].indexOf(name);
  return demo.flatMap(({ rows }) => rows[table].map((row) => row[at]));
};

describe('the demo data', () => {
  it('is the same for the same seed, and another for another', () => {
    const digest = (seed: string) =>
      createHash('sha256')
        .update(JSON.stringify(everything({ seed, scale: 300 }).map(({ book, rows }) => [book.tenantId, rows])))
        .digest('hex');
    expect(digest('one')).toBe(digest('one'));
    expect(digest('one')).not.toBe(digest('two'));
  });

  it('has as many loans as asked for, each number and id once', () => {
    expect(demo.reduce((sum, { loans }) => sum + loans, 0)).toBe(2000);
    for (const name of ['id', 'loan_number']) expect(new Set(column('loans', name)).size).toBe(2000);
  });

  it.each(BUCKETS)('has loans in bucket %s for every tenant', (bucket) => {
    const at = COLUMNS.loans.indexOf('bucket');
    for (const { rows } of demo) expect(rows.loans.some((row) => row[at] === bucket)).toBe(true);
  });

  it('holds only records that the server would accept', () => {
    for (const { events } of demo) {
      for (const { record, definition } of events) {
        expect(recordSchema.parse(record)).toEqual(record);
        const today = dayOf(record.recordedAt);
        expect(checkRecord(record, definition, { maxPtpDays: 30, today }), record.code).toEqual([]);
      }
    }
  });

  it('lies in the past, in lawful hours, received after it was recorded', () => {
    for (const { events } of demo) {
      for (const { recordedAt, receivedAt } of events) {
        const hour = new Date(recordedAt + 5.5 * 3_600_000).getUTCHours();
        expect(hour).toBeGreaterThanOrEqual(8);
        expect(hour).toBeLessThan(19);
        expect(receivedAt).toBeGreaterThan(recordedAt);
        expect(receivedAt).toBeLessThan(now.getTime());
      }
    }
  });

  it('hashes a record as a device does', async () => {
    const event = demo[0]?.events[0];
    if (!event) throw new Error('no event');
    expect(dispositionRow('t', event, 1).at(-1)).toBe(await payloadHash(event.record));
  });

  it.each(['open', 'kept', 'broken', 'replaced'])('has promises that are %s', (status) => {
    expect(column('ptps', 'status')).toContain(status);
  });

  it('gives every beat promises that fall due today', () => {
    const at = (name: string) => COLUMNS.ptps.indexOf(name);
    for (const { book, rows } of demo) {
      for (const { agent } of book.staff.fieldPosts) {
        const due = rows.ptps.filter(
          (row) =>
            row[at('user_id')] === agent.id && row[at('due_on')] === '2026-11-21' && row[at('status')] === 'open',
        );
        expect(due.length, agent.username).toBeGreaterThan(0);
      }
    }
  });

  it('has payments, disputes, suppressions, deceased, legal and do-not-contact loans', () => {
    expect(column('payments', 'mode')).toEqual(expect.arrayContaining(['cash', 'upi', 'cheque', 'bank-transfer']));
    for (const flag of ['flag_dispute', 'flag_deceased', 'flag_legal', 'flag_do_not_contact', 'flag_vulnerable']) {
      expect(column('loans', flag), flag).toContain(true);
    }
    expect(column('suppressions', 'id').length).toBeGreaterThan(10);
    expect(column('loans', 'state')).toEqual(expect.arrayContaining(['active', 'closed', 'settled', 'suppressed']));
  });

  it('splits the overdue amount without a rest', () => {
    for (const { book, loans } of demo) {
      for (let index = 0; index < loans; index += 17) {
        const loan = book.loan(index);
        const parts =
          loan.principalOverduePaise +
          loan.interestOverduePaise +
          loan.penalPaise +
          loan.chargesPaise -
          loan.overduePaise;
        expect(parts).toBe(0);
        expect(Number.isSafeInteger(loan.tosPaise)).toBe(true);
      }
    }
  });

  it('shows names in four scripts and more on the main agent’s own list', () => {
    const main = demo[0]?.book;
    const names: string[] = [];
    for (let index = 0; index < (demo[0]?.loans ?? 0); index++) {
      const loan = main?.loan(index);
      if (loan?.post?.agent.username === 'asha.field@sahyadri.example') names.push(loan.borrower.name.shown);
    }
    expect(names.length).toBeGreaterThan(250);
    for (const script of ['Latin', 'Devanagari', 'Gujarati', 'Arabic']) {
      expect(
        names.filter((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)).length,
        script,
      ).toBeGreaterThan(3);
    }
  });

  it('keeps an agent’s loans in the agent’s own pincodes', () => {
    const book = demo[0]?.book;
    for (let index = 0; index < 200; index++) {
      const loan = book?.loan(index);
      if (loan?.post) expect(loan.post.pins.map(({ pincode }) => pincode)).toContain(loan.addresses[0]?.pin.pincode);
    }
  });

  it('has 5,000 loans where nobody asks for another size', () => {
    const books = planBooks({ now });
    expect(books).toHaveLength(3);
    expect(books.reduce((sum, { loans }) => sum + loans, 0)).toBe(5000);
    for (const { loans } of books) expect(loans).toBeGreaterThan(0);
  });

  it('can give the main agent an exact number of active loans', () => {
    const [first] = planBooks({ now, seed: 'test', scale: 500, agentLoans: 700 });
    expect(first?.loans).toBe(700);
    const loans = Array.from({ length: 700 }, (_, index) => first?.book.loan(index));
    expect(loans.every((loan) => loan?.post?.agent.username === 'asha.field@sahyadri.example')).toBe(true);
    expect(loans.some((loan) => loan?.situation === 'closed' || loan?.situation === 'suppressed')).toBe(false);
  });
});

/** Days past due by month (the oldest first) and loan, today last; and what each loan paid by month. */
function courses() {
  const at = Object.fromEntries(
    (['loan_month_opens', 'payments', 'loans'] as const).map((table) => [
      table,
      (name: string) => COLUMNS[table].indexOf(name),
    ]),
  ) as Record<'loan_month_opens' | 'payments' | 'loans', (name: string) => number>;
  const rows = (table: Table) => demo.flatMap((one) => one.rows[table]);
  const paid = new Map<string, number>();
  for (const row of rows('payments')) {
    const key = `${row[at.payments('loan_id')]} ${dayOf(String(row[at.payments('paid_at')])).slice(0, 7)}`;
    paid.set(key, (paid.get(key) ?? 0) + Number(row[at.payments('amount_paise')]));
  }
  const opens = rows('loan_month_opens').map((row) => ({
    loan: String(row[at.loan_month_opens('loan_id')]),
    month: String(row[at.loan_month_opens('month')]).slice(0, 7),
    dpd: Number(row[at.loan_month_opens('dpd')]),
    pos: Number(row[at.loan_month_opens('pos_paise')]),
  }));
  return { opens, paid, months: [...new Set(opens.map(({ month }) => month))].sort() };
}
const STEPS = [0, 30, 60, 90, 180, 360];
const stepOf = (dpd: number) => STEPS.filter((most) => dpd > most).length;

describe('the demo’s figures hang together', () => {
  const { opens, paid, months } = courses();
  const dpdOf = new Map(opens.map(({ loan, month, dpd }) => [`${loan} ${month}`, dpd]));
  /** Over the five months that are over, of loans that began them in a bucket: shares of principal. */
  const shares = STEPS.map((_, step) => {
    const sum = { pos: 0, rolled: 0, better: 0, paid: 0, emis: 0, loans: 0 };
    for (const { loan, month, dpd, pos } of opens) {
      const next = dpdOf.get(`${loan} ${months[months.indexOf(month) + 1]}`);
      if (next === undefined || stepOf(dpd) !== step + 1) continue;
      sum.pos += pos;
      sum.loans += 1;
      if (stepOf(next) > stepOf(dpd)) sum.rolled += pos;
      if (stepOf(next) < stepOf(dpd)) sum.better += pos;
      if ((paid.get(`${loan} ${month}`) ?? 0) > 0) sum.emis += 1;
    }
    return { rolled: sum.rolled / sum.pos, better: sum.better / sum.pos, paying: sum.emis / sum.loans };
  });

  it('has the openings of six months', () => {
    expect(months).toEqual(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']);
  });

  it.each([
    ['1 to 30', 0, [0.14, 0.32], [0.62, 0.9]],
    ['31 to 60', 1, [0.22, 0.42], [0.5, 0.8]],
    ['61 to 90', 2, [0.24, 0.55], [0.5, 0.8]],
    ['91 to 180', 3, [0.1, 0.35], [0.15, 0.42]],
    ['181 to 360', 4, [0.03, 0.2], [0.08, 0.3]],
    ['more than 360', 5, [0, 0], [0.02, 0.15]],
  ] as const)('loans of %s days roll on and pay as such books do', (_, step, rolled, paying) => {
    const found = shares[step];
    expect(found?.rolled).toBeGreaterThanOrEqual(rolled[0]);
    expect(found?.rolled).toBeLessThanOrEqual(rolled[1]);
    expect(found?.paying).toBeGreaterThanOrEqual(paying[0]);
    expect(found?.paying).toBeLessThanOrEqual(paying[1]);
  });

  it('the older a debt, the fewer pay, and of bad loans the fewer get better', () => {
    const paying = shares.map((one) => one.paying);
    expect(paying).toEqual([...paying].sort((a, b) => b - a));
    const better = shares.slice(3).map((one) => one.better);
    expect(better).toEqual([...better].sort((a, b) => b - a));
  });

  it('half of the promises are kept', () => {
    const decided = column('ptps', 'status').filter((status) => status === 'kept' || status === 'broken');
    const kept = decided.filter((status) => status === 'kept').length / decided.length;
    expect(kept).toBeGreaterThan(0.4);
    expect(kept).toBeLessThan(0.65);
  });

  it('money comes after payday, and Sundays and holidays are quiet', () => {
    const days = column('payments', 'paid_at').map((at) => Number(dayOf(String(at)).slice(8)));
    expect(days.filter((day) => day <= 10).length / days.length).toBeGreaterThan(0.4);
    const spoken = demo.flatMap(({ events }) => events.map(({ record }) => dayOf(record.recordedAt)));
    const sundays = spoken.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0).length / spoken.length;
    expect(sundays).toBeLessThan(0.06);
    expect(spoken.filter((day) => ['2026-08-15', '2026-10-02', '2026-11-08'].includes(day))).toEqual([]);
  });
});

describe('the demo people', () => {
  it.each(ROLES)('have a sign-in as %s', (role) => {
    const found = demoSignIns().find((signIn) => signIn.role === role);
    const usernames = demo.flatMap(({ book }) => book.staff.users.map(({ username }) => username));
    expect(usernames).toContain(found?.username);
  });

  it('sign in with names that are there once over all tenants, in lower case', () => {
    const usernames = demo.flatMap(({ book }) => book.staff.users.map(({ username }) => username));
    expect(new Set(usernames).size).toBe(usernames.length);
    for (const { username } of demoSignIns()) expect(usernames).toContain(username);
    for (const username of usernames) expect(username).toBe(username.toLowerCase());
  });

  it('cover every sub-role, and the six agencies of the default dashboard', () => {
    const first = demo[0]?.book;
    expect(new Set(first?.staff.users.map(({ subRole }) => subRole))).toEqual(
      new Set([null, 'NCM', 'ZCM', 'RCM', 'ACM']),
    );
    const codes = TENANTS[0]?.agencies.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining([...DEMO_AGENCY_CODES]));
    expect(DEMO_AGENCY_CODES).toHaveLength(6);
  });

  it('put agents below every sub-role: areas within regions within zones', () => {
    for (const { staff } of demo.map(({ book }) => book)) {
      const below = new Map<string, Set<string>>();
      for (const [above, id] of userTree(staff.users)) below.set(above, (below.get(above) ?? new Set()).add(id));
      const agents = new Set(staff.fieldPosts.map(({ agent }) => agent.id));
      const ORDER = ['NCM', 'ZCM', 'RCM', 'ACM'];
      for (const user of staff.users.filter(({ subRole }) => subRole !== null)) {
        expect([...(below.get(user.id) ?? [])].some((id) => agents.has(id))).toBe(true);
        if (user.parent?.subRole)
          expect(ORDER.indexOf(user.subRole ?? '')).toBe(ORDER.indexOf(user.parent.subRole) + 1);
      }
    }
  });

  it('stand in one tree: everybody below themselves at depth 0 and below the tenant’s admin', () => {
    for (const { book } of demo) {
      const rows = [...userTree(book.staff.users)];
      const pairs = new Set(rows.map(([above, below]) => `${above} ${below}`));
      expect(pairs.size).toBe(rows.length);
      for (const user of book.staff.users) expect(rows).toContainEqual([user.id, user.id, 0]);
      for (const { agent } of book.staff.fieldPosts) expect(pairs).toContain(`${book.staff.admin.id} ${agent.id}`);
    }
  });
});
