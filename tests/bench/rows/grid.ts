/** How a table of 10,000 rows scrolls on a machine four times slower. */
import type { Page } from 'playwright-core';
import { atMost, inform, type Result, shareOfLimit } from '../support/result';
import { alternate } from '../support/rounds';
import { drawn, EMPTY_PERCENT, FRAMES_A_SECOND, FRAMES_GOAL, presented, type Scrolled } from '../support/scrolling';

export const SCROLL = 'grid-scroll-10000';
export const DRAWN = 'grid-scroll-10000-drawn';
export const BLANK = 'grid-scroll-10000-empty-rows';

const ROWS = 10_000;
/** The same list as plain text that stands in the page from the start: what this machine's browser itself can do. */
const STATIC = `<!doctype html><meta charset="utf-8"><title>Plain</title><body style="margin:0;font:14px sans-serif">
<div id="box" style="height:676px;overflow:auto">${Array.from(
  { length: ROWS },
  (_, at) =>
    `<div style="height:36px;line-height:36px;white-space:nowrap">LN${String(at).padStart(8, '0')} · a borrower · 31-60 · ₹1,23,456 · ₹12,34,567 · Active</div>`,
).join('')}</div>`;

const TABLE: Scrolled = {
  box: `document.querySelector('table[aria-label="Loans"]').parentElement`,
  drawn: `new Set([...box.querySelectorAll('tr[data-index]')].map((row) => Number(row.dataset.index)))`,
  empty: `(() => {
    const px = box.querySelector('tr[data-index]').offsetHeight;
    const around = (box.querySelector('thead')?.offsetHeight ?? 0) + (box.querySelector('tfoot')?.offsetHeight ?? 0);
    const last = Math.min(${ROWS} - 1, Math.floor((at + box.clientHeight - around - 1) / px));
    for (let row = Math.floor(at / px); row <= last; row += 1) if (!before.has(row)) return true;
    return false;
  })()`,
};
const PLAIN: Scrolled = { box: `document.getElementById('box')` };

/** `page` is signed in at the desk; `row` finds a row of the list of loans. */
export async function gridScroll(page: Page, row: string, rounds: number): Promise<Result[]> {
  await page.route('**/loans/loan2**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { content: object[] } };
    const content = Array.from({ length: ROWS }, (_, at) => ({
      ...body.data.content[at % body.data.content.length],
      id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      loanNumber: `LN${String(at).padStart(8, '0')}`,
    }));
    await route.fulfill({ json: { ...body, data: { ...body.data, content } } });
  });
  await page.goto(`${new URL(page.url()).origin}/loans?page=2`);
  await page.waitForSelector(`table[aria-rowcount="${ROWS + 1}"]`);
  await page.waitForSelector(row);
  const plain = await page.context().newPage();
  await plain.setContent(STATIC);
  const ours = await page.context().newCDPSession(page);
  const peer = await page.context().newCDPSession(plain);
  const empty: number[] = [];
  const found = await alternate(rounds, {
    shown: async () => {
      await page.bringToFront();
      return presented(page, ours, TABLE);
    },
    'static-page-shown': async () => {
      await plain.bringToFront();
      return presented(plain, peer, PLAIN);
    },
    ours: async () => {
      await page.bringToFront();
      const seen = await drawn(page, ours, TABLE);
      empty.push(seen.empty);
      return seen.rate;
    },
    'static-page': async () => {
      await plain.bringToFront();
      return (await drawn(plain, peer, PLAIN)).rate;
    },
  });
  await plain.close();
  return [
    shareOfLimit({
      name: SCROLL,
      ours: found.shown,
      peers: { 'static-page': found['static-page-shown'] },
      limit: FRAMES_A_SECOND,
      goal: FRAMES_GOAL,
      unit: 'frames/s',
    }),
    inform({
      name: DRAWN,
      ours: found.ours,
      peers: { 'static-page': found['static-page'] },
      limit: FRAMES_A_SECOND,
      unit: 'frames/s',
    }),
    atMost({ name: BLANK, ours: Math.max(...empty), limit: EMPTY_PERCENT, goal: 1, unit: '% of frames' }),
  ];
}
