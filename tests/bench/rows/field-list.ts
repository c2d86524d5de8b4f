/** How the field's list of loans scrolls on a phone four times slower, with as many loans as a start is promised for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser';
import type { Bench } from '../support/bench';
import { AGENT_LOANS, startDemoServer } from '../support/installation';
import { firstPage, signInToLoans } from '../support/phone';
import { type Scrolled, scrollContest } from '../support/scrolling';

const SCROLL = `field-list-scroll-${AGENT_LOANS}`;
const DRAWN = `${SCROLL}-drawn`;
const BLANK = `${SCROLL}-empty-rows`;

/** As many plain cards that stand in the page from the start: what this machine's browser itself can do. */
const STATIC = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title>
<body style="margin:0;font:16px sans-serif;background:#f4f6f7">${Array.from(
  { length: AGENT_LOANS },
  (_, at) =>
    `<article style="height:120px;margin:0 12px 8px;box-sizing:border-box;padding:12px;background:#fff;border:1px solid #d5dade;border-radius:10px"><h3 style="margin:0">Borrower ${at + 1}</h3><p>LN${String(at).padStart(8, '0')} · 31-60 · ₹1,23,456</p></article>`,
).join('')}`;

/** Where the drawn rows begin and end in sight, and the place of the whole list; cards differ in height. */
const LIST: Scrolled = {
  box: 'document.scrollingElement',
  drawn: `(() => {
    const rows = document.querySelectorAll('#root li[data-index]');
    return { from: rows[0].getBoundingClientRect().top, to: rows[rows.length - 1].getBoundingClientRect().bottom };
  })()`,
  // What was drawn has been moved by as much as the page has been scrolled since. A card's gap is no empty place.
  empty: `(() => {
    const list = document.querySelector('#root li[data-index]').parentElement.getBoundingClientRect();
    const moved = at - top;
    return Math.max(0, list.top) < before.from - moved - 1 || Math.min(innerHeight, list.bottom) > before.to - moved + 1;
  })()`,
};
const PLAIN: Scrolled = { box: 'document.scrollingElement' };

export const fieldList: Bench = {
  rows: [SCROLL, DRAWN, BLANK],
  async run(_, { rounds, say }) {
    const { server, stop } = await startDemoServer(AGENT_LOANS);
    const profile = await mkdtemp(join(tmpdir(), 'recoup-bench-profile-'));
    try {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(),
        headless: true,
        args: CHROMIUM_FLAGS,
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        serviceWorkers: 'block',
      });
      try {
        const page = await firstPage(context);
        page.setDefaultTimeout(120_000);
        await signInToLoans(page, server.origin);
        await page.getByText(`${AGENT_LOANS.toLocaleString('en-IN')} loans`).waitFor();
        const plain = await context.newPage();
        await plain.setContent(STATIC);
        say(`scrolling ${AGENT_LOANS} loans of the field, CPU 4×`);
        const rows = { shown: SCROLL, drawn: DRAWN, empty: BLANK };
        return await scrollContest(rows, { page, list: LIST }, { page: plain, list: PLAIN }, rounds);
      } finally {
        await context.close();
      }
    } finally {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  },
};
