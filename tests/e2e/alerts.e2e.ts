/** A telecaller's alerts in a real browser: by the stream, in the badge and its table, and over a restart of the server. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ALERT_POLL_MS, type MissedAlert } from '../../core/contract/alerts';
import type { Loan } from '../../core/contract/loans';
import { uuidv7 } from '../../core/domain/ids';
import { openDatabase } from '../../server/db/open';
import { AppServer } from '../support/app-server';
import { Phone } from '../support/browser';
import { fieldRecord, itemOf } from '../support/world';
import { shows, signIn, visibleText } from './field-steps';
import { ServerView, type SignIn } from './server-view';

let server: AppServer;
let phone: Phone;
let caller: SignIn;
let telecaller: ServerView;
let fieldAgent: ServerView;
/** Held by the telecaller and by the field agent. */
let loans: Loan[];
/** Paths of the requests about alerts that were answered, in their order. */
const asked: string[] = [];
/** The same, as they are made. */
const made: string[] = [];

const SHARED = 3;

/**
 * The telecaller's first loans, given to the field agent too. What the server would raise by itself, at its start or from
 * the tenant's morning on, is put off: dozens of toasts would push out the one that is looked for, at some hours of the day.
 */
async function shareLoans(held: ServerView, visitor: ServerView): Promise<void> {
  const opened = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, databasePool: 1 });
  try {
    const { tenantId } = held;
    await opened.db.transaction({ tenantId }, async (tx) => {
      const shared = await tx.query<{ loan_id: string }>(
        `select a.loan_id from loan_assignments a join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id
          where a.tenant_id = $1 and a.profile_id = $2 and a.kind = 'collector' and a.ended_at is null and l.state = 'active'
          order by a.loan_id limit ${SHARED}`,
        [tenantId, held.userId],
      );
      await tx.query('update callbacks_due set raised_at = now() where tenant_id = $1 and raised_at is null', [
        tenantId,
      ]);
      await tx.query(
        "update ptps set due_on = current_date + 7 where tenant_id = $1 and status = 'open' and due_on < current_date + 7",
        [tenantId],
      );
      for (const { loan_id } of shared) {
        await tx.query(
          `update loan_assignments set ended_at = now()
            where tenant_id = $1 and loan_id = $2 and kind = 'field_agent' and ended_at is null`,
          [tenantId, loan_id],
        );
        await tx.query(
          "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'field_agent', $4)",
          [tenantId, uuidv7(), loan_id, visitor.userId],
        );
      }
    });
  } finally {
    await opened.close();
  }
}

beforeAll(async () => {
  server = await AppServer.start({ from: inject('demoData') });
  caller = await ServerView.signInFor(server.origin, 'CRM_TELECALLER');
  telecaller = await ServerView.as(server.origin, caller);
  fieldAgent = await ServerView.as(server.origin, await ServerView.signInFor(server.origin, 'CRM_FIELDAGENT'));
  await server.stop();
  await shareLoans(telecaller, fieldAgent);
  await server.run();
  const visited = new Set((await fieldAgent.loans()).map(({ id }) => id));
  loans = (await telecaller.loans()).filter(({ id, phones }) => visited.has(id) && phones.length > 0);
  expect(loans.length).toBeGreaterThanOrEqual(2);
  phone = await Phone.start({ shape: 'desktop', origin: server.origin });
  const { page } = phone;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v2/alerts/')) made.push(pathname);
  });
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/v2/alerts/')) asked.push(pathname);
  });
  await signIn(page, server.origin, caller, '/login');
});
afterAll(async () => {
  await phone?.destroy();
  await server?.destroy();
});

const times = (path: string) => asked.filter((one) => one === path).length;
const STREAM = '/api/v2/alerts/stream';
const POLL = '/api/v2/alerts/new';
const streamOpens = (page: Page, timeout = 30_000) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === STREAM && answer.status() === 200, { timeout });
const bell = (page: Page) => page.getByRole('button', { name: /^(Alerts|\d+ missed alerts?)$/ });
const missed = async () =>
  (await telecaller.get<{ data: MissedAlert[] }>('/api/v2/alerts/new/missed', { collectorid: telecaller.userId })).data;

/** What a field agent's phone sends after a visit. */
async function visit(loan: Loan): Promise<void> {
  const record = fieldRecord({
    id: loan.id,
    number: loan.loanNumber,
    borrowerId: loan.borrower.id,
    phoneId: loan.phones[0]?.id ?? '',
  });
  const answer = await fetch(`${server.origin}/api/v2/call-disposition/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${fieldAgent.tokens.token}` },
    body: JSON.stringify({ items: [itemOf(record)] }),
  });
  const text = await answer.text();
  expect(text, text).toContain('"outcome":"applied"');
}
const loanAt = (at: number): Loan => {
  const loan = loans[at];
  if (!loan) throw new Error(`The telecaller and the field agent share ${loans.length} loans`);
  return loan;
};

