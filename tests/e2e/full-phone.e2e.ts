/** A photo taken on a phone without room: it stays on the screen, and is kept, sent and whole once there is room. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { fillVisit, findLoan, openLoans, receiptOf, saveVisit, shows, startDay } from './field-steps';
import { type SmallDisk, smallDisk } from './small-disk';
import { type Stage, setStage } from './stage';

let stage: Stage;
let disk: SmallDisk;
let loan: Loan;
beforeAll(async () => {
  stage = await setStage();
  disk = await smallDisk(stage);
  await startDay(stage.phone.page, stage.origin, stage.agent);
  const found = (await (await stage.view()).loans()).find(({ state }) => state === 'active');
  if (!found) throw new Error('The demo data has no loan for this test');
  loan = found;
});
afterAll(() => stage?.end());

it('a photo for which there is no room is not claimed to be kept, holds the visit back, and goes with it once there is room', async () => {
  const { phone } = stage;
  const { page } = phone;
  const photo = await phone.jpeg(11);
  await openLoans(page);
  await findLoan(page, loan.loanNumber);
  await fillVisit(page, { outcome: 'Door locked', nextVisit: 'Tomorrow', remarks: 'painted gate' });
  expect(await disk.fill()).toBeGreaterThan(1024 * 1024);
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles([{ name: 'gate.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await shows(page, 'The photo is not kept yet');
  await shows(page, /no space left/);
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);

  // Still none: said so, and a visit is not saved over it.
  await page.getByRole('button', { name: 'Keep the photo now' }).click();
  await shows(page, 'There is still no room for it.');
  await page.getByRole('button', { name: 'Save visit' }).click();
  expect(await page.getByRole('heading', { name: 'Saved', exact: true }).count()).toBe(0);
  await shows(page, 'The photo is not kept yet');
  await expect.poll(() => page.getByLabel('Remarks').inputValue()).toBe('painted gate');

  await disk.free();
  await page.getByRole('button', { name: 'Keep the photo now' }).click();
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .waitFor();
  await receiptOf(page, await saveVisit(page));
  const view = await stage.view();
  const [entry] = (await view.history(loan.id)).filter(({ remarks }) => remarks === 'painted gate');
  expect(entry).toMatchObject({ photos: 1 });
});
