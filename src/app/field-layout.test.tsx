import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { SessionContext } from '../features/session';
import { createStore } from '../offline/store';
import { coreRouteOf } from '../routes';
import { UiProvider } from '../ui';
import { type AppSession, type SessionControl, STORAGE } from './app-session';
import { FieldLayout } from './field-layout';
import { profileFor } from './profile-for-tests';

const profile = profileFor('CRM_FIELDAGENT');

afterEach(cleanup);

it('storage that cannot be opened: says what is safe and what to do, tries again, and lets its user out', async () => {
  const session = createStore<AppSession>({ phase: 'broken', profile, problem: STORAGE });
  const retry = vi.fn(() => session.set({ phase: 'opening', profile }));
  const signOut = vi.fn(async () => undefined);
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={{ profile, offline: false, signOut, signInAgain: async () => undefined }}>
          <FieldLayout
            route={coreRouteOf('fieldLoans')}
            control={{ session, retry } as unknown as SessionControl}
            strip={null}
          >
            <p>the screen</p>
          </FieldLayout>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  screen.getByRole('heading', { name: 'This device’s storage cannot be opened' });
  screen.getByText(/What you saved on this phone is still there/);
  screen.getByText(/Close other tabs of Recoup.*Nothing was deleted/);
  expect(screen.queryByText('the screen')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(signOut).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.queryByRole('heading', { name: 'This device’s storage cannot be opened' })).toBeNull();
});
