import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../core/domain/roles';
import { SessionContext } from '../features/session';
import { mayEnter, ROUTE_IDS, routeOf } from '../routes';
import { UiProvider } from '../ui';
import type { AppSession, SessionControl } from './app-session';
import { Guard } from './guard';
import { NotFound } from './not-found';
import { profileFor } from './profile-for-tests';

function Where() {
  const { pathname, state } = useLocation() as { pathname: string; state: { from?: string } | null };
  return <output data-from={state?.from}>{pathname}</output>;
}

/** The whole route table with real guards; pages are replaced by the address they stand at. */
function visit(path: string, role: Role | undefined, wasField = false) {
  const profile = role && profileFor(role);
  const state: AppSession = profile
    ? { phase: 'open', profile, offline: false, engine: undefined, device: undefined as never }
    : { phase: 'out', ended: null, wasField };
  const control = { session: { get: () => state, subscribe: () => () => {} } } as unknown as SessionControl;
  const session = profile && {
    profile,
    offline: false,
    signOut: async () => {},
    signInAgain: async () => {},
  };
  render(
    <SessionContext value={session}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          {ROUTE_IDS.map((id) => (
            <Route
              key={id}
              path={routeOf(id).path}
              element={
                <Guard route={routeOf(id)} control={control}>
                  <Where />
                </Guard>
              }
            />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </MemoryRouter>
    </SessionContext>,
  );
  return screen.getByRole('status');
}

afterEach(() => document.body.replaceChildren());

describe.each(ROLES)('%s', (role) => {
  it.each(ROUTE_IDS.filter((id) => routeOf(id).roles !== 'public'))('at %s gets in, or silently to /', (id) => {
    const route = routeOf(id);
    const where = visit(route.path, role);
    expect(where.textContent).toBe(mayEnter(role, route) ? route.path : '/');
    expect(document.body.textContent).toBe(where.textContent);
  });

  it('has no business on a login screen', () => {
    expect(visit('/login', role).textContent).toBe('/');
  });
});

describe('nobody signed in', () => {
  it.each(ROUTE_IDS)('at %s', (id) => {
    const { path, roles, area } = routeOf(id);
    const where = visit(`${path}?loanId=7`, undefined);
    if (roles === 'public') expect(where.textContent).toBe(path);
    else {
      expect(where.textContent).toBe(area === 'field' ? '/clientlogin' : '/login');
      expect(where.dataset.from).toBe(`${path}?loanId=7`);
    }
  });

  it('after a field agent was locked out, even of the home', () => {
    expect(visit('/', undefined, true).textContent).toBe('/clientlogin');
  });
});

it('shows the not-found screen at an unknown path', () => {
  render(
    <UiProvider>
      <MemoryRouter initialEntries={['/no/such/page']}>
        <NotFound />
      </MemoryRouter>
    </UiProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Nothing lives at this address');
  expect(document.body.textContent).toContain('/no/such/page');
});
