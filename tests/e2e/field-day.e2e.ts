/** The promise of the product, once through: a day without a network, two dead phones, and every record exactly once. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  fillVisit,
  findLoan,
  ledgerCard,
  openLoans,
  openLocked,
  receiptOf,
  saveVisit,
  shows,
  startDay,
} from './field-steps';
import { type Stage, setStage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.end());

it('a visit with two photos and a promise survives two killed browsers and reaches the server exactly once', async () => {
  const { phone, origin, agent, network } = stage;
  await startDay(phone.page, origin, agent);
  const view = await stage.view();
  const loans = await view.loans();
  const loan = loans.find((candidate) => candidate.state === 'active' && !candidate.ptp && candidate.phones.length > 0);
  if (!loan) throw new Error('The demo data has no loan for this test');
  const before = await view.history(loan.id);
  await shows(phone.page, new RegExp(`^${loans.length.toLocaleString('en-IN')} loans ·`));
  const photos = [await phone.jpeg(1, 2400, 1800), await phone.jpeg(2, 2400, 1800)];

  // The network goes, then the battery.
  await stage.setOffline(true);
  await phone.kill();
  let page = await phone.open({ offline: true });
  await openLocked(page, origin, agent);
  await openLoans(page);
  const byPhone = loan.phones[0]?.number.slice(-4) ?? '';
  await page.getByLabel('Search loans').fill(byPhone);
  await page.getByRole('list', { name: 'Loans' }).getByText(loan.loanNumber).waitFor();
  await findLoan(page, loan.loanNumber);
  const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await fillVisit(page, {
    outcome: 'Promise to pay',
    person: 'Borrower',
    promise: { rupees: '2500', on: due },
    photos,
    remarks: 'Will pay after the salary.',
  });
  const number = await saveVisit(page);

  // The battery dies a second time, right after "Saved".
  await phone.kill();
  page = await phone.open({ offline: true });
  await openLocked(page, origin, agent);
  const card = await ledgerCard(page, number);
  await card.getByText('Saved on this phone', { exact: true }).waitFor();
  expect(network.log.some(({ path }) => path.startsWith('/api/v2/call-disposition'))).toBe(false);

  await stage.setOffline(false);
  const receiptNo = await receiptOf(page, number);

  const after = await (await stage.view()).history(loan.id);
  expect(after).toHaveLength(before.length + 1);
  const [entry] = after.filter((candidate) => !before.some(({ id }) => id === candidate.id));
  expect(entry).toMatchObject({
    receiptNo,
    photos: 2,
    remarks: 'Will pay after the salary.',
    ptp: { amountPaise: 250_000, dueOn: due },
  });

  // What lies in the database and in the files, past the API.
  const fresh = await stage.view();
  const held = await stage.atRest((db) =>
    db.transaction({ tenantId: fresh.tenantId }, async (tx) => ({
      dispositions: await tx.query<{ id: string; record: { attachments: { sha256: string; size: number }[] } }>(
        'select id, record from dispositions where loan_id = $1 and user_id = $2 and recorded_at > $3',
        [loan.id, fresh.userId, new Date(Date.now() - 3_600_000).toISOString()],
      ),
      promises: await tx.query('select id from ptps where loan_id = $1 and amount_paise = 250000 and due_on = $2', [
        loan.id,
        due,
      ]),
      files: await tx.query<{ sha256: string; complete: boolean; size: number }>(
        'select a.sha256, a.complete, a.size from attachments a join disposition_attachments d on d.sha256 = a.sha256 where d.loan_id = $1',
        [loan.id],
      ),
    })),
  );
  expect(held.dispositions).toHaveLength(1);
  expect(held.promises).toHaveLength(1);
  const named = held.dispositions[0]?.record.attachments.map(({ sha256 }) => sha256) ?? [];
  expect(new Set(named).size).toBe(2);
  expect(held.files.map(({ sha256 }) => sha256).sort()).toEqual([...named].sort());
  expect(held.files.every(({ complete }) => complete)).toBe(true);
  const again = await stage.view();
  for (const sha256 of named) expect(await again.hashOfFile(sha256)).toBe(sha256);
  // Made small on the phone: what arrived is not what the camera gave.
  for (const photo of photos) expect(named).not.toContain(createHash('sha256').update(photo).digest('hex'));
  for (const { size } of held.files) expect(size).toBeLessThan(Math.min(...photos.map(({ length }) => length)));
});
