/** A phone and a desk in Hindi: chosen once, kept through restarts without a network, and the record is a record like any other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { messages as desk } from '../../src/i18n/hi/desk';
import { messages as app } from '../../src/i18n/hi/field/app';
import { messages as auth } from '../../src/i18n/hi/field/auth';
import { messages as field } from '../../src/i18n/hi/field/field';
import { messages as outcomes } from '../../src/i18n/hi/field/outcomes';
import { messages as shared } from '../../src/i18n/hi/field/ui';
import { messages as visit } from '../../src/i18n/hi/field/visit';
import { messages as menu } from '../../src/i18n/hi/menu';
import { Phone } from '../support/browser';
import { shows } from './field-steps';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let other: Phone | undefined;
let loan: Loan;
beforeAll(async () => {
  stage = await setStage();
  const found = (await (await stage.view()).loans()).find(({ state }) => state === 'active');
  if (!found) throw new Error('The demo data has no loan for this test');
  loan = found;
});
afterAll(async () => {
  await other?.destroy();
  await stage?.end();
});

async function signInInHindi(page: Page, who: SignIn, path: string): Promise<void> {
  await page.getByLabel(auth['User name or email']).fill(who.username);
  await page.getByLabel(auth.Password, { exact: true }).fill(who.password);
  await page.getByRole('button', { name: auth['Sign in'], exact: true }).click();
  await page.waitForURL((url) => url.pathname !== path);
}

const chunk = (name: string): string | undefined =>
  readdirSync(join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/client/assets')).find((file) =>
    file.startsWith(`${name}-`),
  );
/** The chunks of words that this device keeps. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        if (/\/[a-z]{2}\.(field|desk)-/.test(url)) found.push(new URL(url).pathname.slice('/assets/'.length));
    return found;
  });

it('is chosen at the sign-in; what was typed stays', async () => {
  const { page } = stage.phone;
  await page.goto(`${stage.origin}/field-agent/login`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  expect(await kept(page)).toEqual([]);
  await page.getByLabel('User name or email').fill('some.body');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('button', { name: auth['Sign in'], exact: true }).waitFor();
  await expect.poll(() => page.getByLabel(auth['User name or email']).inputValue()).toBe('some.body');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi-IN');
  await signInInHindi(page, stage.agent, '/field-agent/login');
  await shows(page, app.Today);
  expect(await page.title()).toBe(`${app.Home} · Recoup`);
});

it('stays through a restart without a network, with the field’s words only', async () => {
  const { phone, origin } = stage;
  await expect.poll(() => kept(phone.page), { timeout: 60_000 }).toEqual([chunk('hi.field')]);
  await phone.page.goto(`${origin}/field-agent-loans`);
  await phone.page.locator('#root [data-screen-ready]').waitFor();
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await stage.setOffline(true);
  await phone.close();
  await phone.open({ offline: true });
  await phone.page.goto(`${origin}/field-agent-loans`);
  await phone.page.getByPlaceholder(field['Name, loan no., last 4, pincode']).waitFor();
  await shows(phone.page, /नेटवर्क नहीं/);
});

it('a visit is saved in Hindi, and reaches the server as every other', async () => {
  const { page } = stage.phone;
  await page.getByPlaceholder(field['Name, loan no., last 4, pincode']).fill(loan.loanNumber);
  await page.locator('#root').getByRole('list', { name: app.Loans }).getByRole('link').first().click();
  await page.getByRole('link', { name: field['Record visit'] }).click();
  await page.getByRole('button', { name: outcomes['Door locked'], exact: true }).first().click();
  await page.getByRole('button', { name: visit['No photo possible?'] }).click();
  await page.getByRole('radio', { name: visit['It was not safe'] }).check();
  await page.getByRole('button', { name: visit['Save visit'] }).click();
  await page.getByRole('heading', { name: visit.Saved, exact: true }).waitFor();
  const before = (await (await stage.view()).history(loan.id)).length;
  await stage.setOffline(false);
  await expect
    .poll(async () => (await (await stage.view()).history(loan.id)).length, { timeout: 60_000 })
    .toBe(before + 1);
});

it('the desk says it in Hindi too, and goes back to English', async () => {
  const { origin } = stage;
  const manager = await ServerView.signInFor(stage.server.origin, 'CRM_MANAGER');
  other = await Phone.start({ shape: 'desktop', origin });
  const { page } = other;
  await page.goto(`${origin}/login`);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: app['Log in'] }).waitFor();
  await signInInHindi(page, manager, '/login');
  await page.getByRole('link', { name: app.Loans, exact: true }).first().click();
  // One: the home that is left has two tables with such a column.
  await expect.poll(() => page.getByRole('columnheader', { name: shared.Overdue, exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: desk.Bucket }).first().waitFor();
  await shows(page, menu['Find a loan, a screen, an action']);
  await page.getByRole('button', { name: app.Language }).click();
  await page.getByRole('radio', { name: 'English' }).click();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Overdue', exact: true }).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-IN');
});
