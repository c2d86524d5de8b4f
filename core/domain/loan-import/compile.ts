/** A mapping made into one function that reads a row: no schema, no allocation that a right row does not need. */
import type * as z from 'zod/mini';
import type { cellProblemSchema } from '../../contract/loan-imports';
import { bucketOf } from '../buckets';
import { REQUIRED } from '../validators';
import { type FieldId, LOAN_FIELDS, type LoanField, loanField, STANDING_FIELDS } from './fields';
import type { LoanMapping, MappedColumn } from './mapping';
import { readerOf } from './read-field';
import { headerKey } from './synonyms';
import { prepare } from './transforms';
import { Doubtful, isNothing, isSheetError, type Read, Refused, type Value } from './values';

export type CellProblem = z.infer<typeof cellProblemSchema>;
export interface RowOfTable {
  /** In the file; the first line is 1. */
  line: number;
  cells: readonly string[];
  /** Columns whose number a workbook may have cut to 15 digits. */
  rounded?: readonly number[];
}
/** Units as in fields.ts. A field that no column or fixed value gives is absent; one whose cell is empty is null. */
export type LoanValues = Partial<Record<FieldId, Value>>;
export interface ReadRow {
  values: LoanValues;
  problems: CellProblem[];
  /** The row cannot be taken; warnings alone do not refuse it. */
  refused: boolean;
}

/** Where a mapped column stands among the columns of a file, -1 where the file has none of that name. */
export function columnOf({ header, nth = 0 }: MappedColumn, columns: readonly string[]): number {
  let before = nth;
  const exact = columns.findIndex((column) => column === header && before-- === 0);
  if (exact >= 0) return exact;
  const key = headerKey(header);
  before = nth;
  return key === '' ? -1 : columns.findIndex((column) => headerKey(column) === key && before-- === 0);
}

interface Target {
  field: LoanField;
  id: FieldId;
  parts: { at: number; header: string; text?: (cell: string) => string }[];
  read: (cell: string) => Read;
  /** Takes the file's word for it, else this. */
  required: boolean;
}

const FORMULA = new Refused('formula', 'Looks like a formula: write the value itself');
const SHEET_ERROR = new Refused('sheet-error', 'The spreadsheet shows an error in this cell');
const ROUNDED = 'The workbook keeps 15 digits of a number: format the column as text and compare with the source';
const shown = (cell: string) => (cell.length > 80 ? `${cell.slice(0, 79)}…` : cell);

/** `="0012"`, by which people keep a spreadsheet from touching a number, is the text in it; any other formula is refused. */
function withoutFormula(cell: string): string | Refused {
  const wrapped = /^="([^"]*)"$/.exec(cell);
  if (wrapped) return (wrapped[1] ?? '').trim();
  return FORMULA;
}

function targetsOf(mapping: LoanMapping, columns: readonly string[]): Target[] {
  const targets = new Map<FieldId, Target>();
  const addsLoans = mapping.policy.fresh === 'insert';
  for (const column of mapping.columns) {
    const field = column.field === null ? undefined : loanField(column.field);
    const at = field ? columnOf(column, columns) : -1;
    if (!field || at < 0) continue;
    const prepared = prepare(column.transforms);
    const part = { at, header: columns[at] ?? '', text: prepared.text };
    const target = targets.get(field.id);
    if (target) {
      if (field.join) target.parts.push(part);
      continue;
    }
    const required = field.id === 'loanNumber' || (addsLoans && field.required === true);
    targets.set(field.id, { field, id: field.id, parts: [part], read: readerOf(field, prepared), required });
  }
  return [...targets.values()];
}

/** Values of the mapping itself, read once; what cannot be read is a problem of the mapping (`mappingProblems`). */
function fixedValues(mapping: LoanMapping, targets: readonly Target[]): [FieldId, Value][] {
  return Object.entries(mapping.fixed).flatMap(([id, cell]): [FieldId, Value][] => {
    const field = loanField(id);
    if (!field || targets.some((target) => target.id === id) || cell.trim() === '') return [];
    const read = readerOf(field, { power: 0 })(cell.trim());
    if (read instanceof Refused) return [];
    return [[field.id, read instanceof Doubtful ? read.value : read]];
  });
}

/**
 * Throws never; a row that cannot be read says why in the words of section 5 where it has some. The returned function keeps
 * nothing between rows, so doubled loan numbers are the caller's to find.
 */
