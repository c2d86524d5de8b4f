/** The desk's shell as its user has it: the palette and the keys, the theme, and who they are in the top bar. */
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import axios, { type InternalAxiosRequestConfig } from 'axios';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../core/domain/roles';
import { row } from '../features/desk/test-home';
import { SessionContext } from '../features/session';
import { createStore } from '../offline/store';
import { routeOf } from '../routes';
import { UiProvider } from '../ui';
import { useShortcuts } from '../ui/kit';
import type { AppSession, SessionControl } from './app-session';
import DeskLayout from './desk-layout';
import type { Device } from './device';
import { profileFor } from './profile-for-tests';

// Whether something is visible is asked of a real browser; jsdom takes a second for each answer.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const LOANS = [
  { ...row(7), borrower: 'Anjali Deshmukh', mobile: '9822014578' },
  { ...row(8), borrower: 'Suresh Kamble', mobile: '9811100022' },
];
vi.stubGlobal('__APP_VERSION__', '1.0.0');
// A telecaller's sockets have tests of their own.
vi.mock('../features/dialer/components/dialer-strip', () => ({ default: () => null }));
vi.mock('../features/alerts/components/alert-bell', () => ({ default: () => null }));
/** What was asked of the server, with its query. */
let asked: URL[];
const { adapter } = axios.defaults;

/** The server as far as the palette knows it: loans by number, name or mobile, best match first. */
function answer(request: InternalAxiosRequestConfig) {
  const url = new URL(request.url ?? '', 'http://desk.test');
  asked.push(url);
  const typed = (url.searchParams.get('search') ?? '').toLowerCase();
  const content = LOANS.filter((loan) =>
    [loan.loanNumber, loan.borrower, loan.mobile].some((text) => text.toLowerCase().includes(typed)),
  ).map(({ mobile: _, ...loan }) => loan);
  const totals = { posPaise: 0, tosPaise: 0, overduePaise: 0 };
  const page = { content, page: 1, pageSize: 10, totalElements: content.length, totalPages: 1, totals };
  return { data: { success: true, data: page }, status: 200, statusText: 'OK', headers: {}, config: request };
}

beforeEach(() => {
  asked = [];
  axios.defaults.adapter = async (request) => answer(request);
});
afterEach(() => {
  if (adapter) axios.defaults.adapter = adapter;
  localStorage.clear();
  document.documentElement.removeAttribute('data-theme');
});

const device = {
  config: { bases: { main: '/main', v2: '/v2' }, defaultDashboardAgencyCodes: [] },
  session: { current: async () => null, accessToken: async () => 'token', renew: async () => 'ended' },
} as unknown as Device;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}
const where = () => screen.getByTestId('where').textContent;
const callBorrower = vi.fn();

/** A screen with a key of its own. */
function Screen() {
  useShortcuts([{ keys: 'c', label: 'Call the borrower', run: callBorrower }]);
  return <p>The screen</p>;
}

async function show(role: Role) {
  const profile = profileFor(role);
  const session = createStore<AppSession>({ phase: 'open', profile, offline: false, engine: undefined, device });
  const signOut = async () => undefined;
  const shown = render(
    <UiProvider>
      <MemoryRouter initialEntries={['/agent-monitor']}>
        <SessionContext value={{ profile, offline: false, signOut, signInAgain: signOut }}>
          <DeskLayout route={routeOf('loans')} control={{ session } as unknown as SessionControl}>
            <Screen />
          </DeskLayout>
          <Where />
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  await screen.findByText('The screen');
  return shown;
}
const bar = () => within(screen.getByRole('banner'));
const press = (key: string, how = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...how });
const chosen = () =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent ?? '';

/** Ctrl-K, what is typed, and Enter once the palette has marked what it should. */
async function jump(typed: string, marked: RegExp) {
  press('k', { ctrlKey: true });
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: typed } });
  await waitFor(() => expect(chosen()).toMatch(marked));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.queryByRole('combobox')).toBeNull();
}

