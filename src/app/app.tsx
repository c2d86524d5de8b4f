import { useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { matchRoute } from '../routes';
import { UiProvider } from '../ui';
import type { SessionControl } from './app-session';
import { NotFound } from './not-found';
import { Screen } from './screen';
import { SessionProvider } from './session-provider';

/** The screen of the registry that stands at the address, or the one for unknown paths. */
export function AppRoutes({ control }: { control: SessionControl }) {
  const { pathname } = useLocation();
  const match = matchRoute(pathname);
  return (
    <SessionProvider control={control}>
      {match ? <Screen id={match.id} control={control} /> : <NotFound />}
    </SessionProvider>
  );
}

export function App({ control }: { control: SessionControl }) {
  useEffect(() => control.stop, [control]);
  return (
    <UiProvider>
      <BrowserRouter>
        <AppRoutes control={control} />
      </BrowserRouter>
    </UiProvider>
  );
}
