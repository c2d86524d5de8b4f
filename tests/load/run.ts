/** `npm run test:load -- [--callers N] [--seconds N] [--pause S] [--seed N]`: a shift of telecallers, with its figures. */
import { parseArgs } from 'node:util';
import { migrate } from '../../server/db/migrate';
import { openPostgres } from '../../server/db/postgres';
import { percentile } from '../faults/storm/storm';
import { administer, startPostgres, urlOfDatabase } from '../support/postgres';
import { growth, memoryLine, READ_P95_MS, runLoad, verdictsOf } from './load';

const { values } = parseArgs({
  options: {
    callers: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '600' },
    pause: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
  },
});

const postgres = await startPostgres({ durable: true });
if (!postgres) {
  console.error('This machine has no PostgreSQL for the shift');
  process.exit(1);
}
let failed = true;
try {
  await administer(postgres.url, 'create database shift');
  const url = urlOfDatabase(postgres.url, 'shift');
  const db = await openPostgres({ url, poolSize: 1 });
  await migrate(db);
  await db.close();
  const [callers, seconds] = [Number(values.callers), Number(values.seconds)];
  const report = await runLoad(url, { callers, seconds, pause: Number(values.pause), seed: Number(values.seed) });
  const say = (what: string, times: readonly number[]) =>
    console.log(
      `${what}: ${times.length}, p50 ${Math.round(percentile(times, 0.5))} ms, p95 ${Math.round(percentile(times, 0.95))} ms, p99 ${Math.round(percentile(times, 0.99))} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`,
    );
  console.log(
    `${callers} telecallers for ${seconds} s: ${report.calls} calls, answers ${JSON.stringify(report.answers)}`,
  );
  say(`reads (goal p95 < ${READ_P95_MS} ms)`, report.reads);
  say('writes', report.writes);
  say('alerts on streams', report.alerts);
  console.log(
    `server: ${Math.round(report.memory.at(-1) ?? 0)} MiB at the end, ${(growth(report.memory) * 100).toFixed(1)} % more than early on`,
  );
  console.log(`  MiB: ${memoryLine(report.memory)}`);
  for (const odd of [...new Set(report.odd)].slice(0, 10)) console.log(`  ${odd}`);
  const verdicts = verdictsOf(report);
  for (const [what, held] of verdicts) console.log(`${held ? '✓' : '✗'} ${what}`);
  failed = verdicts.some(([, held]) => !held);
} finally {
  await postgres.stop();
}
process.exit(failed ? 1 : 0);
