/** `npm start` in a small tree of its own: the real scripts, an npm and a Vite that only say that they were called. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INPUTS, inputFiles, notListed } from './inputs.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'recoup-fresh-'));
const at = (path: string) => join(tree, path);
const write = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

/** As an editor that saves the same text: only the time is another one. */
const touch = (path: string) => {
  const { atime, mtime } = statSync(at(path));
  utimesSync(at(path), atime, new Date(mtime.getTime() + 1000));
};

const lockfile = (vite: string, more: object = {}) =>
  JSON.stringify({
    packages: {
      '': { name: 'recoup' },
      'node_modules/vite': { version: vite },
      // Of another platform: npm leaves it out.
      'node_modules/for-another-system': { version: '1.0.0', optional: true },
      ...more,
    },
  });

const VITE = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const config = process.argv.at(-1);
appendFileSync('calls.log', 'vite ' + config + '\\n');
const [folder, file, text] = config === 'vite.config.ts'
  ? ['dist/client', 'index.html', 'the app']
  : ['dist/server', 'all-in-one.js', 'console.log("server is up")'];
mkdirSync(folder, { recursive: true });
writeFileSync(folder + '/' + file, text);
if (process.env.BROKEN_BUILD) {
  console.error('src/a.tsx: not a program');
  process.exit(1);
}
`;
const NPM = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('calls.log', 'npm ' + process.argv[2] + '\\n');
if (process.env.NO_NETWORK) {
  console.error('no network');
  process.exit(1);
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [key, { optional }] of Object.entries(packages)) if (key === '' || optional) delete packages[key];
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(VITE)});
writeFileSync('node_modules/vite/package.json', '{"type":"module"}');
`;

/** One start; what it called in turn, what it said, and whether the server came up. */
function start(env: Record<string, string> = {}) {
  rmSync(at('calls.log'), { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: tree,
    env: { ...process.env, npm_execpath: at('npm.js'), ...env },
    encoding: 'utf8',
  });
  return {
    status,
    calls: existsSync(at('calls.log')) ? readFileSync(at('calls.log'), 'utf8').trim().split('\n') : [],
    words: stdout + stderr,
    up: stdout.includes('server is up'),
  };
}

const CLIENT = 'vite vite.config.ts';
const SERVER = 'vite vite.server.config.ts';
const SECOND = { status: 0, calls: [], up: true };

