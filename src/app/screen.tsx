/** One route on the screen: guard, layout of its area, page. */
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { SyncStrip } from '../features/field';
import { useSession } from '../features/session';
import { t } from '../i18n';
import { loadWords } from '../i18n/load';
import { paths, type RouteRow } from '../routes';
import { Box, PageBody, Skeleton } from '../ui';
import type { SessionControl } from './app-session';
import { ErrorBoundary } from './error-boundary';
import { FieldLayout } from './field-layout';
import { areaOf, Guard } from './guard';
import type { LazyPage, PagesByArea } from './pages';
import { InstallPrompt } from './prompts';

const DeskLayout = lazy(async () => {
  await loadWords('desk');
  return import('./desk-layout');
});

/** A new page starts at its top. Stands before the page, so that a list may then go back to where it was left. */
function FromTheTop() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the event
  useLayoutEffect(() => {
    if (kind !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
  return null;
}

export const bones = (
  <PageBody maxWidth="phone">
    <Skeleton lines={4} height="3rem" />
  </PageBody>
);

export function Screen({
  route,
  page: entry,
  control,
}: {
  route: RouteRow;
  page: LazyPage | PagesByArea;
  control: SessionControl;
}) {
  const session = useSession();
  const { pathname } = useLocation();
  const area = areaOf(route, session?.profile.role);
  const { title } = route;
  useEffect(() => {
    document.title = `${t(title)} · Recoup`;
  }, [title]);
  const Page = 'field' in entry ? (area === 'field' ? entry.field : entry.desk) : entry;
  const page = <Page />;
  return (
    <Guard route={route} control={control}>
      <FromTheTop />
      {area === 'field' ? (
        <FieldLayout route={route} control={control} strip={<SyncStrip />}>
          {page}
        </FieldLayout>
      ) : area === 'desk' ? (
        <ErrorBoundary resetKey="desk">
          <Suspense fallback={bones}>
            <DeskLayout route={route} control={control}>
              {page}
            </DeskLayout>
          </Suspense>
        </ErrorBoundary>
      ) : (
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={bones}>{page}</Suspense>
          {route.path !== paths.logout() && (
            <Box maxWidth="phone" marginX="auto" paddingX="4" css={{ '&:not(:empty)': { paddingBottom: '6' } }}>
              <InstallPrompt />
            </Box>
          )}
        </ErrorBoundary>
      )}
    </Guard>
  );
}
