/**
 * Every screen there is, as data. Menu, guards, titles, path builders' test, offline precache list and role tests are
 * derived from here; `src/app/pages.tsx` and `desk-pages.tsx` must have a page for each row, or they do not compile.
 */
import { coreRoutes } from './core-routes';
import { deskRoutes } from './desk-routes';
import type { RouteRow } from './types';

export const routes = { ...coreRoutes, ...deskRoutes } as const;

export type RouteId = keyof typeof routes;
export type DeskRouteId = keyof typeof deskRoutes;
export const ROUTE_IDS = Object.keys(routes) as RouteId[];
export const DESK_IDS = Object.keys(deskRoutes) as DeskRouteId[];
const rows: Readonly<Record<string, RouteRow>> = routes;
/** The row of a registered id. */
export function routeOf(id: RouteId): RouteRow {
  const row = rows[id];
  if (!row) throw new Error(`${id} is not in the registry`);
  return row;
}
/** Ids and paths for `matchPath`. */
export const DESK_PATHS = DESK_IDS.map((id) => [id, routeOf(id).path] as const);
