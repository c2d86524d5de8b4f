import { expect, it } from 'vitest';
import { matchPath, ROUTE_IDS, type RouteId, routeOf } from '.';

const ALL = ROUTE_IDS.map((id) => [id, routeOf(id).path] as const);
const matchRoute = (pathname: string, table: readonly (readonly [RouteId, string])[] = ALL) =>
  matchPath(pathname, table);

it.each(ROUTE_IDS)('finds %s at its own path, with and without a slash', (id) => {
  const { path } = routeOf(id);
  const found = matchRoute(path);
  expect(found?.id).toBe(id);
  if (!path.includes(':')) expect(found?.params).toEqual({});
  if (path !== '/') expect(matchRoute(`${path}/`)?.id).toBe(id);
});

it.each(['/no', '/Login', '/field-agent', '/field-agent/loan/edit/more', '', '/login/x'])('%j is nowhere', (path) => {
  expect(matchRoute(path)).toBeUndefined();
});

it.each([
  ['/target/7', { id: 'home', params: { id: '7' } }],
  ['/target/a%2Fb', { id: 'home', params: { id: 'a/b' } }],
  ['/target/new', { id: 'login', params: {} }],
  ['/target/', undefined],
  ['/target/%E0%A4%A', undefined],
  ['/target/7/8', undefined],
])('with parameters: %s', (pathname, found) => {
  const table: [RouteId, string][] = [
    ['home', '/target/:id'],
    ['login', '/target/new'],
  ];
  expect(matchRoute(pathname, table)).toEqual(found);
});
