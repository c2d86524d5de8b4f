import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { carriesLoans, parseRole } from '../../core/domain/roles';
import { ApiContext, createApi, createQueryClient, persistOptions } from '../api';
import { DefaultDashboardAgencies } from '../features/desk';
import { useSignedIn, useStore } from '../features/session';
import { said, t } from '../i18n';
import { type MenuLink, paths, type RouteRow, sideMenuFor } from '../routes';
import { Button, chakra, ErrorState, PageBody, Row, Skeleton, Stack, showToast, useArea } from '../ui';
import { holdKeys, KeptContext, type KeptStore, memoryStore, useClearToasts, useShortcuts } from '../ui/kit';
import type { SessionControl } from './app-session';
import { chooseEntry } from './desk/choose-entry';
import { openKeptStore } from './desk/kept-store';
import { PhoneNav } from './desk/phone-nav';
import { SideNav, startsNarrow } from './desk/side-nav';
import { ALERTS_PLACE, SAVED_PLACE, TopBar } from './desk/top-bar';
import { loadDeskTable } from './desk-table-store';
import { ErrorBoundary } from './error-boundary';
import { UpdatePrompt } from './prompts';

const loadPalette = () => import('./desk/jump-palette');
const JumpPalette = lazy(loadPalette);
const KeysSheet = lazy(() => import('./desk/keys-sheet'));
// Only telecallers have a dialer, only the dialer role is handed over to its application.
const DialerStrip = lazy(() => import('../features/dialer/components/dialer-strip'));
const AlertBell = lazy(() => import('../features/alerts/components/alert-bell'));
const SavedStrip = lazy(() => import('../features/telecaller/components/saved-strip'));
const HandOver = lazy(() => import('../features/dialer/components/hand-over'));

const Frame = chakra('div', {
  base: {
    display: 'grid',
    minHeight: '100dvh',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' },
    alignItems: 'start',
    // How much of the screen the bars at the top take; what fills the rest of it asks for this.
    '--bars': '3.25rem',
    '&:has([data-dialer-strip])': { '--bars': '6rem' },
    // What explains a field stands below it, so that the fields of a row stand in one line whether or not they have a hint.
    '& [id$="-hint"]': { order: 1 },
    '& [id$="-hint"] ~ [role=alert]': { order: 2 },
    // The desk on a phone is for thumbs as well.
    '@media (max-width: 47.99em)': {
      '--control-h': '2.75rem',
      '--row-h': '2.75rem',
      '& :is(main, dialog) :is(button, select, summary)': { minHeight: '2.75rem' },
      '& :is(main, dialog) nav button': { minWidth: '2.75rem' },
      // Smaller letters make an iPhone zoom into the field.
      '&& :is(main, dialog) :is(input, select, textarea)': { fontSize: '1rem' },
    },
  },
});
const NARROW = 'recoup.menu-narrow';

