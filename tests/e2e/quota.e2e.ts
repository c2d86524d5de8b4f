/** No room left, a browser killed the moment it said "Saved", and a browser that threw everything away. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    await shows(page, /no space left/);
    expect(await page.getByRole('heading', { name: 'Saved', exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByLabel('Remarks').inputValue()).toBe('nobody at home, neighbours say tomorrow');

    // A start on the full disk: the day's loans are there, and nothing claims to be saved.
    const second = await phone.context.newPage();
    await openApp(second, origin, agent);
    await openLoans(second);
    await findLoan(second, other.loanNumber);
    await fillVisit(second, { outcome: 'Not available', nextVisit: 'Tomorrow' });
    await second.getByRole('button', { name: 'Save visit' }).click();
    await shows(second, /no space left/);
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
    await shows(page, /removed what was stored on this device/);
    // To the server this is another device now, and the agent hears what may lie on the one before.
    await page.getByLabel('User name or email').fill(agent.username);
    await page.getByLabel('Password', { exact: true }).fill(agent.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Understood' }).click({ timeout: 90_000 });
    await openLoans(page);
    const loan = loans[3];
    if (!loan) throw new Error('no loan');
    await receiptOf(page, await recordVisit(page, loan.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' }));

    // The same of an app that was locked, as it mostly is: who worked here is known by ids alone.
    await page.goto(`${origin}/logout`);
    await page.getByLabel('User name or email').waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recoup.device')), { timeout: 20_000 })
      .toBeTruthy();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await evict();
    await shows(stage.phone.page, /removed what was stored on this device/);
  });
});
