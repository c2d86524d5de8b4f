/** A telecaller's day in a real browser: home, queue, calls by keyboard, and a disposition that outlives network and tab. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayEnter, OFFLINE_ROUTES, type RouteId, routeOf } from '../../src/routes';
import { shows, signIn } from './field-steps';
import { listens } from './keyboard';
import { lawfulHour } from './lawful-hour';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let caller: SignIn;
beforeAll(async () => {
  stage = await setStage({ shape: 'desktop' });
  caller = await ServerView.signInFor(stage.server.origin, 'CRM_TELECALLER');
});
afterAll(() => stage?.end());

const view = () => ServerView.as(stage.server.origin, caller);
const loanIdOf = (page: Page) => new URL(page.url()).searchParams.get('loanId') ?? '';

const said = 'Charges are too high: the bank has added interest to the interest of the whole year, says the wife';
/** How many sealed bytes the desk's form for this loan holds on the disk; 0 for none. */
const keptBytes = (page: Page, loanId: string): Promise<number> =>
  page.evaluate(
    (form) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('recoup-desk');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const rows = opening.result.transaction('kept').objectStore('kept').getAll();
          rows.onerror = () => reject(rows.error);
          rows.onsuccess = () => {
            opening.result.close();
            const found = (rows.result as { key: string; sealed: Uint8Array }[]).find(({ key }) => key.endsWith(form));
            resolve(found?.sealed.byteLength ?? 0);
          };
        };
      }),
    `call.${loanId}`,
  );

