/** What the desk costs: its first visit, each screen's own chunk, and going from one screen to another. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { demoSignIns } from '../../../server/demo';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import { builtSizes, LIMITS_KB } from '../../support/built-sizes';
import type { Bench } from '../support/bench';
import { startDemoServer } from '../support/installation';
import { firstPage } from '../support/phone';
import { atMost, type Result } from '../support/result';
import { inlineScripts, kilobytes, transferred } from '../support/transferred';
import { BLANK, DRAWN, gridScroll, SCROLL } from './grid';

const FIRST_VISIT = 'initial-js-desk';
const CHUNKS = 'route-chunks';
const CHANGE = 'route-change-cached';
const CHANGE_MS = 100;
const ROW = 'table[role=grid] tbody tr[data-index]';

export const desk: Bench = {
  rows: [FIRST_VISIT, CHUNKS, CHANGE, SCROLL, DRAWN, BLANK],
  async run(wanted, { say, rounds }) {
    say('counting what the desk’s first visit loads');
    const built = builtSizes();
    const [chunk] = built.screens;
    if (!chunk) throw new Error('The desk has no screen');
    say(`the largest chunk of a screen is ${chunk.page}, ${chunk.who}`);
    const manager = demoSignIns().find(({ role }) => role === 'CRM_MANAGER');
    if (!manager) throw new Error('The demo has no manager');
    const { server, stop } = await startDemoServer(100);
    const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
    try {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(),
        headless: true,
        args: CHROMIUM_FLAGS,
        viewport: { width: 1440, height: 900 },
        serviceWorkers: 'block',
      });
      const loaded = new Set<string>();
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.origin === server.origin && url.pathname.endsWith('.js')) loaded.add(url.href);
      });
      const page = await firstPage(context);
      // Asked for the list, a visitor is sent to sign in first and comes back to it.
      await page.goto(`${server.origin}/loans`);
      await page.locator('input[autocomplete="username"]').fill(manager.username);
      await page.locator('input[type="password"]').fill(manager.password);
      await page.locator('button[type="submit"]').click();
      await page.waitForSelector(ROW);
      // What CI counts without a browser (tests/e2e/sizes.e2e.ts) is what a browser loads.
      const known = built.filesOf('desk');
      const files = [...loaded].map((url) => new URL(url).pathname.slice(1));
      const unknown = files.filter((file) => !known.has(file));
      const idle = [...known].filter((file) => !files.includes(file));
      if (unknown.length + idle.length > 0)
        say(`tests/support/built-sizes.ts does not count ${unknown.join(', ')}, and counts in vain ${idle.join(', ')}`);
      let js = inlineScripts();
      // What comes later, when there is a moment (the palette), is not on the way to the first row.
      for (const url of [...loaded]) js += await transferred(url);

      // There and back once, so that chunks and data are there.
      const go = async (path: string, ready: string) => {
        const link = page.locator(`nav[aria-label=Menu] a[href="${path}"]`).first();
        await link.waitFor();
        // As text: what this file becomes brings words along that the page does not know.
        return page.evaluate<number>(`new Promise((resolve) => {
          const at = performance.now();
          const look = () =>
            document.querySelector(${JSON.stringify(ready)}) && location.pathname === ${JSON.stringify(path)}
              ? resolve(performance.now() - at)
              : requestAnimationFrame(look);
          document.querySelector(${JSON.stringify(`nav[aria-label=Menu] a[href="${path}"]`)}).click();
          requestAnimationFrame(look);
        })`);
      };
      const HOME = 'table[aria-label="By agent"] tbody tr[data-index]';
      const LIST = 'table[aria-label="Loans"] tbody tr[data-index]';
      await go('/', HOME);
      await go('/loans', LIST);
      const times: number[] = [];
      for (let round = 0; round < Math.max(5, rounds); round++)
        times.push(await go('/', HOME), await go('/loans', LIST));
      let scrolling: Result[] = [];
      if ([SCROLL, DRAWN, BLANK].some((name) => wanted.has(name))) {
        say('scrolling 10,000 rows at CPU 4x');
        scrolling = await gridScroll(page, LIST, rounds);
      }
      await context.close();
      const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
      return [
        atMost({ name: FIRST_VISIT, ours: kilobytes(js), limit: LIMITS_KB.desk, goal: 1, unit: 'KB gzip' }),
        atMost({ name: CHUNKS, ours: kilobytes(chunk.bytes), limit: LIMITS_KB.screen, goal: 1, unit: 'KB gzip' }),
        atMost({ name: CHANGE, ours: Math.round(median * 10) / 10, limit: CHANGE_MS, goal: 1, unit: 'ms' }),
        ...scrolling,
      ];
    } finally {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  },
};
