/** From a sheet to the report in a real browser: uploaded, started, dialed by the twin, popped at the telecaller, counted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { openDatabase } from '../../server/db/open';
import { issueServiceToken } from '../../server/modules/dialer';
import { startTwin, type Twin } from '../../server/twin';
import { AppServer, freePort } from '../support/app-server';
import { Phone } from '../support/browser';
import { signIn } from './field-steps';
import { ServerView, type SignIn } from './server-view';

const PROCESS = 'Diwali drive';
let server: AppServer;
let phone: Phone;
let desk: Phone;
let twin: Twin;
let caller: SignIn;
let numbers: string[];

const strip = (page: Page) => page.getByRole('region', { name: 'Dialer' });

/** What the user answers when the browser asks; it has gone by several names. */
async function allowLocalNetwork({ context }: Phone): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  for (const name of ['loopback-network', 'local-network-access', 'local-network']) {
    await session
      ?.send('Browser.setPermission', { permission: { name }, setting: 'granted', origin: server.origin })
      .catch(() => undefined);
  }
}

/** A draft process whose hours are the whole day, because tests run at any; and two loans of its agent to dial. */
async function prepare(username: string): Promise<string> {
  const opened = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, databasePool: 1 });
  try {
    const [tenant] = await opened.db.platform((tx) =>
      tx.query<{ id: string }>("select id from tenants where name = 'Sahyadri Recovery Group'"),
    );
    const tenantId = tenant?.id ?? '';
    numbers = await opened.db.transaction({ tenantId }, async (tx) => {
      const loans = await tx.query<{ loan_number: string; portfolio_id: string; user_id: string }>(
        `select l.loan_number, l.portfolio_id, u.id as user_id from users u
           join loan_assignments a on a.tenant_id = u.tenant_id and a.profile_id = u.id and a.ended_at is null
           join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id and l.state = 'active' and not l.flag_do_not_contact
          where u.tenant_id = $1 and lower(u.username) = lower($2) and exists (
            select 1 from phones p where p.tenant_id = l.tenant_id and p.borrower_id = l.borrower_id and not p.invalid)
          order by l.portfolio_id, l.loan_number`,
        [tenantId, username],
      );
      const [first] = loans;
      if (!first) throw new Error('The demo’s telecaller has no loan');
      const process = uuidv7();
      await tx.query(
        `insert into dial_processes (tenant_id, id, portfolio_id, name, mode, level_tenths, drop_tenths, from_time, until_time,
           max_attempts, retry, created_by) values ($1, $2, $3, $4, 'progressive', 10, 30, '00:00', '24:00', 3, $5, $6)`,
        [tenantId, process, first.portfolio_id, PROCESS, NEW_PROCESS.retry, first.user_id],
      );
      await tx.query('delete from dial_process_agents where tenant_id = $1 and user_id = $2', [
        tenantId,
        first.user_id,
      ]);
      await tx.query('insert into dial_process_agents (tenant_id, user_id, process_id) values ($1, $2, $3)', [
        tenantId,
        first.user_id,
        process,
      ]);
      return loans
        .filter(({ portfolio_id }) => portfolio_id === first.portfolio_id)
        .slice(0, 2)
        .map(({ loan_number }) => loan_number);
    });
    return await issueServiceToken(opened.db, tenantId, 'twin');
  } finally {
    await opened.close();
  }
}

beforeAll(async () => {
  const port = await freePort();
  server = await AppServer.prepare({
    from: inject('demoData'),
    env: { DIALER_SOCKET: `ws://127.0.0.1:${port}` },
  });
  await server.run();
  caller = await ServerView.signInFor(server.origin, 'CRM_TELECALLER');
  await server.stop();
  const token = await prepare(caller.username);
  await server.run();
  // Everybody answers, and talks until the test hangs up.
  twin = await startTwin({
    port,
    seed: 7,
    speed: 2,
    predictive: true,
    rates: { answer: 1, busy: 0, error: 0, drop: 0 },
    server: { service: `${server.origin}/dialer`, token },
  });
  desk = await Phone.start({ shape: 'desktop', origin: server.origin });
  await signIn(desk.page, server.origin, await ServerView.signInFor(server.origin, 'CRM_TENANTADMIN'), '/login');
  phone = await Phone.start({ shape: 'desktop', origin: server.origin });
  await allowLocalNetwork(phone);
  await signIn(phone.page, server.origin, caller, '/login');
  await strip(phone.page).locator('[data-connection=connected]').waitFor();
});
afterAll(async () => {
  await phone?.destroy();
  await desk?.destroy();
  await twin?.close();
  await server?.destroy();
});

