import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const lines = (count: number) => 'x();\n'.repeat(count);
/** A house that keeps every figure. */
const HOUSE = {
  'src/routes/desk-routes.ts': "export const routes = [{ path: '/a' }, { path: '/b' }];\n",
  'src/features/a/page.tsx': `import '../b/page';\nexport const A = () => <RecordList />;\n${lines(8)}`,
  'src/features/b/page.tsx': `export const B = () => <RecordForm />;\n${lines(9)}`,
  'server/one.ts': `export function one() {\n${lines(118)}}\n`,
};
const FIGURES = {
  'lines of features a screen': 10,
  'lines of a list page, median': 10,
  'lines of a form, median': 10,
  'files over 500 lines': 0,
  'functions over 120 lines': 0,
  'folders and features in a loop': 0,
};

function measure(more: Record<string, string>, figures: object = FIGURES, ...flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-house-'));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...HOUSE, 'scripts/house.json': JSON.stringify(figures), ...more })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/house.mjs'), folder, ...flags], {
    encoding: 'utf8',
  });
  const kept = JSON.parse(readFileSync(join(folder, 'scripts/house.json'), 'utf8')) as object;
  return { status, said: stdout + stderr, kept };
}

it('a house within its figures passes, and tests and dictionaries do not count', () => {
  const { status, said } = measure({
    'src/features/a/page.test.tsx': lines(900),
    'src/i18n/hi/desk.ts': lines(900),
    // In a string, in a comment and in a type there is no function.
    'server/two.ts': `export const text = \`function f() {\n${lines(200)}}\`;\n`,
  });
  expect(said).not.toContain('✗');
  expect(status).toBe(0);
});

it.each<[string, Record<string, string>, string]>([
  [
    'a longer list page',
    { 'src/features/a/page.tsx': `${HOUSE['src/features/a/page.tsx']}x();\n` },
    '11  src/features/a/page.tsx',
  ],
  [
    'a longer form',
    { 'src/features/b/page.tsx': `${HOUSE['src/features/b/page.tsx']}x();\n` },
    '11  src/features/b/page.tsx',
  ],
  ['more lines a screen', { 'src/features/b/part.ts': lines(1) }, 'lines of features a screen: 11 of at most 10'],
  ['a long file', { 'core/long.ts': lines(501) }, '501  core/long.ts'],
  [
    'a long function',
    { 'server/one.ts': `// ₹\nexport const one = async () => {\n${lines(119)}};\n` },
    '121  server/one.ts:2',
  ],
  [
    'a loop of features',
    {
      'src/features/b/back.ts': "import '../a/page';\n",
      'src/features/b/page.tsx': 'export const B = () => <RecordForm />;\n',
    },
    'src/features/a',
  ],
])('%s is named', (_, more, named) => {
  const { status, said } = measure(more);
  expect(said).toContain(named);
  expect(status).toBe(1);
});

it('takes over what became smaller, and nothing that grew', () => {
  const { kept } = measure({ 'core/long.ts': lines(501) }, { ...FIGURES, 'lines of a form, median': 30 }, '--write');
  expect(kept).toEqual(FIGURES);
});
