/** What was found in a file so far, chunk by chunk. */
import type { Verification } from './repository';
import type { ChunkCounts, Staged } from './staging';

export const NO_VERIFICATION: Verification = {
  rows: 0,
  fresh: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  refused: 0,
  missing: 0,
  changedFields: [],
  problemKinds: [],
  problemRows: [],
};

const PROBLEM_ROWS = 100;

/** Adds a chunk to what was found so far. */
export function withChunk(
  found: Verification,
  counts: ChunkCounts,
  rows: readonly Pick<Staged, 'line' | 'cells' | 'problems'>[],
): Verification {
  const kinds = new Map(found.problemKinds.map((one) => [`${one.kind}\n${one.column}\n${one.warning}`, { ...one }]));
  const problemRows = [...found.problemRows];
  for (const { line, cells, problems } of rows) {
    if (!problems.length) continue;
    for (const { kind, column, warning, message } of problems) {
      const key = `${kind}\n${column}\n${warning}`;
      const one = kinds.get(key);
      if (one) one.rows += 1;
      else if (kinds.size < 500)
        kinds.set(key, { kind, column, warning, rows: 1, example: `Line ${line}: ${message}` });
    }
    // Long cells are cut: the page shows where the trouble is, and the error file has them whole.
    if (problemRows.length < PROBLEM_ROWS)
      problemRows.push({ line, cells: cells.map((cell) => cell.slice(0, 200)), problems });
  }
  const fields = new Map(found.changedFields.map(({ field, loans }) => [field, loans]));
  for (const [field, loans] of Object.entries(counts.fields))
    if (loans > 0) fields.set(field, (fields.get(field) ?? 0) + loans);
  return {
    ...found,
    rows: found.rows + counts.rows,
    fresh: found.fresh + counts.fresh,
    changed: found.changed + counts.changed,
    unchanged: found.unchanged + counts.unchanged,
    skipped: found.skipped + counts.skipped,
    refused: found.refused + counts.refused,
    missing: 0,
    alike: (found.alike ?? 0) + (counts.alike ?? 0),
    withoutDues: (found.withoutDues ?? 0) + (counts.withoutDues ?? 0),
    ...(counts.unseen && {
      unseen: {
        rows: (found.unseen?.rows ?? 0) + counts.unseen.rows,
        lines: found.unseen?.lines ?? counts.unseen.lines,
      },
    }),
    changedFields: [...fields].map(([field, loans]) => ({ field, loans })),
    problemKinds: [...kinds.values()],
    problemRows,
  };
}