it('an administrator uploads a sheet, and sees which of its lines are dialed and why the others are not', async () => {
  const { page } = desk;
  await page.goto(`${server.origin}/Predictive-upload`);
  const process = page.getByLabel('Process', { exact: true });
  await process.locator('option', { hasText: PROCESS }).waitFor({ state: 'attached' });
  await process.selectOption({ label: (await process.locator('option', { hasText: PROCESS }).textContent()) ?? '' });
  await page.getByLabel('Sheet', { exact: true }).setInputFiles({
    name: 'drive.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Loan number\n${numbers.join('\n')}\nNOSUCHLOAN\n`),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'List drive' });
  await panel.getByText('No such loan').waitFor();
  await panel.getByRole('button', { name: 'Lines to mend' }).waitFor();
});

it('started, its first loan is dialed and pops at the telecaller, with the process as their own', async () => {
  const { page } = desk;
  await page.goto(`${server.origin}/process-list`);
  await page.getByRole('row', { name: new RegExp(PROCESS) }).click();
  const panel = page.getByRole('complementary', { name: `Process ${PROCESS}` });
  await panel.getByRole('button', { name: 'Start', exact: true }).click();
  await panel.getByText('Running', { exact: true }).waitFor();
  // Only now: an agent of no running process is given loans of their own.
  await strip(phone.page)
    .getByRole('button', { name: /^Status/ })
    .click();
  await phone.page.getByRole('radio', { name: 'Ready', exact: true }).click();
  await strip(phone.page).getByRole('button', { name: 'Status: Ready', exact: true }).waitFor();
  await phone.page
    .getByRole('alertdialog', { name: 'Incoming predictive call' })
    .getByRole('button', { name: 'Go to loan' })
    .click({ timeout: 120_000 });
  await phone.page.waitForURL(/\/predictive-call/);
  // One of the two that the sheet named, whichever is overdue longer.
  const [first = '', second = ''] = numbers;
  await phone.page.getByText(first).or(phone.page.getByText(second)).first().waitFor();
});

it('the report shows the call', async () => {
  const { page } = desk;
  await page.goto(`${server.origin}/predictive-report`);
  const row = page.getByRole('row', { name: new RegExp(PROCESS) });
  await row.waitFor();
  // Dialed: the agent has one call, and is given no second one before it is done with.
  await expect.poll(() => row.locator('td').first().textContent()).toBe('1');
});

it('disposed by keyboard it is done with: the second comes by itself, and the timeline names the process', async () => {
  const { page } = phone;
  const [first = '', second = ''] = numbers;
  await page.getByText(`Process: ${PROCESS}`, { exact: true }).waitFor();
  const number = (await page.getByText(first).first().isVisible()) ? first : second;
  const view = await ServerView.as(server.origin, caller);
  const loan = (await view.loans()).find(({ loanNumber }) => loanNumber === number);
  const before = (await view.history(loan?.id ?? '')).length;
  await page.getByRole('region', { name: 'Disposition' }).waitFor();
  for (const key of ['9', 'r', 'Control+Enter']) await page.keyboard.press(key);
  await page.getByText('Disposition Added Successfully').waitFor();
  await expect.poll(async () => (await view.history(loan?.id ?? '')).length).toBe(before + 1);
  expect((await view.history(loan?.id ?? ''))[0]).toMatchObject({ code: 'RNR', process: PROCESS });
  await page
    .getByText(number === first ? second : first)
    .first()
    .waitFor({ timeout: 120_000 });
});
