/** Letters that somebody uploads: compared with what was approved, never kept back without a word, and what was found stands beside them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../core/domain/dates';
import { letterPdf } from '../../server/platform/letters';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { DUES, openMatrix, PDF, settlementDesk, WAIVED } from '../support/settlement-desk';
import { createTenantWorld, type TenantWorld } from '../support/world';

describe.each(engines)('uploaded letters on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let desk: ReturnType<typeof settlementDesk>;
  const clock = { now: () => new Date() };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    await openMatrix(world);
    desk = settlementDesk(world, server.origin, clock, () => dayOf(clock.now(), 'Asia/Kolkata'));
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const pdf = async (...paragraphs: string[]) =>
    new Uint8Array(
      await letterPdf({
        language: 'en',
        letterhead: { name: 'Sahyadri Bank', lines: [] },
        reference: 'BANK/77',
        day: '2026-11-24',
        title: 'Settlement',
        paragraphs,
        verifyUrl: 'https://bank.example/x',
      }),
    );

  it('one that says what was approved goes out', async () => {
    const loan = await desk.newLoan();
    const { id } = await desk.approved(loan);
    const said = await desk.letter(id, await pdf(`Loan ${loan.number}: ₹60,000 in two parts of ₹30,000.`));
    expect(said).toMatchObject({ status: 200, data: { stage: 'letter-out' } });
    expect(said.data.checks).toEqual([{ letter: 'settlement', pages: 1, read: true, loanNumber: false, amounts: [] }]);
  });

  it('one that says something else is named for what it lacks, leaves nothing behind, and may be sent all the same', async () => {
    const loan = await desk.newLoan();
    const { id } = await desk.approved(loan);
    const wrong = await pdf(`Loan ${loan.number}: ₹66,000 in two parts of ₹30,000.`);
    const documents = async () =>
      (await world.run((tx) => tx.query('select 1 from documents where tenant_id = $1', [world.tenantId]))).length;
    const before = await documents();
    const refused = await desk.letter(id, wrong);
    expect(refused).toMatchObject({
      status: 422,
      message: 'The letter does not say ₹60,000. Look at it again, or send it all the same.',
      fields: [{ path: 'despite' }],
    });
    expect(await documents()).toBe(before);
    expect((await desk.good('manager', 'GET', `/api/v2/settlement/${id}`)).stage).toBe('approved');
    const sent = await desk.letter(id, wrong, { despite: true });
    expect(sent).toMatchObject({ status: 200, data: { stage: 'letter-out' } });
    expect(sent.data.checks).toMatchObject([{ read: true, loanNumber: false, amounts: [DUES - WAIVED] }]);
  });

  it('one without text is taken, and said to be so', async () => {
    const { id } = await desk.approved(await desk.newLoan());
    const said = await desk.letter(id, PDF);
    expect(said).toMatchObject({ status: 200 });
    expect(said.data.checks).toEqual([
      { letter: 'settlement', pages: null, read: false, loanNumber: false, amounts: [] },
    ]);
    const other = await desk.approved(await desk.newLoan());
    // What a file is, is read from its bytes and not from its name.
    expect(await desk.letter(other.id, new TextEncoder().encode('MZ no letter'))).toMatchObject({ status: 415 });
  });

  it('a no-dues letter names its loan', async () => {
    const loan = await desk.newLoan();
    const { id } = await desk.out(loan);
    await desk.pay(loan, DUES - WAIVED);
    await desk.judge();
    expect(await desk.letter(id, await pdf('No dues on loan LN-OTHER.'))).toMatchObject({
      status: 422,
      message: expect.stringContaining(loan.number),
    });
    const said = await desk.letter(id, await pdf(`No dues on loan ${loan.number}.`));
    expect(said).toMatchObject({ status: 200, data: { stage: 'no-dues' } });
    expect(said.data.checks).toMatchObject([
      { letter: 'settlement', read: false },
      { letter: 'no-dues', read: true, loanNumber: false, amounts: [] },
    ]);
  });
});
