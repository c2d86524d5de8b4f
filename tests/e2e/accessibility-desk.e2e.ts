/** No serious or critical finding of axe on the sign-in screens and every screen of the desk, in light and dark; none moves while it loads. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../core/domain/roles';
import { DESK_IDS, type DeskRouteId, mayEnter, routeOf } from '../../src/routes';
import { shows, signIn } from './field-steps';
import { findings, stands } from './findings';
import { isSteady, watchShifts } from './layout-shift';
import { ServerView } from './server-view';
import { type Stage, setStage } from './stage';

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
    const { path } = routeOf(id);
    const address = path.includes(':id') ? path.replace(':id', person.id) : `${path}?id=${person.id}`;
    return { address, shows: person.fullName };
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
  collectorTarget: withPerson('collectorTarget', 'teleCaller'),
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

/** Each screen is opened by the first of these who may: those with most on their screens come first. */
const PEOPLE: readonly Role[] = [
  'CRM_TENANTADMIN',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'CRM_TELECALLER',
  'CLIENT_ADMIN',
  'ADMIN',
  'COLLECTOR',
  'PARTNER',
  'MANAGER',
  'CUSTOMER',
  'CLIENT',
];
const screensOf = new Map<Role, DeskRouteId[]>();
for (const id of DESK_IDS.filter((one) => routeOf(one).area === 'desk')) {
  const who = PEOPLE.find((role) => mayEnter(role, routeOf(id)));
  if (!who) throw new Error(`Nobody who is asked may open ${routeOf(id).path}`);
  screensOf.set(who, [...(screensOf.get(who) ?? []), id]);
}

let stage: Stage;
let page: Page;
beforeAll(async () => {
  stage = await setStage({ shape: 'desktop' });
  page = stage.phone.page;
  await watchShifts(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(() => stage?.end());

async function inBothThemes(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours on their way from one theme to the other are nobody's colours.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    const ask = colorScheme === 'light' ? 'everything' : 'contrast';
    expect(await findings(page, ask), `${what} in ${colorScheme}`).toEqual([]);
  }
}
async function leave(): Promise<void> {
  await page.goto(`${stage.origin}/logout`);
  // Left before the session has ended, the login page would send the user back in.
  await page.waitForURL(({ pathname }) => pathname === '/login');
}

it.each(['/login', '/dev', '/field-agent/login', '/clientlogin', '/reset-password', '/logout'])('%s', async (path) => {
  await page.goto(stage.origin + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await stands(page, path === '/logout' ? '/login' : path);
  await inBothThemes(path);
});

describe.each(PEOPLE.map((role) => [role, screensOf.get(role) ?? []] as const))('%s', (role, ids) => {
  let view: ServerView;
  let userId: string;
  beforeAll(async () => {
    const who = await ServerView.signInFor(stage.server.origin, role);
    await leave();
    await signIn(page, stage.origin, who, '/login');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    view = await ServerView.as(stage.server.origin, who);
    ({ userId } = await ServerView.as(stage.server.origin, stage.agent));
  });

  it.each<'home' | DeskRouteId>(['home', ...ids])('%s', async (id) => {
    const opened: Opened[] =
      id === 'home'
        ? [{ address: '/' }]
        : [(await WITH_RECORD[id]?.(view)) ?? { address: routeOf(id).path.replace(/:\w+/, userId) }].flat();
    for (const { address, shows: record } of opened) {
      await page.goto(stage.origin + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      if (record) await shows(page, record);
      await stands(page, new URL(address, stage.origin).pathname);
      await isSteady(page, address);
      await inBothThemes(address);
    }
  });
});
