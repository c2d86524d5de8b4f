/**
 * `npm test`: everything that must hold, in one command. Ends with one line, `N passed, N failed`, over every static
 * check, unit, integration, fault and end-to-end test of the day (tests/when.mjs). `--only static|unit|integration|faults|e2e` runs one
 * stage (repeatable). What fails is red: nothing is tried twice.
 */
import './node-version.mjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './chromium.mjs';
import { countResults, databasesLine, durations } from './count-results.mjs';
import { ensureBuilt, ensureInstalled } from './fresh.mjs';
import { ROOT, run, runPackage } from './processes.mjs';

const STAGES = {
  static: runStatic,
  unit: runUnit,
  integration: runIntegration,
  faults: runFaults,
  e2e: runEndToEnd,
};

const wanted = process.argv.flatMap((argument, at, all) => (argument === '--only' ? [all[at + 1]] : []));
for (const name of wanted) {
  if (!(name in STAGES)) {
    console.error(`--only takes one of ${Object.keys(STAGES).join(', ')}`);
    process.exit(1);
  }
}

/** One file a core: vitest alone would leave one core to itself, which is half of a small machine. */
const EVERY_CORE = '--maxWorkers=100%';

process.env.CI = 'true';
process.env.NO_COLOR ??= '1';
const scratch = mkdtempSync(join(tmpdir(), 'recoup-test-'));
let passed = 0;
let failed = 0;
let skipped = 0;
let databases = '';
/** How long each stage took, and each file of tests, in seconds. */
const stages = [];
const files = [];

for (const [name, stage] of Object.entries(STAGES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n── ${name} ──`);
  const before = passed + failed;
  const began = performance.now();
  try {
    if (passed + failed === 0) await ensureInstalled();
    await stage();
    if (passed + failed === before) throw new Error(`no ${name} test ran`);
  } catch (error) {
    failed += 1;
    console.error(`✗ ${name}: ${error.message}`);
  }
  stages.push({ name, seconds: (performance.now() - began) / 1000 });
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${durations(stages, files)}`);
if (skipped) console.log(`\n${skipped} tests were skipped in all`);
if (databases) console.log(`\n${databases}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function count(ok, label, output = '') {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? '✓' : '✗'} ${label}`);
  if (!ok && output) console.log(output.trimEnd());
}

async function runStatic() {
  const tsc = (project) => runPackage('typescript/bin/tsc', ['-p', project, '--noEmit'], { quiet: true });
  const checks = [
    ['types of the app', () => tsc('tsconfig.app.json')],
    ['types of the service worker', () => tsc('tsconfig.sw.json')],
    ['types of the server, the tests and the scripts', () => tsc('tsconfig.server.json')],
    ['lint and format', () => runPackage('@biomejs/biome/bin/biome', ['ci', '--colors=off'], { quiet: true })],
    ['who imports whom', () => run(process.execPath, ['scripts/import-rules.mjs'], { quiet: true })],
    ['sizes of the house', () => run(process.execPath, ['scripts/house.mjs'], { quiet: true })],
    ['words of the screens', () => run(process.execPath, ['scripts/words.mjs'], { quiet: true })],
    ['lockfile complete', () => run(process.execPath, ['scripts/complete-lockfile.mjs', '--check'], { quiet: true })],
  ];
  const waiting = [...checks];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [label, check] = next;
      const { code, output } = await check();
      count(code === 0, label, output);
    }
  };
  await Promise.all([lane(), lane()]);
}

/** Runs vitest and adds up its own report: a file that does not load, and an error outside any test, are failures too. */
async function vitest(label, args, env = {}) {
  const run = await reported(label, args, env);
  for (const { name, startTime, endTime } of run.results)
    files.push({ name: relative(ROOT, name), seconds: (endTime - startTime) / 1000 });
  const sums = countResults(run.results);
  for (const { name, message } of run.outside) count(false, `outside any test${name ? `, in ${name}` : ''}`, message);
  passed += sums.passed;
  failed += sums.failed;
  skipped += sums.skipped;
  if (sums.skipped) console.log(`${sums.skipped} tests were skipped`);
  if (label === 'integration') databases = databasesLine(run.results);
  if (sums.passed + sums.failed === 0) throw new Error('no test ran');
  if (run.code !== 0 && sums.failed + run.outside.length === 0)
    throw new Error(`vitest ended with ${run.code}, see above`);
}

async function reported(label, args, env) {
  const file = join(scratch, `${label}.json`);
  const outside = join(scratch, `${label}-outside.json`);
  const reporters = ['default', 'json', join(ROOT, 'scripts/outside-errors.mjs')];
  const { code } = await runPackage(
    'vitest/vitest.mjs',
    ['run', ...args, ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`],
    { env: { ...env, OUTSIDE_ERRORS: outside } },
  );
  if (!existsSync(file) || !existsSync(outside)) throw new Error(`vitest ended with ${code} and no report`);
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  return { code, results: read(file).testResults, outside: read(outside) };
}

async function runUnit() {
  await vitest('unit', ['--project', 'unit*', '--project', 'screens*', EVERY_CORE]);
}

async function runIntegration() {
  await vitest('integration', ['--project', 'integration', '--project', 'mutants', EVERY_CORE]);
}

async function runFaults() {
  await vitest('faults', ['--project', 'faults']);
}

async function runEndToEnd() {
  const chromium = await findChromium();
  console.log(`Chromium: ${chromium.CHROMIUM}`);
  await ensureBuilt();
  if (!existsSync(join(ROOT, 'vitest.e2e.config.ts'))) throw new Error('vitest.e2e.config.ts is missing');
  await vitest('e2e', ['--config', 'vitest.e2e.config.ts'], chromium);
}
