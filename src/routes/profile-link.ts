import { parseRole } from '../../core/domain/roles';
import { mayEnter } from './access';
import { ROUTE_IDS, routeOf } from './registry';

/** Section 2.5: where the top bar's profile link leads by role. */
function profilePath(stored: unknown): string | undefined {
  switch (parseRole(stored)) {
    case 'ADMIN':
      return '/myprofile';
    case 'MANAGER':
    case 'CRM_MANAGER':
      return '/profile';
    case 'COLLECTOR':
    case 'CUSTOMER':
    // Not named in the text; the route list opens the same page to partners.
    case 'PARTNER':
      return '/my-profile';
    default:
      return undefined;
  }
}

/** The profile page of a user; undefined where the role has none, or its screen does not exist (yet). */
export function profileLinkFor(
  stored: unknown,
  exists: (path: string) => boolean = (path) =>
    ROUTE_IDS.some((id) => routeOf(id).path === path && mayEnter(stored, routeOf(id))),
): string | undefined {
  const path = profilePath(stored);
  return path !== undefined && exists(path) ? path : undefined;
}
