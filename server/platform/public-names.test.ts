import { describe, expect, it } from 'vitest';
import { newReference, newToken, tenantOfReference, tenantOfToken } from './public-names';

const tenants = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01930000-0000-7000-8000-0000000000ab',
];

describe('the names of a payment link', () => {
  it.each(tenants)('carry their tenant %s', (tenant) => {
    for (let i = 0; i < 50; i += 1) {
      expect(tenantOfToken(newToken(tenant))).toBe(tenant);
      expect(tenantOfReference(newReference(tenant))).toBe(tenant);
    }
  });

  it('fit into a UPI request and are never the same', () => {
    const names = Array.from({ length: 200 }, () => newReference(tenants[2] ?? ''));
    expect(new Set(names).size).toBe(200);
    for (const name of names) expect(name).toMatch(/^[0-9A-Za-z]{33}$/);
  });

  it.each(['', 'x', 'z'.repeat(43), '0'.repeat(42), `${'0'.repeat(42)}-`, 'é'.repeat(43)])('%j is none', (text) =>
    expect(tenantOfToken(text)).toBeUndefined(),
  );
});