it('a visit of the field agent is a toast at once by the stream, counted and listed with a masked mobile', async () => {
  const { page } = phone;
  const loan = loanAt(0);
  const open = streamOpens(page);
  await page.reload();
  await open;
  await bell(page).waitFor();
  await expect.poll(() => times(POLL)).toBeGreaterThan(0);
  const polls = times(POLL);
  await visit(loan);
  await shows(page, `Disposition updated for ${loan.loanNumber}`);
  expect(times(POLL)).toBe(polls);

  // The worker raises others of its own, so the badge is held against what the server has now.
  await expect
    .poll(async () => {
      const count = (await missed()).length;
      return (await bell(page).getAttribute('aria-label')) === `${count} missed alert${count === 1 ? '' : 's'}`;
    })
    .toBe(true);
  await bell(page).click();
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: loan.loanNumber }).first();
  const text = await visibleText(row);
  const [first] = loan.phones;
  expect(text).toContain('Field visit');
  expect(text).toMatch(/\d{2}•+\d{2}/);
  expect(text).not.toContain(first?.number ?? '?');
  await row.getByRole('button', { name: loan.loanNumber }).click();
  await page.waitForURL((url) => url.pathname === '/call-management');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('loanId'), searchParams.get('loanNumber')]).toEqual([loan.id, loan.loanNumber]);
  await shows(page, loan.borrower.name);
  await expect.poll(async () => (await missed()).some(({ loanId }) => loanId === loan.id)).toBe(false);
});

it('the stream comes back after a restart of the server, and its toast opens the loan', async () => {
  const { page } = phone;
  const loan = loanAt(1);
  await server.stop();
  const open = streamOpens(page, 60_000);
  await server.run();
  await open;
  const polls = times(POLL);
  await visit(loan);
  await shows(page, `Disposition updated for ${loan.loanNumber}`);
  expect(times(POLL)).toBe(polls);
  await page.getByRole('button', { name: 'Open the loan', exact: true }).last().click();
  await page.waitForURL((url) => url.searchParams.get('loanId') === loan.id);
  expect(new URL(page.url()).pathname).toBe('/call-management');
});

/** What the page had begun to ask by now has left when this is answered. */
const pinged = async (page: Page) =>
  expect(await page.evaluate(() => fetch('/api/v2/ping').then(({ ok }) => ok))).toBe(true);

/** Two minutes pass for somebody who is there, and again should the page have been too busy to set its clock. */
async function polledAgain(page: Page): Promise<void> {
  const before = times(POLL);
  const passed = async () => {
    await page.mouse.move(10 + (Date.now() % 100), 10);
    await page.clock.fastForward(ALERT_POLL_MS);
    await pinged(page);
    return times(POLL) > before;
  };
  await expect.poll(passed, { interval: 2000 }).toBe(true);
}

/** Nothing about alerts leaves the page in so many rounds of the poll. */
async function nothingAsked(page: Page, rounds: number): Promise<void> {
  await pinged(page);
  const until = made.length;
  for (let round = 0; round < rounds; round++) await page.clock.fastForward(ALERT_POLL_MS);
  await pinged(page);
  expect(made.slice(until)).toEqual([]);
}

it('the poll of two minutes goes on beside the stream, and stops once the token is gone', async () => {
  const { page, context } = phone;
  await context.clock.install();
  const open = streamOpens(page);
  await page.reload();
  await open;
  await bell(page).waitFor();
  await expect.poll(() => times(POLL)).toBeGreaterThan(0);
  for (let round = 0; round < 2; round++) await polledAgain(page);
  // Gone without a word: no event tells this page, only the place where the token lay is empty.
  const token = await page.evaluate(() => {
    const kept = localStorage.getItem('token');
    localStorage.removeItem('token');
    return kept ?? '';
  });
  await nothingAsked(page, 3);
  await page.evaluate((kept) => localStorage.setItem('token', kept), token);
});

it('after signing out in another tab nothing about alerts is asked, however long the page stays', async () => {
  const { page, context } = phone;
  const open = streamOpens(page);
  await page.reload();
  await open;
  await bell(page).waitFor();
  await polledAgain(page);
  const tab = await context.newPage();
  await tab.goto(`${server.origin}/logout`);
  await tab.waitForURL((url) => url.pathname === '/login');
  await page.waitForURL((url) => url.pathname === '/login');
  await nothingAsked(page, 4);
  await tab.close();
});