/** Opens the app at an address, and signs in when it is locked. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(stage.origin + path);
  const inside = page.getByRole('navigation', { name: 'Queues' }).or(page.getByRole('region', { name: 'Disposition' }));
  const locked = page.getByLabel('User name or email');
  await inside.or(locked).first().waitFor();
  if (!(await locked.isVisible())) return;
  await signIn(page, stage.origin, caller, '/login');
  await page.goto(stage.origin + path);
  await inside.first().waitFor();
}

async function startQueue(page: Page, queue: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Queues' })
    .getByRole('link', { name: new RegExp(queue) })
    .first()
    .click();
  await listens(page, 'loans');
  await page.getByRole('row').nth(1).click();
  await page.getByRole('region', { name: 'Disposition' }).waitFor();
  await listens(page, loanIdOf(page));
}

it('goes from home to a queue and disposes by keyboard in four or five keys a loan', async () => {
  const { page } = stage.phone;
  await signIn(page, stage.origin, caller, '/login');
  await openAt(page, '/home');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await startQueue(page, 'Fresh');
  const server = await view();
  for (const keys of [
    ['9', 'r'],
    ['9', 's'],
    ['3', 'p'],
    ['4', 'c'],
    ['6', 'r', '1'],
  ]) {
    const loanId = loanIdOf(page);
    await listens(page, loanId);
    const before = (await server.history(loanId)).length;
    // The server's rules have come: with them these borrowers may be called at any hour (setup.ts).
    await page.locator('button:enabled[aria-label^="Call "]').first().waitFor();
    let strokes = 0;
    for (const key of ['c', ...keys, 'Control+Enter']) {
      strokes += 1;
      await page.keyboard.press(key);
    }
    expect(strokes).toBeLessThanOrEqual(5);
    await shows(page, 'Disposition Added Successfully');
    await page.waitForURL((url) => url.searchParams.get('loanId') !== loanId);
    await expect.poll(async () => (await server.history(loanId)).length, { timeout: 60_000 }).toBe(before + 1);
  }
});

it('closes a dialog by Esc and leaves the half filled form behind it as it was', async () => {
  const { page } = stage.phone;
  await listens(page, loanIdOf(page));
  for (const key of ['3', 'p']) await page.keyboard.press(key);
  const amount = page.getByLabel('Promised amount');
  // What is typed takes the place of the amount that was filled in.
  await page.keyboard.type('1750');
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open]').waitFor();
  await listens(page, 'palette');
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(await amount.inputValue()).toBe('1750');
  const loanId = loanIdOf(page);
  await expect.poll(() => keptBytes(page, loanId)).toBeGreaterThan(0);
  const halfFilled = await keptBytes(page, loanId);
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await amount.waitFor({ state: 'detached' });
  // What was taken back does not come back with the next page.
  await expect.poll(() => keptBytes(page, loanId)).toBeLessThan(halfFilled);
});

it('keeps what is half typed when the tab dies, saves without a network, and sends exactly once', async () => {
  const { phone } = stage;
  let { page } = phone;
  await openAt(page, '/home');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await startQueue(page, 'Fresh');
  const loanId = loanIdOf(page);
  const path = new URL(page.url()).pathname + new URL(page.url()).search;
  const server = await view();
  const before = await server.history(loanId);

  // In mid-disposition the network goes, then the browser.
  await page.locator('button:enabled[aria-label^="Call "]').first().waitFor();
  await page.keyboard.press('c');
  await shows(page, /Since dialing/);
  for (const key of ['6', 'h']) await page.keyboard.press(key);
  await expect.poll(() => keptBytes(page, loanId)).toBeGreaterThan(0);
  const without = await keptBytes(page, loanId);
  await page.getByLabel(/^Remarks/).fill(said);
  await stage.setOffline(true);
  // Sealed on the disk: the row grows by what was typed.
  await expect.poll(() => keptBytes(page, loanId)).toBeGreaterThan(without + said.length / 2);
  await phone.kill();
  page = await phone.open({ offline: true });
  await openAt(page, path);
  await expect.poll(() => page.getByLabel(/^Remarks/).inputValue()).toBe(said);
  await page.getByLabel(/^Remarks/).fill(`${said} and the son`);
  await page.getByRole('radio', { name: /Wants charges removed first/ }).check({ force: true });
  await page.keyboard.press('Control+Enter');
  await shows(page, 'Disposition Added Successfully');
  await page.getByRole('button', { name: /1 saved here/ }).waitFor();

  // A second death, right after it was saved.
  await phone.kill();
  page = await phone.open({ offline: true });
  await openAt(page, '/home');
  await page.getByRole('button', { name: /1 saved here/ }).waitFor();
  await stage.setOffline(false);
  await page.getByRole('button', { name: /All sent/ }).waitFor({ timeout: 60_000 });

  const after = (await (await view()).history(loanId)).filter(({ id }) => !before.some((entry) => entry.id === id));
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ code: 'HAG', channel: 'call', remarks: `${said} and the son` });
});

it('ends at the list of loans, which is there without a network', async () => {
  const { page } = stage.phone;
  await openAt(page, '/home');
  await stage.setOffline(true);
  await page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: /Fresh/ }).first().click();
  await page.getByRole('row').nth(1).click();
  await page.getByRole('region', { name: 'Disposition' }).waitFor();
  await listens(page, loanIdOf(page));
  for (const key of ['9', 'b']) await page.keyboard.press(key);
  const elsewhere = page.getByRole('group', { name: 'Called from another phone' });
  await elsewhere.getByRole('radio').first().check();
  await elsewhere.getByLabel('When it was called').fill(lawfulHour());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/loans');
  await page.getByRole('row').nth(1).waitFor();
  await stage.setOffline(false);
});

describe('a cold start without a network', () => {
  /** What a telecaller has signed in for; the public pages are in cold-start.e2e.ts, with the field agent's. */
  const routes = OFFLINE_ROUTES.map((id) => ({ id, ...routeOf(id) })).filter(
    (route) => route.roles !== 'public' && mayEnter('CRM_TELECALLER', route),
  );
  const rows = (page: Page) => page.getByRole('row').nth(1).waitFor();
  const starts = (page: Page) => page.getByRole('link', { name: /^Start calling/ }).waitFor();
  /** What each is opened for; a route that is not named here fails. */
  const shown: Partial<Record<RouteId, (page: Page) => Promise<void>>> = {
    home: starts,
    telecallerHome: starts,
    loans: rows,
    activeLoans: rows,
    callManagement: (page) => page.getByRole('region', { name: 'Disposition' }).waitFor(),
    notifications: async (page) => {
      await shows(page, /This is how it stood on/);
      await rows(page);
    },
  };
  let loanId: string;

  beforeAll(async () => {
    const { phone } = stage;
    await stage.setOffline(true);
    await phone.kill();
    const page = await phone.open({ offline: true });
    await openAt(page, '/home');
    await startQueue(page, 'Fresh');
    loanId = loanIdOf(page);
  });
  afterAll(() => stage.setOffline(false));

  it.each(routes)('opens $path', async ({ id, path }) => {
    const { phone, origin } = stage;
    const { page } = phone;
    phone.problems.length = 0;
    await page.goto(`${origin}${path}${id === 'callManagement' ? `?loanId=${loanId}` : ''}`);
    const ready = shown[id];
    if (!ready) throw new Error(`Say what ${path} shows without a network`);
    await ready(page);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(phone.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem))).toEqual([]);
  });
});