export function compileMapping(mapping: LoanMapping, columns: readonly string[]): (row: RowOfTable) => ReadRow {
  const targets = targetsOf(mapping, columns);
  const fixed = fixedValues(mapping, targets);
  const addsLoans = mapping.policy.fresh === 'insert';
  const standing = targets.filter(({ id }) => (STANDING_FIELDS as readonly string[]).includes(id));
  const hasStanding = fixed.some(([id]) => (STANDING_FIELDS as readonly string[]).includes(id));
  const width = columns.length;

  return (row) => {
    const { line, cells, rounded } = row;
    const values: LoanValues = {};
    const problems: CellProblem[] = [];
    let refused = false;
    const say = (kind: string, column: string, value: string, message: string, warning: boolean) => {
      problems.push({ line, column, value: shown(value), kind, message, warning });
      if (!warning) refused = true;
    };
    for (const [id, value] of fixed) values[id] = value;

    for (const target of targets) {
      const [first] = target.parts;
      if (!first) continue;
      let cell = (cells[first.at] ?? '').trim();
      if (first.text && cell !== '') cell = first.text(cell);
      for (let more = 1; more < target.parts.length; more++) {
        const part = target.parts[more];
        let next = part ? (cells[part.at] ?? '').trim() : '';
        if (part?.text && next !== '') next = part.text(next);
        if (!isNothing(next)) cell = isNothing(cell) ? next : cell + target.field.join + next;
      }
      let read: Read;
      const sign = cell.charCodeAt(0);
      if (isNothing(cell)) {
        values[target.id] = null;
        if (target.required) say('required', first.header, cell, REQUIRED, false);
        continue;
      }
      // = and @ begin a formula, # an error that one came to.
      if (sign === 61 || sign === 64) {
        const text = withoutFormula(cell);
        read = typeof text !== 'string' ? text : isNothing(text) ? null : target.read(text);
      } else if (sign === 35 && isSheetError(cell)) read = SHEET_ERROR;
      else read = target.read(cell);

      if (typeof read !== 'object' || read === null) {
        values[target.id] = read;
        if (read === null && target.required) say('required', first.header, cell, REQUIRED, false);
      } else if (read instanceof Refused) {
        values[target.id] = null;
        say(read.kind, first.header, cell, read.message, false);
      } else {
        values[target.id] = read.value;
        say(read.kind, first.header, cell, read.message, true);
        if (read.value === null && target.required) say('required', first.header, cell, REQUIRED, false);
      }
      if (rounded?.includes(first.at) && (target.field.type === 'key' || target.field.type === 'mobile'))
        say('rounded', first.header, cell, ROUNDED, true);
    }

    if (cells.length > width)
      say(
        'ragged',
        '',
        cells[width] ?? '',
        `The row has ${cells.length} cells, the header ${width}; a cell may need quotes`,
        false,
      );
    else if (cells.length < width)
      say('ragged', '', '', `The row has ${cells.length} of ${width} cells; the others are taken as empty`, true);
    const { dpd, bucket } = values;
    if (typeof dpd === 'number' && typeof bucket === 'string' && bucketOf(dpd) !== bucket)
      say(
        'bucket-differs',
        '',
        bucket,
        `The bucket says ${bucket}, a DPD of ${dpd} is ${bucketOf(dpd)}; the DPD counts`,
        true,
      );
    if (addsLoans && !hasStanding && standing.length > 0 && standing.every(({ id }) => values[id] === null) && !refused)
      say('required', standing[0]?.parts[0]?.header ?? '', '', REQUIRED, false);
    return { values, problems, refused };
  };
}

/** What is wrong with a mapping before any row is read. `field` is a field's id where it is about one. */
export interface MappingProblem {
  kind: 'missing-field' | 'missing-standing' | 'twice' | 'missing-column' | 'unknown-field' | 'fixed-value';
  field: string | null;
  header: string | null;
  message: string;
}

/** Empty when the mapping can be used for a file with these columns. */
export function mappingProblems(mapping: LoanMapping, columns: readonly string[]): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const seen = new Map<string, string>();
  for (const column of mapping.columns) {
    if (column.field === null) continue;
    const field = loanField(column.field);
    const about = { field: column.field, header: column.header };
    if (!field) {
      problems.push({ kind: 'unknown-field', ...about, message: `The field ${column.field} is not known` });
      continue;
    }
    if (columnOf(column, columns) < 0) {
      problems.push({ kind: 'missing-column', ...about, message: `The file has no column “${column.header}”` });
      continue;
    }
    const other = seen.get(field.id);
    if (other !== undefined && !field.join)
      problems.push({ kind: 'twice', ...about, message: `${field.label} is taken from “${other}” already` });
    seen.set(field.id, column.header);
  }
  for (const [id, cell] of Object.entries(mapping.fixed)) {
    const field = loanField(id);
    const read = field && cell.trim() !== '' ? readerOf(field, { power: 0 })(cell.trim()) : undefined;
    if (!field)
      problems.push({ kind: 'unknown-field', field: id, header: null, message: `The field ${id} is not known` });
    else if (read instanceof Refused)
      problems.push({ kind: 'fixed-value', field: id, header: null, message: `${field.label}: ${read.message}` });
    else if (read !== undefined) seen.set(id, '');
  }
  const addsLoans = mapping.policy.fresh === 'insert';
  for (const field of LOAN_FIELDS) {
    const needed = field.id === 'loanNumber' || (addsLoans && field.required === true);
    if (needed && !seen.has(field.id))
      problems.push({ kind: 'missing-field', field: field.id, header: null, message: `No column is ${field.label}` });
  }
  if (addsLoans && !STANDING_FIELDS.some((id) => seen.has(id)))
    problems.push({
      kind: 'missing-standing',
      field: 'dpd',
      header: null,
      message: 'No column is DPD, Bucket or Due since: one of them is needed',
    });
  return problems;
}
