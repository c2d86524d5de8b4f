import { expect, it } from 'vitest';
import { addPack } from '../../core/contract/contact-rules';
import { createPerson } from '../../core/contract/people';
import { mayAsk } from './may-ask';

it.each([
  [addPack, { role: { name: 'CRM_TENANTADMIN' }, subRole: null }, true],
  [addPack, { role: 'CRM_TenantAdmin', subRole: '' }, true],
  [addPack, { role: 'CRM_TENANTADMIN', subRole: 'NCM' }, false],
  [addPack, { role: 'CRM_TENANTADMIN', subRole: 'ACM' }, false],
  [addPack, { role: 'CRM_MANAGER', subRole: null }, false],
  [createPerson, { role: 'CRM_TENANTADMIN', subRole: 'ZCM' }, true],
  [createPerson, { role: 'CRM_MANAGER' }, false],
])('$0.id, asked by %o', (endpoint, asker, expected) => {
  expect(mayAsk(endpoint, asker)).toBe(expected);
});
