/**
 * `npm run test:faults -- [--runs 1000] [--seed 1] [--workers 2] [--seconds N] [--log FILE]`: plays that many schedules, a
 * thousand at a time, and ends with 1 when a promise was broken in any of them. A thousand that stands in the log as
 * played without a failure is not played again, so a long run can be broken off and gone on with. docs/faults.md.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
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
    log: { type: 'string' },
  },
});
const whole = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
  return value;
};
const BLOCK = 1000;
const MOST_FAILURES = 200;

const first = whole('seed', values.seed);
const end = first + whole('runs', values.runs);
const workers = whole('workers', values.workers);
const until = values.seconds === undefined ? undefined : Date.now() + whole('seconds', values.seconds) * 1000;

/** What the sources are that this was built from. */
function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  try {
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') ? ' changed' : '')
    );
  } catch {
    return 'unknown';
  }
}

function say(words: string): void {
  console.log(words);
  if (values.log) appendFileSync(values.log, `${words}\n`);
}
const line = (from: number, to: number) => `seeds ${from} to ${to - 1}:`;
const earlier = values.log && existsSync(values.log) ? readFileSync(values.log, 'utf8').split('\n') : [];
const isDone = (from: number, to: number) =>
  earlier.some((words) => words.includes(line(from, to)) && words.endsWith(', 0 failed'));

const began = Date.now();
const sources = commit();
const built = await buildSimulation('run');
const open = () => Array.from({ length: workers }, () => new WorldProcess(built));
let worlds = open();
const total = { played: 0, kept: 0, saves: 0, receipts: 0, failed: [] as number[] };

for (let from = first; from < end && total.failed.length < MOST_FAILURES; from += BLOCK) {
  const to = Math.min(end, from + BLOCK);
  if (until !== undefined && Date.now() >= until) break;
  if (isDone(from, to)) {
    total.kept += to - from;
    continue;
  }
  const start = Date.now();
  let said = start;
  try {
    const result = await runCampaign(worlds, built.client, {
      from,
      runs: to - from,
      ...(until !== undefined && { seconds: Math.max(1, (until - start) / 1000) }),
      shrinkTries: 150,
      maxFailures: MOST_FAILURES,
      progress(played) {
        if (Date.now() - said < 30_000) return;
        said = Date.now();
        console.log(`  ${from + played - 1}: ${((played / (said - start)) * 1000).toFixed(1)} a second`);
      },
    });
    for (const failure of result.failures) say(`${failureWords(failure)}\n`);
    const seconds = (Date.now() - start) / 1000;
    say(
      `${new Date().toISOString()} commit ${sources}, ${line(from, result.next)} ${result.played} schedules in ${seconds.toFixed(0)} s (${(result.played / seconds).toFixed(1)} a second), ${result.saves} saves, ${result.receipts} receipts shown, ${result.failures.length} failed`,
    );
    total.played += result.played;
    total.saves += result.saves;
    total.receipts += result.receipts;
    total.failed.push(...result.failures.map(({ seed }) => seed));
  } catch (error) {
    // A process ended or stood still: that is a failure too, and the next thousand gets new ones.
    say(`${new Date().toISOString()} commit ${sources}, ${line(from, to)} broke off: ${String(error)}, 1 failed`);
    total.failed.push(from);
    for (const world of worlds) world.end();
    worlds = open();
  }
}
for (const world of worlds) world.end();
removeBuild(built);
const seconds = Math.round((Date.now() - began) / 1000);
const kept = total.kept > 0 ? ` and ${total.kept} that the log has as passed` : '';
const failed = total.failed.length > 0 ? ` (${total.failed.join(', ')})` : '';
say(
  `\n${total.played} schedules in ${seconds} s from seed ${first} on${kept}, ${total.saves} saves, ${total.receipts} receipts shown, ${total.failed.length} failed${failed}`,
);
process.exitCode = total.failed.length > 0 || total.played + total.kept === 0 ? 1 : 0;
