import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useEngine, useSignedIn, useStore } from '../features/session';
import { said, t, tn } from '../i18n';
import type { OutboxState } from '../offline/types';
import { barFor, isActive, paths, type RouteRow } from '../routes';
import { AppBar, AppBarBelow, BottomBar, Box, Button, ErrorState, PageBody, Skeleton, useArea } from '../ui';
import type { SessionControl } from './app-session';
import { ErrorBoundary } from './error-boundary';
import { InstallPrompt, UpdatePrompt } from './prompts';

const WAITS: readonly OutboxState[] = ['needs-you', 'quarantined'];

/** While the page's chunk or the engine is on its way: the frame with the page's name, bones after 300 ms. */
function Opening({ title }: { title: string }) {
  return (
    <>
      <AppBar title={title} />
      <PageBody>
        <Skeleton lines={5} height="5.5rem" />
      </PageBody>
    </>
  );
}

/** One column, the sync strip under every title, four places within the thumb's reach. */
export function FieldLayout({
  route,
  control,
  strip,
  children,
}: {
  route: RouteRow;
  control: SessionControl;
  strip: ReactNode;
  children: ReactNode;
}) {
  useArea('field');
  const { pathname } = useLocation();
  const { profile, signOut } = useSignedIn();
  const state = useStore(control.session);
  const engine = useEngine();
  const needsYou = useStore(engine?.ledger)?.filter((entry) => WAITS.includes(entry.state)).length ?? 0;
  const onForm = route.path === paths.fieldVisitForm();
  const items = barFor(profile.role).map((entry) => ({
    to: entry.path,
    label: t(entry.label),
    icon: entry.icon,
    active: isActive(entry.path, pathname, route),
    badge:
      entry.id === 'fieldLedger'
        ? { count: needsYou, label: tn(needsYou, '{n} needs you', '{n} need you') }
        : undefined,
  }));
  // While a page is on its way its bar entry names it: the field agent's home is Today.
  const title = items.find((item) => item.to === pathname)?.label ?? t(route.title);

  if (state.phase === 'broken')
    return (
      <PageBody>
        <ErrorState
          title={said(state.problem.title)}
          kept={t('What you saved on this phone is still there.')}
          todo={said(state.problem.todo)}
          retry={control.retry}
          action={<Button onClick={() => void signOut()}>{t('Sign out')}</Button>}
        />
      </PageBody>
    );
  return (
    <AppBarBelow value={engine ? strip : null}>
      {!onForm && (
        <Box maxWidth="page" marginX="auto" paddingX="4" css={{ '&:not(:empty)': { paddingTop: '3' } }}>
          <UpdatePrompt />
          {pathname === paths.home() && <InstallPrompt />}
        </Box>
      )}
      <ErrorBoundary resetKey={pathname}>
        {engine ? <Suspense fallback={<Opening title={title} />}>{children}</Suspense> : <Opening title={title} />}
      </ErrorBoundary>
      {!onForm && <BottomBar items={items} />}
    </AppBarBelow>
  );
}
