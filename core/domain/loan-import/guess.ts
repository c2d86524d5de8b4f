/** A first mapping for a file: from its headers, its first values, and what was chosen for this client the last time. */
import type { TableLook } from '../../contract/loan-imports';
import { LOAN_FIELDS } from './fields';
import type { LoanMapping } from './mapping';
import { headerKey } from './synonyms';

const BY_HEADER = new Map<string, string>();
for (const { id, label, synonyms } of LOAN_FIELDS)
  for (const word of [id, label, ...synonyms]) if (!BY_HEADER.has(headerKey(word))) BY_HEADER.set(headerKey(word), id);

/** Whether a text is one of the headers that lenders use. */
export const isKnownHeader = (text: string): boolean => BY_HEADER.has(headerKey(text));

export function guessMapping(look: TableLook, last?: LoanMapping): LoanMapping {
  const chosen = new Map(last?.columns.map((column) => [headerKey(column.header), column]));
  return {
    layout: look.layout,
    columns: look.columns.map((header) => {
      const before = chosen.get(headerKey(header));
      return before ? { ...before, header } : { header, field: BY_HEADER.get(headerKey(header)) ?? null };
    }),
    fixed: last?.fixed ?? {},
    policy: last?.policy ?? { fresh: 'insert', known: 'update' },
  };
}

/** Columns of the last mapping that the file lacks, with the one that probably is meant. */
export function driftOf(
  last: LoanMapping,
  columns: readonly string[],
): { expected: string; proposed: string | null }[] {
  const there = new Set(columns.map(headerKey));
  return last.columns
    .filter(({ header, field }) => field !== null && !there.has(headerKey(header)))
    .map(({ header }) => ({ expected: header, proposed: null }));
}
