/** What the rows that open the app itself share: signing in, and seeing loan rows. */
import type { BrowserContext, Page } from 'playwright-core';
import { AGENT } from './installation';

export const LOGIN = '/field-agent/login';
export const LOANS = '/field-agent-loans';
/** A loan's card in the list, be it the app's or the prepared screen's. */
export const LOAN_ROW = '[data-screen-ready] article h3';
export const APP_LOAN_ROW = '#root [data-screen-ready] article h3';

/** Signs in as the demo's main field agent and opens the list; resolves when loans are shown. */
export async function signInToLoans(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${LOGIN}`);
  await page.locator('input[autocomplete="username"]').fill(AGENT.username);
  await page.locator('input[type="password"]').fill(AGENT.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => !url.pathname.includes('login'));
  // Within the app, as a thumb does it: a new page load would be another start.
  await page.locator(`a[href^="${LOANS}"]`).first().click();
  await page.waitForSelector(APP_LOAN_ROW);
}

export const firstPage = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage());
