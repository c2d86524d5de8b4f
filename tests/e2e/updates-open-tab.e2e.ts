/** A release that changes every script reaches a device with two tabs: the one that has not taken it goes on working. */
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installationOf } from '../support/installation';
import { fillVisit, findLoan, openApp, openLoans, receiptOf, saveVisit, shows, startDay } from './field-steps';
import { type Stage, setStage } from './stage';

let stage: Stage;
let installation: string;
beforeAll(async () => {
  installation = await installationOf('renamed');
  stage = await setStage({ installation });
});
afterAll(async () => {
  await stage?.end();
  await rm(installation, { recursive: true, force: true });
});

const ofFormerBuild = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/index-[\w-]+0\.js$/.test(name)),
  );

it('saves and sends from a tab of the former build, and offers it the new one', async () => {
  const { phone, origin, agent, server } = stage;
  const [loan] = (await (await stage.view()).loans()).filter(({ state }) => state === 'active');
  if (!loan) throw new Error('The demo data has no active loan');
  await startDay(phone.page, origin, agent);
  const open = await phone.context.newPage();
  await openApp(open, origin, agent);
  await openLoans(open);
  await findLoan(open, loan.loanNumber);
  await fillVisit(open, { outcome: 'Door locked', nextVisit: 'Tomorrow', remarks: 'typed before the release' });
  expect(await ofFormerBuild(open)).toBe(true);

  await server.replaceBy();
  await phone.page.bringToFront();
  await openApp(phone.page, origin, agent);
  await phone.page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await shows(phone.page, 'Update ready');
  const reloaded = phone.page.waitForEvent('load');
  await phone.page.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await openApp(phone.page, origin, agent);
  expect(await ofFormerBuild(phone.page)).toBe(false);

  // What saves and sends a record is loaded only now, and the server no longer has it; nor, on a full phone, the browser.
  await (await phone.cdp(open)).send('Network.clearBrowserCache');
  await open.bringToFront();
  const number = await saveVisit(open);
  await receiptOf(open, number);
  await open.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => ofFormerBuild(open).catch(() => true)).toBe(false);
  await receiptOf(open, number);
});
