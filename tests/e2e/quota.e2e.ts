/** No room left, a browser killed the moment it said "Saved", and one that threw everything away or cannot read its files. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listDevices, oneDevice } from '../../core/contract/devices';
import type { ResponseOf } from '../../core/contract/kit';
import type { Loan } from '../../core/contract/loans';
import {
  fillVisit,
  findLoan,
  openApp,
  openLoans,
  receiptOf,
  recordVisit,
  saveVisit,
  shows,
  startDay,
} from './field-steps';
import { ServerView } from './server-view';
import { type SmallDisk, smallDisk } from './small-disk';
import { type Stage, setStage } from './stage';

let stage: Stage;
let loans: Loan[];
let disk: SmallDisk;
beforeAll(async () => {
  stage = await setStage();
  disk = await smallDisk(stage);
  await startDay(stage.phone.page, stage.origin, stage.agent);
  loans = (await (await stage.view()).loans()).filter(({ state }) => state === 'active');
});
afterAll(() => stage?.end());

describe('a full disk', () => {
  it('never says "Saved": the words stay on the screen, and go out once there is room', async () => {
    const { phone, origin, agent } = stage;
    const [loan, other] = loans;
    if (!loan || !other) throw new Error('no loans');
    const { page } = phone;
    await openLoans(page);
    await findLoan(page, loan.loanNumber);
    await fillVisit(page, { outcome: 'Door locked', nextVisit: 'Tomorrow', remarks: 'nobody at home' });
    expect(await disk.fill()).toBeGreaterThan(1024 * 1024);
    await page.getByLabel('Remarks').fill('nobody at home, neighbours say tomorrow');
    await page.getByRole('button', { name: 'Save visit' }).click();
    await shows(page, /Nothing was saved/);
    expect(await page.getByRole('heading', { name: 'Saved', exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByLabel('Remarks').inputValue()).toBe('nobody at home, neighbours say tomorrow');

    // A start on the full disk: the day's loans are there, and nothing claims to be saved.
    const second = await phone.context.newPage();
    await openApp(second, origin, agent);
    await openLoans(second);
    await findLoan(second, other.loanNumber);
    await fillVisit(second, { outcome: 'Not available', nextVisit: 'Tomorrow' });
    await second.getByRole('button', { name: 'Save visit' }).click();
    await shows(second, /Nothing was saved/);
    expect(await second.getByRole('heading', { name: 'Saved', exact: true }).count()).toBe(0);

    await disk.free();
    for (const tab of [second, page]) {
      const number = await saveVisit(tab);
      await receiptOf(tab, number);
    }
    await second.close();
    const history = await (await stage.view()).history(loan.id);
    expect(history.filter(({ remarks }) => remarks === 'nobody at home, neighbours say tomorrow')).toHaveLength(1);
  });
});

describe('a phone that dies', () => {
  it('keeps what it said was saved, even in that very moment', async () => {
    const { phone, origin, agent, network } = stage;
    const loan = loans[2];
    if (!loan) throw new Error('no loan');
    const before = (await (await stage.view()).history(loan.id)).length;
    network.setDown(true);
    const number = await recordVisit(phone.page, loan.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' });
    await phone.kill();
    network.setDown(false);
    const page = await phone.open();
    await openApp(page, origin, agent);
    await receiptOf(page, number);
    expect((await (await stage.view()).history(loan.id)).length).toBe(before + 1);
  });
});

const GONE = /removed what was stored on this device/;

/** To the server this is another device now, and the agent hears what may lie on the one before. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('User name or email').fill(stage.agent.username);
  await page.getByLabel('Password', { exact: true }).fill(stage.agent.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Understood' }).click({ timeout: 90_000 });
}

/** What the agent's manager reads in the histories of the agent's phones. */
async function heard(): Promise<string[]> {
  const { origin } = stage.server;
  const manager = await ServerView.as(origin, await ServerView.signInFor(origin, 'CRM_MANAGER'));
  const { userId } = await stage.view();
  const { data } = await manager.get<ResponseOf<typeof listDevices>>('/api/v2/devices?size=200');
  const phones = data.rows.filter((row) => row.userId === userId);
  const histories = phones.map(({ deviceId }) =>
    manager.get<ResponseOf<typeof oneDevice>>(`/api/v2/devices/${deviceId}/${userId}`),
  );
  return (await Promise.all(histories)).flatMap(({ data: { events } }) => events.map(({ kind }) => kind));
}

