import { describe, expect, it } from 'vitest';
import {
  draState,
  kindOf,
  mayCreate,
  mayLead,
  PEOPLE_ADMINS,
  PEOPLE_CREATORS,
  PROFILE_KINDS,
  ROLES_OF_KIND,
} from './people';
import { ROLES, type Role } from './roles';

/** Written by hand, one line a role: whom it may lead; the first five also create them. Everything else is refused. */
const TABLE: Record<Role, string> = {
  SUPER_ADMIN:
    'ADMIN TENANT_ADMIN CRM_TENANTADMIN CRM_SUPERMANAGER CRM_MANAGER MANAGER CRM_TELECALLER CRM_FIELDAGENT COLLECTOR PARTNER CLIENT_ADMIN CLIENT CUSTOMER DIALER',
  CRM_SUPERADMIN:
    'ADMIN TENANT_ADMIN CRM_TENANTADMIN CRM_SUPERMANAGER CRM_MANAGER MANAGER CRM_TELECALLER CRM_FIELDAGENT COLLECTOR PARTNER CLIENT_ADMIN CLIENT CUSTOMER DIALER',
  ADMIN:
    'CRM_SUPERMANAGER CRM_MANAGER MANAGER CRM_TELECALLER CRM_FIELDAGENT COLLECTOR PARTNER CLIENT_ADMIN CLIENT CUSTOMER DIALER',
  TENANT_ADMIN:
    'CRM_TENANTADMIN CRM_SUPERMANAGER CRM_MANAGER MANAGER CRM_TELECALLER CRM_FIELDAGENT COLLECTOR PARTNER CLIENT_ADMIN CLIENT CUSTOMER DIALER',
  // Another tenant admin only with a lower sub-role, see below.
  CRM_TENANTADMIN:
    'CRM_SUPERMANAGER CRM_MANAGER MANAGER CRM_TELECALLER CRM_FIELDAGENT COLLECTOR PARTNER CLIENT_ADMIN CLIENT CUSTOMER DIALER',
  CRM_SUPERMANAGER: 'CRM_MANAGER MANAGER CRM_TELECALLER CRM_FIELDAGENT COLLECTOR',
  CRM_MANAGER: 'CRM_TELECALLER CRM_FIELDAGENT COLLECTOR',
  MANAGER: 'CRM_TELECALLER CRM_FIELDAGENT COLLECTOR',
  PARTNER: 'CRM_TELECALLER CRM_FIELDAGENT COLLECTOR',
  CLIENT_ADMIN: 'CLIENT CUSTOMER',
  CLIENT: '',
  CUSTOMER: '',
  COLLECTOR: '',
  CRM_TELECALLER: '',
  CRM_FIELDAGENT: '',
  DIALER: '',
};

describe.each(ROLES)('%s', (above) => {
  it.each(ROLES)('and %s', (below) => {
    const expected = TABLE[above].split(' ').includes(below);
    expect(mayLead({ role: above, subRole: null }, { role: below, subRole: null })).toBe(expected);
    const creates = ['SUPER_ADMIN', 'CRM_SUPERADMIN', 'ADMIN', 'TENANT_ADMIN', 'CRM_TENANTADMIN'].includes(above);
    expect(mayCreate({ role: above, subRole: null }, { role: below, subRole: null })).toBe(expected && creates);
  });
});

it('creates nobody who could create it', () => {
  for (const a of ROLES)
    for (const b of ROLES)
      if (mayCreate({ role: a, subRole: null }, { role: b, subRole: null }))
        expect(mayCreate({ role: b, subRole: null }, { role: a, subRole: null })).toBe(false);
});

it.each([
  [null, 'NCM', true],
  [null, null, false],
  ['NCM', 'ZCM', true],
  ['ZCM', 'ACM', true],
  ['ZCM', 'ZCM', false],
  ['ACM', 'NCM', false],
  ['ACM', null, false],
])('a tenant admin %s and a tenant admin %s', (above, below, expected) => {
  expect(mayCreate({ role: 'CRM_TENANTADMIN', subRole: above }, { role: 'CRM_TENANTADMIN', subRole: below })).toBe(
    expected,
  );
});

it('has a kind for every role, and each once', () => {
  expect(PROFILE_KINDS.flatMap((kind) => ROLES_OF_KIND[kind]).sort()).toEqual([...ROLES].sort());
  for (const kind of PROFILE_KINDS) for (const role of ROLES_OF_KIND[kind]) expect(kindOf(role)).toBe(kind);
  expect(PEOPLE_CREATORS).not.toContain('CRM_MANAGER');
  expect([...PEOPLE_ADMINS].sort()).toEqual(ROLES.filter((role) => TABLE[role] !== '').sort());
});

it.each([
  [null, 'none'],
  ['2026-11-20', 'expired'],
  ['2026-11-21', 'ending'],
  ['2026-12-21', 'ending'],
  ['2026-12-22', 'valid'],
])('a certificate until %s is %s on 21 November 2026', (until, expected) => {
  expect(draState(until, '2026-11-21')).toBe(expected);
});
