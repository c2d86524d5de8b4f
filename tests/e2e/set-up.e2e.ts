/** From an empty database to people at work, with the keyboard alone: what an administrator does on the first day. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppServer } from '../support/app-server';
import { Phone } from '../support/browser';
import { choose, press, type } from './keyboard';

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

it('a super admin sets a tenant up, and its administrator everything in it', async () => {
  await choosePassword(first);
  await signInAs('devika@house.example');

  await page.goto(`${server.origin}/TenantOnboarding/TenantOnboarding`);
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
  await page.goto(`${server.origin}/logout`);

  await choosePassword(invitation);
  await signInAs('leela@sahyadri.example');

  await page.goto(`${server.origin}/create-client`);
  await type(page, label('Name'), 'Kaveri Finance');
  await choose(page, page.getByLabel('Institution type'), 'NBFC');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Kaveri Finance was added').first().waitFor();

  await page.goto(`${server.origin}/agencyOnboarding`);
  await press(page, button('Add agency').first());
  const panel = page.getByRole('complementary');
  await type(page, panel.getByLabel('Agency name'), 'Desh Collections');
  await type(page, panel.getByLabel('Agency code'), 'DESH1');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Desh Collections was added').first().waitFor();
});
