/** Idle lock, its warning, several tabs, one renewal for all of them, and an expiry that is over, in the field and at the desk: under a fake clock. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp, shows, signIn } from './field-steps';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

const MINUTE = 60_000;
const RENEWAL = /^GET \/api\/v1\/profile\/authenticate$/;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
  await stage.phone.context.clock.install();
  await signIn(stage.phone.page, stage.origin, stage.agent, '/field-agent/login');
  await shows(stage.phone.page, /Today/);
});
afterAll(() => stage?.end());

/** Time passes in every tab; what is due in between is done once. */
const pass = (ms: number, where: BrowserContext = stage.phone.context) => where.clock.fastForward(ms);
const question = (page: Page) => page.getByRole('dialog', { name: 'Still there?' });
const inside = (page: Page) => page.getByRole('link', { name: 'Ledger', exact: true }).first();

/** Waits until the newest tab's watch counts: it comes some seconds after the screen, and first says that its tab is new. */
async function watched(page: Page): Promise<void> {
  const older = await page.evaluate(() => {
    const at = String(Date.now() - 60_000);
    localStorage.setItem('recoup.activity', at);
    return at;
  });
  await pass(5000, page.context());
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('recoup.activity')), { timeout: 15_000 })
    .not.toBe(older);
}
async function secondTab(): Promise<Page> {
  const tab = await stage.phone.context.newPage();
  await openApp(tab, stage.origin, stage.agent);
  await watched(tab);
  return tab;
}

it('a minute before the end every tab asks, and "Stay signed in" in one answers for all', async () => {
  const { page } = stage.phone;
  await watched(page);
  const tab = await secondTab();
  await pass(8 * MINUTE);
  expect(await question(page).count()).toBe(0);
  await pass(MINUTE);
  await question(page).waitFor();
  await question(tab).waitFor();
  await pass(30_000);
  await shows(page, /signed out in\s+\d{1,2} s/);
  await question(page).getByRole('button', { name: 'Stay signed in' }).click();
  await question(page).waitFor({ state: 'detached' });
  await pass(1000);
  await question(tab).waitFor({ state: 'detached' });
  // Ten further minutes, of which the other tab's user was busy at the fifth.
  await pass(5 * MINUTE);
  await tab.mouse.move(10, 10);
  await tab.mouse.move(40, 40);
  await pass(300);
  await pass(6000);
  await pass(5 * MINUTE);
  await expect.poll(() => inside(page).isVisible()).toBe(true);
  await tab.close();
});

it('renews the tokens five minutes before their end, once for two tabs whose timers ring together', async () => {
  const { network, phone, origin, agent } = stage;
  const { page } = phone;
  await page.goto(`${origin}/logout`);
  await openApp(page, origin, agent);
  const ahead = (await page.evaluate(() => Date.now())) - Date.now();
  const tab = await secondTab();
  // The server's clock stands still while ours runs ahead; a ping would tell the app so.
  const heal = network.on(/^GET \/api\/v2\/ping/, { kind: 'drop' });
  const renewals = () =>
    network.log.filter(({ method, path, status }) => RENEWAL.test(`${method} ${path}`) && status === 200);
  const token = (of: Page) => of.evaluate(() => localStorage.getItem('token'));
  const [before, first] = [renewals().length, await token(page)];
  // Of whatever answer.
  const asked = network.log.filter(({ method, path }) => RENEWAL.test(`${method} ${path}`)).length;
  await pass(5 * MINUTE);
  // Somebody is there.
  await page.mouse.move(20, 20);
  await pass(400);
  await pass(4 * MINUTE + 45_000);
  await expect.poll(() => token(page), { timeout: 40_000 }).not.toBe(first);
  await expect.poll(() => renewals().length).toBe(before + 1);
  // By our clock the new ones end five minutes sooner too: on a slow machine they would soon be renewed again, and rightly.
  await stage.phone.context.clock.setSystemTime(Date.now() + ahead);
  heal();
  for (const open of [page, tab]) {
    await expect.poll(() => inside(open).isVisible()).toBe(true);
    expect(await token(open)).not.toBe(first);
  }
  // The other tab has had its turn since: it took what the first had got, and asked for nothing.
  await pass(5000);
  for (const open of [page, tab]) await expect.poll(() => inside(open).isVisible()).toBe(true);
  expect(network.log.filter(({ method, path }) => RENEWAL.test(`${method} ${path}`))).toHaveLength(asked + 1);
  await tab.close();
});

it('after ten minutes without anything every tab locks and says why; the password opens it again', async () => {
  const { page } = stage.phone;
  await openApp(page, stage.origin, stage.agent);
  await watched(page);
  const tab = await secondTab();
  await pass(10 * MINUTE + 2000);
  for (const locked of [page, tab]) {
    await locked.getByLabel('User name or email').waitFor();
    await shows(locked, /because nothing happened for 10 minutes/);
  }
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user|unlock/i.test(key)))).toEqual(
    [],
  );
  await tab.close();
  await openApp(page, stage.origin, stage.agent);
});

