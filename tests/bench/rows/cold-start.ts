import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import type { Bench } from '../support/bench';
import { serveFolder } from '../support/front-server';
import { AGENT_LOANS, ROOT, startDemoServer } from '../support/installation';
import { APP_LOAN_ROW, firstPage, LOAN_ROW, LOANS, signInToLoans } from '../support/phone';
import { atMost, inform } from '../support/result';
import { alternate } from '../support/rounds';

const NAME = 'offline-cold-start';
const APP_ROW = 'offline-cold-start-app-itself';
const NO_PICTURE = 'offline-cold-start-without-prepared-screen';
const SLOWDOWN = 4;
const STATIC_PAGE = 'bench-static.html';

/** A list of loans in plain HTML: what nothing but parsing and painting costs. */
const staticPage = (): string => {
  const rows = Array.from(
    { length: 12 },
    (_, at) =>
      `<article class="card"><h3>Borrower ${at + 1}</h3><p>PL${10_000 + at} · 91-180 · ₹ ${at + 1},24,000</p></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Loans</title><style>body{font:16px system-ui;margin:0;padding:12px;background:#f4f6f7}
.card{background:#fff;border:1px solid #d5dade;border-radius:10px;padding:12px;margin-bottom:8px}</style>
<main data-screen-ready>${rows.join('\n')}</main></html>`;
};

declare global {
  interface Window {
    /** ms of the navigation's clock; null between the element's arrival and its frame. */
    benchSeen?: Partial<Record<'row' | 'app', number | null>>;
  }
}

/** Marks the time of the frame in which the first row of each kind was painted. Runs in the page before anything else. */
const stopwatch = `(() => {
  const wanted = { row: ${JSON.stringify(LOAN_ROW)}, app: ${JSON.stringify(APP_LOAN_ROW)} };
  const seen = (window.benchSeen = {});
  const look = () => {
    for (const name of Object.keys(wanted)) {
      if (name in seen || !document.querySelector(wanted[name])?.getBoundingClientRect().height) continue;
      seen[name] = null;
      requestAnimationFrame(() => setTimeout(() => { seen[name] = performance.now(); }, 0));
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
})()`;

/** The built worker with one more page in its list, so that the limit is served by the same code. */
async function folderWithStaticPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-front-'));
  const worker = await readFile(join(ROOT, 'dist/client/sw.js'), 'utf8');
  const entry = /\{[^{}]*url["']?:\s*["'`]\/?index\.html["'`][^{}]*\}/;
  if (!entry.test(worker)) throw new Error('index.html is not in the precache list of dist/client/sw.js');
  const patched = worker.replace(entry, (found) => `${found},{url:"${STATIC_PAGE}",revision:"1"}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'sw.js'), patched);
  await writeFile(join(folder, STATIC_PAGE), staticPage());
  return folder;
}

/** Browser started anew with no network, one page opened at a quarter of the speed. */
export const coldStart: Bench = {
  rows: [NAME, APP_ROW, NO_PICTURE],
  async run(wanted, { rounds, say }) {
    const { server, stop } = await startDemoServer(AGENT_LOANS);
    const folder = await folderWithStaticPage();
    const front = await serveFolder(folder, { behind: server.origin });
    const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
    const launch = (offline: boolean): Promise<BrowserContext> =>
      chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(),
        headless: true,
        args: CHROMIUM_FLAGS,
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        offline,
      });

    /** ms from the navigation to the painted row; the browser is started before and ended after. */
    async function open(path: string, kind: 'row' | 'app', after?: (page: Page) => Promise<void>): Promise<number> {
      const context = await launch(true);
      try {
        const page = await firstPage(context);
        await page.addInitScript(stopwatch);
        const cdp = await context.newCDPSession(page);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
        await page.goto(`${front.origin}${path}`, { waitUntil: 'commit' });
        const seen = await page.waitForFunction((name) => window.benchSeen?.[name] ?? false, kind, { polling: 100 });
        const time = Number(await seen.jsonValue());
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        // What the start leaves behind for the next one is finished, not cut off.
        await after?.(page);
        return time;
      } finally {
        await context.close();
      }
    }
    const settled = async (page: Page): Promise<void> => {
      await page.waitForSelector(APP_LOAN_ROW);
      await page.waitForFunction(() => document.getElementById('prepared-screen') === null);
    };
    const forgetPictures = async (page: Page): Promise<void> => {
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const request = indexedDB.deleteDatabase('recoup-first-screen');
            request.onsuccess = resolve;
            request.onerror = resolve;
            request.onblocked = resolve;
          }),
      );
    };

    try {
      await prepare(launch, front.origin);
      say(`opening the app offline with ${AGENT_LOANS} loans, CPU ${SLOWDOWN}×`);
      await open(LOANS, 'row', settled);
      await open(`/${STATIC_PAGE}`, 'row');
      // One start more than asked for, because each is a single sample.
      const { ours, app, still } = await alternate(rounds + 2, {
        ours: () => open(LOANS, 'row', settled),
        still: () => open(`/${STATIC_PAGE}`, 'row'),
        app: () => open(LOANS, 'app', settled),
      });
      const peers = { 'static-page': still };
      const results = [
        atMost({ name: NAME, ours, peers, limit: still, goal: 2.5, unit: 'ms' }),
        inform({ name: APP_ROW, ours: app, peers, limit: still, unit: 'ms' }),
      ];
      if (wanted.has(NO_PICTURE)) {
        const { bare } = await alternate(rounds, {
          async bare() {
            await open(`/${STATIC_PAGE}`, 'row', forgetPictures);
            return open(LOANS, 'row', settled);
          },
        });
        results.push(inform({ name: NO_PICTURE, ours: bare, peers, limit: still, unit: 'ms' }));
      }
      return results;
    } finally {
      await front.close();
      await stop();
      for (const path of [folder, profile])
        await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  },
};

/** Runs in the page: whether a screen is kept for `path`. */
async function hasPicture(path: string): Promise<boolean> {
  // Opened only once it exists: opening it first would make it, empty.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'recoup-first-screen')) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open('recoup-first-screen');
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const db = opening.result;
      const reading = db.transaction('screens').objectStore('screens').get(path);
      reading.onsuccess = () => resolve(reading.result !== undefined);
      db.close();
    };
  });
}

/** Signs in online and waits until the phone holds everything: worker, loans, and the list's prepared screen. */
async function prepare(launch: (offline: boolean) => Promise<BrowserContext>, origin: string): Promise<void> {
  const context = await launch(false);
  try {
    const page = await firstPage(context);
    await signInToLoans(page, origin);
    await page.getByText(`${AGENT_LOANS.toLocaleString('en-IN')} loans`).waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // A second start by address, because a screen is kept for the address it was opened at.
    await page.goto(`${origin}${LOANS}`);
    await page.waitForSelector(APP_LOAN_ROW);
    while (!(await page.evaluate(hasPicture, LOANS))) await page.waitForTimeout(250);
  } finally {
    await context.close();
  }
}
