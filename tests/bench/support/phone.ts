/** What the rows that open the app itself share: signing in, and seeing loan rows. */
import type { BrowserContext, Page } from 'playwright-core';
import { AGENT } from './installation';

export const LOGIN = '/field-agent/login';
export const LOANS = '/field-agent-loans';
/** A loan's card in the list, be it the app's or the prepared screen's. */
export const LOAN_ROW = '[data-screen-ready] article';
export const APP_LOAN_ROW = '#root [data-screen-ready] article';

/**
 * Signs in as the demo's main field agent and opens the list; resolves when loans are shown. `straight` asks for the list
 * at once and is sent to sign in, otherwise the sign-in page comes first and the list is tapped on the day's screen.
 */
export async function signInToLoans(page: Page, origin: string, { straight = false } = {}): Promise<void> {
  await page.goto(`${origin}${straight ? LOANS : LOGIN}`);
  await page.locator('input[autocomplete="username"]').fill(AGENT.username);
  await page.locator('input[type="password"]').fill(AGENT.password);
  await page.locator('button[type="submit"]').click();
  // Within the app, as a thumb does it: a new page load would be another start.
  if (!straight) await page.locator(`a[href^="${LOANS}"]`).first().click();
  await page.waitForSelector(APP_LOAN_ROW);
}

export const firstPage = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage());
