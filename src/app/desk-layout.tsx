import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { roleLabel } from '../../core/domain/roles';
import { ApiContext, createApi, createQueryClient, persistOptions } from '../api';
import { useSignedIn, useStore } from '../features/session';
import { isActive, type MenuItem, menuFor, paths, reloadsFor } from '../routes';
import {
  Button,
  chakra,
  ErrorState,
  Icon,
  Link,
  LinkButton,
  Mark,
  PageBody,
  Row,
  Select,
  Skeleton,
  Stack,
  Text,
  type Theme,
  useArea,
  useTheme,
} from '../ui';
import type { SessionControl } from './app-session';
import { ErrorBoundary } from './error-boundary';
import { UpdatePrompt } from './prompts';

const Frame = chakra('div', {
  base: {
    display: 'grid',
    minHeight: '100dvh',
    gridTemplateColumns: { base: '1fr', md: 'auto 1fr' },
    gridTemplateRows: { base: 'auto 1fr', md: 'auto' },
  },
});
const Side = chakra('nav', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'bar',
    height: { md: '100dvh' },
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    alignItems: { base: 'center', md: 'stretch' },
    gap: '1',
    padding: '3',
    background: '#0d3b4e',
    color: '#dcebf0',
    '& :focus-visible': { outlineColor: '#fff' },
  },
  variants: { narrow: { true: { width: { md: '4rem' } }, false: { width: { md: '14.5rem' } } } },
});
const Entry = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '2.5rem',
    paddingInline: '2.5',
    borderRadius: 'small',
    fontWeight: 'medium',
    transition: 'background-color var(--quick)',
    _hover: { background: 'rgb(255 255 255 / 0.08)' },
    _currentPage: { background: 'rgb(255 255 255 / 0.15)', color: '#fff', fontWeight: 'bold' },
  },
});
const Brand = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    paddingInline: '1',
    minHeight: '3rem',
    marginBottom: { md: '4' },
  },
});
const Top = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    gap: '3',
    paddingInline: { base: '4', lg: '8' },
    paddingBlock: '2',
    minHeight: '3.5rem',
    background: 'surface',
    borderBottomWidth: 'var(--edge)',
    borderBottomStyle: 'solid',
    borderColor: 'line',
  },
});
const Collapse = chakra('button', {
  base: {
    display: { base: 'none', md: 'flex' },
    alignItems: 'center',
    gap: '3',
    minHeight: '2.5rem',
    paddingInline: '2.5',
    marginTop: 'auto',
    borderRadius: 'small',
    color: '#a9c9d4',
    _hover: { background: 'rgb(255 255 255 / 0.08)', color: '#fff' },
  },
});
const Person = chakra('div', {
  base: { textAlign: 'end', lineHeight: 1.25, minWidth: 0 },
});

const NARROW = 'recoup.menu-narrow';

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Theme: as the system' },
  { value: 'light', label: 'Theme: light' },
  { value: 'dark', label: 'Theme: dark' },
  { value: 'contrast', label: 'Theme: high contrast' },
];

/** Section 2.4: some links reload the page, deferred by a zero-millisecond timer. */
function follow(item: MenuItem, role: unknown) {
  if (item.tab) localStorage.setItem('selectedTab', item.tab);
  if (reloadsFor(role, item)) setTimeout(() => location.reload(), 0);
}

/** Left menu from the registry, top bar, content to the edge; the client and its cache behind it. */
export default function DeskLayout({ control, children }: { control: SessionControl; children: ReactNode }) {
  useArea('desk');
  const { profile } = useSignedIn();
  const state = useStore(control.session);
  const { pathname } = useLocation();
  const { theme, choose } = useTheme();
  const [narrow, setNarrow] = useState(() => localStorage.getItem(NARROW) === '1');
  const items = menuFor('side', profile);

  return (
    <Frame>
      <Side aria-label="Menu" narrow={narrow}>
        <Brand>
          <Mark size="2rem" />
          {!narrow && (
            <Text as="span" fontSize="title" strong letterSpacing="-0.01em">
              Recoup
            </Text>
          )}
        </Brand>
        {items.map((item) => (
          <Entry
            key={item.label}
            to={item.path}
            title={narrow ? item.label : undefined}
            aria-label={narrow ? item.label : undefined}
            aria-current={isActive(item.path, pathname) ? 'page' : undefined}
            onClick={() => follow(item, profile.role)}
          >
            <Icon name={item.icon} />
            {!narrow && item.label}
          </Entry>
        ))}
        <Collapse
          type="button"
          aria-pressed={narrow}
          aria-label={narrow ? 'Widen the menu' : 'Narrow the menu'}
          onClick={() => {
            localStorage.setItem(NARROW, narrow ? '0' : '1');
            setNarrow(!narrow);
          }}
        >
          <Icon name={narrow ? 'next' : 'back'} />
          {!narrow && 'Narrow the menu'}
        </Collapse>
      </Side>
      <Stack gap="0" minWidth="0">
        <Top>
          <Select<Theme> aria-label="Theme" value={theme} onChange={choose} options={themes} width="13rem" />
          <Person>
            <Text strong truncate title={profile.fullName}>
              {profile.fullName}
            </Text>
            <Text size="tiny" tone="muted" truncate>
              {roleLabel(profile.role.name)} · {profile.agencyName ?? profile.tenant.name}
            </Text>
          </Person>
          <LinkButton to={paths.logout()} icon="logout">
            Log out
          </LinkButton>
        </Top>
        {state.phase === 'open' ? (
          <Desk state={state} control={control} pathname={pathname}>
            {children}
          </Desk>
        ) : state.phase === 'broken' ? (
          <PageBody>
            <ErrorState
              title={state.problem.title}
              todo={state.problem.todo}
              retry={control.retry}
              action={<Button onClick={() => void control.lock('logout')}>Sign out</Button>}
            />
          </PageBody>
        ) : (
          <PageBody>
            <Skeleton lines={5} height="3rem" />
          </PageBody>
        )}
      </Stack>
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
  const { device } = state;
  const queries = useMemo(createQueryClient, []);
  const api = useMemo(
    () =>
      createApi({
        bases: device.config.bases,
        accessToken: () => device.session.accessToken(),
        renew: (token) => device.session.renew(token),
        onSessionEnded: () => void control.lock('session-ended'),
      }),
    [device, control],
  );
  return (
    <ApiContext value={api}>
      <PersistQueryClientProvider client={queries} persistOptions={persistOptions(__APP_VERSION__)}>
        <UpdateRow />
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
