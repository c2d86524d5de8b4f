/** What must be on the device before it is needed; the service worker and the build's precache list read it. */
import { ROUTE_IDS, routeOf } from './registry';

/** Ids of the routes that work with no network, in the registry's order. */
export const OFFLINE_ROUTES = ROUTE_IDS.filter((id) => routeOf(id).offline === 'offline');

/** Their paths. */
export const OFFLINE_PATHS: readonly string[] = OFFLINE_ROUTES.map((id) => routeOf(id).path);
