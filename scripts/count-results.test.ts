import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countResults, databasesLine, durations, type FileResult } from './count-results.mjs';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const reporter = fileURLToPath(new URL('outside-errors.mjs', import.meta.url));

/** Files as vitest reports them; the report is its own, so that another vitest with another report is noticed. */
const FILES = {
  'mixed.test.ts': `import { expect, it } from 'vitest';
    it('passes', () => expect(1).toBe(1));
    it('fails', () => expect(1).toBe(2));
    it.skip('is skipped', () => expect(1).toBe(2));`,
  'unloadable.test.ts': `import './nowhere';`,
  'good.test.ts': `import { it } from 'vitest'; it('passes', () => {}); it.todo('is to come');`,
  'stray.test.ts': `import { it } from 'vitest'; it('passes', () => { Promise.reject(new Error('nobody waits for me')); });`,
  'embedded.test.ts': `import { it } from 'vitest';
    it('asks', ({ task }) => { task.meta.engine = { name: 'pglite', version: '17.9' }; });`,
  'server.test.ts': `import { it } from 'vitest';
    it('asks', ({ task }) => { task.meta.engine = { name: 'postgres', version: '15.99 (Made Up)' }; });`,
};

describe('what a run comes to', () => {
  let folder: string;
  let results: FileResult[];
  let outside: { name?: string; message: string }[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'recoup-count-'));
    symlinkSync(modules, join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const report = join(folder, 'report.json');
    const { status } = spawnSync(
      process.execPath,
      [
        join(modules, 'vitest/vitest.mjs'),
        'run',
        ...['--root', folder, '--reporter=json', `--reporter=${reporter}`, `--outputFile.json=${report}`],
      ],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, OUTSIDE_ERRORS: join(folder, 'outside.json') } },
    );
    expect(status).toBe(1);
    results = (JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] }).testResults;
    outside = JSON.parse(readFileSync(join(folder, 'outside.json'), 'utf8')) as typeof outside;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const of = (name: string) => results.filter((file) => file.name.endsWith(`/${name}`));

  it.each([
    ['mixed.test.ts', { passed: 1, failed: 1, skipped: 1 }],
    ['unloadable.test.ts', { passed: 0, failed: 1, skipped: 0 }],
    ['good.test.ts', { passed: 1, failed: 0, skipped: 1 }],
    ['stray.test.ts', { passed: 1, failed: 0, skipped: 0 }],
  ])('%s', (name, sums) => {
    expect(of(name)).toHaveLength(1);
    expect(countResults(of(name))).toEqual(sums);
  });

  it('is the sum of its files', () => {
    expect(results).toHaveLength(6);
    expect(countResults(results)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('knows what broke outside any test, and in which file', () => {
    expect(outside).toEqual([
      { name: of('stray.test.ts')[0]?.name, message: expect.stringContaining('nobody waits for me') },
    ]);
  });

  it('names the databases that its tests asked, and says when PostgreSQL was missing', () => {
    expect(databasesLine(results)).toBe('Databases: PGlite (PostgreSQL 17.9) and PostgreSQL 15.99 (Made Up)');
    expect(databasesLine(of('embedded.test.ts'))).toMatch(
      /^PostgreSQL WAS MISSING: every test of a database ran on PGlite \(PostgreSQL 17\.9\) alone\. /,
    );
    expect(databasesLine(of('good.test.ts'))).toContain('PostgreSQL WAS MISSING');
    const failed = of('server.test.ts').map((file) => ({
      ...file,
      assertionResults: file.assertionResults.map((test) => ({ ...test, status: 'failed' })),
    }));
    expect(databasesLine(failed)).toContain('PostgreSQL WAS MISSING');
  });
});

describe('how long it took', () => {
  it('names the stages, their sum, and the twenty slowest files', () => {
    const files = Array.from({ length: 25 }, (_, at) => ({ name: `file-${at}.test.ts`, seconds: at }));
    const said = durations(
      [
        { name: 'unit', seconds: 59.94 },
        { name: 'e2e', seconds: 95 },
      ],
      files,
    ).split('\n');
    expect(said.slice(0, 4).map((line) => line.trim())).toEqual([
      'Stages',
      '59.9 s  unit',
      '1 min 35 s  e2e',
      '2 min 35 s  all',
    ]);
    expect(said.slice(4)).toHaveLength(21);
    expect(said[5]).toContain('file-24.test.ts');
  });
});
