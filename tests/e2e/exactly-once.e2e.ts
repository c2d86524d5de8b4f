/** The server commits and the answer is lost: the phone asks again, and there is still one record and one receipt. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { CAPTIVE_PORTAL } from '../support/proxy';
import { fieldRecord, itemOf } from '../support/world';
import { ledgerCard, openApp, receiptOf, recordVisit, startDay } from './field-steps';
import { ServerView } from './server-view';
import { type Stage, setStage } from './stage';

const BATCH = /^POST \/api\/v2\/call-disposition\/batch/;
const PROMISE = { outcome: 'Door locked', nextVisit: 'Tomorrow' };

let stage: Stage;
let loans: Loan[];
beforeAll(async () => {
  stage = await setStage();
  await startDay(stage.phone.page, stage.origin, stage.agent);
  loans = (await (await stage.view()).loans()).filter(({ state }) => state === 'active');
});
afterAll(() => stage?.end());
afterEach(() => stage.network.heal());
beforeEach(() => openApp(stage.phone.page, stage.origin, stage.agent));

/** Keys of every record that went over the wire from `since` on, one list a request. */
function keysSent(since: number): string[][] {
  return stage.network.log
    .slice(since)
    .filter(({ method, path }) => BATCH.test(`${method} ${path}`))
    .map(({ body }) => (JSON.parse(body) as { items: { key: string }[] }).items.map(({ key }) => key));
}

describe('one record, one receipt', () => {
  it('when the answer is cut after the commit', async () => {
    const { phone, network } = stage;
    const [loan] = loans;
    if (!loan) throw new Error('no loan');
    const before = await (await stage.view()).history(loan.id);
    const since = network.log.length;
    const heal = network.on(BATCH, { kind: 'cut-answer' }, 1);
    const number = await recordVisit(phone.page, loan.loanNumber, PROMISE);
    await network.seen((passed) => network.log.indexOf(passed) >= since && passed.fault === 'cut-answer', 30_000);
    // The server holds it, the phone does not know: this is the moment in question.
    await expect.poll(async () => (await (await stage.view()).history(loan.id)).length).toBe(before.length + 1);
    const receiptNo = await receiptOf(phone.page, number);
    heal();

    const sent = keysSent(since);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(new Set(sent.flat()).size).toBe(1);
    const after = await (await stage.view()).history(loan.id);
    expect(after).toHaveLength(before.length + 1);
    expect(after.map((entry) => entry.receiptNo)).toContain(receiptNo);
  });

  it('when two tabs send at once after it', async () => {
    const { phone, network, origin, agent } = stage;
    const loan = loans[1];
    if (!loan) throw new Error('no loan');
    const before = await (await stage.view()).history(loan.id);
    await stage.setOffline(true);
    const number = await recordVisit(phone.page, loan.loanNumber, PROMISE);
    const second = await phone.context.newPage();
    await openApp(second, origin, agent);
    for (const page of [phone.page, second])
      await page
        .getByRole('link', { name: /^(Ledger|Show in the ledger)/ })
        .first()
        .click();
    const since = network.log.length;
    const heal = network.on(BATCH, { kind: 'cut-answer' }, 2);
    await stage.setOffline(false);
    await Promise.all([phone.page, second].map((page) => page.getByRole('button', { name: 'Send now' }).click()));
    const [mine, theirs] = await Promise.all([receiptOf(phone.page, number), receiptOf(second, number)]);
    heal();
    expect(theirs).toBe(mine);
    // An answer was lost after the commit, so the same record went out again.
    const cut = network.log.slice(since).filter(({ fault }) => fault === 'cut-answer');
    expect(cut.length).toBeGreaterThanOrEqual(1);
    const sent = keysSent(since);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(new Set(sent.flat()).size).toBe(1);
    const after = await (await stage.view()).history(loan.id);
    expect(after).toHaveLength(before.length + 1);
    expect(after.map((entry) => entry.receiptNo)).toContain(mine);
    await second.close();
  });

  it('when the server is killed while the record is on its way', async () => {
    const { phone, network, server } = stage;
    const loan = loans[2];
    if (!loan) throw new Error('no loan');
    const before = await (await stage.view()).history(loan.id);
    const since = network.log.length;
    const heal = network.on(BATCH, { kind: 'delay', ms: 300 });
    const number = await recordVisit(phone.page, loan.loanNumber, PROMISE);
    await network.seen(
      (passed) => network.log.indexOf(passed) >= since && BATCH.test(`${passed.method} ${passed.path}`),
    );
    await server.kill();
    await server.run();
    heal();
    const receiptNo = await receiptOf(phone.page, number, 90_000);
    const after = await (await stage.view()).history(loan.id);
    expect(after).toHaveLength(before.length + 1);
    expect(after.map((entry) => entry.receiptNo)).toContain(receiptNo);
  });

  it('a captive portal, which answers everything with a page, is never taken for success', async () => {
    const { phone, network } = stage;
    const loan = loans[3];
    if (!loan) throw new Error('no loan');
    const before = await (await stage.view()).history(loan.id);
    const leave = network.on(/\/api\//, CAPTIVE_PORTAL);
    const number = await recordVisit(phone.page, loan.loanNumber, PROMISE);
    const card = await phone.page.getByText(`No. ${number}`).first();
    await card.waitFor();
    await phone.page.getByRole('link', { name: 'Show in the ledger' }).click();
    await phone.page.getByText('1 saved here', { exact: true }).first().waitFor();
    expect(await (await stage.view()).history(loan.id)).toHaveLength(before.length);
    leave();
    await phone.page.getByRole('button', { name: 'Send now' }).click();
    await receiptOf(phone.page, number);
    expect(await (await stage.view()).history(loan.id)).toHaveLength(before.length + 1);
  });
});

/** The keys of this phone's unsent records. */
function unsentKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!/^recoup-[0-9a-f]{8}-/.test(name)) continue;
      keys.push(
        ...(await new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const asked = opening.result.transaction('outbox').objectStore('outbox').getAllKeys();
            asked.onsuccess = () => {
              opening.result.close();
              resolve(asked.result.map(String));
            };
          };
        })),
      );
    }
    return keys;
  });
}