beforeAll(() => {
  for (const name of ['start', 'fresh', 'inputs', 'processes', 'node-version'])
    cpSync(join(repository, `scripts/${name}.mjs`), at(`scripts/${name}.mjs`));
  for (const path of new Set([...INPUTS.client, ...INPUTS.server]))
    if (!existsSync(at(path)) && statSync(join(repository, path)).isFile()) write(path, path);
  write('package.json', '{"type":"module","version":"1.0.0"}');
  write('package-lock.json', lockfile('8.0.0'));
  write('npm.js', NPM);
  for (const path of ['src/a.tsx', 'src/deep/b.css', 'src/a.test.tsx', 'core/c.ts', 'core/c.test.ts', 'sw/index.ts'])
    write(path, path);
  for (const path of ['public/icon.svg', 'server/start/all-in-one.ts', 'server/db/1.sql', 'server/d.test.ts'])
    write(path, path);
  for (const path of ['docs/read.md', 'tests/e2e.ts', 'scripts/bench.mjs']) write(path, path);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('a start', () => {
  it('in a new checkout installs, builds both and becomes the server', () => {
    expect(start()).toMatchObject({ status: 0, calls: ['npm ci', CLIENT, SERVER], up: true });
  });

  it('calls nothing the second time', () => {
    expect(start()).toMatchObject(SECOND);
  });

  it.each<[changed: string, builds: string[]]>([
    ['index.html', [CLIENT]],
    ['vite.config.ts', [CLIENT]],
    ['scripts/lean.ts', [CLIENT]],
    ['scripts/no-statics.ts', [CLIENT]],
    ['scripts/any-prop.ts', [CLIENT]],
    ['scripts/native-url.ts', [CLIENT]],
    ['src/a.tsx', [CLIENT]],
    ['sw/index.ts', [CLIENT]],
    ['public/icon.svg', [CLIENT]],
    ['package.json', [CLIENT, SERVER]],
    ['core/c.ts', [CLIENT, SERVER]],
    ['server/start/all-in-one.ts', [SERVER]],
    ['server/db/1.sql', [SERVER]],
    ['vite.server.config.ts', [SERVER]],
  ])('after a change of %s builds %j', (path, builds) => {
    touch(path);
    expect(start()).toMatchObject({ status: 0, calls: builds, up: true });
  });

  it('builds nothing after a change of tests, of pages to read and of other scripts', () => {
    for (const path of [
      'src/a.test.tsx',
      'core/c.test.ts',
      'server/d.test.ts',
      'docs/read.md',
      'tests/e2e.ts',
      'scripts/bench.mjs',
    ])
      touch(path);
    expect(start()).toMatchObject(SECOND);
  });

  it('notices a file that is new and one that is gone', () => {
    write('src/new.ts', 'new');
    expect(start().calls).toEqual([CLIENT]);
    rmSync(at('src/new.ts'));
    expect(start().calls).toEqual([CLIENT]);
  });

  it('builds what is not there any more', () => {
    rmSync(at('dist/client'), { recursive: true });
    expect(start().calls).toEqual([CLIENT]);
    rmSync(at('dist'), { recursive: true });
    expect(start().calls).toEqual([CLIENT, SERVER]);
  });

  it('does not take a build that failed for one, though it has left files', () => {
    rmSync(at('dist/client'), { recursive: true });
    const failed = start({ BROKEN_BUILD: 'yes' });
    expect(failed).toMatchObject({ status: 1, calls: [CLIENT], up: false });
    expect(failed.words).toContain('src/a.tsx: not a program');
    expect(failed.words).toContain('Building app and service worker failed');
    expect(start()).toMatchObject({ status: 0, calls: [CLIENT], up: true });
    expect(start()).toMatchObject(SECOND);
  });
});

describe('packages', () => {
  it('are installed beside what is there when the lockfile names others', () => {
    write('package-lock.json', lockfile('8.0.1'));
    expect(start()).toMatchObject({ status: 0, calls: ['npm install', CLIENT, SERVER], up: true });
    expect(start()).toMatchObject(SECOND);
  });

  it('are not installed when the lockfile only says the same otherwise', () => {
    write('package-lock.json', `${lockfile('8.0.1')}\n`);
    expect(start().calls).toEqual([CLIENT, SERVER]);
    write('package-lock.json', lockfile('8.0.1', { 'node_modules/for-a-third': { version: '1.0.0', optional: true } }));
    expect(start().calls).toEqual([CLIENT, SERVER]);
  });

  it('are installed again when npm did not finish', () => {
    rmSync(at('node_modules'), { recursive: true });
    const failed = start({ NO_NETWORK: 'yes' });
    expect(failed).toMatchObject({ status: 1, calls: ['npm ci'], up: false });
    expect(failed.words).toContain('npm could not install the packages');
    expect(start()).toMatchObject({ status: 0, calls: ['npm ci'], up: true });
  });
});

describe('the list of inputs', () => {
  it.each(['client', 'server'] as const)('of the %s names what exists', (part) => {
    for (const path of INPUTS[part]) expect(existsSync(join(repository, path)), path).toBe(true);
    expect(inputFiles(part).filter((file) => file.includes('.test.'))).toEqual([]);
  });

  it.each([
    ['client', 'src/main.tsx', []],
    ['client', 'src/main.tsx?raw', []],
    ['client', 'scripts/lean.ts', []],
    ['client', 'scripts/routes.ts', ['scripts/routes.ts']],
    ['client', 'server/start/all-in-one.ts', ['server/start/all-in-one.ts']],
    ['server', 'server/start/all-in-one.ts', []],
    ['server', 'src/main.tsx', ['src/main.tsx']],
    ['client', 'node_modules/react/index.js', []],
    ['client', '../elsewhere.ts', []],
    ['client', '\0plugin/of-its-own', []],
  ] as const)('a build of the %s that used %j is told %j', (part, path, missing) => {
    const id = path.startsWith('\0') ? path : join(repository, path);
    expect(notListed(part, [id])).toEqual(missing);
  });
});
