import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTE_IDS, routeOf } from '../src/routes';
import { SPECIFIED } from '../src/routes/specified';

const root = fileURLToPath(new URL('..', import.meta.url));
const routes = (...options: string[]) =>
  execFileSync(process.execPath, ['scripts/routes.mjs', ...options], { cwd: root, encoding: 'utf8' });

type Row = Record<'path' | 'title' | 'roles' | 'feature' | 'offline', string>;
const registered = new Set(ROUTE_IDS.map((id) => routeOf(id).path));
const missing = SPECIFIED.filter(({ path }) => !registered.has(path));

describe('npm run routes', () => {
  let printed: string;
  let json: { registered: (Row & { id: string })[]; missing: Row[] };
  beforeAll(() => {
    printed = routes();
    json = JSON.parse(routes('--json'));
  });

  it('--json is every registered route with path, roles, feature and offline level', () => {
    expect(json.registered.map(({ id }) => id)).toEqual(ROUTE_IDS);
    const row = (id: string) => json.registered.find((one) => one.id === id);
    expect(row('login')).toMatchObject({ path: '/login', roles: 'public', feature: 'auth', offline: 'offline' });
    expect(row('home')).toMatchObject({ path: '/', roles: '*', feature: 'home', offline: 'offline' });
    expect(row('agentMonitor')).toEqual({
      id: 'agentMonitor',
      path: '/agent-monitor',
      title: 'Agent Monitor',
      roles: 'CRM_MANAGER',
      feature: 'agent-monitor',
      offline: 'online',
    });
  });

  it('--json is what the specification has and the registry has not', () => {
    expect(json.missing.map(({ path }) => path)).toEqual(missing.map(({ path }) => path));
    for (const row of json.missing)
      expect(Object.keys(row).sort()).toEqual(['feature', 'offline', 'path', 'roles', 'title']);
  });

  it('prints the same as two tables, each with its number of rows', () => {
    expect(printed).toContain(`${registered.size} routes are registered`);
    expect(printed).toContain(`${missing.length} of the specification’s ${SPECIFIED.length} routes are still missing`);
    const lines = printed.split('\n').map((line) => line.split(/ {2,}/));
    const heads = lines.filter(([first]) => first === 'PATH');
    expect(heads).toEqual(Array(missing.length ? 2 : 1).fill(['PATH', 'FEATURE', 'OFFLINE', 'ROLES']));
    const rows = lines.filter(([first]) => first?.startsWith('/'));
    expect(rows).toEqual(
      [...json.registered, ...json.missing].map(({ path, feature, offline, roles }) => [path, feature, offline, roles]),
    );
  });
});
