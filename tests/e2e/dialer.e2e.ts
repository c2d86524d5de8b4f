/** A telecaller's dialer in a real browser, against the twin: status, calls, Unfreeze, a dialer that dies, two tabs, a manager. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { DIALER_STATUSES, readFromDialer, type ToDialer, writeToDialer } from '../../core/contract/dialer-socket';
import { openDatabase } from '../../server/db/open';
import { issueServiceToken } from '../../server/modules/dialer';
import { startTwin, type Twin } from '../../server/twin';
import { AppServer, freePort } from '../support/app-server';
import { Phone } from '../support/browser';
import { signIn, visibleText } from './field-steps';
import { ServerView, type SignIn } from './server-view';

let server: AppServer;
let phone: Phone;
let desk: Phone | undefined;
let twin: Twin;
let port: number;
let token: string;
let caller: SignIn;
let username: string;
let loan: { id: string; loanNumber: string; borrower: string; number: string };

const twinAgain = () => startTwin({ port, server: { service: `${server.origin}/dialer`, token } });

async function order(body: object): Promise<{ heard: ToDialer[]; callId: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/control`, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status, JSON.stringify(body)).toBe(200);
  return (await response.json()) as { heard: ToDialer[]; callId: string };
}
/** A call for an agent as soon as the dialer has let go of the one before, which Unfreeze takes more than a second for. */
const callWhenFree = (body: object) =>
  expect
    .poll(
      async () =>
        (await fetch(`http://127.0.0.1:${port}/control`, { method: 'POST', body: JSON.stringify(body) })).status,
    )
    .toBe(200);
const heard = async () => (await order({ do: 'log' })).heard.filter(({ type }) => type !== 'hello');

const strip = (page: Page) => page.getByRole('region', { name: 'Dialer' });
const connected = (page: Page) => strip(page).locator('[data-connection=connected]').waitFor();
const unfreeze = (page: Page) => page.getByRole('button', { name: 'Dialer Unfreeze' });

async function choose(page: Page, status: string): Promise<void> {
  await strip(page)
    .getByRole('button', { name: /^Status/ })
    .click();
  await page.getByRole('radio', { name: status, exact: true }).click();
  await strip(page)
    .getByRole('button', { name: `Status: ${status}`, exact: true })
    .waitFor()
    .catch(async (error: unknown) => {
      const last = JSON.stringify((await heard()).slice(-3));
      throw new Error(`The strip says:\n${await visibleText(strip(page))}\nThe dialer heard last: ${last}`, {
        cause: error,
      });
    });
}

/** What the user answers when the browser asks; it has gone by several names. */
async function allowLocalNetwork({ context }: Phone): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  for (const name of ['loopback-network', 'local-network-access', 'local-network']) {
    await session
      ?.send('Browser.setPermission', { permission: { name }, setting: 'granted', origin: server.origin })
      .catch(() => undefined);
  }
}

beforeAll(async () => {
  port = await freePort();
  server = await AppServer.prepare({
    from: inject('demoData'),
    env: { DIALER_SOCKET: `ws://127.0.0.1:${port}` },
  });
  const opened = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, databasePool: 1 });
  const [row] = await opened.db.platform((tx) =>
    tx.query<{ id: string }>("select id from tenants where name = 'Sahyadri Recovery Group'"),
  );
  token = await issueServiceToken(opened.db, row?.id ?? '', 'twin');
  await opened.close();
  await server.run();
  twin = await twinAgain();
  caller = await ServerView.signInFor(server.origin, 'CRM_TELECALLER');
  const view = await ServerView.as(server.origin, caller);
  const [first] = (await view.loans()).filter(({ state, phones }) => state === 'active' && phones.length > 0);
  if (!first) throw new Error('The demo’s telecaller has no loan');
  loan = {
    id: first.id,
    loanNumber: first.loanNumber,
    borrower: first.borrower.name,
    number: first.phones[0]?.number ?? '',
  };
  phone = await Phone.start({ shape: 'desktop', origin: server.origin });
  await allowLocalNetwork(phone);
  await signIn(phone.page, server.origin, caller, '/login');
  await connected(phone.page);
  username = (
    JSON.parse((await phone.page.evaluate(() => localStorage.getItem('user'))) ?? '{}') as { username: string }
  ).username;
});
afterAll(async () => {
  await desk?.destroy();
  await phone?.destroy();
  await twin?.close();
  await server?.destroy();
});

