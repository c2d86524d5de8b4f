/** One flow a role at the desk, from its first press to what the server then holds; and axe on one screen a kind. */
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeskCrew, setDesks } from './desk-crew';
import { shows, visibleText } from './field-steps';
import { findings } from './findings';
import { listens } from './keyboard';
import { isSteady, watchShifts } from './layout-shift';

let crew: DeskCrew;
beforeAll(async () => {
  crew = await setDesks();
});
afterAll(() => crew?.end());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const inDialog = (page: Page, name: string | RegExp) => button(page, name).and(page.locator('dialog[open] *'));

async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path());
}

it('an administrator writes a rule, rehearses it, gives the loans and takes them back', async () => {
  const page = await crew.at('CRM_TENANTADMIN', '/loans/auto-allocation?view=rules');
  await button(page, 'Add a rule').click();
  await page.getByLabel('Name of the rule').fill('Young loans');
  await page.getByLabel('Add a condition').selectOption({ label: 'Days past due' });
  await page.getByLabel('From', { exact: true }).fill('1');
  await page.getByLabel('To', { exact: true }).fill('30');
  await button(page, 'Named').click();
  await page.getByText(/Meera/).last().click();
  await page.keyboard.press('Escape');
  await button(page, 'Save the rules').click();
  await shows(page, 'The rules are saved');
  await page.getByText('Rehearsal', { exact: true }).click();
  await button(page, 'Rehearse the rules').click();
  const give = button(page, /^Give [\d,]+ loans?$/);
  const moved = Number((await visibleText(give)).replaceAll(/\D/g, ''));
  expect(moved).toBeGreaterThan(0);
  await give.click();
  await inDialog(page, 'Give the loans').click();
  await shows(page, `${moved.toLocaleString('en-IN')} loans given`);
  await button(page, 'Take it back').click();
  await inDialog(page, 'Take it back').click();
  await shows(page, new RegExp(`${moved.toLocaleString('en-IN')} given back`));
  await page.close();
});

it('a telecaller offers a settlement, a manager approves it, and its letter is kept', async () => {
  const view = await crew.view('CRM_TELECALLER');
  const { data: books } = await (await crew.view('CRM_TENANTADMIN')).get<{
    data: { content: { name: string; saved: string[] }[] };
  }>('/api/v2/portfolios/search');
  const finished = books.content.filter(({ saved }) => saved.includes('foreclosure')).map(({ name }) => name);
  // Of so many days that a manager may let a part go.
  const loan = (await view.loans()).find(({ dpd, portfolio }) => dpd > 31 && dpd < 90 && finished.includes(portfolio));
  const number = loan?.loanNumber ?? '';
  const page = await crew.at('CRM_TELECALLER', `/call-management?loanId=${loan?.id}`);
  await page.getByRole('region', { name: 'Disposition' }).waitFor();
  await button(page, 'Settlement').click();
  await button(page, 'Offer a settlement').click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  const whole = Number(await page.getByLabel('The borrower pays').inputValue());
  await page.getByLabel('The borrower pays').fill(String(Math.round(whole * 0.97)));
  await page.getByLabel('Why the borrower cannot pay more').fill('Lost the job in October');
  await button(page, 'Send the offer').click();
  await shows(page, /^Settlement \S+ sent/);
  await page.close();
  for (const [role, address] of [
    ['CRM_MANAGER', '/approveLoan'],
    ['CRM_SUPERMANAGER', '/approveLoanByClient'],
  ] as const) {
    const desk = await crew.at(role, address);
    await desk.getByRole('row').filter({ hasText: number }).click();
    await button(desk, /^Approve/).waitFor();
    await desk.keyboard.press('a');
    await inDialog(desk, 'Approve').click();
    await desk.locator('dialog[open]').waitFor({ state: 'detached' });
    await desk.close();
  }
  const desk = await crew.at('CRM_SUPERMANAGER', '/letterUploadByClient');
  await desk.getByRole('row').filter({ hasText: number }).click();
  await button(desk, 'Upload the letter').waitFor();
  const letter = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF\n');
  await desk
    .getByLabel('Letter: PDF, JPEG or PNG')
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: letter });
  const seer = await crew.view('CRM_SUPERMANAGER');
  await expect
    .poll(() => seer.get('/api/v2/settlement?view=all'))
    .toMatchObject({ data: { rows: [{ stage: 'letter-out', letter: true }] } });
  await desk.close();
});

