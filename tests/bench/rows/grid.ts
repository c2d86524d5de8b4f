/** How a table of 10,000 rows scrolls on a machine four times slower. */
import type { CDPSession, Page } from 'playwright-core';
import { atMost, type Result, shareOfLimit } from '../support/result';
import { alternate } from '../support/rounds';

export const SCROLL = 'grid-scroll-10000';
export const BLANK = 'grid-scroll-10000-empty-rows';

const ROWS = 10_000;
/** A screen shows sixty frames a second; it counts as reached when no more than one in fifty is late. */
const FRAMES_A_SECOND = 60;
/** A wheel turned hard, for five seconds. */
const SPEED = 3000;
const WAY = 15_000;
/** Percent of the frames that may show a row's place without its row. */
const EMPTY_PERCENT = 1;

/** The same list as plain text that stands in the page from the start: what this machine's browser itself can do. */
const STATIC = `<!doctype html><meta charset="utf-8"><title>Plain</title><body style="margin:0;font:14px sans-serif">
<div id="box" style="height:676px;overflow:auto">${Array.from(
  { length: ROWS },
  (_, at) =>
    `<div style="height:36px;line-height:36px;white-space:nowrap">LN${String(at).padStart(8, '0')} · a borrower · 31-60 · ₹1,23,456 · ₹12,34,567 · Active</div>`,
).join('')}</div>`;

/**
 * Counts, in the page, frames in which the box stood elsewhere than in the frame before, over the time from the first such
 * frame to the last. A frame of the main thread is only begun when the one before is on its way to the screen, so each is
 * presented, and each shows what the page made of the new place; frames that the compositor alone shows in between (the
 * same picture, moved) do not count. A frame counts as empty when a place in sight then has no row in what was on the
 * screen until then, which is what the compositor moves meanwhile.
 */
const watch = (box: string, rowHeight: string, rows: boolean) => `(() => {
  const box = ${box};
  const px = ${rowHeight};
  const head = box.querySelector('thead')?.offsetHeight ?? 0;
  const foot = box.querySelector('tfoot')?.offsetHeight ?? 0;
  const height = box.clientHeight;
  const seen = { moved: 0, empty: 0, first: 0, last: 0 };
  const drawn = () => new Set([...box.querySelectorAll('tr[data-index]')].map((row) => Number(row.dataset.index)));
  let top = box.scrollTop;
  let before = ${rows} ? drawn() : undefined;
  let going = true;
  const next = (now) => {
    if (!going) return;
    const at = box.scrollTop;
    if (at !== top) {
      seen.moved += 1;
      seen.first ||= now;
      seen.last = now;
      if (before) {
        const last = Math.min(${ROWS} - 1, Math.floor((at + height - head - foot - 1) / px));
        for (let row = Math.floor(at / px); row <= last; row += 1)
          if (!before.has(row)) {
            seen.empty += 1;
            break;
          }
      }
    }
    top = at;
    if (before) before = drawn();
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.benchScrolled = () => {
    going = false;
    return seen;
  };
})()`;

interface Seen {
  moved: number;
  empty: number;
  first: number;
  last: number;
}

/** Scrolls what is under the point as a wheel would, and answers what `watch` saw. */
async function scrolled(page: Page, cdp: CDPSession, box: string, rowHeight: string, rows: boolean): Promise<Seen> {
  await page.evaluate(`${box}.scrollTop = 0`);
  const at = await page.evaluate<{ x: number; y: number }>(
    `(() => { const { x, y, width, height } = ${box}.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`,
  );
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  try {
    await page.evaluate(watch(box, rowHeight, rows));
    await cdp.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: -WAY,
      speed: SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    return await page.evaluate<Seen>('window.benchScrolled()');
  } finally {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}

const rate = ({ moved, first, last }: Seen): number => (moved < 2 ? 0 : ((moved - 1) * 1000) / (last - first));

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
  const table = `document.querySelector('table[aria-label="Loans"]').parentElement`;
  const empty: number[] = [];
  const found = await alternate(rounds, {
    ours: async () => {
      await page.bringToFront();
      const seen = await scrolled(page, ours, table, `document.querySelector('tr[data-index]').offsetHeight`, true);
      empty.push((100 * seen.empty) / Math.max(1, seen.moved));
      return rate(seen);
    },
    'static-page': async () => {
      await plain.bringToFront();
      return rate(await scrolled(plain, peer, `document.getElementById('box')`, '36', false));
    },
  });
  await plain.close();
  return [
    shareOfLimit({
      name: SCROLL,
      ours: found.ours,
      peers: { 'static-page': found['static-page'] },
      limit: FRAMES_A_SECOND,
      goal: 0.98,
      unit: 'frames/s',
    }),
    atMost({ name: BLANK, ours: Math.max(...empty), limit: EMPTY_PERCENT, goal: 1, unit: '% of frames' }),
  ];
}