/** Left menu from the registry (a phone gets a bar and a drawer), top bar, content to the edge; the client behind it. */
export default function DeskLayout({
  route,
  control,
  children,
}: {
  route: RouteRow;
  control: SessionControl;
  children: ReactNode;
}) {
  useArea('desk');
  useClearToasts();
  const { profile } = useSignedIn();
  const state = useStore(control.session);
  const { pathname, search } = useLocation();
  const [narrow, setNarrow] = useState(() => startsNarrow(localStorage.getItem(NARROW), innerWidth));
  const [overlay, setOverlay] = useState<'jump' | 'keys' | null>(null);
  const menu = useMemo(() => sideMenuFor(profile), [profile]);
  const at = { pathname, search, under: route.under };
  const choose = (link: MenuLink) => chooseEntry(link, profile.role);
  // From here every screen of the desk is one step away.
  useEffect(() => {
    void loadDeskTable();
    // And the palette hears the first key typed into it.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
  const jump = () => {
    holdKeys('palette');
    setOverlay('jump');
  };
  useShortcuts([
    { keys: '$mod+k', label: t('Find a loan, a screen, an action'), run: jump, whileTyping: true },
    { keys: '?', label: t('These keys'), run: () => setOverlay('keys') },
  ]);

  return (
    <Frame>
      <SideNav
        menu={menu}
        at={at}
        onChoose={choose}
        narrow={narrow}
        onNarrow={(next) => {
          localStorage.setItem(NARROW, next ? '1' : '0');
          setNarrow(next);
        }}
      />
      <Stack
        gap="0"
        minWidth="0"
        paddingBottom={{ base: 'calc(3.5rem + env(safe-area-inset-bottom))', md: '0' }}
        css={{ '&:has(> main[data-filled])': { height: { xl: '100dvh' } } }}
      >
        <TopBar profile={profile} onJump={jump} onKeys={() => setOverlay('keys')} />
        {state.phase === 'open' ? (
          <Desk state={state} control={control} pathname={pathname}>
            {children}
            {overlay === 'jump' && (
              <Suspense>
                <JumpPalette menu={menu} onClose={() => setOverlay(null)} onKeys={() => setOverlay('keys')} />
              </Suspense>
            )}
          </Desk>
        ) : state.phase === 'broken' ? (
          <PageBody>
            <ErrorState
              title={said(state.problem.title)}
              todo={said(state.problem.todo)}
              retry={control.retry}
              action={<Button onClick={() => void control.lock('logout')}>{t('Sign out')}</Button>}
            />
          </PageBody>
        ) : (
          <PageBody>
            <Skeleton lines={5} height="3rem" />
          </PageBody>
        )}
      </Stack>
      <PhoneNav menu={menu} at={at} onChoose={choose} profile={profile} />
      {overlay === 'keys' && (
        <Suspense>
          <KeysSheet onClose={() => setOverlay(null)} />
        </Suspense>
      )}
    </Frame>
  );
}

function Desk({
  state,
  control,
  pathname,
  children,
}: {
  state: Extract<ReturnType<SessionControl['session']['get']>, { phase: 'open' }>;
  control: SessionControl;
  pathname: string;
  children: ReactNode;
}) {
  const { device, profile } = state;
  const role = parseRole(profile.role);
  const [kept, setKept] = useState<KeptStore>();
  useEffect(() => {
    let store: Awaited<ReturnType<typeof openKeptStore>> | undefined;
    let gone = false;
    (async () => {
      const unlocked = await device.session.current();
      if (!unlocked) throw new Error('nobody is unlocked');
      store = await openKeptStore(unlocked.profile.id, unlocked.deviceKey, device.config.cachedLoansHours);
      if (gone) await store.close();
      else setKept(store);
    })().catch(() => setKept(memoryStore()));
    return () => {
      gone = true;
      void store?.close();
    };
  }, [device]);
  const queries = useMemo(() => createQueryClient((words) => showToast(words, { tone: 'problem' })), []);
  const api = useMemo(
    () =>
      createApi({
        bases: device.config.bases,
        caller: profile,
        accessToken: () => device.session.accessToken(),
        renew: (token) => device.session.renew(token),
        onSessionEnded: () => void control.lock('session-ended'),
      }),
    [device, control, profile],
  );
  // A few milliseconds: a form must open with its draft, not be overwritten by it.
  if (!kept) return null;
  return (
    <ApiContext value={api}>
      <KeptContext value={kept}>
        <DefaultDashboardAgencies value={device.config.defaultDashboardAgencyCodes}>
          <PersistQueryClientProvider client={queries} persistOptions={persistOptions(__APP_VERSION__)}>
            {role === 'CRM_TELECALLER' && (
              <Suspense>
                <DialerStrip url={device.config.dialerSocket} />
              </Suspense>
            )}
            {carriesLoans(role) && (
              <Suspense>
                <SavedStrip place={SAVED_PLACE} />
              </Suspense>
            )}
            {role === 'CRM_TELECALLER' && (
              <Suspense>
                <AlertBell place={ALERTS_PLACE} />
              </Suspense>
            )}
            <UpdateRow />
            {role === 'DIALER' && pathname === paths.home() && (
              <Suspense>
                <HandOver />
              </Suspense>
            )}
            <ErrorBoundary resetKey={pathname}>
              <Suspense
                fallback={
                  <PageBody>
                    <Skeleton lines={5} height="3rem" />
                  </PageBody>
                }
              >
                {children}
              </Suspense>
            </ErrorBoundary>
          </PersistQueryClientProvider>
        </DefaultDashboardAgencies>
      </KeptContext>
    </ApiContext>
  );
}

function UpdateRow() {
  return (
    <Row paddingX="8" css={{ '&:not(:empty)': { paddingTop: '4' } }}>
      <UpdatePrompt />
    </Row>
  );
}
