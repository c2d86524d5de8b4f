export { barFor, isActive, mayEnter } from './access';
export { CORE_IDS, CORE_PATHS, type CoreRouteId, coreRouteOf } from './core-routes';
export { deskPaths } from './desk-paths';
export { HOME_KINDS, type HomeKind, type HomeUser, homeKindOf, isDefaultDashboardAgency } from './home-kind';
export { homeLinksFor } from './home-links';
export { loanPathFor } from './loan-path';
export { matchPath, type PathMatch } from './match';
export { OFFLINE_PATHS, OFFLINE_ROUTES } from './offline';
export { paths } from './paths';
export { profileLinkFor } from './profile-link';
export { DESK_IDS, DESK_PATHS, type DeskRouteId, ROUTE_IDS, type RouteId, routeOf, routes } from './registry';
export {
  activeEntry,
  barOf,
  itemsOf,
  linksOf,
  type Menu,
  type MenuBlock,
  type MenuGroup,
  type MenuItem,
  type MenuLink,
  type MenuUser,
  menuPathsOf,
  menuUserOf,
  type RouteAt,
  reloadsFor,
  SIDE_MENU,
  type SideIcon,
  sideMenuFor,
} from './side-menu';
export type { BarPlace, MenuIcon, OfflineLevel, Roles, RouteRow } from './types';
