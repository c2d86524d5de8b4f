import { describe, expect, it } from 'vitest';
import { backupKeyOf, backupKeyText, backupsKept } from './backups';

const daysBack = (from: string, count: number) =>
  Array.from({ length: count }, (_, back) => {
    const at = new Date(`${from}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() - back);
    const day = at.toISOString().slice(0, 10);
    return { id: day, day };
  });

describe('backups that stay', () => {
  it('of a year of nights are seven days, four weeks and six months', () => {
    // A Wednesday.
    expect([...backupsKept(daysBack('2026-11-25', 365))].sort()).toEqual([
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-08',
      '2026-11-15',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
    ]);
  });
  it('of one day are the newest, and nights without one count for nothing', () => {
    const two = [{ id: 'late', day: '2026-11-25' }, { id: 'early', day: '2026-11-25' }, ...daysBack('2026-03-01', 1)];
    expect([...backupsKept(two)]).toEqual(['late', '2026-03-01']);
    expect(backupsKept([]).size).toBe(0);
  });
});

describe('the key of backups', () => {
  it('is read as it was written down', () => {
    const key = Uint8Array.from({ length: 32 }, (_, at) => at * 8);
    const text = backupKeyText(key);
    expect(text).toMatch(/^([0-9a-f]{8}-){7}[0-9a-f]{8}$/);
    expect(backupKeyOf(text)).toEqual(key);
    expect(backupKeyOf(` ${text.toUpperCase().replaceAll('-', ' ')}\n`)).toEqual(key);
  });
  it.each(['', 'key', '00', `${'0'.repeat(63)}g`, '0'.repeat(65)])('is not %j', (text) => {
    expect(backupKeyOf(text)).toBeUndefined();
  });
});
