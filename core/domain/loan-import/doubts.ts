/** What a person should look at before a file is loaded, though nothing is missing by the letter. */
import type { TableLook } from '../../contract/loan-imports';
import { type FileKind, STANDING_FIELDS } from './fields';
import { headerWords } from './header-words';
import type { LoanMapping } from './mapping';
import { dayOfCell, isNothing, Refused } from './values';

/**
 * `no-dues`: loans past due would come in with nothing overdue · `left-out`: a column of amounts or days that nobody mapped ·
 * `ruined`: a column that nobody mapped, whose numbers a spreadsheet has shortened, with the lines that show it.
 */
export type MappingDoubt =
  | { kind: 'no-dues' }
  | { kind: 'left-out'; header: string; what: 'amounts' | 'days' }
  | { kind: 'ruined'; header: string; lines: number[] };

/** Fields that say what is due. */
const DUES = ['overdue', 'principalOverdue', 'interestOverdue'] as const;

const SHORTENED = /^\d(?:\.\d+)?E\+?\d+$/i;
const AMOUNT = /^(?:₹|rs\.?|inr)?\s*-?\d[\d,]*\.\d{1,2}$|^(?:₹|rs\.?|inr)?\s*-?\d{1,3}(?:,\d{2,3})+(?:\.\d+)?$/i;
const AMOUNT_WORDS = new Set([
  'amount',
  'balance',
  'outstanding',
  'overdue',
  'due',
  'dues',
  'emi',
  'charges',
  'arrears',
]);
const WHOLE = /^-?\d+$/;

const most = (cells: readonly string[], fits: (cell: string) => boolean) =>
  cells.length >= 2 && cells.filter(fits).length >= 0.8 * cells.length;
const isDay = (cell: string) => !WHOLE.test(cell) && !(dayOfCell(cell) instanceof Refused);

/** Whether loans that are past due would say nothing of what is due. */
function saysNoDues({ columns, fixed, policy }: LoanMapping): boolean {
  const given = new Set<string>([...Object.keys(fixed), ...columns.flatMap(({ field }) => field ?? [])]);
  return policy.fresh === 'insert' && STANDING_FIELDS.some((id) => given.has(id)) && !DUES.some((id) => given.has(id));
}

/** In the order of the file's columns; what is about no column comes first. */
export function mappingDoubts(mapping: LoanMapping, look: TableLook, kind: FileKind = 'loans'): MappingDoubt[] {
  if (kind === 'suppressions') return [];
  const doubts: MappingDoubt[] = saysNoDues(mapping) ? [{ kind: 'no-dues' }] : [];
  for (const [at, header] of look.columns.entries()) {
    if (mapping.columns[at]?.field !== null) continue;
    const shown = look.samples.map((row, line) => ({ cell: (row[at] ?? '').trim(), line: look.lines[line] ?? 0 }));
    const ruined = shown.filter(({ cell }) => SHORTENED.test(cell));
    const cells = shown.map(({ cell }) => cell).filter((cell) => !isNothing(cell));
    const named = headerWords(header).some((word) => AMOUNT_WORDS.has(word));
    if (ruined.length > 0) doubts.push({ kind: 'ruined', header, lines: ruined.map(({ line }) => line) });
    else if (most(cells, isDay)) doubts.push({ kind: 'left-out', header, what: 'days' });
    else if (most(cells, (cell) => AMOUNT.test(cell) || (named && WHOLE.test(cell))))
      doubts.push({ kind: 'left-out', header, what: 'amounts' });
  }
  return doubts;
}
