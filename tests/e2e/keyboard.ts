/** A person without a mouse: everything is reached by Tab, and nothing is clicked. */
import type { Locator, Page } from 'playwright-core';

/** Stops a person would take before giving up. */
const PATIENCE = 160;

const nameOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at ? `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40) ?? ''}` : 'nothing';
  });

/** Tabs on until `target` has the focus; throws with the places passed when it never does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const passed: string[] = [];
  for (let step = 0; step < PATIENCE; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    passed.push(await nameOf(page));
  }
  throw new Error(`Tab never reached ${target}: ${passed.slice(0, 40).join(' › ')}`);
}

/** Replaces what stands in a field. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Takes a choice of a list by typing how it begins, as one does in any list. */
export async function choose(page: Page, target: Locator, words: string): Promise<void> {
  await target.locator('option').filter({ hasText: words }).first().waitFor({ state: 'attached' });
  await tabTo(page, target);
  const chosen = () =>
    target.evaluate((element) =>
      element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.text ?? '') : '',
    );
  await page.keyboard.type(words);
  await page.waitForFunction(
    ([list, wanted]) => list instanceof HTMLSelectElement && list.selectedOptions[0]?.text.startsWith(`${wanted}`),
    [await target.elementHandle(), words] as const,
  );
  if (!(await chosen()).startsWith(words)) throw new Error(`${target} did not stay at ${words}`);
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
