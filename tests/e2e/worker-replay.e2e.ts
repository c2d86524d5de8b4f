/** Saved without a network, the app closed: when the network is back, the service worker delivers by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApp, receiptOf, recordVisit, startDay } from './field-steps';
import { type Stage, setStage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.end());

it('a closed app sends its visit with its photo, signed by the device', async () => {
  const { phone, origin, agent, network } = stage;
  await startDay(phone.page, origin, agent);
  const view = await stage.view();
  const loan = (await view.loans()).find(({ state }) => state === 'active');
  if (!loan) throw new Error('The demo data has no loan for this test');
  const before = await view.history(loan.id);
  const photos = [await phone.jpeg(11, 1200, 900)];

  await stage.setOffline(true);
  const number = await recordVisit(phone.page, loan.loanNumber, {
    outcome: 'Door locked',
    nextVisit: 'Tomorrow',
    photos,
  });
  const app = phone.page;
  // The wake-up is asked for right after "Saved"; a phone that dies in between sends at its next start instead.
  await expect.poll(() => app.evaluate(tagsOfSync)).toContain('recoup-outbox');
  await phone.context.newPage();
  await app.close();
  const since = network.log.length;
  await stage.setOffline(false);
  const arriving = network.seen(
    (passed) =>
      network.log.indexOf(passed) >= since &&
      passed.path.startsWith('/api/v2/call-disposition/batch') &&
      passed.status === 200,
    90_000,
  );
  let arrived = false;
  const marked = arriving.then(() => {
    arrived = true;
  });
  // As the browser does: a worker that says that records are left is woken again. The page that was closed in the middle of
  // its own try may lead for some seconds more.
  await expect
    .poll(
      async () => {
        if (!arrived) await phone.wakeWorker(origin, 'recoup-outbox');
        return arrived;
      },
      { timeout: 80_000, interval: 2000 },
    )
    .toBe(true);
  await marked;
  const batch = await arriving;
  // No page is open: the device signs, no user's token is used, and the record travels sealed.
  expect(phone.context.pages().every((page) => !page.url().startsWith(origin))).toBe(true);
  expect(batch.headers.authorization).toBeUndefined();
  expect(batch.headers['x-device-signature']).toBeTruthy();
  expect(batch.body).not.toContain(loan.loanNumber);

  const after = await (await stage.view()).history(loan.id);
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toMatchObject({ photos: 1, codeLabel: 'Door locked' });

  const page = await phone.context.newPage();
  await openApp(page, origin, agent);
  expect(await receiptOf(page, number)).toBe(after[0]?.receiptNo);
});

/** Background Sync is not in TypeScript's library: Chromium only. */
async function tagsOfSync(): Promise<string[]> {
  const registration = await navigator.serviceWorker.ready;
  return 'sync' in registration ? (registration.sync as { getTags(): Promise<string[]> }).getTags() : [];
}
