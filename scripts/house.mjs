/**
 * `node scripts/house.mjs [FOLDER]`: the sizes of the house against scripts/house.json, whose figures only go down. Fails where one is
 * above its figure and names what is largest; `--write` takes over what became smaller. Tests, demo data and dictionaries do not count.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import swc from '@swc/core';

const LONG_FILE = 500;
const LONG_FUNCTION = 120;
/** What is largest is named when a figure is exceeded. */
const NAMED = 5;
const ROOTS = ['src', 'server', 'core', 'sw'];
const LEFT_OUT = /\.test\.|test-kit|^src\/i18n\/hi\/|^server\/demo\//;
const LIST = /<(EntityList|RecordList|DataTable|PagedTable)\b/;
const FORM = /\buseRecordForm\(|<(RecordForm|EntityForm)\b/;
const FUNCTION =
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|PrivateMethod|MethodProperty|Constructor)$/;

const [given] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = resolve(given ?? join(import.meta.dirname, '..'));
const FIGURES = join(folder, 'scripts/house.json');

const files = ROOTS.flatMap((root) => {
  let names = [];
  try {
    names = readdirSync(join(folder, root), { recursive: true });
  } catch {
    return [];
  }
  return names.map((name) => posix.join(root, String(name).replaceAll('\\', '/')));
})
  .filter((path) => /\.tsx?$/.test(path) && !LEFT_OUT.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return { path, text, lines: text.trimEnd().split('\n').length };
  });

/** Functions of a file that are too long, with their first line. */
function longFunctions({ path, text }) {
  const bytes = Buffer.from(text);
  const lineOf = (byte) =>
    bytes
      .subarray(0, byte - 1)
      .toString('utf8')
      .split('\n').length;
  const found = [];
  const walk = (node) => {
    if (!node || typeof node !== 'object') return;
    if (FUNCTION.test(node.type)) {
      const { start, end } = node.span;
      const [first, last] = [lineOf(start), lineOf(end)];
      if (last - first >= LONG_FUNCTION) found.push({ name: `${path}:${first}`, size: last - first + 1 });
    }
    for (const part of Array.isArray(node) ? node : Object.values(node)) walk(part);
  };
  walk(swc.parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx') }).body);
  return found;
}

/** A feature, a module of the server, or else the folder. */
const placeOf = (path) => /^(src\/features|server\/modules)\/[^/]+/.exec(path)?.[0] ?? dirname(path);

/** Places that need each other, directly or over others, with what they are tied to. */
function loops() {
  const known = new Set(files.map(({ path }) => path));
  const needs = new Map();
  for (const { path, text } of files)
    for (const [, from] of text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const base = posix.join(dirname(path), from);
      const file = ['.ts', '.tsx', '/index.ts', '/index.tsx', '']
        .map((end) => base + end)
        .find((one) => known.has(one));
      const [here, there] = [placeOf(path), file && placeOf(file)];
      if (there && here !== there) needs.set(here, (needs.get(here) ?? new Set()).add(there));
    }
  const reachedFrom = (start) => {
    const seen = new Set();
    const next = [start];
    for (let place = next.pop(); place; place = next.pop())
      for (const one of needs.get(place) ?? [])
        if (!seen.has(one)) {
          seen.add(one);
          next.push(one);
        }
    return seen;
  };
  return [...needs.keys()]
    .filter((place) => reachedFrom(place).has(place))
    .map((name) => ({ name, size: needs.get(name).size }));
}

const ofFeatures = files.filter(({ path }) => path.startsWith('src/features/'));
const sized = (some) => some.map(({ path, lines }) => ({ name: path, size: lines })).sort((a, b) => b.size - a.size);
const sum = (some) => some.reduce((total, { size }) => total + size, 0);
const median = (some) => some[Math.floor(some.length / 2)]?.size ?? 0;
const lists = sized(ofFeatures.filter(({ text }) => LIST.test(text)));
const forms = sized(ofFeatures.filter(({ text }) => FORM.test(text)));
const long = sized(files.filter(({ lines }) => lines > LONG_FILE));
const functions = files.flatMap(longFunctions).sort((a, b) => b.size - a.size);
const tied = loops();
const screens = files
  .filter(({ path }) => /^src\/routes\/[\w-]*routes\.ts$/.test(path))
  .flatMap(({ text }) => [...text.matchAll(/\bpath: '|\bonline\(\s*'/g)]).length;

/** By name: the figure, and what makes it up, largest first. */
const measured = {
  'lines of features a screen': [Math.ceil(sum(sized(ofFeatures)) / Math.max(1, screens)), sized(ofFeatures)],
  'lines of a list page, median': [median(lists), lists],
  'lines of a form, median': [median(forms), forms],
  [`files over ${LONG_FILE} lines`]: [long.length, long],
  [`functions over ${LONG_FUNCTION} lines`]: [functions.length, functions],
  'folders and features in a loop': [tied.length, tied],
};

console.log(`  lines of code: ${sum(sized(files))}, screens: ${screens}`);
const figures = JSON.parse(readFileSync(FIGURES, 'utf8'));
let over = 0;
for (const [name, [figure, parts]] of Object.entries(measured)) {
  const most = figures[name] ?? Number.POSITIVE_INFINITY;
  console.log(`${figure > most ? '✗' : '✓'} ${name}: ${figure} of at most ${most}`);
  if (figure <= most) continue;
  over += 1;
  for (const part of parts.slice(0, NAMED)) console.log(`    ${part.size}  ${part.name}`);
}
if (process.argv.includes('--write')) {
  const lowered = Object.entries(measured).map(([name, [figure]]) => [name, Math.min(figure, figures[name] ?? figure)]);
  writeFileSync(FIGURES, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
process.exitCode = over > 0 || files.length === 0 ? 1 : 0;
