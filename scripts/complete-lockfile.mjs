/**
 * Adds to package-lock.json the optional platform packages that npm left out, or with `--check` says which are missing.
 *
 * npm writes only those platform binaries that the registry at hand serves. A lockfile made beside a partial registry
 * then fails everywhere else with "npm ci … Missing … from lock file". The entries added here carry the version that
 * the parent asks for and the platform read from the name, but no address and no integrity: npm skips them where the
 * platform differs and fetches them by name and version where it fits.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const CPUS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

/** `@swc/core-linux-arm64-musl` → `{ os: ['linux'], cpu: ['arm64'], libc: ['musl'] }`. */
export function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split('/').at(-1).replaceAll('_', '-').split('-');
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => CPUS.includes(word));
  const family = words.find((word) => word.startsWith('musl') || word.startsWith('gnu'));
  const libc = os === 'linux' && family ? (family.startsWith('musl') ? 'musl' : 'glibc') : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

/** Whether Node would find `name` from the package at `from` (a key of `packages`): its own folder, then each above. */
function isLocked(packages, from, name) {
  const above = from
    ? from.split('/node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'))
    : [];
  return ['', ...above].some((folder) => packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]);
}

/** Every optional dependency that has no entry: `[key of the parent, name, wanted range]`. */
export function missingEntries(lock) {
  const missing = [];
  for (const [key, entry] of Object.entries(lock.packages))
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {}))
      if (!isLocked(lock.packages, key, name)) missing.push([key, name, range]);
  return missing;
}

/** The lockfile with the missing entries in their places; the version is the range's own when it is exact. */
export function completed(lock) {
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, entry]) => !entry.extraneous));
  for (const [parent, name, range] of missingEntries(lock)) {
    const version = range.replace(/^[\^~=v]+/, '');
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${parent}: no version can be read from ${name}@${range}`);
    const { dev, devOptional } = lock.packages[parent];
    const platform = platformOf(name);
    packages[`node_modules/${name}`] = {
      version,
      // npm's own order of keys, so that `npm install` leaves the file as it is.
      ...(platform.cpu && { cpu: platform.cpu }),
      ...(dev && { dev }),
      ...(devOptional && { devOptional }),
      ...(platform.libc && { libc: platform.libc }),
      optional: true,
      ...(platform.os && { os: platform.os }),
    };
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return { ...lock, packages: sorted };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  const file = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'package-lock.json';
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock);
  if (check) {
    const addresses = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
    for (const [parent, name] of missing) console.error(`${file}: ${parent} asks for ${name}, which has no entry`);
    for (const [key] of addresses) console.error(`${file}: ${key} names an address`);
    if (missing.length || addresses.length) {
      console.error('Run: node scripts/complete-lockfile.mjs');
      process.exit(1);
    }
  } else {
    writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
    console.log(`${missing.length} platform entries added`);
  }
}
