/**
 * How a list scrolls on a machine four times slower: what the browser presents, what the page draws, and whether there was
 * always something drawn to move. `box` and the other texts are expressions that are evaluated in the page.
 */
import type { CDPSession, Page } from 'playwright-core';
import { atMost, inform, type Result, shareOfLimit } from './result';
import { alternate } from './rounds';

/** A screen shows sixty frames a second; it counts as reached when no more than one in fifty is late. */
const FRAMES_A_SECOND = 60;
const FRAMES_GOAL = 0.98;
/** Percent of the frames that may show a row's place without its row. */
const EMPTY_PERCENT = 1;
/** A wheel turned hard, for five seconds. */
const SPEED = 3000;
const WAY = 15_000;

export interface Scrolled {
  /** What scrolls. */
  box: string;
  /** The rows that are drawn, as a value of its own choice. Without it nothing is said about empty places. */
  drawn?: string;
  /**
   * Whether a place in sight has no row: `before` is `drawn` of the frame before, `at` and `top` are where the box stands now
   * and stood then.
   */
  empty?: string;
}

/**
 * Counts, in the page, frames in which the box stood elsewhere than in the frame before, over the time from the first such
 * frame to the last. A frame of the main thread is only begun when the one before is on its way to the screen, so each is
 * presented, and each shows what the page made of the new place; frames that the compositor alone shows in between (the
 * same picture, moved) do not count. A frame counts as empty when a place in sight then has no row in what was on the
 * screen until then, which is what the compositor moves meanwhile.
 */
const watch = ({ box: what, drawn = 'undefined', empty = 'false' }: Scrolled) => `(() => {
  const box = ${what};
  const seen = { moved: 0, empty: 0, first: 0, last: 0 };
  const drawn = () => ${drawn};
  const isEmpty = (before, at, top) => ${empty};
  let top = box.scrollTop;
  let before = drawn();
  let going = true;
  const next = (now) => {
    if (!going) return;
    const at = box.scrollTop;
    if (at !== top) {
      seen.moved += 1;
      seen.first ||= now;
      seen.last = now;
      if (isEmpty(before, at, top)) seen.empty += 1;
    }
    top = at;
    before = drawn();
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

/** Scrolls the middle of what is in sight of the box as a wheel would, at CPU 4x. */
async function wheel(page: Page, cdp: CDPSession, box: string): Promise<void> {
  const at = await page.evaluate<{ x: number; y: number }>(
    `(() => {
      const { left, right, top, bottom } = ${box}.getBoundingClientRect();
      return { x: (left + right) / 2, y: (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2 };
    })()`,
  );
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  try {
    await cdp.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: -WAY,
      speed: SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  } finally {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}

const toTop = (page: Page, box: string) => page.evaluate(`${box}.scrollTop = 0`);

/** How many frames a second the page itself drew at a new place, and the percent of them with an empty one. */
async function drawn(page: Page, cdp: CDPSession, list: Scrolled): Promise<{ rate: number; empty: number }> {
  await toTop(page, list.box);
  await page.evaluate(watch(list));
  await wheel(page, cdp, list.box);
  const { moved, empty, first, last } = await page.evaluate<Seen>('window.benchScrolled()');
  return {
    rate: moved < 2 ? 0 : ((moved - 1) * 1000) / (last - first),
    empty: (100 * empty) / Math.max(1, moved),
  };
}

/** One of Chromium's own reports on what became of a frame; the protocol has renamed its argument before. */
interface FrameReport {
  name: string;
  ph: string;
  pid: number;
  /** Microseconds. */
  ts: number;
  args: Partial<Record<'frame_reporter' | 'chrome_frame_reporter', Report>>;
}
interface Report {
  state: string;
  scroll_state: string;
  frame_sequence: number;
}

/**
 * Frames a second that reached the screen while it scrolled, as Chromium itself reports them: of every beat of the screen
 * whether a new picture was presented. One that the compositor made by moving what the page had drawn counts, as it does
 * for the eye; whether there was something drawn to move is the row of empty rows.
 */
async function presented(page: Page, cdp: CDPSession, { box }: Scrolled): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('Only the browser itself tells what it presents');
  await toTop(page, box);
  await browser.startTracing(page, { categories: ['-*', 'disabled-by-default-devtools.timeline.frame'] });
  await wheel(page, cdp, box);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: FrameReport[] };
  const beats = new Map<number, { at: number; shown: boolean }>();
  for (const { name, ph, ts, args } of trace.traceEvents) {
    const report =
      name === 'PipelineReporter' && ph === 'b' ? (args.frame_reporter ?? args.chrome_frame_reporter) : null;
    if (!report || report.scroll_state === 'SCROLL_NONE') continue;
    const beat = beats.get(report.frame_sequence);
    beats.set(report.frame_sequence, {
      at: Math.min(ts, beat?.at ?? ts),
      // Several reports on one beat: what the compositor made, and what the page added to it later.
      shown: beat?.shown || report.state.startsWith('STATE_PRESENTED'),
    });
  }
  const times = [...beats.values()].map(({ at }) => at);
  if (times.length < 2) throw new Error('Chromium reported no frame of the scroll');
  const seconds = (Math.max(...times) - Math.min(...times)) / 1e6;
  return ([...beats.values()].filter(({ shown }) => shown).length - 1) / seconds;
}

interface Contestant {
  page: Page;
  list: Scrolled;
}

/** The names of the rows of one list: frames presented, frames drawn, and the share of frames with an empty place. */
export type ScrollRows = Record<'shown' | 'drawn' | 'empty', string>;

/** A long list of ours against a plain page, in turns. */
export async function scrollContest(
  rows: ScrollRows,
  ours: Contestant,
  plain: Contestant,
  rounds: number,
): Promise<Result[]> {
  const [own, peer] = await Promise.all([ours, plain].map(({ page }) => page.context().newCDPSession(page)));
  if (!own || !peer) throw new Error('no session with the browser');
  const empty: number[] = [];
  const found = await alternate(rounds, {
    shown: async () => {
      await ours.page.bringToFront();
      return presented(ours.page, own, ours.list);
    },
    'static-page-shown': async () => {
      await plain.page.bringToFront();
      return presented(plain.page, peer, plain.list);
    },
    ours: async () => {
      await ours.page.bringToFront();
      const seen = await drawn(ours.page, own, ours.list);
      empty.push(seen.empty);
      return seen.rate;
    },
    'static-page': async () => {
      await plain.page.bringToFront();
      return (await drawn(plain.page, peer, plain.list)).rate;
    },
  });
  const [limit, unit] = [FRAMES_A_SECOND, 'frames/s'];
  return [
    shareOfLimit({
      name: rows.shown,
      ours: found.shown,
      peers: { 'static-page': found['static-page-shown'] },
      limit,
      goal: FRAMES_GOAL,
      unit,
    }),
    inform({ name: rows.drawn, ours: found.ours, peers: { 'static-page': found['static-page'] }, limit, unit }),
    atMost({ name: rows.empty, ours: Math.max(...empty), limit: EMPTY_PERCENT, goal: 1, unit: '% of frames' }),
  ];
}
