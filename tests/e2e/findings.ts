/** What axe finds on a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * The findings that keep somebody from using the page, as one line each. `contrast` asks for nothing else: a theme changes colours alone.
 */
export async function findings(page: Page, ask: 'everything' | 'contrast' = 'everything'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations, passes } = await (ask === 'contrast' ? axe.withRules(['color-contrast']) : axe).analyze();
  // A page that axe could not look into has no findings either.
  expect(passes.length).toBeGreaterThan(ask === 'contrast' ? 0 : 10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} — ${failureSummary}`),
    );
}

/** A guard's answer is a page with a heading too: what is looked at must be what was asked for. */
export const stands = (page: Page, pathname: string) => expect.poll(() => new URL(page.url()).pathname).toBe(pathname);
