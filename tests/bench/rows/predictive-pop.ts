/**
 * A predictive call comes: from the dialer's message at the page's socket until the pop-up is painted with the borrower behind
 * the number, looked up on the server among all loans of a large book.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Database } from '../../../server/db/database';
import { demoSignIns, loadDemo } from '../../../server/demo';
import { issueServiceToken } from '../../../server/modules/dialer';
import { startTwin, type Twin } from '../../../server/twin';
import { percentile } from '../../faults/storm/storm';
import { AppServer, freePort } from '../../support/app-server';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import type { Bench } from '../support/bench';
import { signIn, startDurablePostgres } from '../support/installation';
import { firstPage } from '../support/phone';
import { atMost, inform, type Result } from '../support/result';

const LOANS = 50_000;
const CALLS = 40;
/** Code and connections that no call has used yet. */
const WARM_UP = 5;
const LIMIT_MS = 300;
const WITH_LOAN = 'predictive-pop-up-p95';
const LOOKUP = 'predictive-lookup-p95';

/**
 * In the page, before anything else: notes when the offer of a call arrives and when the pop-up that answers it is painted. A
 * frame's callback runs before it is painted; the next task after it, behind it.
 */
const WATCH = `(() => {
  const seen = (window.popUp = { offeredAt: 0, paintedAt: 0 });
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"call-offered"')) {
          seen.offeredAt = performance.now();
          seen.paintedAt = 0;
        }
      });
    }
  };
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { if (!seen.paintedAt) seen.paintedAt = performance.now(); };
  new MutationObserver(() => {
    if (seen.offeredAt && !seen.paintedAt && document.querySelector('[role=alertdialog] [data-behind]'))
      requestAnimationFrame(() => channel.port2.postMessage(0));
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

interface Behind {
  loanNumber: string;
  number: string;
}

async function loansOf(db: Database, tenantId: string, userId: string): Promise<Behind[]> {
  return db.transaction({ tenantId }, (tx) =>
    tx.query<Behind>(
      `select l.loan_number as "loanNumber", p.number from loan_assignments a
         join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id and l.state = 'active'
         join lateral (select number from phones where tenant_id = l.tenant_id and borrower_id = l.borrower_id
                        and not invalid order by rank, id limit 1) p on true
        where a.tenant_id = $1 and a.profile_id = $2 and a.ended_at is null order by l.id limit $3`,
      [tenantId, userId, CALLS + WARM_UP],
    ),
  );
}

/** What the user answers when the browser asks whether the page may reach this machine; it has gone by several names. */
async function allowDialer(context: BrowserContext, origin: string): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  for (const name of ['loopback-network', 'local-network-access', 'local-network']) {
    await session
      ?.send('Browser.setPermission', { permission: { name }, setting: 'granted', origin })
      .catch(() => undefined);
  }
}

/** The device fetches the caller's loans after signing in; a shift's calls come after that. */
async function quiet(page: Page): Promise<void> {
  let last = performance.now();
  page.on('response', (answer) => {
    if (answer.url().includes('/api/v2/sync/')) last = performance.now();
  });
  while (performance.now() - last < 4000) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Orders a call, as soon as the agent is free for one, and answers ms from its offer to its pop-up. */
async function callOnce(page: Page, port: number, username: string, { loanNumber, number }: Behind): Promise<number> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const order = { do: 'call', username, number, loanNumber };
    const answer = await fetch(`http://127.0.0.1:${port}/control`, { method: 'POST', body: JSON.stringify(order) });
    if (answer.ok) break;
    if (performance.now() > deadline) throw new Error(`The dialer makes no call: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // As an evaluated text: the page's policy refuses what a waiting function would be made of.
  const ms = await page.evaluate<number>(`new Promise((resolve, reject) => {
    const since = performance.now();
    const look = () => {
      const { offeredAt, paintedAt } = window.popUp;
      if (paintedAt) resolve(paintedAt - offeredAt);
      else if (performance.now() - since > 20000) reject(new Error('No pop-up within 20 s'));
      else setTimeout(look, 20);
    };
    look();
  })`);
  await page.getByRole('button', { name: 'Dialer Unfreeze', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Incoming predictive call' }).waitFor({ state: 'detached' });
  await page.evaluate('window.popUp.offeredAt = window.popUp.paintedAt = 0');
  return ms;
}

/** On a database that holds the demo with `loans` loans, as they are now. */
export async function measurePop(
  { url, db, loans }: { url: string; db: Database; loans: number },
  say: (text: string) => void,
): Promise<Result[]> {
  const caller = demoSignIns().find(({ role }) => role === 'CRM_TELECALLER');
  if (!caller) throw new Error('The demo has no telecaller');
  const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
  let server: AppServer | undefined;
  let twin: Twin | undefined;
  let context: BrowserContext | undefined;
  try {
    const port = await freePort();
    server = await AppServer.start({ env: { DATABASE_URL: url, DIALER_SOCKET: `ws://127.0.0.1:${port}` } });
    const { origin } = server;
    const { token, userId, tenantId } = await signIn(origin, caller.username);
    const behind = await loansOf(db, tenantId, userId);
    if (behind.length < CALLS) throw new Error(`The demo’s telecaller holds ${behind.length} loans with a phone`);
    const service = await issueServiceToken(db, tenantId, 'bench');
    twin = await startTwin({ port, server: { service: `${origin}/dialer`, token: service } });

    context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      headless: true,
      args: CHROMIUM_FLAGS,
      viewport: { width: 1440, height: 900 },
    });
    await allowDialer(context, origin);
    const page = await firstPage(context);
    await page.addInitScript(WATCH);
    await page.goto(`${origin}/login`);
    await page.locator('input[autocomplete="username"]').fill(caller.username);
    await page.locator('input[type="password"]').fill(caller.password);
    await page.locator('button[type="submit"]').click();
    await page.locator('[data-connection=connected]').waitFor();
    await quiet(page);
    const username = await page.evaluate<string>("JSON.parse(localStorage.getItem('user') ?? '{}').username");

    say(`${CALLS} predictive calls`);
    const shown: number[] = [];
    for (const [at, loan] of behind.entries()) {
      const ms = await callOnce(page, port, username, loan);
      if (at >= WARM_UP) shown.push(ms);
    }
    const asked: number[] = [];
    for (const { number, loanNumber } of behind) {
      const began = performance.now();
      const query = new URLSearchParams({ mobile: number, loanNumber });
      const answer = await fetch(`${origin}/api/v1/predictive-call/get-loan/by/mobile?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = (await answer.json()) as { data: { flag: number } };
      if (data.flag !== 0) throw new Error(`No loan behind ${number}`);
      asked.push(performance.now() - began);
    }
    for (const times of [shown, asked]) times.sort((a, b) => a - b);
    const of = (times: number[], part: number) => Math.round(percentile(times, part) * 10) / 10;
    return [
      atMost({
        name: WITH_LOAN,
        ours: of(shown, 0.95),
        peers: { p50: of(shown, 0.5), longest: of(shown, 1), loans },
        limit: LIMIT_MS,
        goal: 1,
        unit: 'ms',
      }),
      inform({ name: LOOKUP, ours: of(asked, 0.95), peers: { p50: of(asked, 0.5), loans }, unit: 'ms' }),
    ];
  } finally {
    await context?.close();
    await twin?.close();
    await server?.destroy();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

export const predictivePop: Bench = {
  rows: [WITH_LOAN, LOOKUP],
  async run(_, { say, loans = LOANS }) {
    const postgres = await startDurablePostgres();
    if (!postgres) {
      say('predictive pop-up: left out, this machine has no PostgreSQL');
      return [];
    }
    try {
      say(`loading ${loans} loans into PostgreSQL`);
      const { milliseconds } = await loadDemo(postgres.db, { scale: loans });
      say(`loaded in ${Math.round(milliseconds / 1000)} s`);
      return await measurePop({ ...postgres, loans }, say);
    } finally {
      await postgres.stop();
    }
  },
};
