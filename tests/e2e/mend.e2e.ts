/** One record the server cannot take as it is: the others flow, the reason is shown, mending it sends it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerCard, openApp, receiptOf, recordVisit, saveVisit, startDay } from './field-steps';
import { type Stage, setStage } from './stage';

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.end());

it('a promise that a new policy refuses waits for its agent while the visits around it are received', async () => {
  const { phone, origin, agent } = stage;
  await startDay(phone.page, origin, agent);
  const view = await stage.view();
  const [first, second, third] = (await view.loans()).filter((loan) => loan.state === 'active' && !loan.ptp);
  if (!first || !second || !third) throw new Error('The demo data has too few loans for this test');
  const before = await view.history(second.id);

  await stage.setOffline(true);
  const locked = { outcome: 'Door locked', nextVisit: 'Tomorrow' };
  const far = { rupees: '1500', on: day(20) };
  const one = await recordVisit(phone.page, first.loanNumber, locked);
  const two = await recordVisit(phone.page, second.loanNumber, {
    outcome: 'Promise to pay',
    person: 'Borrower',
    promise: far,
    photos: [await phone.jpeg(7, 800, 600)],
  });
  const three = await recordVisit(phone.page, third.loanNumber, locked);

  // Meanwhile the office allows promises for ten days only.
  await stage.atRest((db) =>
    db.owner((tx) => tx.query('update tenants set max_ptp_days = 10 where id = $1', [view.tenantId])),
  );
  await stage.setOffline(false);

  await receiptOf(phone.page, one);
  await receiptOf(phone.page, three);
  let card = await ledgerCard(phone.page, two);
  await card.getByText('Needs you', { exact: true }).waitFor();
  await card.getByText('A promise may be at most 10 days ahead').waitFor();
  expect(await (await stage.view()).history(second.id)).toHaveLength(before.length);

  // It survives a dead battery, with its reason.
  await phone.kill();
  const page = await phone.open();
  await openApp(page, origin, agent);
  card = await ledgerCard(page, two);
  await card.getByText('A promise may be at most 10 days ahead').waitFor();

  await card.getByRole('link', { name: 'Mend' }).click();
  await page.getByText('The server asks for a correction').waitFor();
  await expect.poll(() => page.getByLabel('Promised amount').inputValue()).toMatch(/^1,?500/);
  await page.getByRole('group', { name: 'Promised for' }).getByLabel('Another day').fill(day(3));
  const mended = await saveVisit(page);
  const receiptNo = await receiptOf(page, mended);

  const after = await (await stage.view()).history(second.id);
  expect(after).toHaveLength(before.length + 1);
  expect(after.find((entry) => entry.receiptNo === receiptNo)).toMatchObject({
    ptp: { amountPaise: 150_000, dueOn: day(3) },
    photos: 1,
  });
  await page.getByText('All sent', { exact: false }).first().waitFor();
});