describe('Ctrl-K', () => {
  it.each([
    ['a mobile number', '9822014578', /^Anjali Deshmukh · LN0007/, `/loans?loan=${row(7).id}`],
    ['a loan number', 'ln0008', /^Suresh Kamble · LN0008/, `/loans?loan=${row(8).id}`],
    ['a name', 'kamble', /^Suresh Kamble · LN0008/, `/loans?loan=${row(8).id}`],
    ['a screen', 'notif', /^Notifications/, '/notifications'],
    ['an action', 'sign out', /^Log out/, '/logout'],
  ])('%s, Enter: goes there', async (_what, typed, marked, to) => {
    await show('CRM_MANAGER');
    await jump(typed, marked);
    await waitFor(() => expect(where()).toBe(to));
    const searches = asked.filter(({ pathname }) => pathname.endsWith('/loans/loan2/search'));
    expect(searches.map(({ searchParams }) => searchParams.get('search'))).toContain(typed);
  });

  it('runs an action that stays on the screen', async () => {
    await show('CRM_MANAGER');
    await jump('theme dark', /^Theme: dark/);
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
    await jump('keys of this', /^Show the keys/);
    await screen.findByRole('dialog', { name: 'Keys' });
    expect(where()).toBe('/agent-monitor');
  });

  it('asks for no loans where the role has no list of them', async () => {
    await show('CLIENT');
    await jump('theme dark', /^Theme: dark/);
    expect(asked).toEqual([]);
  });
});

it('? lists the keys that work here, the screen’s own among them', async () => {
  await show('CRM_MANAGER');
  press('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Keys' }));
  const listed = sheet.getAllByRole('term').map((key) => `${key.textContent}: ${key.nextElementSibling?.textContent}`);
  expect(listed.sort()).toEqual(['?: These keys', 'C: Call the borrower', 'CtrlK: Find a loan, a screen, an action']);
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull());
  press('c');
  expect(callBorrower).toHaveBeenCalledOnce();
  fireEvent.click(bar().getByRole('button', { name: 'Keys' }));
  await screen.findByRole('dialog', { name: 'Keys' });
});

it('the theme that is chosen in the top bar is on the page, and still chosen the next time', async () => {
  const first = await show('CRM_MANAGER');
  for (const [label, attribute] of [
    ['Light', 'light'],
    ['Dark', 'dark'],
    ['Like the system', null],
    ['High contrast', 'contrast'],
  ] as const) {
    fireEvent.click(bar().getByRole('button', { name: /^Theme: / }));
    fireEvent.click(bar().getByRole('radio', { name: label }));
    expect(document.documentElement.getAttribute('data-theme')).toBe(attribute);
    bar().getByRole('button', { name: `Theme: ${label}` });
  }
  first.unmount();
  await show('CRM_MANAGER');
  bar().getByRole('button', { name: 'Theme: High contrast' });
});

it.each<[Role, string, string]>([
  ['CRM_MANAGER', 'Manager', '/profile'],
  ['ADMIN', 'Admin', '/myprofile'],
  ['CRM_TELECALLER', 'TELECALLER', '/sign-ins'],
  ['CRM_TENANTADMIN', 'Tenant admin', '/sign-ins'],
])('the top bar names a %s with their role, "%s", and leads to their profile: %s', async (role, label, link) => {
  await show(role);
  const name = bar().getByText('Meera Krishnan');
  expect(name.nextElementSibling?.textContent).toBe(`${label} · Sahyadri Finance`);
  expect(name.closest('a')?.getAttribute('href')).toBe(link);
  if (link) fireEvent.click(name);
  await waitFor(() => expect(where()).toBe(link ?? '/agent-monitor'));
  fireEvent.click(bar().getByRole('link', { name: 'Log out' }));
  await waitFor(() => expect(where()).toBe('/logout'));
});
