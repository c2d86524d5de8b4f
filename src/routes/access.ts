/** Who may enter where, and the field's bar. Pure; the guards of `src/app` and the tests use the same. */
import { parseRole, type Role } from '../../core/domain/roles';
import { CORE_IDS, coreRouteOf } from './core-routes';
import type { BarPlace, Roles, RouteRow } from './types';

function admits(roles: Roles, role: Role): boolean {
  if (roles === 'public') return true;
  if (roles.includes(`-${role}`)) return false;
  return roles.includes('*') || roles.includes(role);
}

/** Reads the role in any stored spelling and shape; an unknown role enters public routes only. */
export function mayEnter(storedRole: unknown, route: Pick<RouteRow, 'roles'>): boolean {
  if (route.roles === 'public') return true;
  const role = parseRole(storedRole);
  return role !== undefined && admits(route.roles, role);
}

/** The places of the field's bottom bar that a user may go to, in order. */
export function barFor(storedRole: unknown): (BarPlace & { id: string; path: string })[] {
  return CORE_IDS.flatMap((id) => {
    const route = coreRouteOf(id);
    return route.bar && mayEnter(storedRole, route) ? [{ ...route.bar, id, path: route.path }] : [];
  }).sort((a, b) => a.place - b.place);
}

/** Section 2.4: the entry matching the current path is active; a sub-screen marks the entry it belongs under. */
export const isActive = (entryPath: string, pathname: string, route: Pick<RouteRow, 'under'> | undefined): boolean =>
  entryPath === pathname || route?.under === entryPath;
