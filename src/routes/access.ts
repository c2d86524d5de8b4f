/** Who may enter where, and what they find in the menus. Pure; the guards of `src/app` and the tests use the same. */
import { parseRole, type Role } from '../../core/domain/roles';
import { ROUTE_IDS, type RouteId, routeOf } from './registry';
import type { MenuEntry, Roles, RouteRow } from './types';

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

export interface MenuItem extends MenuEntry {
  id: RouteId;
  path: string;
  tab: string | undefined;
  reload: boolean;
}

/** The entries of a menu for a user, in order: its own rule holds **and** the route admits the user (decisions). */
export function menuFor(
  menu: MenuEntry['menu'],
  user: { role: unknown; subRole?: string | null },
  table: (id: RouteId) => RouteRow = routeOf,
): MenuItem[] {
  const role = parseRole(user.role);
  if (!role) return [];
  const holds = ({ rule }: MenuEntry) =>
    !(rule?.only && !rule.only.includes(role)) &&
    !rule?.except?.includes(role) &&
    !(rule?.withoutSubRole && user.subRole);
  return ROUTE_IDS.flatMap((id) => {
    const route = table(id);
    if (!mayEnter(role, route)) return [];
    return (route.menu ?? [])
      .filter((entry) => entry.menu === menu && holds(entry))
      .map((entry) => ({ ...entry, id, path: route.path, tab: route.tab, reload: route.reload ?? false }));
  }).sort((a, b) => a.place - b.place);
}

/** Section 2.4: the entry matching the current path is active; a sub-screen marks the entry it belongs under. */
export function isActive(entryPath: string, pathname: string): boolean {
  if (entryPath === pathname) return true;
  return ROUTE_IDS.some((id) => {
    const route = routeOf(id);
    return route.path === pathname && route.under === entryPath;
  });
}

/** Section 2.4: choosing some links reloads the page; managers and super managers are exempt. */
export function reloadsFor(storedRole: unknown, item: { reload: boolean }): boolean {
  const role = parseRole(storedRole);
  return item.reload && role !== 'MANAGER' && role !== 'CRM_MANAGER' && role !== 'CRM_SUPERMANAGER';
}
