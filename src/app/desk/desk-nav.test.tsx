/** The desk's menu as people use it: fly-outs by hover, focus and touch; the bar and the drawer of a phone; the reload. */
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../core/domain/roles';
import { linksOf, type Menu, sideMenuFor } from '../../routes';
import { SPECIFIED } from '../../routes/specified';
import { UiProvider } from '../../ui';
import { profileFor } from '../profile-for-tests';
import { chooseEntry, SELECTED_TAB } from './choose-entry';
import { pathToLoan, screenCommands } from './jump-palette';
import { PhoneNav } from './phone-nav';
import { openAtFirst, SideNav, startsNarrow } from './side-nav';

configure({ defaultHidden: true });

/** As if every screen of the specification existed. */
const menuOf = (role: Role): Menu => sideMenuFor({ role }, (path) => SPECIFIED.find((row) => row.path === path));

const chosen = vi.fn();
function Nav({ role, phone = false, narrow = false }: { role: Role; phone?: boolean; narrow?: boolean }) {
  const { pathname, search } = useLocation();
  const props = { menu: menuOf(role), at: { pathname, search }, onChoose: chosen };
  return (
    <>
      <output data-testid="where">{pathname + search}</output>
      {phone ? (
        <PhoneNav {...props} profile={profileFor(role)} />
      ) : (
        <SideNav {...props} narrow={narrow} onNarrow={() => {}} />
      )}
    </>
  );
}
const show = (role: Role, { at = '/', ...more }: { at?: string; phone?: boolean; narrow?: boolean } = {}) =>
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[at]}>
        <Nav role={role} {...more} />
      </MemoryRouter>
    </UiProvider>,
  );
const where = () => screen.getByTestId('where').textContent;
const reports = () => screen.getByRole('button', { name: 'Reports' });
const flyOut = () => screen.queryByRole('link', { name: 'Login Report' });
const group = () => reports().closest('li') as HTMLElement;

beforeEach(() => {
  chosen.mockReset();
  localStorage.clear();
  // Tall enough for the whole menu.
  vi.stubGlobal('innerHeight', 3000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a fly-out', () => {
  it('opens and closes on hover, with time to cross the gap', () => {
    vi.useFakeTimers();
    show('CRM_MANAGER');
    expect(flyOut()).toBeNull();
    fireEvent.pointerEnter(group(), { pointerType: 'mouse' });
    expect(flyOut()).not.toBeNull();
    expect(flyOut()?.closest<HTMLElement>('div[id]')?.style.maxWidth).toBe('200px');
    fireEvent.pointerLeave(group(), { pointerType: 'mouse' });
    fireEvent.pointerEnter(group(), { pointerType: 'mouse' });
    act(() => vi.advanceTimersByTime(1000));
    expect(flyOut()).not.toBeNull();
    fireEvent.pointerLeave(group(), { pointerType: 'mouse' });
    act(() => vi.advanceTimersByTime(1000));
    expect(flyOut()).toBeNull();
  });

  it('opens and closes by touch', () => {
    show('CRM_MANAGER');
    fireEvent.pointerEnter(group(), { pointerType: 'touch' });
    expect(flyOut()).toBeNull();
    for (const open of [true, false, true]) {
      fireEvent.pointerDown(reports(), { pointerType: 'touch' });
      fireEvent.click(reports());
      expect(flyOut() !== null).toBe(open);
    }
  });

  /** What brought the focus decides whether it is visible; jsdom goes by the events of the test before. */
  function focus(visible: boolean) {
    const button = reports();
    const matches = button.matches.bind(button);
    vi.spyOn(button, 'matches').mockImplementation((rule) => (rule === ':focus-visible' ? visible : matches(rule)));
    act(() => button.focus());
  }

  it('opens by focus alone, stays open while the focus is in it, and closes behind it', () => {
    show('CRM_MANAGER');
    focus(true);
    expect(reports().getAttribute('aria-expanded')).toBe('true');
    act(() => flyOut()?.focus());
    expect(document.activeElement).toBe(flyOut());
    act(() => screen.getByRole('link', { name: 'Notifications' }).focus());
    expect(flyOut()).toBeNull();
    expect(reports().getAttribute('aria-expanded')).toBe('false');
  });

  it('does not open by the focus that a press of the mouse brings', () => {
    show('CRM_MANAGER');
    focus(false);
    expect(document.activeElement).toBe(reports());
    expect(flyOut()).toBeNull();
  });

  it('is walked by keys, and Esc gives the focus back', async () => {
    show('CRM_MANAGER');
    reports().focus();
    fireEvent.keyDown(reports(), { key: 'ArrowRight' });
    const first = await screen.findByRole('link', { name: 'Daily Call' });
    await vi.waitFor(() => expect(document.activeElement).toBe(first));
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Daily Visit');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
    expect(document.activeElement?.textContent).toBe('BOI Reports');
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(document.activeElement).toBe(reports());
    expect(flyOut()).toBeNull();
  });

  it('goes to its screen and closes; its group is marked there', () => {
    show('CRM_MANAGER');
    fireEvent.click(reports());
    fireEvent.click(screen.getByRole('link', { name: 'Login Report' }));
    expect(where()).toBe('/login-report');
    expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ to: '/login-report', reload: true }));
    expect(flyOut()).toBeNull();
    expect(reports().hasAttribute('data-active')).toBe(true);
  });

  it('names itself when the menu is narrow', () => {
    show('CRM_MANAGER', { narrow: true });
    expect(reports().textContent).toBe('');
    fireEvent.click(reports());
    expect(screen.getByText('Reports')).toBeTruthy();
  });
});