it('an expiry that is already over on load is an ended session', async () => {
  const { page } = stage.phone;
  await page.evaluate(() => localStorage.setItem('expiry', new Date(Date.now() - 86_400_000).toISOString()));
  await page.reload();
  await page.getByLabel('User name or email').waitFor();
  await shows(page, 'Your session has ended. Please sign in again.');
  await openApp(page, stage.origin, stage.agent);
});

it('an app that was closed for ten minutes opens at the sign-in, and draws nobody’s loans on the way', async () => {
  const { page } = stage.phone;
  await page.addInitScript(() => {
    const look = () => document.querySelector('article') && sessionStorage.setItem('cards-seen', 'yes');
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  /** Opens the list in a browser that has had no page of the app for so long; answers whether a loan was drawn. */
  const openAfter = async (ms: number) => {
    await page.goto(`${stage.origin}/config.json`);
    await page.evaluate((ago) => {
      sessionStorage.removeItem('cards-seen');
      localStorage.setItem('recoup.activity', String(Date.now() - ago));
    }, ms);
    await page.goto(`${stage.origin}/field-agent-loans`);
  };
  const drawn = () => page.evaluate(() => sessionStorage.getItem('cards-seen'));
  await openAfter(9 * MINUTE);
  await expect.poll(drawn).toBe('yes');
  await watched(page);
  await openAfter(11 * MINUTE);
  await page.getByLabel('User name or email').waitFor();
  await shows(page, /because nothing happened for 10 minutes/);
  expect(await drawn()).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('recoup.unlock'))).toBeNull();
  await openApp(page, stage.origin, stage.agent);
});

describe('the desk', () => {
  let desk: BrowserContext;
  let manager: SignIn;
  beforeAll(async () => {
    manager = await ServerView.signInFor(stage.server.origin, 'CRM_MANAGER');
    const context = await stage.phone.context.browser()?.newContext({ viewport: { width: 1366, height: 800 } });
    if (!context) throw new Error('no second profile');
    desk = context;
    await desk.clock.install();
  });
  afterAll(() => desk?.close());

  const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
  const password = (page: Page) => page.getByLabel('User name or email');
  /** Two tabs of one manager, each on a screen of its own, both watched. */
  async function twoTabs(): Promise<Page[]> {
    const tabs = [await desk.newPage(), await desk.newPage()] as const;
    await signIn(tabs[0], stage.origin, manager, '/login');
    for (const [index, tab] of tabs.entries()) {
      await tab.goto(`${stage.origin}${['/', '/notifications'][index]}`);
      await menu(tab).waitFor();
      await watched(tab);
    }
    return [...tabs];
  }
  const closed = (tabs: Page[]) => Promise.all(tabs.map((tab) => tab.close()));

  it('asks in both tabs a minute before the end; one answer keeps both, silence ends both', async () => {
    const tabs = await twoTabs();
    await pass(8 * MINUTE, desk);
    for (const tab of tabs) expect(await question(tab).count()).toBe(0);
    await pass(MINUTE, desk);
    for (const tab of tabs) await question(tab).waitFor();
    const [first, second] = tabs as [Page, Page];
    await shows(first, /signed out in\s+\d{1,2} s/);
    await question(second).getByRole('button', { name: 'Stay signed in' }).click();
    await question(second).waitFor({ state: 'detached' });
    await pass(1000, desk);
    await question(first).waitFor({ state: 'detached' });
    // More than what was left when the question was asked.
    await pass(2 * MINUTE, desk);
    for (const tab of tabs) await expect.poll(() => menu(tab).isVisible()).toBe(true);
    await pass(8 * MINUTE + 2000, desk);
    for (const tab of tabs) {
      await password(tab).waitFor();
      expect(new URL(tab.url()).pathname).toBe('/login');
      await shows(tab, /because nothing happened for 10 minutes/);
    }
    await closed(tabs);
  });

  it('an expiry that is over on load ends the session in both tabs', async () => {
    const tabs = await twoTabs();
    const [first, second] = tabs as [Page, Page];
    await first.evaluate(() => localStorage.setItem('expiry', new Date(Date.now() - 86_400_000).toISOString()));
    await first.reload();
    await password(first).waitFor();
    await shows(first, 'Your session has ended. Please sign in again.');
    await password(second).waitFor();
    // Which it says is decided by what it hears first: the emptied storage, or the reason.
    await shows(second, /Your session has ended|signed out in another tab/);
    expect(
      await second.evaluate(() => Object.keys(localStorage).filter((key) => /token|user|unlock/i.test(key))),
    ).toEqual([]);
    await closed(tabs);
  });
});
