/** No serious or critical finding of axe on any screen, in light and dark; and everything can be read at 360 px and 200 %. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK_IDS, type DeskRouteId, mayEnter, OFFLINE_ROUTES, routeOf } from '../../src/routes';
import { fillVisit, findLoan, openApp, openLoans, shows, signIn, startDay } from './field-steps';
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

const DESK = DESK_IDS.filter((id) => routeOf(id).area === 'desk');
/** A guard's answer is a page with a heading too: what is looked at must be what was asked for. */
const stands = (page: Page, pathname: string) => expect.poll(() => new URL(page.url()).pathname).toBe(pathname);

interface Opened {
  address: string;
  /** The page says this of the record. */
  shows?: string | RegExp;
}
type Opener = (view: ServerView) => Promise<Opened | Opened[]>;
function first<T>(rows: readonly T[], what: string): T {
  const [row] = rows;
  if (!row) throw new Error(`The demo data has no ${what} for this test`);
  return row;
}
const withLoan =
  (id: DeskRouteId): Opener =>
  async (view) => {
    const { data } = await view.get<{ data: { content: { id: string; loanNumber: string; borrower: string }[] } }>(
      '/api/v1/loans/loan2?pageSize=1&state=active',
    );
    const loan = first(data.content, 'loan');
    return {
      address: `${routeOf(id).path}?loanId=${loan.id}`,
      shows: new RegExp(`${loan.loanNumber}|${loan.borrower}`),
    };
  };
const withPerson =
  (id: DeskRouteId, kind: string): Opener =>
  async (view) => {
    const { data } = await view.get<{ data: { content: { id: string; fullName: string }[] } }>(
      `/api/v2/profiles?kind=${kind}&state=active&size=1`,
    );
    const person = first(data.content, kind);
    return { address: `${routeOf(id).path}?id=${person.id}`, shows: person.fullName };
  };
/** The portfolio of which most is filled in, among those that its user may change. */
async function fullPortfolio(view: ServerView): Promise<{ id: string; name: string }> {
  const { data } = await view.get<{
    data: { content: { id: string; name: string; saved: string[]; mayEdit: boolean }[] };
  }>('/api/v2/portfolios/search');
  const fullest = data.content.filter(({ mayEdit }) => mayEdit).sort((a, b) => b.saved.length - a.saved.length);
  return first(fullest, 'portfolio to change');
}
/** Screens that are empty without a record, each with the first that its user may see. */
const WITH_RECORD: Partial<Record<DeskRouteId, Opener>> = {
  viewLoan: withLoan('viewLoan'),
  callManagement: withLoan('callManagement'),
  clientLoan: withLoan('clientLoan'),
  modifyLoan: withLoan('modifyLoan'),
  editManager: withPerson('editManager', 'manager'),
  editFieldAgent: withPerson('editFieldAgent', 'fieldAgent'),
  editCollector: withPerson('editCollector', 'collector'),
  clientEdit: async (view) => {
    const { data } = await view.get<{ data: { rows: { id: string; name: string }[] } }>('/api/v2/clients?size=1');
    const client = first(data.rows, 'client');
    return { address: `/client/edit?id=${client.id}`, shows: client.name };
  },
  createPortfolio: async (view) => {
    const { id, name } = await fullPortfolio(view);
    const tabs = { script: /What is said/, foreclosure: /From DPD/, incentive: /^Max/ };
    return [
      { address: '/create-portfolio' },
      { address: `/create-portfolio?id=${id}`, shows: name },
      ...Object.entries(tabs).map(([tab, shows]) => ({ address: `/create-portfolio?id=${id}&tab=${tab}`, shows })),
    ];
  },
  incentiveStructure: async (view) => {
    const { id, name } = await fullPortfolio(view);
    return [
      { address: '/incentive-structure', shows: name },
      { address: `/incentive-structure?portfolio=${id}`, shows: /^Max/ },
    ];
  },
};

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
      await stands(page, path);
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
function deskScreens(everyone: readonly SignIn[]): Map<SignIn, DeskRouteId[]> {
  const screens = new Map<SignIn, DeskRouteId[]>();
  for (const id of DESK) {
    const who = everyone.find(({ role }) => role !== 'CRM_FIELDAGENT' && mayEnter(role, routeOf(id)));
    if (!who) throw new Error(`Nobody of the demo may open ${routeOf(id).path}`);
    screens.set(who, [...(screens.get(who) ?? []), id]);
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
      for (const path of ['/login', '/dev', '/field-agent/login', '/clientlogin', '/reset-password']) {
        await page.goto(stage.origin + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await stands(page, path);
        await inBothThemes(path);
      }
      const everyone = await ServerView.signIns(stage.server.origin);
      const { userId } = await ServerView.as(stage.server.origin, stage.agent);
      const leave = async () => {
        await page.goto(`${stage.origin}/logout`);
        // Left before the session has ended, the login page would send the user back in.
        await page.waitForURL(({ pathname }) => pathname === '/login');
      };
      for (const [who, ids] of deskScreens(everyone)) {
        await leave();
        await signIn(page, stage.origin, who, '/login');
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const view = await ServerView.as(stage.server.origin, who);
        const screens: Opened[] = [{ address: '/' }];
        for (const id of ids)
          screens.push(
            ...[(await WITH_RECORD[id]?.(view)) ?? { address: routeOf(id).path.replace(/:\w+/, userId) }].flat(),
          );
        for (const { address, shows: record } of screens) {
          await page.goto(stage.origin + address);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          if (record) await shows(page, record);
          await stands(page, new URL(address, stage.origin).pathname);
          await inBothThemes(`${address} as ${who.role}`);
        }
      }
      await leave();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await inBothThemes('/logout');
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
      await stands(page, path);
      await page.addStyleTag({ content: 'html{font-size:200% !important}' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });
});
