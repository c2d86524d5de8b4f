/** A short shift, in every test run: it is about errors and alerts; times are the business of `npm run test:load`. */
import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { administer, dropDatabase, urlOfDatabase } from '../support/postgres';
import { runLoad } from './load';

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
  } finally {
    await dropDatabase(server ?? '', name);
  }
});
