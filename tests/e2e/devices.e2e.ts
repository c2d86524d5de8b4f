/** What a supervisor decides reaches the agent's ledger; a queue that travels as a file becomes one record. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Phone } from '../support/browser';
import { ledgerCard, receiptOf, recordVisit, shows, signIn, startDay, visibleText } from './field-steps';
import { ServerView } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let other: Phone | undefined;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(async () => {
  await other?.destroy();
  await stage?.end();
});

const locked = { outcome: 'Door locked', nextVisit: 'Tomorrow' };

it('a record in quarantine is decided at the desk, and the agent’s ledger shows the receipt', async () => {
  const { phone, origin, agent } = stage;
  await startDay(phone.page, origin, agent);
  const view = await stage.view();
  const loan = (await view.loans()).filter(({ state }) => state === 'active').at(3);
  if (!loan) throw new Error('The demo data has no loan for this test');
  const before = await view.history(loan.id);
  await stage.setOffline(true);
  const number = await recordVisit(phone.page, loan.loanNumber, {
    ...locked,
    photos: [await phone.jpeg(3, 800, 600)],
  });

  // As if the loan had never been theirs: it is their manager's own, and always was.
  const manager = await ServerView.signInFor(stage.server.origin, 'CRM_MANAGER');
  const { userId: managerId } = await ServerView.as(stage.server.origin, manager);
  await stage.atRest((db) =>
    db.transaction({ tenantId: view.tenantId }, async (tx) => {
      const whose = [view.tenantId, loan.id, view.userId];
      await tx.query(
        'update loan_assignments set profile_id = $4 where tenant_id = $1 and loan_id = $2 and profile_id = $3',
        [...whose, managerId],
      );
      await tx.query('delete from loan_feed where tenant_id = $1 and loan_id = $2 and user_id = $3', whose);
    }),
  );
  await stage.setOffline(false);
  let card = await ledgerCard(phone.page, number);
  await card.getByText('Kept for review', { exact: true }).waitFor();

  const desk = await Phone.start({ shape: 'desktop', origin });
  other = desk;
  await signIn(desk.page, origin, manager, '/login');
  await desk.page.goto(`${origin}/devices?view=review`);
  await desk.page.getByRole('row', { name: new RegExp(loan.loanNumber) }).click();
  const panel = desk.page.getByRole('complementary');
  await panel.getByText('The agent never held this loan', { exact: false }).waitFor();
  await panel.getByText('Arrived', { exact: true }).nth(1).waitFor();
  await panel.getByRole('button', { name: 'Accept as it is' }).click();
  await desk.page.getByRole('button', { name: 'Accept the record' }).click();
  await panel.getByText(/Receipt R-\d+/).waitFor();
  const receiptNo = /R-\d+/.exec(await visibleText(panel))?.[0];

  await phone.page.getByRole('button', { name: 'Send now' }).click();
  card = await ledgerCard(phone.page, number);
  await card.getByText(`Received ${receiptNo}`).waitFor();
  const after = await (await ServerView.as(stage.server.origin, manager)).history(loan.id);
  expect(after).toHaveLength(before.length + 1);
  expect(after.find((entry) => entry.receiptNo === receiptNo)).toMatchObject({ photos: 1 });
});

it('records exported on one phone and imported on another are each one record, whoever sends first', async () => {
  const { phone, origin, agent } = stage;
  const view = await stage.view();
  const loan = (await view.loans()).filter(({ state }) => state === 'active').at(-1);
  if (!loan) throw new Error('The demo data has no loan for this test');
  const before = await view.history(loan.id);
  await stage.setOffline(true);
  const number = await recordVisit(phone.page, loan.loanNumber, { ...locked, photos: [await phone.jpeg(4, 800, 600)] });
  await ledgerCard(phone.page, number);
  await phone.page.getByRole('button', { name: 'Export unsent records' }).click();
  await phone.page.getByLabel('Your password').fill(agent.password);
  const [download] = await Promise.all([
    phone.page.waitForEvent('download'),
    phone.page.getByRole('button', { name: 'Make the file' }).click(),
  ]);
  const file = await download.path();
  await shows(phone.page, /1 record with 1 photo/);

  // The first phone stays dark; only the network comes back.
  stage.network.setDown(false);
  await other?.destroy();
  const second = await Phone.start({ origin });
  other = second;
  await startDay(second.page, origin, agent);
  await second.page.getByRole('link', { name: 'Ledger', exact: true }).first().click();
  for (let twice = 0; twice < 2; twice += 1) {
    await second.page.getByRole('button', { name: 'Import a file' }).click();
    await second.page.getByLabel('File of records (.recoup)').setInputFiles(file);
    await second.page.getByLabel('Your password').fill(agent.password);
    await second.page.getByRole('button', { name: 'Take the records' }).click();
    await shows(second.page, twice === 0 ? '1 record taken over' : 'Nothing new in this file');
    await second.page.getByRole('button', { name: 'Done' }).click();
  }
  const receiptNo = await receiptOf(second.page, number);

  await stage.setOffline(false);
  await phone.page.getByRole('button', { name: 'Done' }).click();
  expect(await receiptOf(phone.page, number)).toBe(receiptNo);
  const after = await (await stage.view()).history(loan.id);
  expect(after).toHaveLength(before.length + 1);
  expect(after.find((entry) => entry.receiptNo === receiptNo)).toMatchObject({ photos: 1 });
});