it('all 14 statuses arrive at the dialer, in their order and words', async () => {
  const { page } = phone;
  for (const status of DIALER_STATUSES) await choose(page, status);
  const told = (await heard()).flatMap((message) => (message.type === 'agent-state' ? [message.status] : []));
  expect(told).toEqual([...DIALER_STATUSES]);
  await choose(page, 'Not Ready - Lunch');
  await page.getByText('Agent is in break mode').waitFor();
  await strip(page).getByText('On a break').waitFor();
  await choose(page, 'Ready');
  await page.getByText('Agent is in idle mode').waitFor();
});

it('a manual call goes out by the dialer and is disposed by keyboard; the dialer hears both', async () => {
  const { page } = phone;
  const view = await ServerView.as(server.origin, caller);
  const before = (await view.history(loan.id)).length;
  await order({ do: 'rates', answer: 1, busy: 0, error: 0, drop: 0 });
  await page.goto(`${server.origin}/call-management?loanId=${loan.id}`);
  await page.getByRole('region', { name: 'Disposition' }).waitFor();
  await connected(page);
  await page.locator('button:enabled[aria-label^="Call "]').first().waitFor();
  const until = (await heard()).length;
  await page.keyboard.press('c');
  await strip(page).getByRole('button', { name: 'Show the call', exact: true }).waitFor();
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(false);
  for (const key of ['9', 'r', 'Control+Enter']) await page.keyboard.press(key);
  await page.getByText('Disposition Added Successfully').waitFor();
  await expect
    .poll(async () => (await heard()).slice(until))
    .toMatchObject([
      { type: 'dial', loanNumber: loan.loanNumber },
      { type: 'disposition', outcome: 'not-connected', code: 'RNR' },
      { type: 'markdone' },
    ]);
  // The dialer has let go of the call, and the server has the record.
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(true);
  await expect.poll(async () => (await view.history(loan.id)).length).toBe(before + 1);
});

it('a predictive call pops, and its loan is ready', async () => {
  const { page } = phone;
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(true);
  await callWhenFree({ do: 'call', username, number: loan.number, loanNumber: loan.loanNumber });
  await page.getByRole('alertdialog', { name: 'Incoming predictive call' }).waitFor();
  await page.getByRole('button', { name: 'Go to loan' }).click();
  await page.waitForURL(/\/predictive-call/);
  await page.getByText(loan.borrower).first().waitFor();
  expect(
    await page.evaluate(() => [localStorage.getItem('callConnected'), localStorage.getItem('isPredictive')]),
  ).toEqual(['true', 'true']);
  // The call window is minimised until somebody opens it, and stays as it was over a reload.
  await strip(page).getByRole('button', { name: 'Show the call' }).click();
  await page.getByRole('complementary', { name: 'Call' }).waitFor();
  await page.reload();
  await connected(page);
  await page.getByRole('complementary', { name: 'Call' }).getByRole('button', { name: 'Hold' }).click();
  await page.getByRole('complementary', { name: 'Call' }).getByRole('button', { name: 'Take back' }).click();
});

it('a manager sees the call live and whispers, with a reason', async () => {
  const manager = await ServerView.signInFor(server.origin, 'CRM_MANAGER');
  desk = await Phone.start({ shape: 'desktop', origin: server.origin });
  // Only telecallers connect to the dialer.
  const sockets: string[] = [];
  desk.page.on('websocket', (socket) => sockets.push(socket.url()));
  await signIn(desk.page, server.origin, manager, '/login');
  await desk.page.goto(`${server.origin}/agent-monitor`);
  const row = desk.page.getByRole('row', { name: new RegExp(username) });
  await row.getByText('Talking').waitFor();
  await row.getByText(loan.loanNumber).waitFor();
  await row.getByRole('button', { name: 'Whisper' }).click();
  const dialog = desk.page.getByRole('dialog', { name: /^Whisper to/ });
  await dialog.getByRole('button', { name: 'Whisper' }).click();
  await dialog.getByText('Give a reason').waitFor();
  await dialog.getByLabel('Reason').fill('First week on the floor');
  await dialog.getByRole('button', { name: 'Whisper' }).click();
  await desk.page.getByText(/You are whispering to/).waitFor();
  await phone.page
    .getByRole('complementary', { name: 'Call' })
    .getByText(/is in this call/)
    .waitFor();
  expect(await strip(desk.page).count()).toBe(0);
  expect(sockets).toEqual([]);
});

it('Unfreeze gets out of a call that hangs', async () => {
  const { page } = phone;
  await order({ do: 'freeze', on: true });
  const before = (await heard()).length;
  await unfreeze(page).click();
  await expect.poll(async () => (await heard()).length - before).toBe(4);
  expect((await heard()).slice(before).map(({ type }) => type)).toEqual([
    'release',
    'disposition',
    'markdone',
    'markdone',
  ]);
  await page.waitForFunction(() => localStorage.getItem('connectionId') === null);
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(true);
  await order({ do: 'freeze', on: false });
});