describe('a tab that dies while it sends', () => {
  /** The next tab asks for the lead three seconds after the last word of the dead one, or three after it was last refused. */
  const TAKEN_OVER_MS = 8_000;

  it('has its work done by the tab beside it, by itself and within seconds, each record once', async () => {
    const { phone, network, origin, agent } = stage;
    const [held, behind] = [loans[2], loans[3]];
    if (!held || !behind) throw new Error('too few loans');
    const view = await stage.view();
    const before = await Promise.all([held, behind].map(async ({ id }) => (await view.history(id)).length));
    // The worker would send as well; where there is no Background Sync the tabs are alone.
    const browser = await phone.context.browser()?.newBrowserCDPSession();
    await browser?.send('Browser.setPermission', {
      permission: { name: 'background-sync' },
      setting: 'denied',
      origin,
    });
    const survivor = await phone.context.newPage();
    await openApp(survivor, origin, agent);
    const dying = await phone.context.newPage();
    await openApp(dying, origin, agent);
    await survivor.getByRole('link', { name: 'Ledger', exact: true }).first().click();
    await phone.page.goto('about:blank');

    const since = network.log.length;
    const heal = network.on(BATCH, { kind: 'hold-answer' });
    const numbers = [await recordVisit(dying, held.loanNumber, PROMISE)];
    await network.seen((passed) => network.log.indexOf(passed) >= since && passed.fault === 'hold-answer', 30_000);
    // The first is at the server without the phone knowing; the second waits behind it.
    await expect.poll(async () => (await view.history(held.id)).length).toBe((before[0] ?? 0) + 1);
    numbers.push(await recordVisit(dying, behind.loanNumber, PROMISE));
    expect(keysSent(since)).toHaveLength(1);

    const sent: { at: number; keys: string[] }[] = [];
    survivor.on('request', (request) => {
      if (!BATCH.test(`${request.method()} ${new URL(request.url()).pathname}`)) return;
      const { items } = request.postDataJSON() as { items: { key: string }[] };
      sent.push({ at: Date.now(), keys: items.map(({ key }) => key) });
    });
    heal();
    const died = Date.now();
    const crashed = dying.waitForEvent('crash');
    (await phone.cdp(dying)).send('Page.crash').catch(() => undefined);
    await crashed;
    for (const number of numbers) await receiptOf(survivor, number);
    const keys = new Set(sent.flatMap((batch) => batch.keys));
    expect(keys.size).toBe(2);
    expect([...keys]).toEqual(expect.arrayContaining(keysSent(since)[0] ?? []));
    for (const { at } of sent) expect(at - died).toBeLessThan(TAKEN_OVER_MS);
    for (const [index, { id }] of [held, behind].entries())
      expect(await view.history(id)).toHaveLength((before[index] ?? 0) + 1);

    await browser?.send('Browser.setPermission', {
      permission: { name: 'background-sync' },
      setting: 'granted',
      origin,
    });
    await dying.close();
    await survivor.close();
  });
});

