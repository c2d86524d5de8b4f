/**
 * `npm run test:faults -- [--runs 1000] [--seed 1] [--workers 2] [--seconds N]`: plays that many schedules and ends with 1
 * when a promise was broken in any of them. docs/faults.md.
 */
import { parseArgs } from 'node:util';
import { buildSimulation, removeBuild } from './build';
import { failureWords, runCampaign } from './campaign';
import { WorldProcess } from './master';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string' },
  },
});
const whole = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
  return value;
};

const began = Date.now();
const built = await buildSimulation('run');
let said = 0;
const worlds = Array.from({ length: whole('workers', values.workers) }, () => new WorldProcess(built));
const result = await runCampaign(worlds, built.client, {
  from: whole('seed', values.seed),
  runs: whole('runs', values.runs),
  ...(values.seconds !== undefined && { seconds: whole('seconds', values.seconds) }),
  shrinkTries: 150,
  maxFailures: 20,
  progress(played, failures) {
    if (Date.now() - said < 10_000) return;
    said = Date.now();
    const rate = (played / (Date.now() - began)) * 1000;
    console.log(`${played} schedules, ${rate.toFixed(1)} a second, ${failures.length} failed`);
  },
});
for (const world of worlds) world.end();
removeBuild(built);
for (const failure of result.failures) console.log(`\n${failureWords(failure)}`);
const seconds = Math.round((Date.now() - began) / 1000);
console.log(
  `\nseeds ${values.seed} to ${result.next - 1}: ${result.played} schedules in ${seconds} s, ${result.saves} saves, ${result.receipts} receipts shown, ${result.failures.length} failed`,
);
process.exitCode = result.failures.length > 0 || result.played === 0 ? 1 : 0;
