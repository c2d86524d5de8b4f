import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Profile } from '../../core/contract/auth';
import { parseRole } from '../../core/domain/roles';
import { EngineContext, SessionContext, SignInContext, useStore } from '../features/session';
import { said } from '../i18n';
import { CORE_PATHS, coreRouteOf, matchPath, mayEnter, paths } from '../routes';
import { showToast } from '../ui';
import { type AppSession, type SessionControl, SIGN_IN_NOTICE } from './app-session';
import type IdleGuardType from './idle-guard';

/** Where a sign-in leads: back to where the user wanted to go when the role may go there, otherwise the start. */
export function targetAfterSignIn(from: unknown, role: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/') || from.startsWith('//')) return paths.home();
  const match = matchPath(from.split(/[?#]/)[0] ?? '', CORE_PATHS);
  // A path of the desk has its own guard, which is not loaded yet: a role that may not enter goes on to the start.
  if (!match) return from;
  const route = coreRouteOf(match.id);
  return route.roles !== 'public' && mayEnter(role, route) ? from : paths.home();
}

/** Ten minutes are watched over: the first rows do not wait for the watch, and it is asked for until it comes. */
const watch = (): Promise<{ default: typeof IdleGuardType }> =>
  new Promise((resolve) => setTimeout(resolve, 4000)).then(() => import('./idle-guard')).catch(watch);
const IdleGuard = lazy(watch);
/** Every session begins with a page of its own: idle time counts from there, not from when the watch arrived. */
const started = Date.now();

const profileOf = (session: AppSession) => (session.phase === 'out' ? undefined : session.profile);

/** Turns the app's session into what features may use. */
export function SessionProvider({ control, children }: { control: SessionControl; children: ReactNode }) {
  const session = useStore(control.session);
  const desk = useStore(control.desk);
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const profile = profileOf(session);
  const offline = session.phase === 'open' && session.offline;

  const signedIn = useMemo(
    () =>
      profile && {
        profile,
        offline,
        signOut: () => control.lock('logout'),
        signInAgain: () => control.lock('session-ended'),
      },
    [profile, offline, control],
  );

  const signIn = useMemo(() => {
    const target = (user: Profile) => targetAfterSignIn(state?.from, parseRole(user.role));
    return {
      phase: desk.phase,
      problem: desk.problem,
      retry: control.retry,
      demo: desk.config?.demo ? desk.config.demoSignIns : [],
      known: desk.known,
      ended: session.phase === 'out' ? session.ended : null,
      wasField: session.phase === 'out' && session.wasField,
      signIn: (login: string, password: string) => control.signIn(login, password, target),
      enter: (act: Parameters<SessionControl['enter']>[0]) => control.enter(act, target),
      vault: control.vault,
    };
  }, [desk, session, control, state]);

  const isOpen = session.phase === 'open';
  useEffect(() => {
    const notice = isOpen && sessionStorage.getItem(SIGN_IN_NOTICE);
    if (!notice) return;
    sessionStorage.removeItem(SIGN_IN_NOTICE);
    showToast(said(notice));
  }, [isOpen]);

  return (
    <SignInContext value={signIn}>
      <SessionContext value={signedIn}>
        <EngineContext value={session.phase === 'open' ? session.engine : undefined}>
          {children}
          {profile && (
            <Suspense>
              <IdleGuard since={started} onIdle={() => void control.lock('idle')} />
            </Suspense>
          )}
        </EngineContext>
      </SessionContext>
    </SignInContext>
  );
}
