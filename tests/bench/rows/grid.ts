/** How a table of 10,000 rows scrolls on a machine four times slower. */
import type { Page } from 'playwright-core';
import type { Result } from '../support/result';
import { type Scrolled, scrollContest } from '../support/scrolling';

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
  const rows = { shown: SCROLL, drawn: DRAWN, empty: BLANK };
  const results = await scrollContest(rows, { page, list: TABLE }, { page: plain, list: PLAIN }, rounds);
  await plain.close();
  return results;
}
