/** A worker process for tests of the queue: its job says that it has begun, and the first time waits there to be killed. */
import { openPostgres } from '../../server/db/postgres';
import { createJobs, type Run } from '../../server/jobs';
import { systemClock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';

const db = await openPostgres({ url: process.env.DATABASE_URL ?? '', poolSize: 2 });
const jobs = createJobs({ db, clock: systemClock, logger: createLogger('silent'), pollMs: 50, leaseMs: 1_500 });
const add = (run: Run['step'], name: string) =>
  run((tx) =>
    tx.query(
      `insert into tenant_counters (tenant_id, name, value) values (current_tenant(), $1, 1)
       on conflict (tenant_id, name) do update set value = tenant_counters.value + 1`,
      [name],
    ),
  );
jobs.define('half', async (job, run) => {
  await add(run.step, 'first half');
  if (job.attempt === 1) {
    process.send?.('begun');
    await new Promise(() => setInterval(() => {}, 1000));
  }
  await add(run.finish, 'second half');
});
jobs.start();
process.send?.('ready');
