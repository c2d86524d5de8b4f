/** A settlement raised at a door without a network: the phone dies, it arrives once, and what became of each is on the phone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettlementRow } from '../../core/contract/settlements';
import {
  fillVisit,
  findLoan,
  ledgerCard,
  openLoans,
  openLocked,
  saveVisit,
  startDay,
  visibleText,
} from './field-steps';
import { type Stage, setStage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.end());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it('is raised once after a killed browser; of a loan that was settled meanwhile the phone says so', async () => {
  const { phone, origin, agent } = stage;
  await startDay(phone.page, origin, agent);
  const view = await stage.view();
  const settlementsOf = async (loanId: string) =>
    (
      await (
        await stage.view()
      ).get<{ data: { rows: SettlementRow[] } }>(`/api/v2/settlement?view=all&loanId=${loanId}`)
    ).data.rows;
  const free: Awaited<ReturnType<typeof view.loans>> = [];
  for (const loan of await view.loans()) {
    if (free.length === 2) break;
    if (loan.state === 'active' && loan.tosPaise > 5_000_00 && (await settlementsOf(loan.id)).length === 0)
      free.push(loan);
  }
  const [first, settled] = free;
  if (!first || !settled) throw new Error('The demo data has no loans for this test');

  await stage.setOffline(true);
  let page = phone.page;
  const offer = { rupees: '3000', parts: '2', first: inDays(10), till: inDays(5), why: 'Crop failed' };
  const numbers: string[] = [];
  for (const loan of [first, settled]) {
    await openLoans(page);
    await findLoan(page, loan.loanNumber);
    await fillVisit(page, { outcome: 'Wants settlement', settlement: offer, person: 'Borrower' });
    numbers.push(await saveVisit(page));
  }
  await phone.kill();
  await stage.atRest((db) =>
    db.transaction({ tenantId: view.tenantId }, (tx) =>
      tx.query("update loans set state = 'settled', version = version + 1, updated_at = now() where id = $1", [
        settled.id,
      ]),
    ),
  );
  page = await phone.open({ offline: true });
  await openLocked(page, origin, agent);
  await stage.setOffline(false);

  const said: string[] = [];
  for (const number of numbers) {
    const card = await ledgerCard(page, number);
    await card.getByText(/^Received R-/).waitFor({ timeout: 60_000 });
    said.push(await visibleText(card));
  }
  const [row, ...more] = await settlementsOf(first.id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ payable: 3_000_00, instalments: 2, waived: first.tosPaise - 3_000_00 });
  expect(said[0]).toContain(`Settlement ${row?.number} is raised.`);
  expect(said[1]).toContain('No settlement was raised: This loan was closed or settled before this arrived.');
  expect(await settlementsOf(settled.id)).toEqual([]);
});
