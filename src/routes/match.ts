import { ROUTE_IDS, type RouteId, routeOf } from './registry';

export interface RouteMatch {
  id: RouteId;
  /** Values of `:name` segments, decoded. */
  params: Readonly<Record<string, string>>;
}

function paramsOf(path: string, pathname: string): Record<string, string> | undefined {
  const wanted = path.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value) {
      try {
        params[segment.slice(1)] = decodeURIComponent(value);
      } catch {
        return undefined;
      }
    } else if (segment !== value) return undefined;
  }
  return params;
}

/**
 * The route at an address; undefined for an unknown path. A trailing slash does not matter, capitals do. Fixed paths win
 * over those with parameters. `paths` stands in for the registry in tests.
 */
export function matchRoute(
  pathname: string,
  paths: readonly (readonly [id: RouteId, path: string])[] = ROUTE_IDS.map((id) => [id, routeOf(id).path] as const),
): RouteMatch | undefined {
  const bare = pathname.replace(/(.)\/+$/, '$1');
  let found: RouteMatch | undefined;
  for (const [id, path] of paths) {
    const params = paramsOf(path, bare);
    if (!params) continue;
    if (path === bare) return { id, params };
    found ??= { id, params };
  }
  return found;
}
