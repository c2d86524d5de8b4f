/** From an empty database to people at work, with the keyboard alone: what an administrator does on the first day. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { AppServer } from '../support/app-server';
import { Phone } from '../support/browser';
import { choose, press, tabTo, type } from './keyboard';

const run = promisify(execFile);
const PASSWORD = 'seven green parrots sing';

let server: AppServer;
let desk: Phone;
let page: Page;
/** Where the first super admin chooses a password. */
let first = '';

beforeAll(async () => {
  server = await AppServer.prepare({ env: { DEMO: 'off' } });
  const { stdout } = await run(
    process.execPath,
    [
      'scripts/run.mjs',
      'server/start/first-tenant.ts',
      '--name',
      'Recoup House',
      '--admin',
      'Devika Rao',
      '--email',
      'devika@house.example',
    ],
    {
      env: {
        ...process.env,
        DATA_DIR: server.dataDir,
        PUBLIC_ORIGIN: server.origin,
        PORT: String(server.port),
        DEMO: 'off',
      },
    },
  );
  first = /https?:\/\/\S+/.exec(stdout)?.[0] ?? '';
  await server.run();
  desk = await Phone.start({ shape: 'desktop', origin: server.origin });
  page = desk.page;
});
afterAll(async () => {
  await desk?.destroy();
  await server?.destroy();
});

const label = (words: string) => page.getByLabel(words, { exact: true });
const button = (words: string | RegExp) => page.getByRole('button', { name: words, exact: typeof words === 'string' });
const heading = (words: string | RegExp) => page.getByRole('heading', { name: words }).first();

