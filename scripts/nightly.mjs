/**
 * `npm run test:nightly`: what `npm test` leaves to the night (tests/when.mjs). One line a part, with the way to its output; goes on
 * after a failure, and ends with 1 when any part failed. `-- WORD` runs the parts whose name holds the word.
 */
import './node-version.mjs';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AT_NIGHT, NIGHT, SHORTER } from '../tests/when.mjs';
import { findChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';
import { run, runPackage } from './processes.mjs';

const [word = ''] = process.argv.slice(2);
await ensureInstalled();
const env = { [NIGHT]: 'yes', CI: 'true', NO_COLOR: '1', ...(await findChromium()) };
await ensureBuilt();
const logs = mkdtempSync(join(tmpdir(), 'recoup-nightly-'));

const vitest = (...args) => runPackage('vitest/vitest.mjs', ['run', ...args], { quiet: true, env });
const script = (...args) => run(process.execPath, args, { quiet: true, env });
const fileOf = (file) =>
  file.endsWith('.e2e.ts') ? vitest('--config', 'vitest.e2e.config.ts', file) : vitest('--maxWorkers=100%', file);

const parts = [
  ...[...Object.keys(AT_NIGHT), ...Object.keys(SHORTER)].map((file) => [file, () => fileOf(file)]),
  ['deaths of the server on PostgreSQL', () => script('scripts/crash.mjs', '--engine', 'postgres')],
  ['deaths of the server on the embedded database', () => script('scripts/crash.mjs', '--engine', 'pglite')],
  ['days of a phone', () => script('scripts/chaos.mjs')],
  ['10,000 schedules of the simulator', () => script('scripts/faults.mjs', '--runs', '10000')],
  ['500 phones at once', () => script('scripts/run.mjs', 'tests/faults/storm/run.ts')],
  ['500 telecallers for ten minutes', () => script('scripts/run.mjs', 'tests/load/run.ts')],
  ['other hours, days and zones', () => script('scripts/clock.mjs')],
].filter(([name]) => name.includes(word));

let failed = 0;
for (const [name, play] of parts) {
  const began = performance.now();
  const { code, output } = await play();
  const log = join(logs, `${name.replaceAll(/\W+/g, '-')}.log`);
  writeFileSync(log, output);
  if (code !== 0) failed += 1;
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${minutes.padStart(5)} min  ${name}  ${log}`);
}
console.log(`\n${parts.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || parts.length === 0 ? 1 : 0;
