/** A lender's own file becomes loans that people work: dropped, mapped, checked, loaded, corrected, worked, and taken back. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AppServer } from '../support/app-server';
import { Phone } from '../support/browser';
import { atNight } from '../support/nightly';
import { workbookOf } from '../support/zip';
import { shows, signIn } from './field-steps';
import { listens } from './keyboard';
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
const lendersFile = (loan: string) =>
  [
    'Outstanding as on 23-11-2026,,,,',
    'खाता संख्या,ग्राहक का नाम,Balance (lakhs),Days late,Mobile No',
    `${loan}-01,आशा पाटिल,1.25,47,9800000011`,
    `${loan}-02,Ravi Kumar,0.75,12,9800000012`,
    `${loan}-03,Sunil Rao,2.5,95,98`,
  ].join('\r\n');

/** The same as a spreadsheet program keeps it: numbers as numbers. */
const asWorkbook = (csv: string): Buffer => {
  const cell = (text: string) =>
    /^\d+(\.\d+)?$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (line: string) => `<row>${line.split(',').map(cell).join('')}</row>`;
  return workbookOf(csv.split('\r\n').map(row).join(''));
};

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

/** The file names none of the portfolio's loans, so the page asks once more. */
async function loadAllTheSame(name: string): Promise<void> {
  await button(name).click();
  await page.getByRole('dialog', { name: 'Is this the right portfolio?' }).getByRole('button', { name }).click();
}

async function downloaded(press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}

/** Through the service that other programs send files by: an address, the bytes with curl, and word that they are there. */
async function sentByService(name: string, content: string): Promise<void> {
  const { jobId, uploadUrl } = await view.post<{ jobId: string; uploadUrl: string }>('/brake/generate-upload-url', {
    fileName: name,
    size: Buffer.byteLength(content),
  });
  const folder = await mkdtemp(join(tmpdir(), 'recoup-file-'));
  await writeFile(join(folder, name), content);
  const address = new URL(uploadUrl, server.origin).href;
  await promisify(execFile)('curl', ['-sS', '--fail', '-T', join(folder, name), address]);
  await rm(folder, { recursive: true });
  await view.post(`/brake/update-status?jobId=${jobId}`, {});
  await page.goto(`${server.origin}/loan/import-mapping-new?id=${jobId}`);
}

const dropped = async (name: string, content: string | Buffer) => {
  await page.goto(`${server.origin}/upload-loan`);
  await page.getByText('Drop a file of loans anywhere on this page').waitFor();
  await drop(name, content);
};
const WAYS: [name: string, loan: string, send: (name: string, csv: string) => Promise<void>][] = [
  ['kaveri-november.csv', 'FOREIGN', dropped],
  ['kaveri-november.xlsx', 'WORKBOOK', (name, csv) => dropped(name, asWorkbook(csv))],
  ['kaveri-service.csv', 'SERVICE', sentByService],
];

async function mapByHand(): Promise<void> {
  await page.getByLabel(/^Column for POS/).selectOption({ label: 'Balance (lakhs)' });
  const balance = page.getByRole('listitem', { name: 'Balance (lakhs)' });
  await balance.getByRole('button', { name: 'Change the values' }).click();
  await balance.getByLabel(/^Change the values of/).selectOption({ label: 'Amounts stand in lakhs' });
  await page.getByLabel(/^Column for DPD/).selectOption({ label: 'Days late' });
}

async function loanOf(number: string): Promise<string> {
  const { data } = await view.get<{ data: { content: { id: string; loanNumber: string }[] } }>(
    `/api/v1/loans/loan2?q=${number}`,
  );
  const loan = data.content.find(({ loanNumber }) => loanNumber === number);
  if (!loan) throw new Error(`${number} is not among the loans`);
  return loan.id;
}

