import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import type { Bench } from '../support/bench';
import { startDemoServer } from '../support/installation';
import { APP_LOAN_ROW, firstPage, signInToLoans } from '../support/phone';
import { atMost, inform } from '../support/result';
import { inlineScripts, kilobytes as kb, transferred } from '../support/transferred';

const NAME = 'initial-js-field';
const ALL = 'initial-bytes-field';
const LIMIT_KB = 170;

/** Marks when the first loan's row stands in the page; what is asked for afterwards is not on the way to it. */
const noteFirstRow = `(() => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(APP_LOAN_ROW)})) return;
    performance.mark('bench-first-row');
    watch.disconnect();
  });
  watch.observe(document, { subtree: true, childList: true });
})()`;

/** What a fresh phone loads from the sign-in page to the first loan row, without what the service worker puts by. */
export const initialJs: Bench = {
  rows: [NAME, ALL],
  async run(_, { say }) {
    say('counting what the first visit loads');
    const { server, stop } = await startDemoServer(100);
    const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
    try {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(),
        headless: true,
        args: CHROMIUM_FLAGS,
        viewport: { width: 390, height: 844 },
        // The worker's precache would load every chunk behind the page's back.
        serviceWorkers: 'block',
      });
      const loaded = new Set<string>();
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (request.method() === 'GET' && url.origin === server.origin && !/^\/(api|config\.json)/.test(url.pathname))
          loaded.add(url.href);
      });
      const page = await firstPage(context);
      await page.addInitScript(noteFirstRow);
      // Asked for the list, a visitor is sent to sign in first and comes back to it.
      await signInToLoans(page, server.origin, { straight: true });
      const after = await page.evaluate(() => {
        const [row] = performance.getEntriesByName('bench-first-row');
        const entries = performance.getEntriesByType('resource');
        return entries.filter((entry) => row && entry.startTime > row.startTime).map(({ name }) => name);
      });
      await context.close();
      const urls = [...loaded].filter((url) => !after.includes(url));

      let js = 0;
      let all = 0;
      for (const url of urls) {
        const bytes = await transferred(url);
        all += bytes;
        if (new URL(url).pathname.endsWith('.js')) js += bytes;
        if (process.env.BENCH_VERBOSE) console.error(`  ${bytes} ${url}`);
      }
      js += inlineScripts();
      return [
        atMost({ name: NAME, ours: kb(js), limit: LIMIT_KB, goal: 1, unit: 'KB gzip' }),
        inform({ name: ALL, ours: kb(all), unit: 'KB gzip' }),
      ];
    } finally {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  },
};
