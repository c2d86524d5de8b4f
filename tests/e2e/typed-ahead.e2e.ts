/** A telecaller who knows the keys by heart, at a slow machine with a slow network: what is typed ahead lands where it was meant. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry } from '../../core/contract/loans';
import { atNight } from '../support/nightly';
import { signIn } from './field-steps';
import { listens, typeAhead } from './keyboard';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let caller: SignIn;
let server: ServerView;
let page: Page;
let browser: CDPSession;
/** Where the caller's loans stood before the first key. */
let untouched: string;

beforeAll(async () => {
  stage = await setStage({ shape: 'desktop' });
  caller = await ServerView.signInFor(stage.server.origin, 'CRM_TELECALLER');
  server = await ServerView.as(stage.server.origin, caller);
  untouched = (await server.loansSince('')).cursor;
  page = stage.phone.page;
  await signIn(page, stage.origin, caller, '/login');
  await page.getByRole('link', { name: /^Start calling/ }).waitFor();
  browser = await stage.phone.cdp();
  await browser.send('Emulation.setCPUThrottlingRate', { rate: atNight ? 6 : 3 });
  stage.network.on(/ \/api\//, { kind: 'delay', ms: 1500 });
});
afterAll(() => stage?.end());

/** A look asks a server that shares the machine with the browser. */
const UNHURRIED = { timeout: 120_000, interval: 1_000 };
const loanIdOf = () => new URL(page.url()).searchParams.get('loanId') ?? '';

/** To the first row of the queue, which Enter opens. */
async function standAtQueue(): Promise<void> {
  await page.goto(`${stage.origin}/active-loans?queue=fresh`);
  await listens(page, 'loans');
  await page.getByRole('row').nth(1).focus();
}

/** Records of calls whose remarks begin with `word`, over all loans that anything happened to, by remark. */
async function written(word: string): Promise<(HistoryEntry & { loanId: string })[]> {
  const found: (HistoryEntry & { loanId: string })[] = [];
  for (const { id } of (await server.loansSince(untouched)).loans)
    for (const entry of await server.history(id))
      if (entry.remarks?.startsWith(word)) found.push({ ...entry, loanId: id });
  return found.sort((a, b) => `${a.remarks}`.localeCompare(`${b.remarks}`));
}

it('takes whole calls that are typed without a pause', async () => {
  await standAtQueue();
  const all = [
    { code: 'RNR', keys: ['c', '9', 'r'] },
    { code: 'SO', keys: ['c', '9', 's'] },
    // The amount has the cursor: Esc leaves it.
    { code: 'PTP', keys: ['c', '3', 'p', ...'1750', 'Escape'] },
    { code: 'CB', keys: ['c', '4', 'c'] },
    { code: 'RTP', keys: ['c', '6', 'r', '1'] },
  ].slice(atNight ? 0 : 2);
  const calls = all.map((call, at) => ({ ...call, note: `Ahead ${at}: 3p 9r n, he said.` }));
  await typeAhead(browser, [
    'Enter',
    ...calls.flatMap(({ keys, note }) => [...keys, '.', ...note, 'x', 'Backspace', '^Enter']),
  ]);
  await expect
    .poll(async () => (await written('Ahead')).map(({ code, remarks }) => ({ code, remarks })), UNHURRIED)
    .toEqual(calls.map(({ code, note }) => ({ code, remarks: note })));
  const records = await written('Ahead');
  expect(new Set(records.map(({ loanId }) => loanId)).size).toBe(calls.length);
  expect(records.every(({ channel }) => channel === 'call')).toBe(true);
  // Each was called once, by its C.
  const called = stage.network.log.flatMap(({ body }) =>
    body.includes('CALL_STARTED') ? [JSON.parse(body).loanId] : [],
  );
  expect(called).toEqual(records.map(({ loanId }) => loanId));
  expect(records.find(({ code }) => code === 'PTP')).toMatchObject({ ptp: { amountPaise: 175_000 } });
  // The next loan stands there, and nobody has touched it.
  await listens(page, loanIdOf());
  expect(records.map(({ loanId }) => loanId)).not.toContain(loanIdOf());
  expect(await page.getByLabel(/^Remarks/).inputValue()).toBe('');
  expect(await page.getByRole('group', { name: 'Outcome', exact: true }).count()).toBe(0);
});

it('saves once where Enter is pressed again out of impatience, and leaves the next loan alone', async () => {
  await standAtQueue();
  await typeAhead(browser, ['Enter', 'Enter', 'c', '9', 'r', '.', ...'Twice', '^Enter', '^Enter', '^Enter']);
  await expect.poll(async () => (await written('Twice')).length, UNHURRIED).toBe(1);
  await listens(page, loanIdOf());
  expect(await page.getByText('Choose the outcome of the call').count()).toBe(0);
});

it('gives a loan none of the keys that were meant for the one after it, where its own save is refused', async () => {
  await standAtQueue();
  await typeAhead(browser, ['Enter', '1', 'f', '^Enter', '9', 'r', '.', ...'Behind', '^Enter']);
  await page.getByText('Enter the amount').waitFor();
  await listens(page, loanIdOf());
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel(/^Remarks/).inputValue()).toBe('');
  expect(await written('Behind')).toEqual([]);
});

it('puts what is typed behind Ctrl+K into the search that opens', async () => {
  await typeAhead(browser, ['^k', ...'active loans']);
  await listens(page, 'palette');
  const search = page.getByRole('combobox');
  await expect.poll(() => search.inputValue()).toBe('active loans');
});
