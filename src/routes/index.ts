export { isActive, type MenuItem, mayEnter, menuFor, reloadsFor } from './access';
export { matchRoute, type RouteMatch } from './match';
export { OFFLINE_PATHS, OFFLINE_ROUTES } from './offline';
export { paths } from './paths';
export { ROUTE_IDS, type RouteId, routeOf, routes } from './registry';
export type { MenuEntry, MenuIcon, OfflineLevel, Roles, RouteRow } from './types';
