/** An installation as it is deployed: today's server with the app of another day, in a folder of its own. */
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
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

/** The folder of the installation; the caller removes it. Needs a build of today. */
export async function installationOf(oldBuild: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-installation-'));
  await cp(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await unpack(oldBuild, join(folder, 'dist/client'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
