import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A small checkout with the given files besides a real core; answers what the check says about it. */
function check(files: Record<string, string>, minimum = 3): { code: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-rules-'));
  folders.push(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'core'), join(folder, 'core'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const script = join(root, 'scripts/import-rules.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder, String(minimum)], {
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

const imports = (path: string) => `import '${path}';\n`;
const nothing = 'export const nothing = null;\n';

describe('the import rules', () => {
  it('pass a checkout that keeps them', () => {
    const { code, said } = check({
      'src/features/field/index.ts': imports('../../../core/domain/money'),
      'src/features/desk/index.ts': imports('../field'),
      'sw/index.ts': imports('../src/offline/queue'),
      'src/offline/queue.ts': imports('../../core/domain/ids'),
    });
    expect(said).toContain('0 violations');
    expect(code).toBe(0);
  });

  /** Each breaks one rule, all planted in one checkout. */
  const planted: [rule: string, from: string, imported: string][] = [
    ['core-alone', 'core/domain/planted-1.ts', '../../src/ui/plain'],
    ['core-without-packages', 'core/domain/planted-2.ts', 'node:fs'],
    ['core-without-packages', 'core/domain/planted-3.ts', 'react'],
    ['features-through-index', 'src/features/a/x.ts', '../b/inside'],
    ['app-is-above', 'src/features/a/y.tsx', '../../app/shell'],
    ['features-are-above', 'src/offline/x.ts', '../features/b/inside'],
    ['no-react-below', 'src/offline/y.ts', 'react'],
    ['worker-reaches', 'sw/x.ts', '../src/ui/plain'],
    ['worker-is-an-entry', 'src/offline/z.ts', '../../sw/index'],
    ['entries-are-not-imported', 'src/app/x.ts', '../main'],
    ['entries-are-not-imported', 'server/db/x.ts', '../../tests/support/plain'],
    ['server-alone', 'server/db/y.ts', '../../src/ui/plain'],
    ['client-alone', 'src/ui/x.ts', '../../server/platform/plain'],
    ['ground', 'server/db/z.ts', '../modules/b'],
    ['http-below-modules', 'server/http/x.ts', '../modules/b'],
    ['modules-through-index', 'server/modules/a/x.ts', '../b/sql'],
    ['demo-is-optional', 'server/modules/a/y.ts', '../../demo'],
    ['start-is-above', 'server/http/y.ts', '../start/api'],
    ['nothing-missing', 'src/ui/y.ts', './gone'],
  ];
  const targets =
    'src/ui/plain.ts src/app/shell.tsx src/main.tsx src/features/b/inside.ts src/features/b/index.ts sw/index.ts tests/support/plain.ts server/platform/plain.ts server/modules/b/index.ts server/modules/b/sql.ts server/demo/index.ts server/start/api.ts';
  let broken: { code: number | null; said: string };
  beforeAll(() => {
    broken = check({
      ...Object.fromEntries(targets.split(' ').map((path) => [path, nothing])),
      ...Object.fromEntries(planted.map(([, from, imported]) => [from, imports(imported)])),
      'src/ui/cycle-a.tsx': "import type { Y } from './cycle-b';\nexport const x = (y: Y) => <b>{y}</b>;\n",
      'src/ui/cycle-b.ts': "import type { x } from './cycle-a';\nexport type Y = typeof x | string;\n",
    });
  });

  it('fail a checkout that breaks them', () => expect(broken.code).toBe(1));

  it.each(planted)('%s: %s', (rule, from) => expect(broken.said).toContain(`${rule}: ${from} → `));

  it('see a loop that only types close', () => expect(broken.said).toContain('no-cycles: src/ui/cycle-'));

  it('fail when hardly anything was read', () => {
    const { code, said } = check({}, 5000);
    expect(said).toContain('are expected');
    expect(code).toBe(1);
  });
});
