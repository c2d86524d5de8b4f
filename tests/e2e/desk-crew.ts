/** One server and one Chromium for a file of desk tests; each person has a context of their own, signed in once. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { AppServer } from '../support/app-server';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser';
import { signIn } from './field-steps';
import { ServerView, type SignIn } from './server-view';

export interface DeskCrew {
  server: AppServer;
  /** A new tab of this role's person, at an address. */
  at(role: string, address: string): Promise<Page>;
  view(role: string): Promise<ServerView>;
  end(): Promise<void>;
}

export async function setDesks(): Promise<DeskCrew> {
  const server = await AppServer.start({ from: inject('demoData') });
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const signIns = await ServerView.signIns(server.origin);
  const contexts = new Map<string, Promise<BrowserContext>>();
  const who = (role: string): SignIn => {
    const found = signIns.find((entry) => entry.role.toUpperCase() === role);
    if (!found) throw new Error(`The demo data has no sign-in for ${role}`);
    return found;
  };

  async function signedIn(role: string): Promise<BrowserContext> {
    const context = await browser.newContext({
      viewport: { width: 1366, height: 800 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await signIn(page, server.origin, who(role), '/login');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.close();
    return context;
  }

  return {
    server,
    async at(role, address) {
      const held = contexts.get(role) ?? signedIn(role);
      contexts.set(role, held);
      const page = await (await held).newPage();
      await page.goto(server.origin + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      return page;
    },
    view: (role) => ServerView.as(server.origin, who(role)),
    async end() {
      await browser.close();
      await server.destroy();
    },
  };
}
