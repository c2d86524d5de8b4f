/** Starts the long files first: a long one that begins last leaves the other core idle. */
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size lets expect; the first of them starts first. */
const LONG = [
  'tests/integration/schedule-reports.test.ts',
  'tests/integration/matrix.test.ts',
  'tests/integration/locking.test.ts',
  'tests/integration/http.test.ts',
  'src/features/field/field.test.tsx',
  'src/features/telecaller/telecaller.test.tsx',
  'src/offline/by-itself.test.ts',
];

const rank = (moduleId: string): number => {
  const at = LONG.findIndex((name) => moduleId.endsWith(name));
  return at === -1 ? LONG.length : at;
};

export class LongestFirst extends BaseSequencer {
  /** By project, as the runner shares a worker only within one; then those of `LONG`, then by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const size = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]));
    return files.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) ||
        rank(a.moduleId) - rank(b.moduleId) ||
        (size.get(b.moduleId) ?? 0) - (size.get(a.moduleId) ?? 0),
    );
  }
}
