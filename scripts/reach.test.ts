/**
 * Whoever may enter a screen finds it: from their menu, or by a link of a screen that they find. The links are read from the
 * sources of each page and of what it is made of, never from a list.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROLES, type Role } from '../core/domain/roles';
import {
  barFor,
  DESK_IDS,
  deskPaths,
  homeLinksFor,
  loanPathFor,
  matchPath,
  mayEnter,
  menuPathsOf,
  paths,
  profileLinkFor,
  ROUTE_IDS,
  type RouteId,
  routeOf,
} from '../src/routes';

const SRC = join(import.meta.dirname, '../src');
const ENDINGS = ['.tsx', '.ts', '/index.ts'];
const read = (file: string) => readFileSync(file, 'utf8');

/** The file that an import of a feature names; undefined for packages and for what is no screen's own. */
function imported(from: string, spec: string): string | undefined {
  if (!spec.startsWith('.')) return undefined;
  const path = join(dirname(from), spec);
  const file = ENDINGS.map((ending) => path + ending).find((one) => existsSync(one));
  return file?.startsWith(join(SRC, 'features')) ? file : undefined;
}

/** A page and everything of the features that it is made of, dialogs that load later included; through an index only what it names. */
function partsOf(page: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = read(file);
    for (const [, names = '', now = '', late = ''] of text.matchAll(
      /(?:import|export)\s+(?:type\s+)?(?:\w+,?\s*)?(?:\{([^}]*)\})?\s*from\s+'([^']+)'|import\('([^']+)'\)/g,
    )) {
      const next = imported(file, now || late);
      if (!next) continue;
      if (!next.endsWith('/index.ts')) visit(next);
      else
        for (const [, given = '', at = ''] of read(next).matchAll(/export \{([^}]*)\} from '([^']+)'/g)) {
          const wanted = names.split(',').map((name) => name.replace(/\btype\b/, '').trim());
          const part = imported(next, at);
          if (part && given.split(',').some((name) => wanted.includes(name.replace(/\btype\b/, '').trim())))
            visit(part);
        }
    }
  };
  visit(page);
  return seen;
}

/** What the builders answer, by their names; those of a path that holds an id have it. */
const builders: Record<string, (id?: string) => string> = { ...paths, ...deskPaths } as never;
const idAt = (path: string) =>
  matchPath(
    path.split('?')[0] ?? '',
    ROUTE_IDS.map((id) => [id, routeOf(id).path] as const),
  )?.id;

/** Screens that the sources of a page link to: what it compares its own address with is no link. */
function linksOf(page: string): Set<RouteId> {
  const found = new Set<RouteId>();
  for (const file of partsOf(page)) {
    const text = read(file).replace(/\[deskPaths\.\w+\(\)\]|[!=]== (?:desk)?[pP]aths\.\w+\(\)/g, '');
    for (const [, name = '', given = ''] of text.matchAll(/\b(?:deskPaths|paths)\.(\w+)(?:\(([^()]*))?/g)) {
      const build = builders[name];
      // Of a person's months there are two screens behind one builder.
      const ways: string[] = build ? [build('x')] : [];
      if (name === 'personTarget' && given.includes(',')) ways.push(deskPaths.personTarget('x', true));
      for (const id of ways.map(idAt)) if (id) found.add(id);
    }
    // Which screen a loan opens on goes by the role.
    if (text.includes('loanPathFor('))
      for (const role of ROLES) {
        const id = idAt(loanPathFor(role)?.('x') ?? '');
        if (id) found.add(id);
      }
  }
  return found;
}

const pageOf = new Map(
  ['desk-pages.tsx', 'pages.tsx'].flatMap((file) =>
    [...read(join(SRC, 'app', file)).matchAll(/(\w+): lazy\(\(\) => import\('\.\.\/(features\/[^']+)'/g)].map(
      ([, id = '', module = '']) => [id, `${join(SRC, module)}.tsx`] as const,
    ),
  ),
);
const linked = new Map(
  ROUTE_IDS.flatMap((id) => {
    // A home shows figures of the day; what it always links to is derived, and its agents have links of their own.
    const page = id === 'home' ? join(SRC, 'features/desk/components/agent-links.tsx') : pageOf.get(id);
    return page ? [[id, linksOf(page)] as const] : [];
  }),
);

function reachable(role: Role, subRole: string | null): Set<RouteId> {
  const stored = { role, subRole };
  const own = profileLinkFor(role);
  const menu = [...menuPathsOf(stored), ...homeLinksFor(stored).map(({ path }) => path)];
  const start = [
    '/',
    // The field has a bar; its menu is the desk's, around the desk's screens.
    ...(role === 'CRM_FIELDAGENT' ? barFor(role).map(({ path }) => path) : menu),
    ...(own ? [own] : []),
  ];
  const found = new Set<RouteId>();
  const todo = start.map(idAt);
  for (let id = todo.pop(); todo.length || id; id = todo.pop()) {
    if (!id || found.has(id) || !mayEnter(role, routeOf(id))) continue;
    found.add(id);
    todo.push(...(linked.get(id) ?? []));
    if (routeOf(id).area === 'desk') todo.push(...menu.map(idAt));
  }
  return found;
}

it('the pages and their links are found', () => {
  for (const id of DESK_IDS) expect(linked.has(id), id).toBe(true);
  expect(linked.get('hierarchy')).toContain('registerUser');
  // Its own address is not a link to itself or to the lists beside it.
  expect(linked.get('managers')).not.toContain('userData');
});

it.each(ROLES.flatMap((role) => [[role, null] as const, [role, 'ACM'] as const]))(
  '%s with sub-role %s finds every screen that admits them',
  (role, subRole) => {
    const found = reachable(role, subRole);
    const open = ROUTE_IDS.filter((id) => routeOf(id).roles !== 'public' && mayEnter(role, routeOf(id)));
    expect(open.length).toBeGreaterThan(3);
    expect(open.filter((id) => !found.has(id))).toEqual([]);
  },
);