describe('a browser that removes what the origin stored', () => {
  /** What an eviction takes: the whole bucket. Local storage is not in it. Answers the app at its next start. */
  async function evict() {
    const { phone, origin } = stage;
    await phone.close();
    for (const folder of ['IndexedDB', 'Service Worker', 'File System', 'WebStorage'])
      await rm(join(phone.profile, 'Default', folder), { recursive: true, force: true });
    const page = await phone.open();
    await page.goto(`${origin}/?source=pwa`);
    return page;
  }

  it('is noticed at the next start and said in words; the work loads again', async () => {
    const { phone, origin, agent } = stage;
    await openApp(phone.page, origin, agent);
    const page = await evict();
    await shows(page, GONE);
    await signInAgain(page);
    await openLoans(page);
    const loan = loans[3];
    if (!loan) throw new Error('no loan');
    await receiptOf(page, await recordVisit(page, loan.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' }));

    // A supervisor hears of it with the phone's next report.
    await expect.poll(heard, { timeout: 60_000 }).toContain('evicted');

    // The same of an app that was locked, as it mostly is: who worked here is known by ids alone.
    await page.goto(`${origin}/logout`);
    await page.getByLabel('User name or email').waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recoup.device')), { timeout: 20_000 })
      .toBeTruthy();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await evict();
    await shows(stage.phone.page, GONE);
  });
});

describe('a browser whose own files are damaged', () => {
  /** Writes over a file of the database from `from` (0 to 1) of its length on, as a dying memory chip does. */
  async function damage(part: string, from: number): Promise<void> {
    const folder = join(stage.phone.profile, 'Default', 'IndexedDB');
    const names = await readdir(folder, { recursive: true });
    const found = names.filter((name) => name.includes('leveldb/') && name.includes(part));
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) {
      const { size } = await stat(join(folder, name));
      const file = await open(join(folder, name), 'r+');
      const start = Math.floor(size * from);
      await file.write(Buffer.alloc(Math.max(1, size - start), 0x55), 0, undefined, start);
      await file.close();
    }
  }

  const parts = [
    ['the list of its files', 'MANIFEST', 0],
    ['half of what was written last', '.log', 0.5],
  ] as const;

  it.each(parts)('%s: it is said in words, what was sent is safe, and the work goes on', async (_what, part, from) => {
    const { phone, origin, agent } = stage;
    await openApp(phone.page, origin, agent);
    const loan = loans[4];
    if (!loan) throw new Error('no loan');
    const visit = { outcome: 'Door locked', nextVisit: 'Tomorrow' };
    await openLoans(phone.page);
    await receiptOf(phone.page, await recordVisit(phone.page, loan.loanNumber, visit));
    const before = (await (await stage.view()).history(loan.id)).length;
    await phone.close();
    await damage(part, from);
    const page = await phone.open();
    await page.goto(`${origin}/?source=pwa`);
    await shows(page, GONE);
    await signInAgain(page);
    await openLoans(page);
    await receiptOf(page, await recordVisit(page, loan.loanNumber, visit));
    expect(await (await stage.view()).history(loan.id)).toHaveLength(before + 1);
  });

  it.each(parts)('%s: what was not sent yet comes back, and arrives once with its photo', async (what, part, from) => {
    const { phone, origin, agent, network } = stage;
    await openApp(phone.page, origin, agent);
    const loan = loans[5];
    if (!loan) throw new Error('no loan');
    const before = await (await stage.view()).history(loan.id);
    network.setDown(true);
    const remarks = `Before the damage: ${what}`;
    const photos = [await phone.jpeg(from === 0 ? 5 : 6, 2400, 1800)];
    await openLoans(phone.page);
    await findLoan(phone.page, loan.loanNumber);
    await fillVisit(phone.page, { outcome: 'Door locked', nextVisit: 'Tomorrow', photos, remarks });
    const number = await saveVisit(phone.page);
    await expect.poll(() => copied(phone.page), { timeout: 30_000 }).toEqual(['file', 'record', 'user']);
    await phone.kill();
    await damage(part, from);
    const page = await phone.open();
    await page.goto(`${origin}/?source=pwa`);
    await shows(page, GONE);
    await shows(page, /1 unsent/);
    network.setDown(false);
    await signInAgain(page);
    const receiptNo = await receiptOf(page, number);
    const after = await (await stage.view()).history(loan.id);
    expect(after).toHaveLength(before.length + 1);
    expect(after.filter((entry) => entry.remarks === remarks)).toMatchObject([{ receiptNo, photos: 1 }]);
    await expect.poll(() => copied(page), { timeout: 30_000 }).toEqual([]);
  });
});

/** The kinds of what the phone keeps a second time. */
const copied = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const held = await (await caches.open('recoup-second-copy')).keys();
    return held.map(({ url }) => new URL(url).pathname.split('/')[4] ?? '').sort();
  });
