import { describe, expect, it } from 'vitest';
import { ROLES } from '../../core/domain/roles';
import { type HomeUser, homeKindOf, profileLinkFor } from '.';

const SIX = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'];

describe('the home', () => {
  it.each<[HomeUser, string]>([
    [{ role: 'ADMIN' }, 'default'],
    [{ role: 'SUPER_ADMIN' }, 'default'],
    [{ role: 'CRM_SuperAdmin' }, 'default'],
    [{ role: 'CRM_TenantAdmin' }, 'default'],
    [{ role: 'TENANT_ADMIN', tenantAdmin: { subRole: 'ACM' } }, 'ACM'],
    [{ role: 'CRM_TENANTADMIN', tenantAdmin: { subRole: 'RCM' } }, 'RCM'],
    [{ role: 'CRM_TENANTADMIN', subRole: 'ZCM' }, 'ZCM'],
    [{ role: { name: 'CRM_TenantAdmin' }, tenantAdmin: { subRole: 'ncm' } }, 'NCM'],
    [{ role: 'CRM_TENANTADMIN', subRole: 'other' }, 'default'],
    [{ role: 'COLLECTOR' }, 'collector'],
    [{ role: 'PARTNER' }, 'partner'],
    [{ role: 'CUSTOMER' }, 'customer'],
    [{ role: 'CRM_FieldAgent' }, 'field'],
    [{ role: 'MANAGER' }, 'manager'],
    [{ role: 'MANAGER', agencyCode: 'A1' }, 'manager'],
    [{ role: 'CRM_MANAGER' }, 'manager'],
    [{ role: 'CRM_MANAGER', agencyCode: 'A7', agencyName: 'Yamuna' }, 'manager'],
    [{ role: 'CRM_MANAGER', agencyCode: null, agencyName: null }, 'manager'],
    ...SIX.map((agencyCode): [HomeUser, string] => [{ role: 'CRM_Manager', agencyCode }, 'default']),
    [{ role: 'CRM_MANAGER', agencyName: 'Yamuna ICC_DEL' }, 'default'],
    [{ role: 'CRM_MANAGER', agencyName: 'icc_del' }, 'manager'],
    [{ role: 'CLIENT_ADMIN' }, 'client-admin'],
    [{ role: 'CLIENT' }, 'client-admin'],
    [{ role: 'CRM_TELECALLER' }, 'telecaller'],
    [{ role: 'CRM_SUPERMANAGER', subRole: 'ACM' }, 'default'],
    [{ role: 'DIALER' }, 'default'],
  ])('of %j is %s', (user, kind) => {
    expect(homeKindOf(user, SIX)).toBe(kind);
  });
});

describe('the profile link', () => {
  const LINKS: Partial<Record<string, string>> = {
    ADMIN: '/myprofile',
    MANAGER: '/profile',
    CRM_MANAGER: '/profile',
    COLLECTOR: '/my-profile',
    CUSTOMER: '/my-profile',
    PARTNER: '/my-profile',
  };
  it.each(ROLES)('of %s', (role) => {
    expect(profileLinkFor(role, () => true)).toBe(LINKS[role]);
    expect(profileLinkFor({ name: role.toLowerCase() }, () => true)).toBe(LINKS[role]);
    expect(profileLinkFor(role, () => false)).toBeUndefined();
  });
});
