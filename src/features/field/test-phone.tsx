/** For tests: a field page on the real engine, which talks to the test server and keeps its data in fake-indexeddb. */
import { cleanup, render } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { Loan } from '../../../core/contract/loans';
import { enrol, person, TestDevice } from '../../offline/test-device';
import { TestServer } from '../../offline/test-server';
import type { OfflineEngine } from '../../offline/types';
import { type RouteId, routeOf } from '../../routes';
import { AppBarBelow, UiProvider } from '../../ui';
import { EngineContext, SessionContext, type SignIn, SignInContext } from '../session';
import { SyncStrip } from '.';

const pages: Partial<Record<RouteId, () => Promise<{ default: ComponentType }>>> = {
  home: () => import('./pages/field-home'),
  fieldLoans: () => import('./pages/field-loans'),
  fieldLoan: () => import('./pages/field-loan'),
  fieldVisit: () => import('./pages/field-visit'),
  fieldLedger: () => import('./pages/field-ledger'),
  fieldMe: () => import('./pages/field-me'),
};

export interface TestPhone {
  server: TestServer;
  engine: OfflineEngine;
  /** Opens an address; what was open before is gone, as after a kill. */
  open(address: string, engine?: OfflineEngine): void;
  /** Where the app is now. */
  address(): string;
  close(): Promise<void>;
}

/** A phone that has its loans and codes, and sends only when told to. */
export async function testPhone(loans: Loan[]): Promise<TestPhone> {
  const server = await TestServer.create();
  const device = new TestDevice(server);
  const profile = enrol(server, person('ravi'));
  server.loans = loans;
  const engine = await device.open(await device.signIn(profile));
  await engine.loans.refresh();
  const session = { profile, offline: false, signOut: async () => {}, signInAgain: async () => {} };
  const signIn: SignIn = {
    phase: 'ready',
    problem: null,
    retry: () => {},
    demo: [],
    known: [],
    ended: null,
    wasField: true,
    signIn: async () => undefined,
    enter: async () => {},
    vault: () => device.session.vault(),
  };
  const routes = Object.entries(pages).map(([id, load]) => {
    const Page = lazy(load);
    return <Route key={id} path={routeOf(id as RouteId).path} element={<Page />} />;
  });
  return {
    server,
    engine,
    open(address, other = engine) {
      cleanup();
      history.replaceState(null, '', address);
      render(
        <UiProvider>
          <BrowserRouter>
            <SignInContext value={signIn}>
              <SessionContext value={session}>
                <EngineContext value={other}>
                  <AppBarBelow value={<SyncStrip />}>
                    <Suspense>
                      <Routes>{routes}</Routes>
                    </Suspense>
                  </AppBarBelow>
                </EngineContext>
              </SessionContext>
            </SignInContext>
          </BrowserRouter>
        </UiProvider>,
      );
    },
    address: () => location.pathname + location.search,
    async close() {
      cleanup();
      await device.close();
    },
  };
}
