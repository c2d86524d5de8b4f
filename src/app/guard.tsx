/** Who gets in, decided on the first frame from the registry (specification 2.1). */
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isFieldRole, parseRole } from '../../core/domain/roles';
import { useSession, useStore } from '../features/session';
import { mayEnter, paths, type RouteRow } from '../routes';
import type { SessionControl } from './app-session';

/**
 * No stored user: to /login (field screens: /clientlogin), carrying the origin, unless they have just signed out. A role that is not on the route's list:
 * silently to /. A signed-in user has no business on a login screen.
 */
export function Guard({ route, control, children }: { route: RouteRow; control: SessionControl; children: ReactNode }) {
  const session = useSession();
  const state = useStore(control.session);
  const location = useLocation();
  if (route.roles === 'public') {
    // Public pages that need the server (a link from a mail) are for the signed-in as well.
    const isLogin = route.offline === 'offline' && route.path !== paths.logout();
    return session && isLogin && state.phase === 'open' ? <Navigate to={paths.home()} replace /> : children;
  }
  if (!session) {
    const toField = route.area === 'field' || (state.phase === 'out' && state.wasField);
    const signedOut = state.phase === 'out' && state.ended === '';
    const from = signedOut ? undefined : location.pathname + location.search;
    return <Navigate to={toField ? paths.clientLogin() : paths.login()} state={{ from }} replace />;
  }
  if (!mayEnter(session.profile.role, route)) return <Navigate to={paths.home()} replace />;
  return children;
}

/** The home's area follows the role. */
export function areaOf({ area }: Pick<RouteRow, 'area'>, role: unknown): 'field' | 'desk' | 'bare' {
  if (area !== 'home') return area;
  return isFieldRole(parseRole(role)) ? 'field' : 'desk';
}
