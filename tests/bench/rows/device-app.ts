import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { loadDemo } from '../../../server/demo';
import { AppServer } from '../../support/app-server';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import type { Bench } from '../support/bench';
import { serveFolder } from '../support/front-server';
import { startDurablePostgres } from '../support/installation';
import { APP_LOAN_ROW, firstPage, LOANS, signInToLoans } from '../support/phone';
import { atMost } from '../support/result';
import { median } from '../support/rounds';

const COUNT = 50_000;
const SLOWDOWN = 4;
const START = `device-${COUNT}-loans-app-first-row`;
const SCROLL = `device-${COUNT}-loans-app-scroll-longest-frame`;

/**
 * ms of the longest frame while the list is scrolled by hand's measure, then thrown to its middle and its end. A text,
 * because tsx marks named functions with a helper that the page does not have.
 */
const SCROLL_THROUGH = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let longest = 0;
  let going = true;
  const ticking = (async () => {
    for (let last = await frame(); going; ) {
      const at = await frame();
      longest = Math.max(longest, at - last);
      last = at;
    }
  })();
  for (let step = 0; step < 60; step += 1) {
    window.scrollBy(0, 400);
    await frame();
  }
  for (const part of [0.5, 1, 0]) {
    window.scrollTo(0, document.documentElement.scrollHeight * part);
    for (let frames = 0; frames < 10; frames += 1) await frame();
  }
  going = false;
  await ticking;
  return longest;
})()`;

/** The app itself with very many loans on the phone: opened without a network, then scrolled; the processor four times slower. */
export const deviceApp: Bench = {
  rows: [START, SCROLL],
  async run(_, { rounds, say }) {
    const postgres = await startDurablePostgres();
    if (!postgres) {
      say('the app with very many loans: left out, this machine has no PostgreSQL');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-'));
    const launch = (offline: boolean) =>
      chromium.launchPersistentContext(join(folder, 'profile'), {
        executablePath: chromiumPath(),
        headless: true,
        args: CHROMIUM_FLAGS,
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        offline,
      });
    try {
      say(`loading a database with ${COUNT} loans of one agent`);
      await loadDemo(postgres.db, { scale: COUNT, agentLoans: COUNT });
      const server = await AppServer.start({ env: { DATABASE_URL: postgres.url } });
      const front = await serveFolder(folder, { behind: server.origin });
      const [starts, frames]: [number[], number[]] = [[], []];
      try {
        const online = await launch(false);
        const page = await firstPage(online);
        page.setDefaultTimeout(300_000);
        say('bringing them to the phone');
        await signInToLoans(page, front.origin);
        await page.getByText(`${COUNT.toLocaleString('en-IN')} loans`).waitFor();
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await online.close();
        for (let round = 0; round < rounds; round += 1) {
          say(`opening the app offline, CPU ${SLOWDOWN}×`);
          const context = await launch(true);
          const opened = await firstPage(context);
          opened.setDefaultTimeout(120_000);
          const cdp = await context.newCDPSession(opened);
          await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
          await opened.goto(`${front.origin}${LOANS}`, { waitUntil: 'commit' });
          await opened.waitForSelector(APP_LOAN_ROW);
          starts.push(await opened.evaluate(() => performance.now()));
          await opened.getByText(`${COUNT.toLocaleString('en-IN')} loans`).waitFor();
          frames.push(Number(await opened.evaluate(SCROLL_THROUGH)));
          await context.close();
        }
      } finally {
        await front.close();
        await server.destroy();
      }
      return [
        atMost({ name: START, ours: median(starts) / 1000, limit: 4, goal: 1, unit: 's' }),
        atMost({ name: SCROLL, ours: median(frames), limit: 500, goal: 1, unit: 'ms' }),
      ];
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  },
};
