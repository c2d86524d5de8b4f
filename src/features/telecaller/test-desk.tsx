/** A telecaller’s desk for tests of its screens: a device, its loans, and a server that answers what the test says. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import type { Loan } from '../../../core/contract/loans';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { enrol, loanOf, person, TestDevice } from '../../offline/test-device';
import { TestServer } from '../../offline/test-server';
import type { OfflineEngine } from '../../offline/types';
import { UiProvider } from '../../ui';
import { KeptContext, type KeptStore, memoryStore } from '../../ui/kit';
import { EngineContext, SessionContext } from '../session';
import { FollowUps } from './components/follow-ups';
import SavedStrip from './components/saved-strip';
import ActiveLoansPage from './pages/active-loans-page';
import CallManagementPage from './pages/call-management-page';
import TelecallerHome from './pages/home-page';

/** A Saturday at eleven in the morning in Pune: calls are allowed. */
export const NOON = Date.parse('2026-11-21T05:30:00Z');
export const TODAY = '2026-11-21';

function Where({ tell }: { tell: (at: string) => void }) {
  const { pathname, search } = useLocation();
  tell(pathname + search);
  return null;
}

/** The part of the desk's bar that says what is saved. */
function Bar() {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return (
    <div id="saved" ref={setBar}>
      {bar && <SavedStrip place="saved" />}
    </div>
  );
}

export interface Desk {
  server: TestServer;
  me: string;
  engine: OfflineEngine;
  kept: KeptStore;
  loans: Loan[];
  asked: { id: string; call: unknown }[];
  answer: (id: string) => unknown;
  /** `role`: of the person at the desk, otherwise a telecaller. */
  open(address: string, role?: string): void;
  address(): string;
  close(): Promise<void>;
}

/** The telecaller’s screens on a device of its own that holds `loans`; the server answers only what `answer` says. */
export async function desk(loans: Loan[]): Promise<Desk> {
  const server = await TestServer.create();
  const device = new TestDevice(server);
  const profile = enrol(server, person('meera', 'CRM_TELECALLER'));
  server.loans = loans;
  const engine = await device.open(await device.signIn(profile));
  await engine.loans.refresh();
  const kept = memoryStore();
  const asked: Desk['asked'] = [];
  let where = '';
  const held: Desk = {
    server,
    me: profile.id,
    engine,
    kept,
    loans,
    asked,
    answer: () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    },
    open(address, role) {
      cleanup();
      const api = {
        call: async (endpoint: { id: string }, call: unknown) => {
          asked.push({ id: endpoint.id, call });
          return held.answer(endpoint.id);
        },
      } as unknown as Api;
      render(
        <UiProvider>
          <MemoryRouter initialEntries={[address]}>
            <Where
              tell={(at) => {
                where = at;
              }}
            />
            <SessionContext
              value={{
                profile: role ? { ...profile, role: { ...profile.role, name: role } } : profile,
                offline: false,
                signOut: async () => {},
                signInAgain: async () => {},
              }}
            >
              <EngineContext value={engine}>
                <ApiContext value={api}>
                  <KeptContext value={kept}>
                    <QueryClientProvider client={createQueryClient()}>
                      <Bar />
                      <Suspense>
                        <Routes>
                          <Route path="/home" element={<TelecallerHome />} />
                          <Route path="/active-loans" element={<ActiveLoansPage />} />
                          <Route path="/call-management" element={<CallManagementPage />} />
                          <Route path="/predictive-call" element={<FollowUps />} />
                          <Route path="/loans" element={<p>All loans</p>} />
                          <Route path="/view-loan" element={<p>One loan</p>} />
                        </Routes>
                      </Suspense>
                    </QueryClientProvider>
                  </KeptContext>
                </ApiContext>
              </EngineContext>
            </SessionContext>
          </MemoryRouter>
        </UiProvider>,
      );
    },
    address: () => where,
    async close() {
      cleanup();
      await device.close();
    },
  };
  return held;
}

/** A loan that nobody has worked. */
export const fresh = (n: number, more: Partial<Loan> = {}) =>
  loanOf(n, { recent: [], overduePaise: 250_000 + n * 100, dpd: 90 - n, ...more });

/** A key where the focus is; `Ctrl+Enter` with Ctrl. */
export const press = async (key: string) => {
  const ctrl = key.startsWith('Ctrl+');
  await act(async () => {
    const target = document.activeElement ?? document.body;
    fireEvent.keyDown(target, { key: ctrl ? key.slice(5) : key, ctrlKey: ctrl });
  });
};

/** Nothing was dialed from here: the first number was called from another phone. */
export const calledElsewhere = async () => {
  const part = within(await screen.findByRole('group', { name: 'Called from another phone' }));
  await act(async () => void fireEvent.click(part.getAllByRole('radio')[0] as HTMLElement));
};