it('marks the entry of the current path, and only that', () => {
  show('CRM_MANAGER', { at: '/?view=dashboard' });
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current'));
  expect(current.map((link) => link.textContent)).toEqual(['Dashboard']);
});

it.each([
  [null, 820, true],
  [null, 1024, false],
  ['0', 820, false],
  ['1', 1440, true],
])('kept as %s, on %i px the menu begins narrow: %s', (kept, width, narrow) =>
  expect(startsNarrow(kept, width)).toBe(narrow),
);

describe('a heading', () => {
  const heading = (name: string) => screen.getByRole('button', { name });
  const entry = (name: string) => screen.queryByRole('link', { name });

  it('is open from the top as far as a window of 900 px shows the entries of a tenant administrator', () => {
    const menu = sideMenuFor({ role: 'CRM_TENANTADMIN' });
    const open = openAtFirst(menu, 900);
    expect([...open]).toEqual(menu.flatMap(({ label }) => label ?? []).slice(0, open.size));
    expect(open.has('Work loans')).toBe(true);
    const shown = menu.filter(({ label }) => label === undefined || open.has(label));
    expect(shown.flatMap(({ items }) => items).length * 38 + menu.length * 50 + 92).toBeLessThanOrEqual(900);
  });

  it('folds and opens by a press, and stays so', () => {
    show('CRM_MANAGER');
    expect(entry('Agent Monitor')).not.toBeNull();
    fireEvent.click(heading('Work loans'));
    expect(entry('Agent Monitor')).toBeNull();
    cleanup();
    show('CRM_MANAGER');
    expect(heading('Work loans').getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(heading('Work loans'));
    expect(entry('Agent Monitor')).not.toBeNull();
  });

  it('that would not fit is folded, unless one stands in it', () => {
    vi.stubGlobal('innerHeight', 500);
    show('CRM_MANAGER');
    expect(entry('Target Settings')).toBeNull();
    cleanup();
    show('CRM_MANAGER', { at: '/target-settings' });
    expect(entry('Target Settings')?.getAttribute('aria-current')).toBe('page');
  });
});

describe('on a phone', () => {
  it('four places and a drawer with everything, from the same menu', () => {
    show('CRM_MANAGER', { phone: true, at: '/login-report' });
    const bar = screen.getByRole('navigation', { name: 'Main' });
    expect(
      within(bar)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'Loans', 'Notifications', 'Agent Monitor']);
    const opener = within(bar).getByRole('button', { name: 'Menu' });
    // What stands only in the drawer is marked at its door.
    expect(opener.hasAttribute('data-active')).toBe(true);
    fireEvent.click(opener);
    const drawer = screen.getByRole('navigation', { name: 'Menu' });
    const all = linksOf(menuOf('CRM_MANAGER'));
    expect(within(drawer).getAllByRole('link')).toHaveLength(all.length);
    expect(within(drawer).getByRole('link', { name: 'Login Report' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(within(drawer).getByRole('link', { name: 'BOI Reports' }));
    expect(where()).toBe('/additional-reports');
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
  });

  it.each<[Role, string, string]>([
    ['CRM_MANAGER', 'Manager', '/profile'],
    ['ADMIN', 'Admin', '/myprofile'],
    ['COLLECTOR', 'Collector', '/my-profile'],
    ['CRM_TELECALLER', 'TELECALLER', '/sign-ins'],
    ['CRM_TENANTADMIN', 'Tenant admin', '/sign-ins'],
  ])('the drawer names a %s with their role, "%s", and leads to their profile: %s', (role, label, link) => {
    show(role, { phone: true, at: '/agent-monitor' });
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = within(screen.getByRole('dialog', { name: 'Menu' }));
    const name = drawer.getByText('Meera Krishnan');
    expect(name.nextElementSibling?.textContent).toBe(`${label} · Sahyadri Finance`);
    expect(name.closest('a')?.getAttribute('href')).toBe(link);
    if (link === undefined) return;
    fireEvent.click(name);
    expect(where()).toBe(link);
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });
});

describe('choosing an entry', () => {
  const link = (role: Role, to: string) => {
    const found = linksOf(menuOf(role)).find((one) => one.to === to);
    if (!found) throw new Error(`${role} has no ${to}`);
    return found;
  };

  it('sets the selected tab and reloads, after a zero-millisecond timer', () => {
    vi.useFakeTimers();
    const reload = vi.fn();
    chooseEntry(link('CRM_TENANTADMIN', '/loans'), 'CRM_TENANTADMIN', reload);
    expect(localStorage.getItem(SELECTED_TAB)).toBe('loans');
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['CRM_MANAGER', 'MANAGER'] as const)('does not reload for %s', (role) => {
    vi.useFakeTimers();
    const reload = vi.fn();
    chooseEntry(link(role, '/loans'), { name: role }, reload);
    vi.advanceTimersByTime(10);
    expect(reload).not.toHaveBeenCalled();
    expect(localStorage.getItem(SELECTED_TAB)).toBe('loans');
  });
});

/** What opens another tab or window, or saves the page: this tab stays as it is. */
const ELSEWHERE = [
  ['Ctrl', { ctrlKey: true }],
  ['⌘', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['the middle button', { button: 1 }],
] as const;
describe.each(ELSEWHERE)('a press with %s', (_name, how) => {
  /** The browser, which would go there in another tab: told of the presses that the app left to it. */
  const browser = vi.fn((event: Event) => {
    const left = !event.defaultPrevented;
    event.preventDefault();
    return left;
  });
  beforeEach(() => {
    browser.mockClear();
    addEventListener('click', browser);
  });
  afterEach(() => removeEventListener('click', browser));
  const press = (name: string) => {
    fireEvent.click(screen.getByRole('link', { name }), how);
    expect(browser).toHaveLastReturnedWith(true);
    expect(where()).toBe('/agent-monitor');
    expect(chosen).not.toHaveBeenCalled();
  };

  it('on an entry of the side menu does nothing to this tab', () => {
    show('CRM_MANAGER', { at: '/agent-monitor' });
    press('Loans');
    fireEvent.click(reports());
    press('Login Report');
    expect(flyOut()).not.toBeNull();
  });

  it('on the bar and in the drawer of a phone neither', () => {
    show('CRM_MANAGER', { phone: true, at: '/agent-monitor' });
    press('Loans');
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    press('BOI Reports');
    expect(screen.getByRole('navigation', { name: 'Menu' })).toBeTruthy();
  });
});

it.each<[Role, string]>([
  ['CRM_TELECALLER', '/call-management?loanId=L1&loanNumber=SRG1'],
  ['CRM_MANAGER', '/loans?loan=L1'],
  ['COLLECTOR', '/loans?loan=L1'],
])('a loan that %s finds in the palette opens at %s', (role, path) => {
  expect(pathToLoan(role, { id: 'L1', loanNumber: 'SRG1' })).toBe(path);
});

it('the palette names every screen that the user may open, and no other', () => {
  const go = vi.fn();
  const commands = screenCommands(sideMenuFor({ role: 'CRM_TELECALLER' }), 'CRM_TELECALLER', go);
  expect(commands.map(({ label }) => label)).toContain('Active Loans');
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  commands.find(({ label }) => label === 'Active Loans')?.run();
  expect(go).toHaveBeenCalledWith('/loans');
  expect(screenCommands(sideMenuFor({ role: 'CLIENT' }), 'CLIENT', go).map(({ id }) => id)).not.toContain('/loans');
});

it('says below each entry what it is for', () => {
  for (const role of ['CRM_TENANTADMIN', 'CRM_MANAGER', 'CRM_TELECALLER', 'CLIENT_ADMIN', 'ADMIN'] as const) {
    const menu = sideMenuFor({ role });
    const silent = screenCommands(menu, role, vi.fn()).filter(({ about }) => !about);
    expect(silent.filter(({ id }) => linksOf(menu).some(({ to }) => to === id)).map(({ id }) => id)).toEqual([]);
  }
});
