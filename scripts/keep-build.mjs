/**
 * `node scripts/keep-build.mjs NAME [FOLDER]`: keeps a built app (default `dist/client`) as one compressed file,
 * `tests/fixtures/old-build/NAME.br`. The end-to-end tests start phones on it and then bring the app of today: what
 * is stored and queued by it must arrive. Keep one whenever the payload version or the stored form changes, from the
 * sources before the change; none is ever made anew.
 */
import './node-version.mjs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ROOT } from './processes.mjs';

const [name, folder = 'dist/client'] = process.argv.slice(2);
if (!/^[a-z0-9.-]+$/.test(name ?? '')) {
  console.error('Usage: node scripts/keep-build.mjs NAME [FOLDER]');
  process.exit(1);
}
const built = resolve(ROOT, folder);
const files = readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const contents = files.map((file) => readFileSync(file));
// A line that names the files with their sizes, then their bytes one after the other.
const index = files.map((file, at) => [relative(built, file).replaceAll('\\', '/'), contents[at].length]);
const bytes = brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...contents]), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
const target = join(ROOT, 'tests/fixtures/old-build');
mkdirSync(target, { recursive: true });
writeFileSync(join(target, `${name}.br`), bytes);
console.log(`${files.length} files, ${(bytes.length / 1024).toFixed(0)} KB: tests/fixtures/old-build/${name}.br`);
