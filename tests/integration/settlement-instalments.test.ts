/** What was paid after settlements, instalment by instalment: as it is judged, listed and given as a file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettlementInstalment } from '../../core/contract/settlement-instalments';
import { addDays, dayOf } from '../../core/domain/dates';
import { GRACE_DAYS } from '../../core/domain/settlements/plan';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { DUES, openMatrix, settlementDesk, WAIVED } from '../support/settlement-desk';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const PATH = '/api/v2/settlement/instalments';
const HALF = (DUES - WAIVED) / 2;
interface Listed {
  rows: SettlementInstalment[];
  total: number;
}

describe.each(engines)('payments after settlements on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let desk: ReturnType<typeof settlementDesk>;
  const clock = { at: 0, now: () => new Date(Date.now() + clock.at) };
  const today = () => dayOf(clock.now(), 'Asia/Kolkata');

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock });
    world = await createTenantWorld(held.db);
    await openMatrix(world);
    const [found] = await world.run((tx) =>
      tx.query<{ count: number }>("select count(*)::int as count from users where role = 'ADMIN'"),
    );
    expect(found?.count).toBe(0);
    // No one of the tenant is of the role that the screen is for.
    await world.run((tx) => tx.query("update users set role = 'ADMIN' where id = $1", [world.people.owner.id]));
    desk = settlementDesk(world, server.origin, clock, today);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const list = (query = '') => desk.good<Listed>('owner', 'GET', `${PATH}?size=100${query}`);
  const of = async (loan: TestLoan, query = '') => (await list(`&q=${loan.number}${query}`)).rows;
  const said = (rows: readonly SettlementInstalment[]) =>
    rows.map(({ place, of: all, state, paid, received }) => `${place}/${all} ${state} ${paid}+${received}`);

  it('follows the money of each instalment, and the calendar', async () => {
    const loan = await desk.newLoan();
    await desk.approved(loan);
    await desk.judge();
    // Before the letter is out nothing is expected.
    expect(await of(loan)).toEqual([]);
    const next = await desk.newLoan();
    const one = await desk.out(next);
    await desk.judge();
    expect(said(await of(next))).toEqual(['1/2 due 0+0', '2/2 due 0+0']);
    await desk.pay(next, HALF + 1_000_00);
    await desk.judge();
    expect(said(await of(next))).toEqual([`1/2 paid ${HALF}+0`, '2/2 due 100000+0']);
    expect((await of(next))[0]).toMatchObject({
      settlementId: one.id,
      number: one.number,
      borrower: one.borrower,
      dueOn: addDays(today(), 10),
      amount: HALF,
      takenBack: 0,
      heldBy: expect.stringContaining(world.people.agent.username),
    });
    // Cash that an agent noted waits for its hand-over.
    await world.run((tx) => tx.query("update payments set status = 'received' where loan_id = $1", [next.id]));
    await desk.judge();
    expect(said(await of(next))).toEqual([`1/2 to-confirm 0+${HALF}`, '2/2 due 0+100000']);
    await world.run((tx) => tx.query("update payments set status = 'reversed' where loan_id = $1", [next.id]));
    await desk.judge();
    expect(said(await of(next))).toEqual(['1/2 due 0+0', '2/2 due 0+0']);
    expect(await of(next, '&state=taken-back')).toMatchObject([{ takenBack: HALF + 1_000_00 }, {}]);

    const days = 86_400_000;
    clock.at = 12 * days;
    expect(said(await of(next))).toEqual(['1/2 late 0+0', '2/2 due 0+0']);
    expect(said(await of(next, '&state=late'))).toEqual(['1/2 late 0+0']);
    expect(said(await of(next, '&state=due'))).toEqual(['2/2 due 0+0']);
    clock.at = (11 + GRACE_DAYS) * days;
    await desk.judge();
    expect(said(await of(next))).toEqual(['1/2 fallen 0+0', '2/2 fallen 0+0']);
    clock.at = 0;
  });

  it('is asked by day, in both directions, page by page', async () => {
    const loans = await Promise.all([1, 2, 3].map(() => desk.newLoan()));
    for (const [at, loan] of loans.entries())
      await desk.out(loan, [{ dueOn: addDays(today(), 20 + at), amount: DUES - WAIVED }]);
    await desk.judge();
    const days = `&from=${addDays(today(), 20)}&to=${addDays(today(), 22)}`;
    const dueOn = async (query: string) => (await list(`${days}${query}`)).rows.map((row) => row.dueOn);
    const wanted = [20, 21, 22].map((day) => addDays(today(), day));
    expect(await dueOn('')).toEqual(wanted);
    expect(await dueOn('&dir=desc')).toEqual([...wanted].reverse());
    const second = await desk.good<Listed>('owner', 'GET', `${PATH}?size=2&page=2${days}`);
    expect(second).toMatchObject({ total: 3, rows: [{ dueOn: wanted[2] }] });
    expect(await list(`${days}&state=paid`)).toMatchObject({ total: 0, rows: [] });
  });

  it('is a file with the same filter, noted in the audit, and for nobody else', async () => {
    const loan = await desk.newLoan();
    const one = await desk.out(loan);
    await desk.judge();
    const file = await desk.good<{ fileName: string; csv: string }>('owner', 'GET', `${PATH}/export?q=${loan.number}`);
    expect(file.fileName).toBe(`settlement-payments_${today()}.csv`);
    const [head, ...lines] = file.csv.trim().split(/\r?\n/);
    expect(head).toContain('Settlement,Loan,Borrower');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${one.number},${loan.number}`);
    expect(lines[0]).toContain('30000.00,0.00,0.00,30000.00,due,0.00');
    const [entry] = await world.run((tx) =>
      tx.query(
        "select actor_id, detail from audit_log where tenant_id = $1 and action = 'export.settlement-instalments' order by seq desc limit 1",
        [world.tenantId],
      ),
    );
    expect(entry).toMatchObject({ actor_id: world.people.owner.id, detail: { filter: { q: loan.number }, rows: 2 } });
    for (const path of [PATH, `${PATH}/export`]) expect((await desk.send('caller', 'GET', path)).status).toBe(403);
  });
});
