/**
 * What the two builds are made of. One list decides whether a build is stale (fresh.mjs) and which version the app has
 * (vite.config.ts), and each build checks it: with a file that the list does not name it fails instead of being taken
 * for new later, when that file has changed.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { ROOT } from './processes.mjs';

/** Files and whole folders, as paths in the repository. */
export const INPUTS = {
  client: [
    'index.html',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.app.json',
    'tsconfig.sw.json',
    'scripts/any-prop.ts',
    'scripts/chunks.ts',
    'scripts/inputs.mjs',
    'scripts/lean.ts',
    'scripts/native-url.ts',
    'scripts/no-statics.ts',
    'scripts/processes.mjs',
    'core',
    'public',
    'src',
    'sw',
  ],
  server: [
    'package.json',
    'package-lock.json',
    'vite.server.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.server.json',
    'scripts/inputs.mjs',
    'scripts/processes.mjs',
    'core',
    'server',
  ],
};

/** Every file of a build that is there, as a path in the repository with `/`, sorted; tests do not end up in a build. */
export function inputFiles(part) {
  const files = [];
  const visit = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full)) visit(`${path}/${name}`);
    else if (!/\.test\.tsx?$/.test(path)) files.push(path);
  };
  INPUTS[part].forEach(visit);
  return files.sort();
}

/** Of the files that a build used, those of the repository that its list does not name. Packages are in the lockfile. */
export function notListed(part, used) {
  const missing = new Set();
  for (const id of used) {
    // A plugin's own modules have no file; `?raw` and the like are ways of reading one.
    if (id.includes('\0')) continue;
    const path = relative(ROOT, resolve(ROOT, id.replace(/[?#].*$/, ''))).replaceAll('\\', '/');
    if (isAbsolute(path) || path.startsWith('../') || path.split('/').includes('node_modules')) continue;
    if (!INPUTS[part].some((input) => path === input || path.startsWith(`${input}/`)) && existsSync(join(ROOT, path)))
      missing.add(path);
  }
  return [...missing].sort();
}

/** The Vite plugin that fails a build which used a file outside its list. Each build of several needs one of its own. */
export function onlyInputs(part) {
  const check = (used) => {
    const missing = notListed(part, used);
    if (missing.length)
      throw new Error(
        `Not among the inputs of the ${part} in scripts/inputs.mjs, so a change of it would go unnoticed: ${missing.join(', ')}`,
      );
  };
  return {
    name: 'recoup:only-inputs',
    apply: 'build',
    configResolved: ({ configFileDependencies }) => check(configFileDependencies),
    buildEnd(error) {
      if (!error) check(this.getModuleIds());
    },
  };
}
