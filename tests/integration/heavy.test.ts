/** Reports and files of many people keep a telecaller's list waiting no longer than one connection takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../server/db/postgres';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type Who } from '../support/world';

const READERS: readonly Who[] = ['admin', 'manager', 'caller', 'agent'];

describe.each(engines.filter(({ name }) => name === 'postgres'))('heavy work on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let worlds: TenantWorld[];
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    worlds = [await createTenantWorld(held.db), await createTenantWorld(held.db), await createTenantWorld(held.db)];
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('leaves a telecaller their list while more reports than there are connections stand still', async () => {
    const [world] = worlds;
    if (!world || !held.url) throw new Error('Not set up');
    const caller = as(server.origin, world.people.caller);
    const readers = worlds.flatMap(({ people }) => READERS.map((who) => as(server.origin, people[who])));
    // Signing in is no part of what is asked.
    for (const reader of [caller, ...readers]) expect((await reader.get('/api/v2/profiles/me')).status).toBe(200);

    const [locker, watcher] = await Promise.all([
      openPostgres({ url: held.url, poolSize: 1 }),
      openPostgres({ url: held.url, poolSize: 1 }),
    ]);
    let answered = 0;
    let reports: Promise<number[]> | undefined;
    try {
      await locker.owner(async (lock) => {
        await lock.query('lock table loan_assignments in access exclusive mode');
        reports = Promise.all(
          readers.map(async (reader) => {
            const { status } = await reader.get('/api/v1/call-disposition/allocation-reports');
            if (status === 200) answered += 1;
            return status;
          }),
        );
        await expect
          .poll(() =>
            watcher.owner(async (tx) => {
              const [row] = await tx.query<{ waiting: number }>(
                `select count(*)::int as waiting from pg_stat_activity
                  where datname = current_database() and wait_event_type = 'Lock'`,
              );
              return row?.waiting;
            }),
          )
          .toBeGreaterThanOrEqual(5);
        const list = await caller.get('/api/v1/loans/active/loans');
        expect(list.status, JSON.stringify(list.body)).toBe(200);
        expect(answered).toBe(0);
      });
      const statuses = (await reports) ?? [];
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await Promise.all([locker.close(), watcher.close()]);
    }
  });
});
