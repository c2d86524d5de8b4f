export interface PathMatch<Id extends string> {
  id: Id;
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
 * The route at an address, of a list of ids and paths; undefined for an unknown path. A trailing slash does not matter,
 * capitals do. Fixed paths win over those with parameters.
 */
export function matchPath<Id extends string>(
  pathname: string,
  paths: readonly (readonly [id: Id, path: string])[],
): PathMatch<Id> | undefined {
  const bare = pathname.replace(/(.)\/+$/, '$1');
  let found: PathMatch<Id> | undefined;
  for (const [id, path] of paths) {
    const params = paramsOf(path, bare);
    if (!params) continue;
    if (path === bare) return { id, params };
    found ??= { id, params };
  }
  return found;
}
