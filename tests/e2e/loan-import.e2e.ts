/** A lender's own file becomes loans that people work: dropped, mapped, checked, loaded, corrected, worked, and taken back. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AppServer } from '../support/app-server';
import { Phone } from '../support/browser';
import { shows, signIn } from './field-steps';
import { ServerView, type SignIn } from './server-view';

let server: AppServer;
let desk: Phone;
let page: Page;
let admin: SignIn;
let view: ServerView;
beforeAll(async () => {
  server = await AppServer.start({ from: inject('demoData') });
  desk = await Phone.start({ shape: 'desktop', origin: server.origin });
  page = desk.page;
  admin = await ServerView.signInFor(server.origin, 'CRM_TENANTADMIN');
  view = await ServerView.as(server.origin, admin);
  await signIn(page, server.origin, admin, '/login');
});
afterAll(async () => {
  await desk?.destroy();
  await server?.destroy();
});

/** Above the headers stands what lenders put there; amounts are in lakhs, one row lacks a proper number. */
const LENDERS_FILE = [
  'Outstanding as on 23-11-2026,,,,',
  'खाता संख्या,ग्राहक का नाम,Balance (lakhs),Days late,Mobile No',
  'FOREIGN-01,आशा पाटिल,1.25,47,9800000011',
  'FOREIGN-02,Ravi Kumar,0.75,12,9800000012',
  'FOREIGN-03,Sunil Rao,2.5,95,98',
].join('\r\n');

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const figure = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

/** As a file manager drops it: the browser's own events, with a real file in them. */
async function drop(name: string, content: string | Buffer): Promise<void> {
  const data = Buffer.from(content).toString('base64');
  await page.evaluate(
    ([name, data]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(data ?? ''), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name ?? ''));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [name, data],
  );
}

/** The client and the portfolio of the first loan there is. */
async function chooseWhose(): Promise<void> {
  const { data } = await view.get<{ data: { content: { name: string; client: { name: string } }[] } }>(
    '/api/v2/portfolios/search',
  );
  const [first] = data.content;
  if (!first) throw new Error('The demo data has no portfolio for this test');
  await page.getByLabel('Client', { exact: true }).selectOption({ label: first.client.name });
  await page.getByLabel('Portfolio', { exact: true }).selectOption({ label: first.name });
}

async function downloaded(press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}

describe('a file of a lender', () => {
  it('is dropped, mapped, checked and loaded; its errors come back as a file and are loaded corrected', async () => {
    await page.goto(`${server.origin}/upload-loan`);
    await page.getByText('Drop a file of loans anywhere on this page').waitFor();
    await drop('kaveri-november.csv', LENDERS_FILE);
    await shows(page, 'Whose loans are these?');
    await shows(page, '5 columns of the file');
    await chooseWhose();
    await page.getByLabel(/^Column for POS/).selectOption({ label: 'Balance (lakhs)' });
    const balance = page.getByRole('listitem', { name: 'Balance (lakhs)' });
    await balance.getByRole('button', { name: 'Change the values' }).click();
    await balance.getByLabel(/^Change the values of/).selectOption({ label: 'Amounts stand in lakhs' });
    await balance.getByText('₹1,25,000').waitFor();
    await page.getByLabel(/^Column for DPD/).selectOption({ label: 'Days late' });
    await button('Check the file').click();
    await shows(page, '3 rows were checked; nothing was changed');
    // The step is the server's: a reload comes back to it.
    await page.reload();
    await shows(page, '3 rows were checked; nothing was changed');
    expect(await figure('New').textContent()).toBe('2');
    await page.locator('td[data-problem=wrong]', { hasText: 'Mobile no. should be 10 digit number' }).waitFor();
    await button('Load 2 loans').click();
    await shows(page, 'kaveri-november.csv is loaded');

    const errors = await downloaded(() => button('File of 1 refused row').click());
    expect(errors).toContain('FOREIGN-03');
    expect(errors).toContain('Mobile no. should be 10 digit number');
    await drop('corrected.csv', errors.replace(/,98,/, ',9800000013,'));
    await shows(page, 'Whose loans are these?');
    await shows(page, 'Everything a loan needs is there');
    if (!(await page.getByLabel('Client', { exact: true }).inputValue())) await chooseWhose();
    await button('Check the file').click();
    await shows(page, '1 row was checked; nothing was changed');
    await button('Load 1 loan').click();
    await shows(page, 'corrected.csv is loaded');
    await page.getByRole('link', { name: 'See the loans' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/loans');
  }, 180_000);

  it('whose upload is taken back says what stays because somebody worked on it', async () => {
    const { data } = await view.get<{ data: { content: { id: string; loanNumber: string }[] } }>(
      '/api/v1/loans/loan2?q=FOREIGN-01',
    );
    const loan = data.content.find(({ loanNumber }) => loanNumber === 'FOREIGN-01');
    if (!loan) throw new Error('FOREIGN-01 is not among the loans');
    // A correction by hand is work on the loan.
    await page.goto(`${server.origin}/view-loan?loanId=${loan.id}`);
    await page.getByRole('button', { name: /^EMI: .*Change$/ }).click();
    await page.getByRole('textbox', { name: 'EMI' }).fill('4500');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Correct EMI?' });
    await dialog.getByLabel('Reason').fill('The borrower showed the agreement');
    await dialog.getByRole('button', { name: 'Save the correction' }).click();
    await shows(page, 'loan updated successfully');

    await page.goto(`${server.origin}/upload-loan`);
    await page.getByText('kaveri-november.csv').first().click();
    await button('Take the upload back').click();
    const undo = page.getByRole('dialog', { name: 'Take kaveri-november.csv back?' });
    await undo.getByRole('link', { name: 'FOREIGN-01' }).waitFor();
    await undo.getByText('It was changed by hand').waitFor();
    await undo.getByRole('button', { name: 'Take it back' }).click();
    await shows(page, 'Taken back');
    const left = async () =>
      (await view.get<{ data: { content: { loanNumber: string }[] } }>('/api/v1/loans/loan2?q=FOREIGN')).data.content
        .map(({ loanNumber }) => loanNumber)
        .sort();
    await expect.poll(left).toEqual(['FOREIGN-01', 'FOREIGN-03']);
  }, 120_000);
});
