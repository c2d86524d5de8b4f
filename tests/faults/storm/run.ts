/** `npm run test:storm -- [--phones N] [--records N] [--seed N]`: the whole storm, with its figures. */
import { parseArgs } from 'node:util';
import { migrate } from '../../../server/db/migrate';
import { openPostgres } from '../../../server/db/postgres';
import { administer, startPostgres, urlOfDatabase } from '../../support/postgres';
import { percentile, runStorm } from './storm';

const { values } = parseArgs({
  options: {
    phones: { type: 'string', default: '500' },
    records: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const P99_MS = 2000;

const postgres = await startPostgres({ durable: true });
if (!postgres) {
  console.error('This machine has no PostgreSQL to storm');
  process.exit(1);
}
let failed = true;
try {
  await administer(postgres.url, 'create database storm');
  const url = urlOfDatabase(postgres.url, 'storm');
  const db = await openPostgres({ url, poolSize: 1 });
  await migrate(db);
  await db.close();
  const [phones, records, seed] = [Number(values.phones), Number(values.records), Number(values.seed)];
  const report = await runStorm(url, { phones, records, seed });
  const p99 = percentile(report.latencies, 0.99);
  const refused = report.answers['503'] ?? 0;
  const bad = Object.keys(report.answers).filter((status) => /^5/.test(status) && status !== '503');
  const { stored, expected } = report;
  const whole = [stored.records, stored.distinctKeys, stored.keys, stored.receiptNumbers, stored.audited];
  const verdicts: [string, boolean][] = [
    [`all ${expected} records drained`, report.receipts.length === expected && report.odd.length === 0],
    ['none lost or doubled', whole.every((count) => count === expected) && stored.attempts === expected],
    ['every receipt says what is stored', report.disagreeing === 0],
    [`p99 of a batch under ${P99_MS} ms`, p99 < P99_MS],
    ['no 5xx but 503 with Retry-After', bad.length === 0 && report.told === refused],
  ];
  console.log(
    `${phones} phones × ${records} records within a second, seed ${seed}: ${(report.milliseconds / 1000).toFixed(1)} s, ` +
      `${report.requests} requests, answers ${JSON.stringify(report.answers)}`,
  );
  console.log(
    `a batch: p50 ${Math.round(percentile(report.latencies, 0.5))} ms, p95 ${Math.round(percentile(report.latencies, 0.95))} ms, p99 ${Math.round(p99)} ms, longest ${Math.round(report.latencies.at(-1) ?? 0)} ms`,
  );
  for (const odd of new Set(report.odd)) console.log(`  ${odd}`);
  for (const [what, held] of verdicts) console.log(`${held ? '✓' : '✗'} ${what}`);
  failed = verdicts.some(([, held]) => !held);
} finally {
  await postgres.stop();
}
process.exit(failed ? 1 : 0);
