import { useEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { ROUTE_IDS, routeOf } from '../routes';
import { UiProvider } from '../ui';
import type { SessionControl } from './app-session';
import { NotFound } from './not-found';
import { Screen } from './screen';
import { SessionProvider } from './session-provider';

/** Every screen of the registry, and the one for unknown paths. */
export function AppRoutes({ control }: { control: SessionControl }) {
  return (
    <SessionProvider control={control}>
      <Routes>
        {ROUTE_IDS.map((id) => (
          <Route key={id} path={routeOf(id).path} element={<Screen id={id} control={control} />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
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
