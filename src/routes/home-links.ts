import { mayEnter } from './access';
import { DESK_IDS, routeOf } from './registry';
import { menuPathsOf } from './side-menu';
import type { RouteRow } from './types';

/** Screens that a user may enter and has no menu entry for (section 6): their home links to them. */
export function homeLinksFor(stored: Parameters<typeof menuPathsOf>[0]): RouteRow[] {
  const shown = menuPathsOf(stored);
  return DESK_IDS.map(routeOf).filter(
    (route) => route.onHome && mayEnter(stored.role, route) && !shown.has(route.path),
  );
}
