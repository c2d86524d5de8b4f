/** How far a page moves under its reader while it loads. */

import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Cumulative layout shift that a reader does not notice. */
const STEADY = 0.05;

/** Sums up from the next load on what moved without anybody's doing; what was moved most is named. */
export const watchShifts = (of: Page | BrowserContext): Promise<unknown> =>
  of.addInitScript(() => {
    const found = { sum: 0, largest: 0, moved: '' };
    Object.assign(window, { layoutShift: found });
    new PerformanceObserver((list) => {
      // The type of the entry is not among those that TypeScript knows.
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      }[]) {
        if (entry.hadRecentInput) continue;
        found.sum += entry.value;
        if (entry.value < found.largest) continue;
        found.largest = entry.value;
        found.moved = entry.sources
          .map(({ node }) => (node instanceof Element ? node : node?.parentElement))
          .map((node) => `${node?.tagName ?? '?'} ${(node?.textContent ?? '').slice(0, 40)}`)
          .join(' · ');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Fails with what moved, where the page that stands there moved more than a reader overlooks. */
export async function isSteady(page: Page, what: string): Promise<void> {
  const { sum, moved } = await page.evaluate(
    () => (window as unknown as { layoutShift: { sum: number; moved: string } }).layoutShift,
  );
  expect(sum, `${what} moved: ${moved}`).toBeLessThanOrEqual(STEADY);
}
