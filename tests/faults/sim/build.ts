/**
 * Builds what a run needs from the sources as they are now: the client's engine as one function that a process is made
 * from, and the world around it (servers, network, judge). A planted bug replaces an exact piece of source on the way;
 * when that piece is not there any more, the build fails.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Replacement } from './bugs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const CORE = `${join(root, 'core')}${sep}`;
const coreName = (id: string) => `core:${relative(CORE, id).split(sep).join('/')}`;

/** Replaces pieces of source; every one must be found exactly once. */
function planting(replacements: readonly Replacement[]): Plugin & { finish(): void } {
  const left = new Set(replacements);
  return {
    name: 'faults:plant',
    enforce: 'pre',
    transform(code, id) {
      let planted = code;
      for (const replacement of replacements) {
        if (id !== join(root, replacement.file)) continue;
        if (planted.split(replacement.find).length !== 2)
          throw new Error(`${replacement.file} has not exactly one\n${replacement.find}`);
        planted = planted.replace(replacement.find, () => replacement.put);
        left.delete(replacement);
      }
      return planted === code ? null : { code: planted, map: null };
    },
    finish() {
      if (left.size > 0) throw new Error(`Nothing was planted in ${[...left].map(({ file }) => file).join(', ')}`);
    },
  };
}

async function bundle(
  entry: string,
  plugins: Plugin[],
  options: { format: 'cjs' | 'es'; inline: boolean; define?: Record<string, string> },
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins,
    define: options.define ?? {},
    ssr: { noExternal: options.inline ? true : [/^fake-indexeddb/] },
    build: {
      ssr: join(here, entry),
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { format: options.format, codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk, ...more] = outputs.flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${entry} did not become one file`);
  return chunk.code;
}

export interface Built {
  /** The file that a process of the simulation is started from. */
  world: string;
  /** The file that its phones run. */
  client: string;
}

/** The files lie inside the repository's node_modules, so that packages are found from them. */
function write(name: string, file: string, code: string): string {
  const folder = join(root, 'node_modules/.cache/recoup/faults', `${process.pid}-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), code);
  return join(folder, file);
}

const isClient = ({ file }: Replacement) => file.startsWith('src/');

async function bundleClient(replacements: readonly Replacement[]): Promise<{ code: string; core: string[] }> {
  const require = createRequire(import.meta.url);
  const wanted = new Set<string>();
  const plant = planting(replacements);
  const code = await bundle(
    'client.ts',
    [
      {
        name: 'faults:shared-core',
        enforce: 'pre',
        async resolveId(source, importer) {
          // One Dexie a process: its wrapper would look for another one in the global object.
          if (source === 'dexie') return join(dirname(require.resolve('dexie/package.json')), 'dist/modern/dexie.mjs');
          const found = await this.resolve(source, importer, { skipSelf: true });
          if (!found?.id.startsWith(CORE)) return null;
          const id = coreName(found.id);
          wanted.add(id);
          return { id, external: true };
        },
      },
      plant,
    ],
    // Dexie swaps the global Promise while a transaction's code runs; here each process has a global object of its own.
    { format: 'cjs', inline: true, define: { Promise: 'globalThis.Promise' } },
  );
  plant.finish();
  return { code, core: [...wanted].sort() };
}

async function bundleWorld(core: readonly string[], replacements: readonly Replacement[]): Promise<string> {
  const plant = planting(replacements);
  const code = await bundle(
    'worker.ts',
    [
      {
        name: 'faults:world',
        enforce: 'pre',
        resolveId(source, importer) {
          if (source === 'virtual:core-modules') return `\0${source}`;
          if (source === 'node:worker_threads' && importer?.includes(`${sep}server${sep}`))
            return join(here, 'same-thread.ts');
          // The guard against nested transactions follows every promise of the process, the phones' too.
          if (source === 'node:async_hooks' && importer?.includes(`${sep}server${sep}`))
            return join(here, 'no-context.ts');
          if (source.endsWith('/scheduling.js') && importer?.includes('fake-indexeddb'))
            return join(here, 'idb-tasks.ts');
          return null;
        },
        load(id) {
          if (id !== '\0virtual:core-modules') return null;
          const path = (module: string) => JSON.stringify(join(CORE, module.slice('core:'.length)));
          const imports = core.map((module, at) => `import * as m${at} from ${path(module)};`);
          const entries = core.map((module, at) => `${JSON.stringify(module)}: m${at}`);
          return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
        },
        transform(code, id) {
          // Sealing and hashing without real time, on both sides of the wire.
          const sealing = id.startsWith(CORE) || id === join(root, 'server/platform/keys.ts');
          if (!sealing || !code.includes('crypto.')) return null;
          return { code: `import { crypto } from ${JSON.stringify(join(here, 'webcrypto.ts'))};\n${code}`, map: null };
        },
      },
      plant,
    ],
    { format: 'es', inline: false },
  );
  plant.finish();
  return code;
}

/** `name` keeps builds apart; `replacements` plant a bug. */
export async function buildSimulation(name: string, replacements: readonly Replacement[] = []): Promise<Built> {
  const client = await bundleClient(replacements.filter(isClient));
  const world = await bundleWorld(
    client.core,
    replacements.filter((replacement) => !isClient(replacement)),
  );
  return { world: write(name, 'world.mjs', world), client: write(name, 'client.js', client.code) };
}

/** Other phones for a world that is there already. */
export async function buildPhones(world: string, name: string, replacements: readonly Replacement[]): Promise<Built> {
  return { world, client: write(name, 'client.js', (await bundleClient(replacements)).code) };
}

export const isOfPhonesOnly = (replacements: readonly Replacement[]): boolean => replacements.every(isClient);

export const removeBuild = ({ client }: Built): void => rmSync(dirname(client), { recursive: true, force: true });
