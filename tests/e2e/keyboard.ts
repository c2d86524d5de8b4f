/** A person without a mouse: everything is reached by Tab, and nothing is clicked. */
import type { CDPSession, Locator, Page } from 'playwright-core';

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

/** Waits until the screen takes keys; a loan's call is named by the loan's id. */
export const listens = (page: Page, screen: string): Promise<void> =>
  page.locator(`html[data-listens~="${screen}"]`).waitFor({ state: 'attached' });

const NAMED: Record<string, number> = { Enter: 13, Escape: 27, Tab: 9, Backspace: 8 };

/** Presses keys as fast as they can be sent and waits for none of them to be taken. `^Enter` is Ctrl+Enter. */
export async function typeAhead(browser: CDPSession, keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.flatMap((pressed) => {
      const ctrl = pressed.length > 1 && pressed.startsWith('^');
      const key = ctrl ? pressed.slice(1) : pressed;
      const code = NAMED[key];
      const event = { key, modifiers: ctrl ? 2 : 0, windowsVirtualKeyCode: code ?? key.toUpperCase().charCodeAt(0) };
      const text = key === 'Enter' ? '\r' : key;
      return [
        browser.send('Input.dispatchKeyEvent', {
          ...event,
          type: ctrl || (code && key !== 'Enter') ? 'rawKeyDown' : 'keyDown',
          ...(!ctrl && (!code || key === 'Enter') && { text }),
        }),
        browser.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
      ];
    }),
  );
}
