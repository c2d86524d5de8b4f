/** An installation as it is deployed: today's server with the app of another day, in a folder of its own. */
import { cp, mkdir, mkdtemp, rename as move, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Unpacks a build that `scripts/keep-build.mjs` kept. */
async function unpack(name: string, folder: string): Promise<void> {
  const packed = brotliDecompressSync(await readFile(join(root, 'tests/fixtures/old-build', `${name}.br`)));
  const end = packed.indexOf('\n');
  let from = end + 1;
  for (const [path, size] of JSON.parse(packed.subarray(0, end).toString()) as [string, number][]) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, packed.subarray(from, from + size));
    from += size;
  }
}

/** Today's app as another release has it: every script under another name, as after a change in each of them. */
async function rename(folder: string): Promise<void> {
  await cp(join(root, 'dist/client'), folder, { recursive: true });
  const scripts = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
  const other = new Map(scripts.map((name) => [name, name.replace(/\.js$/, '0.js')]));
  for (const name of scripts) await move(join(folder, 'assets', name), join(folder, 'assets', other.get(name) ?? name));
  for (const file of ['index.html', 'sw.js', ...[...other.values()].map((name) => `assets/${name}`)]) {
    // The worker knows files without a hash in their names by a revision.
    const text = (await readFile(join(folder, file), 'utf8')).replace(/("?revision"?:\s*["`'])/g, '$1renamed');
    await writeFile(
      join(folder, file),
      text.replace(/[\w.-]+\.js\b/g, (name) => other.get(name) ?? name),
    );
  }
}

/**
 * The folder of the installation; the caller removes it. Needs a build of today. `oldBuild`: one that was kept, or
 * `renamed` for today's app under other names.
 */
export async function installationOf(oldBuild: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-installation-'));
  await cp(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const client = join(folder, 'dist/client');
  await (oldBuild === 'renamed' ? rename(client) : unpack(oldBuild, client));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
