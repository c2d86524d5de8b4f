/** What can be wrong in a row, made on purpose: each way is tried against the reading, and only those that it refuses are used. */
import type { LoanField, RowOfTable } from '../loan-import';
import type { Cell } from './layout';

export interface Fault {
  kind: string;
  /** Cells of a right row with what is wrong in them; `earlier` is the loan number of a row before. */
  spoil: (cells: readonly Cell[], earlier: string) => Cell[];
}

type Fits = (field: LoanField) => boolean;
const ofType =
  (...types: LoanField['type'][]): Fits =>
  ({ type }) =>
    types.includes(type);
const any: Fits = () => true;

/** In the order in which rows get them. */
const CELLS: readonly (readonly [kind: string, fits: Fits, cell: (field: LoanField) => Cell])[] = [
  ['date', ofType('day'), () => '31/02/2026'],
  ['money', ofType('money'), () => '12,5'],
  ['negative', ofType('money'), () => '-500'],
  ['mobile', ofType('mobile'), () => '12345'],
  ['required', ({ required }) => required === true, () => null],
  ['pincode', ofType('pincode'), () => '4110'],
  ['bucket', ofType('bucket'), () => 'soon'],
  ['whole', ofType('whole'), () => 'ten'],
  ['range', ofType('whole', 'percent'), () => 99_999],
  ['percent', ofType('percent'), () => 'high'],
  ['yes-no', ofType('yesNo'), () => 'maybe'],
  ['mangled', ofType('mobile'), () => '9.88E+09'],
  ['mangled', ofType('key'), () => '1.23457E+15'],
  ['mangled', ofType('bucket'), () => '30-Jan'],
  ['email', ofType('email'), () => 'asha.example'],
  ['pan', ofType('pan'), () => 'ABC123'],
  ['gst', ofType('gst'), () => '99ABC'],
  ['cibil', ofType('cibil'), () => 1200],
  ['language', ofType('language'), () => 'Klingon'],
  ['loan-status', ofType('loanState'), () => 'unsure'],
  ['special-character', ofType('plainName'), () => 'A@B'],
  ['length', ofType('text', 'key', 'plainName'), ({ max = 200 }) => 'x'.repeat(max + 1)],
  // With a blank before it, because what we write leads a formula by a sign that says it is none.
  ['formula', any, () => ' =A1+B1'],
  ['sheet-error', any, () => '#REF!'],
];

/** By what the tenant has: these the reading of a row alone does not find. */
const BY_BOOK: readonly (readonly [kind: string, field: string, cell: Cell])[] = [
  ['other-client', 'client', 'Another Lender Ltd'],
  ['unknown-portfolio', 'portfolio', 'No such portfolio'],
];

/**
 * The faults that this layout can have, by kind: of each the ways that are really refused as that. `columns` are the fields of the columns,
 * undefined where one holds none; `read` reads cells as the import does.
 */
export function faultsOf(
  columns: readonly (LoanField | undefined)[],
  right: readonly Cell[],
  read: (row: RowOfTable) => { problems: { kind: string; warning: boolean }[] },
): Map<string, Fault[]> {
  const found = new Map<string, Fault[]>();
  const add = (fault: Fault) => found.set(fault.kind, [...(found.get(fault.kind) ?? []), fault]);
  const isRefused = ({ kind, spoil }: Fault) =>
    read({ line: 2, cells: spoil(right, '').map((cell) => String(cell ?? '')) }).problems.some(
      (problem) => problem.kind === kind && !problem.warning,
    );
  const putAt = (kind: string, at: number, cell: Cell): Fault => ({
    kind,
    spoil: (cells) => cells.with(at, cell),
  });
  for (const [kind, fits, cell] of CELLS)
    columns.forEach((field, at) => {
      if (!field || !fits(field)) return;
      const fault = putAt(kind, at, cell(field));
      if (isRefused(fault)) add(fault);
    });
  const ragged: Fault = { kind: 'ragged', spoil: (cells) => [...cells, 'one cell too many'] };
  if (isRefused(ragged)) add(ragged);
  const number = columns.findIndex((field) => field?.id === 'loanNumber');
  if (number >= 0) add({ kind: 'duplicate-in-file', spoil: (cells, earlier) => cells.with(number, earlier) });
  for (const [kind, id, cell] of BY_BOOK) {
    const at = columns.findIndex((field) => field?.id === id);
    if (at >= 0) add(putAt(kind, at, cell));
  }
  return found;
}
