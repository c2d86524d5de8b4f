import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../core/domain/roles';
import { DEVICE_SUPERVISORS } from '../../core/domain/supervisors';
import { barFor, deskPaths, isActive, mayEnter, OFFLINE_PATHS, paths, ROUTE_IDS, type Roles, routeOf } from '.';
import { SPECIFIED } from './specified';

const specified = new Map(SPECIFIED.map((row) => [row.path, row]));
/** Screens of ours that the specification's list does not name, and whom they admit. */
const OURS = new Map<string, readonly Role[]>([
  ['/field-agent/loan', ['CRM_FIELDAGENT']],
  ['/field-agent/ledger', ['CRM_FIELDAGENT']],
  ['/field-agent/me', ['CRM_FIELDAGENT']],
  ['/devices', DEVICE_SUPERVISORS],
  ['/cash-hand-overs', DEVICE_SUPERVISORS],
  [
    '/settlements',
    [
      'ADMIN',
      'SUPER_ADMIN',
      'CRM_SUPERADMIN',
      'TENANT_ADMIN',
      'CRM_TENANTADMIN',
      'MANAGER',
      'CRM_MANAGER',
      'CRM_SUPERMANAGER',
      'COLLECTOR',
      'CRM_TELECALLER',
      'CLIENT',
    ],
  ],
  ['/client-loans', ['CLIENT', 'CLIENT_ADMIN', 'CUSTOMER']],
  ['/leave', DEVICE_SUPERVISORS],
  ['/loan-requests', ['CRM_MANAGER', 'MANAGER', 'CRM_SUPERMANAGER', 'CRM_TENANTADMIN', 'TENANT_ADMIN']],
  [
    '/settlement-absences',
    ['CRM_MANAGER', 'CRM_SUPERMANAGER', 'CUSTOMER', 'CLIENT_ADMIN', 'CRM_TENANTADMIN', 'TENANT_ADMIN'],
  ],
  ['/contact-rules', DEVICE_SUPERVISORS],
  ['/mailed-reports', ROLES.filter((role) => role !== 'CRM_TELECALLER' && role !== 'CRM_FIELDAGENT')],
  ['/sign-ins', ROLES],
  ['/message-templates', ['ADMIN', 'SUPER_ADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERADMIN']],
  ['/payees', ['ADMIN', 'SUPER_ADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN', 'CRM_SUPERADMIN']],
]);

/** Who a list of roles admits, worked out here and not by the code under test. */
const admitted = (roles: Roles): 'public' | Role[] => {
  if (roles === 'public') return 'public';
  const without = roles.filter((role) => role.startsWith('-')).map((role) => role.slice(1));
  return ROLES.filter((role) => !without.includes(role) && (roles.includes('*') || roles.includes(role)));
};

it('knows the whole list of the specification', () => {
  expect(SPECIFIED).toHaveLength(132);
  expect(new Set(SPECIFIED.map(({ path }) => path)).size).toBe(132);
  for (const { roles } of SPECIFIED)
    if (roles !== 'public') for (const role of roles) expect([...ROLES, '*']).toContain(role.replace(/^-/, ''));
});

describe.each(ROUTE_IDS)('route %s', (id) => {
  const route = routeOf(id);
  const row = specified.get(route.path);

  it('is what the specification says', () => {
    if (!row) return expect([...OURS.keys()]).toContain(route.path);
    expect(admitted(route.roles)).toEqual(admitted(row.roles));
    expect(route.feature).toBe(row.feature);
    // What only telecallers need offline comes with their engine; until then the screen says that it needs a network.
    if (row.level !== 'offline for telecallers') expect(route.offline).toBe(row.level);
  });

  it.each(ROLES)('and %s, in every stored spelling', (role) => {
    const who = admitted(row?.roles ?? OURS.get(route.path) ?? []);
    const expected = who === 'public' || who.includes(role);
    const mixed = role.replace(
      /^CRM_(.)(.*)$/,
      (_, first: string, rest: string) => `CRM_${first}${rest.toLowerCase()}`,
    );
    for (const stored of [role, role.toLowerCase(), mixed, { name: role }, { name: mixed }])
      expect(mayEnter(stored, route)).toBe(expected);
  });

  it.each([undefined, null, '', 'ROOT', {}, { name: 7 }])('and a stored role that is none of ours (%j)', (stored) => {
    expect(mayEnter(stored, route)).toBe(route.roles === 'public');
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

describe('the bar of the field', () => {
  it('has four places, in order', () => {
    expect(barFor({ name: 'CRM_FieldAgent' }).map(({ label }) => label)).toEqual(['Today', 'Loans', 'Ledger', 'Me']);
    expect(barFor('ROOT')).toEqual([]);
  });

  it('marks the place of the current path, and of the list a sub-screen belongs under', () => {
    expect(isActive('/', '/', routeOf('home'))).toBe(true);
    expect(isActive('/field-agent-loans', '/field-agent/loan/edit', routeOf('fieldVisit'))).toBe(true);
    expect(isActive('/field-agent/me', '/field-agent/loan/edit', routeOf('fieldVisit'))).toBe(false);
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
      paths.fieldVisitForm(),
      paths.fieldLedger('3'),
      paths.fieldMe(),
      // Some name one record in their path.
      ...Object.values(deskPaths).map((build) => (build as (id?: string) => string)('x')),
    ];
    const forms = known.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
    for (const path of built) expect(forms.some((form) => form.test(path.split('?')[0] ?? ''))).toBe(true);
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