describe('a file of a lender', () => {
  it.each(atNight ? WAYS : WAYS.slice(0, 1))(
    '%s is sent, mapped, checked and loaded; its errors come back as a file and are loaded corrected',
    async (name, loan, send) => {
      await send(name, lendersFile(loan));
      await shows(page, 'Whose loans are these?');
      await shows(page, '5 columns of the file');
      await chooseWhose();
      // The next file of the lender is mapped as its first one was.
      if (loan === 'FOREIGN') await mapByHand();
      else await shows(page, 'Look at this before the file is checked');
      await page.getByRole('listitem', { name: 'Balance (lakhs)' }).getByText('₹1,25,000').waitFor();
      await button('Check the file').click();
      await shows(page, '3 rows were checked; nothing was changed');
      // The step is the server's: a reload comes back to it.
      await page.reload();
      await shows(page, '3 rows were checked; nothing was changed');
      expect(await figure('New').textContent()).toBe('2');
      await page.locator('td[data-problem=wrong]', { hasText: 'Mobile no. should be 10 digit number' }).waitFor();
      await loadAllTheSame('Load 2 loans');
      await shows(page, `${name} is loaded`);

      const errors = await downloaded(() => button('File of 1 refused row').click());
      expect(errors).toContain(`${loan}-03`);
      expect(errors).toContain('Mobile no. should be 10 digit number');
      await drop(`corrected-${loan}.csv`, errors.replace(/,98,/, ',9800000013,'));
      await shows(page, 'Whose loans are these?');
      await shows(page, 'Look at this before the file is checked');
      // The columns say whose file it is, not for which portfolio.
      await chooseWhose();
      await button('Check the file').click();
      await shows(page, '1 row was checked; nothing was changed');
      await loadAllTheSame('Load 1 loan');
      // Nothing of it was refused, so that it leads to the loans.
      await shows(page, 'Loan sheet is updated successfully');
      await page.waitForURL(({ pathname }) => pathname === '/loans');
    },
    180_000,
  );

  it('is worked by a telecaller, and its upload taken back says what stays because of that', async () => {
    const id = await loanOf('FOREIGN-01');
    const caller = await ServerView.signInFor(server.origin, 'CRM_TELECALLER');
    const { userId } = await ServerView.as(server.origin, caller);
    const given = await fetch(`${server.origin}/api/v1/loans/assign/collector`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${view.tokens.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ loanIds: [id], profileId: userId }),
    });
    expect(given.status).toBe(200);
    const desk = await Phone.start({ shape: 'desktop', origin: server.origin });
    await signIn(desk.page, server.origin, caller, '/login');
    await desk.page.goto(`${server.origin}/call-management?loanId=${id}`);
    await desk.page.getByRole('region', { name: 'Disposition' }).waitFor();
    await listens(desk.page, id);
    await desk.page.locator('button:enabled[aria-label^="Call "]').first().waitFor();
    for (const key of ['c', '9', 'r', 'Control+Enter']) await desk.page.keyboard.press(key);
    await shows(desk.page, 'Disposition Added Successfully');
    await expect.poll(async () => (await view.history(id)).length).toBe(1);
    await desk.destroy();

    await page.goto(`${server.origin}/upload-loan`);
    await page.getByText('kaveri-november.csv').first().click();
    await button('Take the upload back').click();
    const undo = page.getByRole('dialog', { name: 'Take kaveri-november.csv back?' });
    await undo.getByRole('link', { name: 'FOREIGN-01' }).waitFor();
    await undo.getByText('A record was made on it').waitFor();
    await undo.getByRole('button', { name: 'Take it back' }).click();
    await shows(page, 'Taken back');
    const left = async () =>
      (await view.get<{ data: { content: { loanNumber: string }[] } }>('/api/v1/loans/loan2?q=FOREIGN')).data.content
        .map(({ loanNumber }) => loanNumber)
        .sort();
    await expect.poll(left).toEqual(['FOREIGN-01', 'FOREIGN-03']);
  }, 120_000);
});
