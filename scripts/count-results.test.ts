import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countResults, type FileResult, withSecondTry } from './count-results.mjs';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Files as vitest reports them; the report is its own, so that another vitest with another report is noticed. */
const FILES = {
  'mixed.test.ts': `import { expect, it } from 'vitest';
    it('passes', () => expect(1).toBe(1));
    it('fails', () => expect(1).toBe(2));
    it.skip('is skipped', () => expect(1).toBe(2));`,
  'unloadable.test.ts': `import './nowhere';`,
  'good.test.ts': `import { it } from 'vitest'; it('passes', () => {}); it.todo('is to come');`,
};

describe('what a run comes to', () => {
  let folder: string;
  let results: FileResult[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'recoup-count-'));
    symlinkSync(modules, join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const report = join(folder, 'report.json');
    const { status } = spawnSync(
      process.execPath,
      [join(modules, 'vitest/vitest.mjs'), 'run', '--root', folder, '--reporter=json', `--outputFile.json=${report}`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    results = (JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] }).testResults;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const of = (name: string) => results.filter((file) => file.name.endsWith(`/${name}`));

  it.each([
    ['mixed.test.ts', { passed: 1, failed: 1, skipped: 1 }],
    ['unloadable.test.ts', { passed: 0, failed: 1, skipped: 0 }],
    ['good.test.ts', { passed: 1, failed: 0, skipped: 1 }],
  ])('%s', (name, sums) => {
    expect(of(name)).toHaveLength(1);
    expect(countResults(of(name))).toEqual(sums);
  });

  it('is the sum of its files', () => {
    expect(results).toHaveLength(3);
    expect(countResults(results)).toEqual({ passed: 2, failed: 2, skipped: 2 });
  });
});

describe('the second try of files that failed', () => {
  const file = (name: string, status: 'passed' | 'failed'): FileResult => ({
    name: `/recoup/${name}`,
    status,
    assertionResults: [{ status }],
  });
  const [late, lost, good] = ['tests/e2e/late.e2e.ts', 'tests/faults/chaos/chaos.e2e.ts', 'tests/e2e/good.e2e.ts'];
  const twice = (first: FileResult[], then: 'passed' | 'failed') => {
    const asked: string[] = [];
    const again = async (names: string[]) => {
      asked.push(...names);
      return names.map((name) => ({ name, status: then, assertionResults: [{ status: then }] }));
    };
    return withSecondTry(first, again).then((tried) => ({ ...tried, asked, sums: countResults(tried.results) }));
  };

  it('counts in place of the first, and what passes only then is unstable', async () => {
    const first = [file(late, 'failed'), file(good, 'passed')];
    const names = [`/recoup/${late}`];
    expect(await twice(first, 'passed')).toMatchObject({
      asked: names,
      unstable: names,
      sums: { passed: 2, failed: 0 },
    });
    expect(await twice(first, 'failed')).toMatchObject({ asked: names, unstable: [], sums: { passed: 1, failed: 1 } });
  });

  it.each(['chaos/chaos', 'crash/crash', 'sim/sample'])(
    'is not for tests/faults/%s: its finding stands',
    async (at) => {
      const found = file(`tests/faults/${at}.e2e.ts`, 'failed');
      const alone = await twice([found, file(good, 'passed')], 'passed');
      expect(alone).toMatchObject({ asked: [], unstable: [], sums: { passed: 1, failed: 1 } });
      const beside = await twice([found, file(late, 'failed')], 'passed');
      expect(beside).toMatchObject({ asked: [`/recoup/${late}`], sums: { passed: 1, failed: 1 } });
      expect(beside.results).toContainEqual(found);
    },
  );

  it('of a file that the second run does not report leaves its failure', async () => {
    const { results, unstable } = await withSecondTry([file(late, 'failed'), file(lost, 'passed')], async () => []);
    expect(countResults(results)).toMatchObject({ passed: 1, failed: 1 });
    expect(unstable).toEqual([]);
  });
});
