/** A short shift, in every test run: it is about errors and alerts; other times are the business of `npm run test:load`. */
import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { percentile } from '../faults/storm/storm';
import { administer, dropDatabase, urlOfDatabase } from '../support/postgres';
import { ALERT_MS, runLoad } from './load';

const server = inject('postgresUrl');

it.skipIf(!server)('thirty telecallers work without an error, and each hears of every visit', async () => {
  const name = `recoup_shift_${randomUUID().replaceAll('-', '')}`;
  await administer(server ?? '', `create database ${name} template ${inject('postgresTemplate')}`);
  try {
    const report = await runLoad(urlOfDatabase(server ?? '', name), { callers: 30, seconds: 8, pause: 2 });
    expect(report.odd).toEqual([]);
    expect(report.calls).toBeGreaterThan(30);
    expect(report).toMatchObject({ unheard: 0 });
    expect(report.visits).toBeGreaterThan(0);
    // One that comes late may be a machine at work; half of them late would be a server that looks instead of being told.
    expect(percentile(report.alerts, 0.5)).toBeLessThan(ALERT_MS);
  } finally {
    await dropDatabase(server ?? '', name);
  }
});
