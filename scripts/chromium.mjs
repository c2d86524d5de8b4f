/**
 * A Chromium for the end-to-end tests: the one named by CHROMIUM_PATH (or CHROMIUM), the machine's own, one that apt can
 * install, or the one inside the npm package @sparticuz/chromium, kept in .cache. Throws when none of them works.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT, run } from './processes.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** The last version for Node 20. */
const PACKAGE = '@sparticuz/chromium@141.0.0';

async function starts(path, env = {}) {
  const { code, output } = await run(path, ['--version'], { quiet: true, env, timeoutMs: 60_000 });
  return code === 0 && /chrom/i.test(output);
}

/** Answers the environment that makes the tests use it: `{ CHROMIUM, CHROMIUM_PATH, … }`. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH ?? process.env.CHROMIUM;
  if (named) {
    if (!(await starts(named))) throw new Error(`CHROMIUM_PATH names ${named}, which does not start`);
    return asEnvironment(named);
  }
  const here = await firstThatStarts();
  if (here) return asEnvironment(here);
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('No Chromium found; installing it with apt …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { quiet: true, env });
    const installed = await firstThatStarts();
    if (installed) return asEnvironment(installed);
  }
  const packed = await fromPackage();
  if (packed) return packed;
  throw new Error(
    'No Chromium: none on this machine, apt could not install one and the npm package did not start. Install Chromium, or name its binary in CHROMIUM_PATH.',
  );
}

async function firstThatStarts() {
  for (const place of PLACES) if (existsSync(place) && (await starts(place))) return place;
  return undefined;
}

const asEnvironment = (path, more = {}) => ({ CHROMIUM: path, CHROMIUM_PATH: path, ...more });

async function fromPackage() {
  if (process.platform !== 'linux') return undefined;
  const folder = join(ROOT, '.cache', 'chromium');
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked, { recursive: true });
  if (!existsSync(join(folder, 'node_modules', '@sparticuz', 'chromium'))) {
    console.log('Fetching Chromium from npm …');
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const { code, output } = await npm(['install', '--prefix', folder, '--no-audit', '--no-fund', PACKAGE], {
      quiet: true,
    });
    if (code !== 0) {
      console.error(output);
      return undefined;
    }
  }
  // The package unpacks its libraries only where it believes to be on Lambda, and only into an empty folder.
  const ask = join(folder, 'ask.mjs');
  writeFileSync(
    ask,
    "import chromium from '@sparticuz/chromium';\nconsole.log(JSON.stringify({ path: await chromium.executablePath(), libraries: process.env.LD_LIBRARY_PATH ?? '' }));\n",
  );
  const env = { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const { code, output } = await run(process.execPath, [ask], { quiet: true, env });
  if (code !== 0 || readdirSync(unpacked).length === 0) {
    console.error(output);
    return undefined;
  }
  const { path, libraries } = JSON.parse(output.trim().split('\n').at(-1));
  const more = { LD_LIBRARY_PATH: libraries };
  return (await starts(path, more)) ? asEnvironment(path, more) : undefined;
}
