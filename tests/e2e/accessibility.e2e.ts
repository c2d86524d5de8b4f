/** No serious or critical finding of axe on any screen, in light and dark; and everything can be read at 360 px and 200 %. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK_IDS, mayEnter, OFFLINE_ROUTES, routeOf } from '../../src/routes';
import { fillVisit, findLoan, openApp, openLoans, signIn, startDay } from './field-steps';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let loanId: string;
beforeAll(async () => {
  stage = await setStage();
  await startDay(stage.phone.page, stage.origin, stage.agent);
  const loan = (await (await stage.view()).loans()).find(({ state }) => state === 'active');
  if (!loan) throw new Error('The demo data has no loan for this test');
  loanId = loan.id;
  await findLoan(stage.phone.page, loan.loanNumber);
});
afterAll(() => stage?.end());

/** The findings that keep somebody from using the page, as one line each. */
async function findings(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  // A page that axe could not look into has no findings either.
  expect(passes.length).toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} — ${failureSummary}`),
    );
}

const DESK = DESK_IDS.map(routeOf).filter(({ area }) => area === 'desk');

const FIELD = OFFLINE_ROUTES.map((id) => ({ id, ...routeOf(id) })).filter(
  ({ area, id }) => area === 'field' || id === 'home',
);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('the field’s screens', async () => {
    const { page } = stage.phone;
    await page.emulateMedia({ colorScheme });
    await openApp(page, stage.origin, stage.agent);
    for (const { id, path } of FIELD) {
      await page.goto(`${stage.origin}${path}${id === 'fieldLoan' || id === 'fieldVisit' ? `?loanId=${loanId}` : ''}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => page.locator('#prepared-screen').count()).toBe(0);
      expect(await findings(page), path).toEqual([]);
      // Nothing is wider than the phone.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });

  it('the visit form with everything open', async () => {
    const { page } = stage.phone;
    await openApp(page, stage.origin, stage.agent);
    await page.goto(`${stage.origin}/field-agent/loan?loanId=${loanId}`);
    await fillVisit(page, {
      outcome: 'Promise to pay',
      person: 'Spouse',
      promise: { rupees: '1200', on: 'Tomorrow' },
      photos: [await stage.phone.jpeg(5, 400, 300)],
    });
    expect(await findings(page)).toEqual([]);
    const over = page.getByRole('button', { name: 'Save visit' });
    expect((await over.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await page.goto(`${stage.origin}/field-agent/loan/edit?loanId=${loanId}`);
    await page.getByRole('button', { name: 'Start over' }).click();
  });
});

/** Every screen of the desk, each opened by the first of the demo's people who may; `everyone` is in the order of the login page. */
function deskScreens(everyone: readonly SignIn[]): Map<SignIn, string[]> {
  const screens = new Map<SignIn, string[]>();
  for (const route of DESK) {
    const who = everyone.find(({ role }) => role !== 'CRM_FIELDAGENT' && mayEnter(role, route));
    if (!who) throw new Error(`Nobody of the demo may open ${route.path}`);
    screens.set(who, [...(screens.get(who) ?? ['/']), route.path]);
  }
  return screens;
}

describe('in light and dark', () => {
  it('the sign-in screens and every screen of the desk', async () => {
    const desk = await stage.phone.context.browser()?.newContext({
      viewport: { width: 1366, height: 800 },
      reducedMotion: 'reduce',
    });
    if (!desk) throw new Error('no second profile');
    try {
      const page = await desk.newPage();
      const inBothThemes = async (what: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          // Colours on their way from one theme to the other are nobody's colours.
          await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
          expect(await findings(page), `${what} in ${colorScheme}`).toEqual([]);
        }
      };
      for (const path of ['/login', '/field-agent/login', '/reset-password']) {
        await page.goto(stage.origin + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await inBothThemes(path);
      }
      const everyone = await ServerView.signIns(stage.server.origin);
      const { userId } = await ServerView.as(stage.server.origin, stage.agent);
      for (const [who, paths] of deskScreens(everyone)) {
        await page.goto(`${stage.origin}/logout`);
        // Left before the session has ended, the login page would send the user back in.
        await page.waitForURL(({ pathname }) => pathname === '/login');
        await signIn(page, stage.origin, who, '/login');
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        for (const path of paths) {
          await page.goto(stage.origin + path.replace(/:\w+/, userId));
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          await inBothThemes(`${path} as ${who.role}`);
        }
      }
    } finally {
      await desk.close();
    }
  }, 600_000);
});

describe('at 360 px with text twice the size', () => {
  it('no screen scrolls sideways', async () => {
    const { page } = stage.phone;
    await page.setViewportSize({ width: 360, height: 720 });
    await openApp(page, stage.origin, stage.agent);
    await openLoans(page);
    for (const { id, path } of FIELD) {
      await page.goto(`${stage.origin}${path}${id === 'fieldLoan' || id === 'fieldVisit' ? `?loanId=${loanId}` : ''}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.addStyleTag({ content: 'html{font-size:200% !important}' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });
});
