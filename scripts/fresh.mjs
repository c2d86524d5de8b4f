/** Whether packages and builds are still those of the sources, and making them so. Deciding takes a few milliseconds. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  client: {
    inputs: [
      'index.html',
      'vite.config.ts',
      'scripts/lean.ts',
      'package-lock.json',
      'tsconfig.base.json',
      'tsconfig.app.json',
      'core',
      'src',
      'sw',
      'public',
    ],
    output: 'dist/client/index.html',
    config: 'vite.config.ts',
    label: 'Building app and service worker …',
  },
  server: {
    inputs: [
      'vite.server.config.ts',
      'package-lock.json',
      'tsconfig.base.json',
      'tsconfig.server.json',
      'core',
      'server',
    ],
    output: 'dist/server/all-in-one.js',
    config: 'vite.server.config.ts',
    label: 'Building server …',
  },
};

/** Names, sizes and times of the inputs; tests do not end up in a build. */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const input of inputs) visit(at(input));
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

/** Builds what is stale (everything with `force`); answers the names of what was built. */
export async function ensureBuilt({ force = false } = {}) {
  const built = [];
  for (const [name, { inputs, output, config, label }] of Object.entries(PARTS)) {
    const print = fingerprint(inputs);
    if (!force && stamps()[name] === print && existsSync(at(output))) continue;
    console.log(label);
    const { code, output: lines } = await runPackage('vite/bin/vite.js', ['build', '--config', config], {
      quiet: true,
    });
    if (code !== 0) {
      rmSync(STAMP, { force: true });
      throw new Error(`${lines}\n${label.replace(' …', '')} failed`);
    }
    mkdirSync(at('dist'), { recursive: true });
    writeFileSync(STAMP, `${JSON.stringify({ ...stamps(), [name]: print })}\n`);
    built.push(name);
  }
  return built;
}
