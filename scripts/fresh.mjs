/** Whether packages and builds are still those of the sources, and making them so. Deciding takes a few milliseconds. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputFiles } from './inputs.mjs';
import { npm, ROOT, runPackage } from './processes.mjs';

const at = (...parts) => join(ROOT, ...parts);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Whether npm's own record of what is installed agrees with the lockfile; packages of other platforms may be absent. */
function installedAsLocked() {
  const record = read(at('node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const locked = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([key, { version, optional }]) =>
      key === '' || installed[key]?.version === version || (optional && !installed[key]),
  );
}

/** Installs from the lockfile when node_modules is missing or belongs to another lockfile. */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const stamp = at('node_modules', '.recoup-lock');
  if (read(stamp) === lock) return;
  if (!installedAsLocked()) {
    console.log('Installing packages from the lockfile …');
    // `npm ci` empties node_modules first: right for a new checkout, wrong beside a program that runs from it.
    const { code } = await npm([existsSync(at('node_modules')) ? 'install' : 'ci', '--no-audit', '--no-fund']);
    if (code !== 0) throw new Error('npm could not install the packages; its reason is above');
  }
  writeFileSync(stamp, lock);
}

const PARTS = {
  client: { output: 'dist/client/index.html', config: 'vite.config.ts', label: 'Building app and service worker …' },
  server: { output: 'dist/server/all-in-one.js', config: 'vite.server.config.ts', label: 'Building server …' },
};

/** Names, sizes and times of the inputs: reading them all would take longer than the rest of a start. */
function fingerprint(part) {
  const hash = createHash('sha256');
  for (const file of inputFiles(part)) {
    const { size, mtimeMs } = statSync(at(file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const STAMP = at('dist', '.stamp');
const stamps = () => {
  try {
    return JSON.parse(read(STAMP) || '{}');
  } catch {
    return {};
  }
};

const keepStamps = (kept) => {
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(STAMP, `${JSON.stringify(kept)}\n`);
};

/** Builds what is stale (everything with `force`); answers the names of what was built. */
export async function ensureBuilt({ force = false } = {}) {
  const built = [];
  for (const [name, { output, config, label }] of Object.entries(PARTS)) {
    const print = fingerprint(name);
    if (!force && stamps()[name] === print && existsSync(at(output))) continue;
    console.log(label);
    // A build that is stopped half-way is not a build, whatever it has written until then.
    keepStamps({ ...stamps(), [name]: undefined });
    const { code, output: lines } = await runPackage('vite/bin/vite.js', ['build', '--config', config], {
      quiet: true,
    });
    if (code !== 0) throw new Error(`${lines}\n${label.replace(' …', '')} failed`);
    keepStamps({ ...stamps(), [name]: print });
    built.push(name);
  }
  return built;
}
