import { describe, expect, it } from 'vitest';
import { parseRole, ROLES, roleLabel } from './roles';

describe('parseRole accepts both spellings and both shapes', () => {
  it.each([
    ['CRM_TenantAdmin', 'CRM_TENANTADMIN'],
    ['CRM_FieldAgent', 'CRM_FIELDAGENT'],
    ['CRM_TeleCaller', 'CRM_TELECALLER'],
    ['dialer', 'DIALER'],
    [' manager ', 'MANAGER'],
  ])('%s', (stored, role) => {
    expect(parseRole(stored)).toBe(role);
    expect(parseRole({ name: stored })).toBe(role);
  });

  it.each([undefined, null, '', 'ROOT', 7, {}, { name: 7 }, ['ADMIN']])('refuses %j', (stored) =>
    expect(parseRole(stored)).toBeUndefined(),
  );

  it('knows the sixteen roles of the specification', () => expect(new Set(ROLES).size).toBe(16));

  it.each([
    ['CRM_TELECALLER', 'TELECALLER'],
    ['SUPER_ADMIN', 'SUPER ADMIN'],
    ['CRM_FieldAgent', 'FieldAgent'],
  ])('labels %s as %s', (stored, label) => expect(roleLabel(stored)).toBe(label));
});
