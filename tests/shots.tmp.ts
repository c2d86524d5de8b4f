import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from './support/browser';
const [origin, username, widths, themes, out, ...paths] = process.argv.slice(2) as [string, string, string, string, string, ...string[]];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
for (const w of widths.split(',')) for (const theme of themes.split(',')) {
  const [width, height] = w.split('x').map(Number) as [number, number];
  const ctx = await browser.newContext({ viewport: { width, height }, colorScheme: theme as 'light', reducedMotion: 'reduce' });
  const page = await ctx.newPage();
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  page.on('console', (m) => { if (m.type() === 'error') console.log('console', m.text().slice(0, 200)); });
  await page.goto(`${origin}/login`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill('Recoup@2026');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((u) => u.pathname !== '/login');
  for (const [i, path] of paths.entries()) {
    await page.goto(origin + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 15000 }).catch((e) => console.log(path, 'no h1'));
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${out}-${i}-${width}-${theme}.png` });
  }
  await ctx.close();
}
await browser.close();
