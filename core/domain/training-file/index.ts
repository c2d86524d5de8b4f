/** A made-up lender's file for training (/test/createfile): the same layout, seed, day and size give the same rows. */
import type { Day } from '../dates';
import { compileMapping, type LoanMapping, type LoanValues } from '../loan-import';
import type { Value } from '../loan-import/values';
import { Random } from '../random';
import { type Fault, faultsOf } from './faults';
import { type Cell, type ColumnWriter, writersOf } from './layout';
import { type Lender, madeUpLoan, numberPrefix } from './loans';

export { USUAL_LAYOUT } from './layout';
export type { Lender } from './loans';
export type TrainingCell = Cell;

/** Loans by which writings are tried: enough for days of every kind and each of the rarer fields. */
const TRIED = 200;

export interface TrainingFile {
  header: string[];
  /** Kinds of faults that this layout can have. */
  kinds: string[];
  /** Why a file in this layout could not be loaded, by column; empty where it can. */
  problems: { header: string; message: string }[];
  /** How many of so many rows are wrong. */
  wrongOf: (rows: number) => number;
  /** Below the header; each time the same. */
  rows: (count: number) => Generator<Cell[]>;
}

export function trainingFile(
  mapping: LoanMapping,
  { seed, asOf, wrongPercent, lender }: { seed: string; asOf: Day; wrongPercent: number; lender: Lender },
): TrainingFile {
  const prefix = numberPrefix(seed);
  const begin = () => {
    const random = new Random(`loans ${seed}`);
    return (at: number): LoanValues => madeUpLoan(random, at, prefix, asOf, lender);
  };
  const next = begin();
  const tried = Array.from({ length: TRIED }, (_, at) => next(at));
  const known = (field: string): Value[] => tried.map((loan) => (loan as Record<string, Value>)[field] ?? null);
  const writers = writersOf(mapping, known);
  const header = mapping.columns.map((column) => column.header);
  const cellsOf = (loan: LoanValues): Cell[] =>
    writers.map(({ field, write }) => (field ? write(loan[field.id] ?? null) : null));
  const read = compileMapping(mapping, header);
  const texts = (cells: readonly Cell[]) => cells.map((cell) => String(cell ?? ''));
  const problems = new Map<string, string>();
  for (const loan of tried)
    for (const { column, message, warning } of read({ line: 2, cells: texts(cellsOf(loan)) }).problems)
      if (!warning && !problems.has(column)) problems.set(column, message);
  const faults = faultsOf(
    writers.map((writer: ColumnWriter) => writer.field),
    cellsOf(tried[0] ?? {}),
    read,
  );
  const kinds = [...faults.keys()];
  const wrongOf = (rows: number) => (kinds.length === 0 ? 0 : Math.floor((rows * wrongPercent) / 100));
  const faultAt = (nth: number): Fault | undefined => {
    const ways = faults.get(kinds[nth % kinds.length] ?? '') ?? [];
    return ways[Math.floor(nth / kinds.length) % Math.max(1, ways.length)];
  };
  return {
    header,
    kinds,
    problems: [...problems].map(([column, message]) => ({ header: column, message })),
    wrongOf,
    *rows(count) {
      const loanAt = begin();
      const numberAt = writers.findIndex(({ field }) => field?.id === 'loanNumber');
      let earlier = '';
      for (let at = 0; at < count; at++) {
        const cells = cellsOf(loanAt(at));
        const number = String(cells[numberAt] ?? '');
        const nth = wrongOf(at);
        const isWrong = wrongOf(at + 1) > nth;
        yield isWrong ? (faultAt(nth)?.spoil(cells, earlier || number) ?? cells) : cells;
        if (!isWrong || earlier === '') earlier = number;
      }
    },
  };
}
