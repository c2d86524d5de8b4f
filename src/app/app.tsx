import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { useStore } from '../features/session';
import { CORE_PATHS, coreRouteOf, matchPath } from '../routes';
import { UiProvider } from '../ui';
import type { SessionControl } from './app-session';
import { deskTable, loadDeskTable } from './desk-table-store';
import { ErrorBoundary } from './error-boundary';
import { pages } from './pages';
import { bones, Screen } from './screen';
import { updateState } from './service-worker';
import { SessionProvider } from './session-provider';

const NotFound = lazy(() => import('./not-found'));

/** The screen that stands at an address outside the core's: known once the desk's table is there. */
function useDeskScreen(pathname: string, wanted: boolean) {
  const { screenAt, failure } = useStore(deskTable);
  useEffect(() => {
    if (wanted) void loadDeskTable();
  }, [wanted]);
  if (wanted && failure) throw failure.error;
  return { known: screenAt !== undefined, screen: wanted ? screenAt?.(pathname) : undefined };
}

function Routed({ control }: { control: SessionControl }) {
  const { pathname } = useLocation();
  const core = matchPath(pathname, CORE_PATHS);
  const desk = useDeskScreen(pathname, !core);
  // One place for every screen: the desk's frame stays while its pages change.
  const screen = core ? { route: coreRouteOf(core.id), page: pages[core.id] } : desk.screen;
  if (screen) return <Screen route={screen.route} page={screen.page} control={control} />;
  return <Suspense fallback={bones}>{desk.known ? <NotFound /> : bones}</Suspense>;
}

/** The screen of the registry that stands at the address, or the one for unknown paths. */
export function AppRoutes({ control }: { control: SessionControl }) {
  return (
    <SessionProvider control={control}>
      <ErrorBoundary resetKey="app">
        <Routed control={control} />
      </ErrorBoundary>
    </SessionProvider>
  );
}

export function App({ control }: { control: SessionControl }) {
  useEffect(() => control.stop, [control]);
  const { instead } = useStore(updateState);
  return (
    <UiProvider>
      {instead ?? (
        <BrowserRouter>
          <AppRoutes control={control} />
        </BrowserRouter>
      )}
    </UiProvider>
  );
}
