/** The desk's part of the route table, in a chunk that no phone in the field waits for. */
import { lazy } from 'react';
import { DESK_PATHS, matchPath, type RouteRow, routeOf } from '../routes';
import { deskPages } from './desk-pages';
import type { LazyPage } from './pages';

const WithoutSlash = lazy(() => import('./without-slash'));

/** The desk's screen at an address; undefined for an unknown path. */
export function deskScreenAt(pathname: string): { route: RouteRow; page: LazyPage } | undefined {
  const match = matchPath(pathname, DESK_PATHS);
  return match && { route: routeOf(match.id), page: pathname.endsWith('/') ? WithoutSlash : deskPages[match.id] };
}