it('an administrator brings a bank’s file, accepts a line of it for a loan, and takes that back', async () => {
  const view = await crew.view('CRM_TENANTADMIN');
  type Loans = { data: { content: { loanNumber: string; client: string; overduePaise: number }[] } };
  const overdueOf = async (q: string) => (await view.get<Loans>(`/api/v1/loans/loan2?q=${q}`)).data.content;
  const [loan] = (await view.get<Loans>('/api/v1/loans/loan2?sort=overdue&dir=desc')).data.content;
  const number = loan?.loanNumber ?? '';
  const owed = loan?.overduePaise ?? 0;
  const page = await crew.at('CRM_TENANTADMIN', '/bank-import-paid-bulk-upload');
  await page
    .getByLabel('A file of what a bank or a lender says was paid', { exact: true })
    .last()
    .setInputFiles({
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Value Date,Narration,UTR,Credit\n20/11/2026,EMI ${number},UTRFLOW1,100\n`),
    });
  await page.getByLabel('Client', { exact: true }).selectOption({ label: loan?.client ?? '' });
  await button(page, 'Verify and match').click();
  await page.getByRole('link', { name: 'Its lines' }).click();
  await page.getByRole('row').filter({ hasText: 'UTRFLOW1' }).click();
  expect(await page.getByRole('textbox', { name: /^Loan number/ }).inputValue()).toBe(number);
  await button(page, 'Accept').click();
  await button(page, 'Reverse').waitFor();
  expect(await overdueOf(number)).toMatchObject([{ overduePaise: owed - 100_00 }]);
  await button(page, 'Reverse').click();
  await page.getByRole('textbox', { name: /^Why/ }).fill('It was another loan’s');
  await inDialog(page, 'Reverse').click();
  await button(page, 'Accept').waitFor();
  expect(await overdueOf(number)).toMatchObject([{ overduePaise: owed }]);
  await page.close();
});

it('an administrator reads a report and takes it as a file, with the lines that the screen counted', async () => {
  const page = await crew.at('CRM_TENANTADMIN', '/daily-reports');
  await page.getByRole('row').nth(1).waitFor();
  const counted = await visibleText(page.getByText(/^1–\d+ of [\d,]+ lines$/));
  const total = Number(counted.replace(/.* of /, '').replaceAll(/\D/g, ''));
  const csv = (await downloaded(page, () => button(page, 'Export CSV').click())).toString('utf8');
  const { data } = Papa.parse<string[]>(csv.trim());
  expect(data[0]).toContain('Loan number');
  expect(data).toHaveLength(total + 1);
  await page.close();
});

it.each([
  ['a home', 'CRM_MANAGER', '/'],
  ['a list', 'CRM_TENANTADMIN', '/loans'],
  ['a form', 'CRM_TENANTADMIN', '/loan/manual-entry'],
  ['a report', 'CRM_TENANTADMIN', '/daily-visit-reports'],
  ['an import', 'CRM_TENANTADMIN', '/upload-loan'],
  ['a dashboard', 'CRM_MANAGER', '/dupont-dashboard'],
  ['a list below figures', 'CRM_MANAGER', '/Reconciliation'],
])('axe finds nothing serious on %s', async (_kind, role, address) => {
  const page = await crew.at(role, address);
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  expect(await findings(page)).toEqual([]);
  await page.close();
});

it.each([
  ['CRM_MANAGER', '/'],
  ['CRM_MANAGER', '/target-settings'],
  ['CRM_TENANTADMIN', '/'],
  ['CRM_TENANTADMIN', '/loans'],
])('of a %s %s keeps its places while it loads', async (role, address) => {
  const page = await crew.at(role, '/notifications');
  await watchShifts(page);
  await page.goto(crew.server.origin + address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await isSteady(page, address);
  await page.close();
});

it('the buttons of a call stay in sight on 768 pixels below a banner, as that of a dialer that is away', async () => {
  const [loan] = await (await crew.view('CRM_TELECALLER')).loans();
  const page = await crew.at('CRM_TELECALLER', `/call-management?loanId=${loan?.id}`);
  await button(page, /^Save and next/).waitFor();
  // As high as a banner of two lines with its button, where the dialer's stands.
  await page.evaluate(() => {
    const banner = document.createElement('div');
    banner.style.height = '7.5rem';
    banner.style.flex = 'none';
    document.querySelector('main')?.before(banner);
  });
  for (const width of [1366, 1280]) {
    await page.setViewportSize({ width, height: 768 });
    const save = await button(page, /^Save and next/).boundingBox();
    expect((save?.y ?? 9999) + (save?.height ?? 0), `at ${width}`).toBeLessThanOrEqual(768);
  }
  await page.close();
});

it('a toast is a few lines high from 360 to 1366 pixels, with long names and in Hindi', async () => {
  const loans = await (await crew.view('CRM_TELECALLER')).loans();
  const id = loans.find(({ state }) => state === 'active')?.id ?? '';
  const page = await crew.at('CRM_TELECALLER', `/call-management?loanId=${id}`);
  await listens(page, id);
  await page.locator('button:enabled[aria-label^="Call "]').first().waitFor();
  for (const key of ['c', '9', 'r', 'Control+Enter']) await page.keyboard.press(key);
  await page.getByText('Disposition Added Successfully').waitFor();
  // It goes after six seconds: a copy of it stays to be measured.
  await page.evaluate(() => {
    const copy = document.getElementById('toasts')?.cloneNode(true) as HTMLElement;
    copy.id = 'kept';
    document.body.append(copy);
    copy.showPopover();
  });
  for (const [words, action] of [
    ['Disposition Added Successfully', 'Venkatanarasimharajuvaripeta Subramanyam · Ringing, no response'],
    ['डिस्पोज़िशन सफलतापूर्वक जोड़ दिया गया', 'वेंकटनरसिम्हाराजुवारिपेटा सुब्रमण्यम · घंटी बजी, जवाब नहीं'],
  ])
    for (const width of [360, 390, 768, 1024, 1366]) {
      await page.setViewportSize({ width, height: 768 });
      const { height, said } = await page.evaluate(
        ([text, label]) => {
          const toast = document.querySelector('#kept > div') as HTMLElement;
          const [sentence, press] = [toast.querySelector('span'), toast.querySelector('button')];
          if (sentence) sentence.textContent = text ?? '';
          if (press) press.textContent = label ?? '';
          return { height: toast.offsetHeight, said: sentence?.offsetWidth ?? 0 };
        },
        [words, action],
      );
      expect(height, `${words} at ${width}`).toBeLessThanOrEqual(150);
      expect(said, `${words} at ${width}`).toBeGreaterThanOrEqual(140);
    }
  await page.close();
});