describe('the same key with another body', () => {
  it('is refused: what came first stays as it is, and the second is kept for review on the phone and at the server', async () => {
    const { phone } = stage;
    const { page } = phone;
    const loan = loans[4];
    if (!loan) throw new Error('no loan');
    const view = await stage.view();
    const before = await view.history(loan.id);
    await stage.setOffline(true);
    const number = await recordVisit(page, loan.loanNumber, { ...PROMISE, remarks: 'came second' });
    const [key, ...others] = await unsentKeys(page);
    if (!key || others.length > 0) throw new Error('The phone holds another number of records than this test has made');
    const first = fieldRecord(
      { id: loan.id, number: loan.loanNumber, borrowerId: '', phoneId: '' },
      { id: key, remarks: 'came first' },
    );
    const taken = await view.post<{ results: { receipt?: { receiptNo: string } }[] }>(
      '/api/v2/call-disposition/batch',
      { items: [itemOf(first)] },
    );
    const receiptNo = taken.results[0]?.receipt?.receiptNo;
    expect(receiptNo).toMatch(/^R-/);
    await stage.setOffline(false);

    const card = await ledgerCard(page, number);
    await card.getByText('Kept for review', { exact: true }).waitFor();
    await card.getByText('already received with other contents', { exact: false }).waitFor();
    const after = await view.history(loan.id);
    expect(after).toHaveLength(before.length + 1);
    expect(after.filter(({ remarks }) => remarks === 'came first').map((entry) => entry.receiptNo)).toEqual([
      receiptNo,
    ]);
    expect(after.filter(({ remarks }) => remarks === 'came second')).toEqual([]);

    // The manager sees the second with its reason.
    const manager = await ServerView.signInFor(stage.server.origin, 'CRM_MANAGER');
    const desk = await ServerView.as(stage.server.origin, manager);
    const kept = async () =>
      (
        await desk.get<{ data: { rows: { key: string; reasonCode: string }[] } }>(
          `/api/v2/call-disposition/quarantine?userId=${view.userId}&size=50`,
        )
      ).data.rows.filter((row) => row.key === key);
    await expect.poll(kept).toMatchObject([{ reasonCode: 'key-conflict' }]);

    // A restart forgets neither.
    await phone.kill();
    const again = await phone.open();
    await openApp(again, stage.origin, stage.agent);
    await (await ledgerCard(again, number)).getByText('Kept for review', { exact: true }).waitFor();
  });
});
