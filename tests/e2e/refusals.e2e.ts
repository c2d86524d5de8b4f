/** The phone says no: no position, no camera, no readable photo, a tab that dies. The visit is recorded all the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { fillVisit, findLoan, openApp, openLoans, receiptOf, saveVisit, shows, startDay } from './field-steps';
import { type Stage, setStage } from './stage';

let stage: Stage;
let loans: Loan[];
beforeAll(async () => {
  stage = await setStage({ position: 'denied' });
  await startDay(stage.phone.page, stage.origin, stage.agent);
  loans = (await (await stage.view()).loans()).filter(({ state }) => state === 'active');
});
afterAll(() => stage?.end());

async function openLoan(at: number): Promise<Loan> {
  const loan = loans[at];
  if (!loan) throw new Error('no loan');
  await openApp(stage.phone.page, stage.origin, stage.agent);
  await openLoans(stage.phone.page);
  await findLoan(stage.phone.page, loan.loanNumber);
  return loan;
}

describe('a phone that refuses', () => {
  it('the position and the camera: the form says what to do, and the record says that there was neither', async () => {
    const { page } = stage.phone;
    await openLoan(0);
    await fillVisit(page, { outcome: 'Door locked', nextVisit: 'Tomorrow' });
    await shows(page, 'Location is not allowed');
    await shows(page, /Allow it in the browser's site settings and tap Try again\. You can save without it/);
    await page.getByRole('radio', { name: 'The camera does not work' }).check();
    const number = await saveVisit(page);
    await receiptOf(page, number);
    const view = await stage.view();
    const [visit] = await stage.atRest((db) =>
      db.transaction({ tenantId: view.tenantId }, (tx) =>
        tx.query<{ gps_missing: string | null; lat: number | null; record: { photoMissing?: string } }>(
          'select v.gps_missing, v.lat, d.record from visits v join dispositions d on d.id = v.disposition_id where v.user_id = $1 order by v.visited_at desc limit 1',
          [view.userId],
        ),
      ),
    );
    expect(visit).toMatchObject({ gps_missing: 'denied', lat: null, record: { photoMissing: 'no-camera' } });
  });

  it('a photo that cannot be read: said so, the rest of the form stays', async () => {
    const { page } = stage.phone;
    await openLoan(1);
    await fillVisit(page, { outcome: 'Door locked', nextVisit: 'Tomorrow', remarks: 'Gate closed, dog.' });
    const picker = page.locator('input[type=file]:not([capture])');
    await picker.setInputFiles({
      name: 'torn.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    });
    await shows(page, 'torn.jpg could not be read.');
    await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a photo') });
    await shows(page, 'notes.txt is neither a photo nor a PDF.');
    await expect.poll(() => page.getByLabel('Remarks').inputValue()).toBe('Gate closed, dog.');
    await receiptOf(page, await saveVisit(page));
  });

  it('a tab closed in the middle of typing: every letter is there again', async () => {
    const { phone, origin, agent } = stage;
    const loan = await openLoan(2);
    await fillVisit(phone.page, { outcome: 'Met, refused to pay', person: 'Spouse', remarks: 'Wants a letter first' });
    await phone.page.getByText('Draft kept on this phone').waitFor();
    await phone.kill();
    const page = await phone.open();
    await openApp(page, origin, agent);
    await openLoans(page);
    await findLoan(page, loan.loanNumber);
    await page.getByRole('link', { name: 'Go on with the visit' }).click();
    await shows(page, 'You had begun this visit');
    await expect.poll(() => page.getByLabel('Remarks').inputValue()).toBe('Wants a letter first');
    expect(await page.getByRole('radio', { name: 'Spouse', exact: true }).isChecked()).toBe(true);
  });
});
