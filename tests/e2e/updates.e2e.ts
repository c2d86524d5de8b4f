/** A new version arrives in the middle of a day: it waits for the agent's word, and no record or draft is lost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLoan, openApp, openLoans, receiptOf, recordVisit, shows, startDay } from './field-steps';
import { type Stage, setStage } from './stage';

const RECORDS = /^POST \/api\/v2\/call-disposition/;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.end());

it('waits, is offered, and takes over with a queue and a draft in hand', async () => {
  const { phone, origin, agent, network, server } = stage;
  await startDay(phone.page, origin, agent);
  const loans = (await (await stage.view()).loans()).filter(({ state }) => state === 'active');
  const [first, second] = loans;
  if (!first || !second) throw new Error('The demo data has too few loans for this test');
  // Another build: the worker's script differs by one byte, as after every release.
  const script = await (await fetch(`${server.origin}/sw.js`)).text();
  network.on(/^GET \/sw\.js/, {
    kind: 'answer',
    status: 200,
    body: `${script}\n// next`,
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-cache' },
  });
  const refuse = network.on(RECORDS, { kind: 'drop' });
  const number = await recordVisit(phone.page, first.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' });

  await openLoans(phone.page);
  await findLoan(phone.page, second.loanNumber);
  await phone.page.getByRole('link', { name: 'Record visit' }).click();
  await phone.page.getByRole('button', { name: 'Met, disputes' }).click();
  await phone.page.getByLabel('Reason').fill('Says the bank is wrong');
  await phone.page.getByText('Draft kept on this phone').waitFor();
  await phone.page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await phone.page.waitForFunction(() =>
    navigator.serviceWorker.getRegistration().then((found) => found?.waiting?.state === 'installed'),
  );
  // Never on a form that is being filled in.
  expect(await phone.page.getByText('Update ready').count()).toBe(0);
  await expect.poll(() => phone.page.getByLabel('Reason').inputValue()).toBe('Says the bank is wrong');

  await phone.page.getByRole('link', { name: /Back to the loan/ }).click();
  await shows(phone.page, 'Update ready');
  const otherTab = await phone.context.newPage();
  await otherTab.goto(origin);
  // What is on its way when the agent says yes is answered first.
  await phone.page
    .getByRole('link', { name: /^Ledger/ })
    .first()
    .click();
  refuse();
  network.on(RECORDS, { kind: 'delay', ms: 3000 }, 1);
  await phone.page.getByRole('button', { name: 'Send now' }).click();
  const inFlight = await network.seen(({ fault }) => fault === 'delay');
  await phone.page.evaluate(() => Object.assign(window, { pageOfBefore: true }));
  await phone.page.getByRole('button', { name: 'Update now' }).click();
  await phone.page.waitForFunction(() => !('pageOfBefore' in window) && document.readyState === 'complete');
  expect(inFlight.status).toBe(200);
  expect(
    await phone.page.evaluate(() =>
      navigator.serviceWorker.getRegistration().then((found) => [found?.active?.state, found?.waiting ?? null]),
    ),
  ).toEqual(['activated', null]);

  // The other tab is still the old version: it is told, and loads the new one when its user says so.
  await otherTab.bringToFront();
  await otherTab.evaluate(() => Object.assign(window, { pageOfBefore: true }));
  await otherTab.getByRole('button', { name: 'Update now' }).click();
  await otherTab.waitForFunction(() => !('pageOfBefore' in window) && document.readyState === 'complete');
  expect(await otherTab.getByText('Update ready').count()).toBe(0);
  await otherTab.close();

  await openApp(phone.page, origin, agent);
  // Calls to the server do not wake the worker: one that makes room for a new version would stay because of them.
  const served = () =>
    phone.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming & { workerMatchedSourceType?: string })
        .map(({ name, workerMatchedSourceType }) => ({
          call: /\/api\//.test(name),
          pastWorker: workerMatchedSourceType === 'network',
        })),
    );
  await expect.poll(async () => (await served()).some(({ call }) => call)).toBe(true);
  for (const { call, pastWorker } of await served()) expect(pastWorker).toBe(call);
  expect(await phone.page.getByText('Update ready').count()).toBe(0);
  await openLoans(phone.page);
  await findLoan(phone.page, second.loanNumber);
  await phone.page.getByRole('link', { name: 'Go on with the visit' }).click();
  await expect.poll(() => phone.page.getByLabel('Reason').inputValue()).toBe('Says the bank is wrong');
  await openApp(phone.page, origin, agent);
  await receiptOf(phone.page, number);
});
