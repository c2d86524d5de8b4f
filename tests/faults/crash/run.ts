/** `npm run test:crash -- [--runs N] [--seed S] [--engine postgres|pglite]`: kills a working server again and again. */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type CrashReport, HEALTHY_WITHIN, percentile, runCrash } from './crash';
import type { EngineName } from './installation';

/** Work that waits for each core. */
const BUSY = 1.5;
const RUNS = { postgres: 200, pglite: 100 } as const satisfies Record<EngineName, number>;

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, engine: { type: 'string' } },
});
const engines = (Object.keys(RUNS) as EngineName[]).filter(
  (name) => values.engine === undefined || values.engine === name,
);
const given = values.runs === undefined ? undefined : Number(values.runs);
if (engines.length === 0 || (given !== undefined && (!Number.isInteger(given) || given < 1))) {
  console.error('Usage: npm run test:crash -- [--runs N] [--seed S] [--engine postgres|pglite]');
  process.exit(1);
}
const seed = values.seed ?? String(Date.now());

function summary(
  engine: EngineName,
  { kills, requests, acknowledged, unanswered, health, finding }: CrashReport,
): string {
  const { server, database, both, starting } = kills;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    '',
    `${engine}, seed ${seed}`,
    `  kills         ${server + both + starting} of the server (alone ${server}, with the database ${both}, while starting ${starting}), ${database} of the database alone`,
    `  acknowledged  ${acknowledged} records in ${requests} requests`,
    `  no answer     ${unanswered.held + unanswered.notHeld} (${unanswered.held} were held nevertheless); all complete after one repeat`,
    `  lost          ${finding.lost.length}`,
    `  doubled       ${finding.doubled.length}`,
    `  not sound     ${finding.torn.length}`,
    `  healthy       p95 ${ms(percentile(health, 0.95))}, max ${ms(Math.max(...health))}, of at most ${ms(HEALTHY_WITHIN[engine])}`,
    `  machine       ${availableParallelism()} cores, load average ${loadavg()[2]?.toFixed(1)} over the last quarter of an hour`,
  ].join('\n');
}

let failed = false;
for (const engine of engines) {
  const started = Date.now();
  const report = await runCrash({ engine, runs: given ?? RUNS[engine], seed, say: (line) => console.log(line) });
  if (!report) {
    console.log(`\n${engine}: SKIPPED, this machine has none that can be killed`);
    continue;
  }
  const problems = [...report.finding.lost, ...report.finding.doubled, ...report.finding.torn];
  const late = report.health.filter((ms) => ms > HEALTHY_WITHIN[engine]).length;
  const { server, database, both, starting } = report.kills;
  const { lost, doubled, torn } = report.finding;
  console.log(
    `${summary(engine, report)}\n\ncrash ${engine}, seed ${seed}: ${server + both + starting} deaths of the server and ${database} of the database alone in ${Math.round((Date.now() - started) / 1000)} s, ${report.acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${torn.length} not sound, ${late} starts too late`,
  );
  // How long a start takes beside other work says nothing of the server.
  const busy = (loadavg()[2] ?? 0) > BUSY * availableParallelism();
  if (late > 0 && busy) console.log(`${late} late starts are not judged: the machine was busy`);
  if (problems.length + (busy ? 0 : late) === 0) continue;
  failed = true;
  for (const problem of problems.slice(0, 20)) console.error(`✗ ${problem}`);
  if (late > 0) console.error(`✗ ${late} starts were later than ${HEALTHY_WITHIN[engine]} ms`);
  console.error(
    `Run it again: npm run test:crash -- --engine ${engine} --seed ${seed} --runs ${given ?? RUNS[engine]}`,
  );
}
process.exit(failed ? 1 : 0);