it('a dialer that is killed in the middle of a call is announced, and found again when it is back', async () => {
  const { page } = phone;
  // What was frozen never heard the end of its call.
  await page.reload();
  await connected(page);
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(false);
  await unfreeze(page).click();
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(true);
  await choose(page, 'Do Not Disturb');
  await choose(page, 'Ready');
  await callWhenFree({ do: 'call', username, number: loan.number, loanNumber: loan.loanNumber });
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(false);
  await twin.close();
  await strip(page).locator('[data-connection=reconnecting]').waitFor();
  await strip(page).locator('[data-connection=closed]').waitFor();
  await page.getByText('The dialer was lost during a call').waitFor();
  twin = await twinAgain();
  await connected(page);
  await expect.poll(() => unfreeze(page).isDisabled()).toBe(true);
  await strip(page).getByRole('button', { name: 'Status: Not Ready - Login' }).waitFor();
});

it('a second tab shows the dialer of the first, and takes it over when it is told to', async () => {
  const first = phone.page;
  const second = await phone.context.newPage();
  await second.goto(`${server.origin}/loans`);
  await second.getByText('The dialer is in another tab').waitFor();
  await connected(second);
  await second.getByRole('button', { name: 'Use it here' }).click();
  await first.bringToFront();
  await first.getByText('The dialer is in another tab').waitFor();
  await second.bringToFront();
  await choose(second, 'Not Ready - Tea');
  await second.close();
  await first.bringToFront();
  await connected(first);
  await strip(first).getByRole('button', { name: 'Status: Not Ready - Tea' }).waitFor();
  await first.getByText('The dialer is in another tab').waitFor({ state: 'detached' });
});

it('a dialer of another maker, with ids of its own, brings a call whose outcome is saved and ends it', async () => {
  const { page } = phone;
  const view = await ServerView.as(server.origin, caller);
  await twin.close();
  twin = await startTwin({ port, vendor: 11, server: { service: `${server.origin}/dialer`, token } });
  await connected(page);
  for (let round = 0; round < 3; round += 1) {
    const before = (await view.history(loan.id)).length;
    await callWhenFree({ do: 'call', username, number: loan.number, loanNumber: loan.loanNumber });
    await page.goto(`${server.origin}/predictive-call`);
    await page.getByRole('region', { name: 'Disposition' }).getByText(/^Talk/).waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['6', 'r', '1', 'Control+Enter']) await page.keyboard.press(key);
    await page.getByText('Disposition Added Successfully').first().waitFor();
    await expect.poll(async () => (await view.history(loan.id)).length).toBe(before + 1);
    await expect.poll(() => unfreeze(page).isDisabled()).toBe(true);
  }
});

it('a server that is told to start no twin has started none in all this time', () => {
  expect(server.output).not.toMatch(/dialer twin/i);
});

it('npm start runs the twin beside the demo: a page is welcomed, and it ends with the server', async () => {
  const socketPort = await freePort();
  const twinAt = `http://127.0.0.1:${socketPort}`;
  const answers = () =>
    fetch(twinAt)
      .then((response) => response.json())
      .catch(() => null);
  const demo = await AppServer.start({
    from: inject('demoData'),
    env: { DIALER_TWIN: 'auto', DIALER_SOCKET: `ws://127.0.0.1:${socketPort}` },
  });
  try {
    await expect.poll(answers).toEqual({ dialer: 'recoup-twin', protocol: 1 });
    await expect.poll(() => demo.output).toContain(`Dialer twin: listens at ws://127.0.0.1:${socketPort}`);
    const page = new WebSocket(`ws://127.0.0.1:${socketPort}`, { origin: demo.origin });
    const first = new Promise((resolve, reject) => {
      page.once('message', (data) => resolve(readFromDialer(data.toString())));
      page.once('error', reject);
      page.once('close', (code) => reject(new Error(`closed with ${code}`)));
    });
    page.once('open', () => page.send(writeToDialer({ type: 'hello', username })));
    expect(await first).toMatchObject({ type: 'welcome', username, call: null });
    // The server gave it a token of its own: what it reports of the agent is taken.
    const view = await ServerView.as(demo.origin, caller);
    await expect
      .poll(() => view.get(`/dialer/agent-status?username=${encodeURIComponent(username)}`))
      .toMatchObject({ data: { dialerStatus: 'Not Ready - Login', state: 'break' } });
    const gone = new Promise((resolve) => page.once('close', resolve));
    await demo.stop();
    await gone;
    await expect.poll(answers).toBeNull();
  } finally {
    await demo.destroy();
  }
});
