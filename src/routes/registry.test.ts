import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../core/domain/roles';
import { isActive, mayEnter, menuFor, OFFLINE_PATHS, paths, ROUTE_IDS, type RouteId, reloadsFor, routeOf } from '.';

const everyone = ROLES;
const field: readonly Role[] = ['CRM_FIELDAGENT'];

/** Who the specification's route list admits (section 2.3); a public route admits even a role that is none of ours. */
const admitted: Record<RouteId, readonly Role[] | 'public'> = {
  login: 'public',
  dev: 'public',
  fieldLogin: 'public',
  clientLogin: 'public',
  logout: 'public',
  home: everyone,
  fieldLoans: field,
  fieldLoan: field,
  fieldVisit: field,
  fieldLedger: field,
  fieldMe: field,
};

describe.each(ROUTE_IDS)('route %s', (id) => {
  const route = routeOf(id);
  const who = admitted[id];

  it.each(ROLES)('and %s, in every stored spelling', (role) => {
    const expected = who === 'public' || who.includes(role);
    const mixed = role.replace(
      /^CRM_(.)(.*)$/,
      (_, first: string, rest: string) => `CRM_${first}${rest.toLowerCase()}`,
    );
    for (const stored of [role, role.toLowerCase(), mixed, { name: role }, { name: mixed }])
      expect(mayEnter(stored, route)).toBe(expected);
  });

  it.each([undefined, null, '', 'ROOT', {}, { name: 7 }])('and a stored role that is none of ours (%j)', (stored) => {
    expect(mayEnter(stored, route)).toBe(who === 'public');
  });
});

describe('roles rules', () => {
  it.each([
    [['*', '-CLIENT_ADMIN'], 'CLIENT_ADMIN', false],
    [['*', '-CLIENT_ADMIN'], 'MANAGER', true],
    [['ADMIN', 'MANAGER'], 'MANAGER', true],
    [['ADMIN', 'MANAGER'], 'CLIENT', false],
  ] as const)('%j and %s', (roles, role, expected) => {
    expect(mayEnter(role, { roles })).toBe(expected);
  });
});

describe('menus', () => {
  const labels = (menu: 'side' | 'bottom', role: unknown) => menuFor(menu, { role }).map((item) => item.label);

  it('gives the field agent the four places of the bottom bar, in order', () => {
    expect(labels('bottom', { name: 'CRM_FieldAgent' })).toEqual(['Today', 'Loans', 'Ledger', 'Me']);
    expect(labels('side', 'CRM_FIELDAGENT')).toEqual([]);
  });

  it.each(ROLES.filter((role) => role !== 'CRM_FIELDAGENT'))('gives %s Home, or a dashboard in its stead', (role) => {
    const withoutHome = ['SUPER_ADMIN', 'CRM_SUPERADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERMANAGER'];
    expect(labels('side', role)).toEqual([withoutHome.includes(role) ? 'Dashboard' : 'Home']);
  });

  it('shows nothing to a role that is none of ours', () => {
    expect(labels('side', 'ROOT')).toEqual([]);
  });

  it('hides an entry whose rule wants no sub-role from a user who has one', () => {
    const table = (id: RouteId) => ({
      ...routeOf(id),
      menu: [
        { menu: 'side' as const, label: id, icon: 'home' as const, place: 1, rule: { withoutSubRole: true as const } },
      ],
    });
    expect(menuFor('side', { role: 'ADMIN', subRole: 'ACM' }, table)).toEqual([]);
    expect(menuFor('side', { role: 'ADMIN', subRole: null }, table).map((item) => item.id)).toContain('home');
  });

  it('marks the entry of the current path, and of the list a sub-screen belongs under', () => {
    expect(isActive('/', '/')).toBe(true);
    expect(isActive('/field-agent-loans', '/field-agent/loan/edit')).toBe(true);
    expect(isActive('/field-agent/me', '/field-agent/loan/edit')).toBe(false);
  });

  it.each([
    ['CRM_TELECALLER', true],
    ['CRM_TENANTADMIN', true],
    ['MANAGER', false],
    ['CRM_Manager', false],
    ['CRM_SUPERMANAGER', false],
  ])('a reloading link reloads for %s: %s', (role, expected) => {
    expect(reloadsFor(role, { reload: true })).toBe(expected);
    expect(reloadsFor(role, { reload: false })).toBe(false);
  });
});

describe('paths', () => {
  it('are unique, and every builder answers one of them', () => {
    const known = ROUTE_IDS.map((id) => routeOf(id).path);
    expect(new Set(known).size).toBe(known.length);
    const built = [
      ...[paths.login, paths.dev, paths.fieldLogin, paths.clientLogin, paths.logout, paths.home, paths.fieldLoans].map(
        (build) => build(),
      ),
      paths.fieldLoan('a&b'),
      paths.fieldVisit('1', '2'),
      paths.fieldLedger('3'),
      paths.fieldMe(),
      paths.homeWithLoan('LN 7/2'),
    ];
    for (const path of built) expect(known).toContain(path.split('?')[0]);
    expect(paths.fieldLoan('a&b')).toBe('/field-agent/loan?loanId=a%26b');
    expect(paths.fieldVisit('1')).toBe('/field-agent/loan/edit?loanId=1');
  });

  it('under which a sub-screen is marked exist', () => {
    const known = ROUTE_IDS.map((id) => routeOf(id).path);
    for (const id of ROUTE_IDS) if (routeOf(id).under) expect(known).toContain(routeOf(id).under);
  });

  it('of everything the field agent needs are on the device', () => {
    for (const id of ROUTE_IDS) if (routeOf(id).area === 'field') expect(OFFLINE_PATHS).toContain(routeOf(id).path);
    expect(OFFLINE_PATHS).toEqual(expect.arrayContaining(['/', '/clientlogin', '/field-agent/login', '/login']));
  });
});