async function choosePassword(link: string): Promise<void> {
  await page.goto(link.replace(/^https?:\/\/[^/]+/, server.origin));
  await type(page, page.locator('input[autocomplete="new-password"]').first(), PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The new password is set').waitFor();
}

async function signInAs(username: string): Promise<void> {
  await page.goto(`${server.origin}/login`);
  await type(page, label('User name or email'), username);
  await type(page, label('Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
}

/** Through the menu: one of its entries, or one of the fly-out that opens as the focus comes to it. */
async function byMenu(path: string, entry: string, inner?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const link = (words: string) => menu.getByRole('link', { name: words, exact: true });
  if (inner === undefined) await press(page, link(entry));
  else {
    await tabTo(page, menu.getByRole('button', { name: entry, exact: true }));
    await press(page, link(inner));
  }
  await page.waitForURL((url) => url.pathname === path);
}

async function leave(): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Log out', exact: true }));
  await label('User name or email').waitFor();
}

it('a super admin sets a tenant up, and its administrator everything in it', async () => {
  await choosePassword(first);
  await signInAs('devika@house.example');

  await byMenu('/TenantOnboarding/TenantOnboarding', 'Tenant Onboarding');
  await press(page, button('Set up a tenant'));
  await type(page, label('Name'), 'Sahyadri Recovery');
  await choose(page, page.getByLabel('Institution type'), 'NBFC');
  await page.getByText('This name is free').waitFor();
  await press(page, button(/^Next: Contact/));
  await heading('Contact and tax').waitFor();
  await press(page, button(/^Next: Products/));
  await heading('Products and languages').waitFor();
  await press(page, page.getByRole('checkbox', { name: 'Two-wheeler loan' }), 'Space');
  await press(page, button(/^Next: First administrator/));
  await type(page, page.getByLabel('Full name'), 'Leela Nair');
  await type(page, page.getByLabel('Email, which is their user name'), 'leela@sahyadri.example');
  await press(page, button(/^Next: Review/));
  await press(page, button('Set up and activate'));
  await heading('Sahyadri Recovery is set up').waitFor();
  const invitation = await page.getByLabel('The same link, to pass on').inputValue();
  await leave();

  await choosePassword(invitation);
  await signInAs('leela@sahyadri.example');

  await byMenu('/create-client', 'Client Control Panel', 'Add Client');
  await type(page, label('Name'), 'Kaveri Finance');
  await choose(page, page.getByLabel('Institution type'), 'NBFC');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Kaveri Finance was added').first().waitFor();

  await byMenu('/agencyOnboarding', 'Agency Onboarding');
  await press(page, button('Add agency').first());
  const panel = page.getByRole('complementary');
  await type(page, panel.getByLabel('Agency name'), 'Desh Collections');
  await type(page, panel.getByLabel('Agency code'), 'DESH1');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Desh Collections was added').first().waitFor();

  await byMenu('/create-portfolio', 'Portfolio Control Panel', 'Create Portfolio');
  await type(page, label('Portfolio name'), 'Two wheelers West');
  await page.getByText('This name is free').waitFor();
  await choose(page, page.getByLabel('Client'), 'Kaveri Finance');
  await pick('Products', 'Two-wheeler loan');
  await choose(page, page.getByLabel('Region'), 'West');
  await pick('Languages', 'Hindi');
  await press(page, page.getByRole('checkbox', { name: '0-30', exact: true }), 'Space');
  await press(page, page.getByRole('checkbox', { name: '31-60', exact: true }), 'Space');
  await press(page, button('Create portfolio'));
  await page.getByText('Portfolio Added Successfully').waitFor();
  await press(page, button('Add a script'));
  await type(page, page.getByLabel('What is said'), 'Namaste, this is about your loan.');
  await press(page, button('Save script & communication'));
  await page.getByText('Script & communication saved', { exact: true }).waitFor();
  await press(page, button('Add a row'));
  await type(page, page.getByLabel('Most waived, %, row 1'), '25');
  await press(page, button('Save foreclosure & settlement'));
  await page.getByText('Foreclosure & settlement saved', { exact: true }).waitFor();
  await press(page, button('Add a tier').first());
  await type(page, page.getByLabel(/^Min.*, tier 1$/), '0');
  await type(page, page.getByLabel(/^Max.*, tier 1$/), '50000');
  await type(page, page.getByLabel(/, tier 1$/).nth(2), '1000');
  await press(page, button('Save incentive'));
  await page.getByText('Incentive update sucessfully').waitFor();
  await page.waitForURL(/view-client/);
  // All four tabs are saved, with what was typed.
  await page
    .getByRole('row', { name: /Two wheelers West/ })
    .filter({ hasText: '4 of 4' })
    .waitFor();

  const manager = await makeUser('Manager', 'Meera Joshi', 'meera.joshi');
  await makeUser('Telecaller', 'Ravi Kumar', 'ravi.kumar', 'Meera Joshi');
  const agent = await makeUser('Field agent', 'Asha Patil', 'asha.patil', 'Meera Joshi');

  // No entry of the menu leads there: the palette does.
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type('target setting');
  await page.getByRole('option', { name: /Target Setting/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/target-setting');
  await heading('Targets').waitFor();
  await press(page, button('Set the first target'));
  const dialog = page.getByRole('dialog');
  await choose(page, dialog.getByRole('combobox', { name: 'One agent' }), 'Asha Patil');
  await type(page, dialog.getByLabel('Target', { exact: true }), '100000');
  await press(page, dialog.getByRole('button', { name: 'Set target' }));
  await page.getByText('Target set').waitFor();
  await page.getByRole('row', { name: /Asha Patil/ }).waitFor();

  // The one who was made today signs in on a phone and is asked for a password of their own.
  for (const { username, password, path } of [
    { ...manager, path: '/login' },
    { ...agent, path: '/field-agent/login' },
  ]) {
    await leave();
    await page.goto(server.origin + path);
    await type(page, label('User name or email'), username);
    await type(page, label('Password'), password);
    await page.keyboard.press('Enter');
    await type(page, page.locator('input[autocomplete="new-password"]').first(), PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('The new password is set').waitFor();
    await page.goto(server.origin + path);
    await type(page, label('User name or email'), username);
    await type(page, label('Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await heading(/./).waitFor();
  }
  await page.getByRole('link', { name: 'Ledger', exact: true }).first().waitFor();
});

/** Opens a list of several and ticks one. */
async function pick(field: string, option: string): Promise<void> {
  await press(page, page.getByRole('button', { name: new RegExp(`^${field}`) }).first());
  await press(page, page.getByRole('checkbox', { name: option }), 'Space');
  await page.keyboard.press('Escape');
}

/** Answers how the new user signs in for the first time. */
async function makeUser(kind: string, fullName: string, username: string, above?: string) {
  await byMenu('/managers-collectors', 'Roles & Hierarchy');
  await press(page, page.getByRole('link', { name: 'Register user', exact: true }));
  await choose(page, page.getByLabel('Kind of user'), kind);
  if (above) await choose(page, page.getByLabel('Reports to'), above);
  await type(page, page.getByLabel('Full name'), fullName);
  await type(page, page.getByRole('textbox', { name: 'User name', exact: true }), username);
  await type(page, page.getByLabel('Mobile'), '9812345678');
  await press(page, button('Create user'));
  const dialog = page.getByRole('dialog');
  const password = await dialog.getByLabel('Password for the first sign-in').textContent();
  await page.keyboard.press('Escape');
  return { username, password: password ?? '' };
}
