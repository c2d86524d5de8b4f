/**
 * `npm run test:clock [-- WORD]`: the quick tests with the machine's clock moved, in other zones and with the product's ports taken, one
 * line a place in time. A place runs a third of the files, another one each night: three nights run each file at each place. `-- WORD`
 * runs all files at the places whose line holds the word. Needs libfaketime (Debian's package `faketime`), which moves the clocks of
 * node and of PostgreSQL alike; timers run on.
 */
import './node-version.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AT_NIGHT } from '../tests/when.mjs';
import { ensureInstalled } from './fresh.mjs';
import { ROOT, runPackage } from './processes.mjs';

/** Each hour of the day (UTC), on the ends of months, a leap day and a year's end, in zones on both sides of UTC. */
const ENDS = [
  '2026-11-28',
  '2026-12-29',
  '2027-01-30',
  '2027-03-31',
  '2027-02-28',
  '2028-02-29',
  '2026-12-31',
  '2027-04-30',
];
const ZONES = ['Asia/Kolkata', 'UTC', 'America/Los_Angeles', 'Pacific/Auckland'];
const PLACES = [
  ...Array.from({ length: 24 }, (_, hour) => [
    `${ENDS[hour % ENDS.length]}T${`${hour}`.padStart(2, '0')}:${`${(hour * 7) % 60}`.padStart(2, '0')}:00Z`,
    ZONES[(hour + Math.floor(hour / ENDS.length)) % ZONES.length],
  ]),
  // A minute before and after midnight where the tenants are.
  ['2026-11-30T18:29:00Z', 'UTC'],
  ['2026-12-31T18:31:00Z', 'UTC'],
];
/** What asks every endpoint, statement or folder takes long and knows no day. */
const DAYLESS = /\/(?:backups|config|databases|http|limits|locking|matrix|pages|read-plans|strict-requests)\.test\.ts$/;
const DAYS = readdirSync(join(ROOT, 'tests/integration'))
  .map((name) => `tests/integration/${name}`)
  .filter((name) => name.endsWith('.test.ts') && !DAYLESS.test(name) && !(name in AT_NIGHT));

/** Where the product and its dialer listen unless they are told otherwise: no test may need them. */
const PORTS = [3000, 8181];
const THIRDS = 3;

const library = () => {
  const root = '/usr/lib';
  return readdirSync(root)
    .map((machine) => join(root, machine, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path));
};
function found() {
  const there = library();
  if (there || process.getuid?.() !== 0) return there;
  try {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'faketime'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return library();
}

await ensureInstalled();
const faketime = found();
if (!faketime) {
  console.error('libfaketime is missing: install the package faketime, and run this again.');
  process.exit(1);
}
const [word = ''] = process.argv.slice(2);
const logs = mkdtempSync(join(tmpdir(), 'recoup-clock-'));
const taken = PORTS.map((port) =>
  createServer((socket) => socket.destroy())
    .on('error', () => console.log(`Port ${port} is taken by somebody else already.`))
    .listen(port),
);
const night = Math.floor(Date.now() / 86_400_000);
let failed = 0;
const places = PLACES.filter((place) => place.join(' ').includes(word));
for (const [index, [at, zone]] of places.entries()) {
  const began = performance.now();
  const env = {
    LD_PRELOAD: faketime,
    FAKETIME: `${Math.round((Date.parse(at) - Date.now()) / 1000)}`.replace(/^(?!-)/, '+'),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    TZ: zone,
    CI: 'true',
    NO_COLOR: '1',
  };
  const args = [
    'run',
    '--project',
    'unit*',
    '--project',
    'integration',
    '--maxWorkers=100%',
    'core/',
    'server/',
    'src/',
    ...DAYS,
    ...(word ? [] : [`--shard=${1 + ((night + index) % THIRDS)}/${THIRDS}`]),
  ];
  const { code, output } = await runPackage('vitest/vitest.mjs', args, { quiet: true, env });
  const log = join(logs, `${at}-${zone}.log`.replaceAll(/[^\w.-]/g, '-'));
  writeFileSync(log, output);
  if (code !== 0) failed += 1;
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${minutes.padStart(5)} min  ${at} in ${zone}  ${log}`);
}
console.log(`\n${places.length - failed} passed, ${failed} failed`);
for (const one of taken) one.close();
process.exitCode = failed > 0 || places.length === 0 ? 1 : 0;
