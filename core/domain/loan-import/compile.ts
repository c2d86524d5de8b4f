/** A mapping made into one function that reads a row: no schema, no allocation that a right row does not need. */
import type * as z from 'zod/mini';
import type { cellProblemSchema } from '../../contract/loan-imports';
import { bucketOf } from '../buckets';
import { REQUIRED } from '../validators';
import { type FieldId, type FileKind, LOAN_FIELDS, type LoanField, loanField, STANDING_FIELDS } from './fields';
import { headerKey } from './header-key';
import type { LoanMapping, MappedColumn } from './mapping';
import { readerOf } from './read-field';
import {
  furtherOf,
  type More,
  NO_PLACE_FOR_ADDRESS,
  placeFurther,
  SEVERAL_ADDRESSES,
  type Several,
  severalAddresses,
} from './several';
import { WHOM } from './suppression-fields';
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
  /** Of fields that a row may name more than once, the values behind the first. */
  more?: More;
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

interface Part {
  at: number;
  header: string;
  text?: (cell: string) => string;
}

interface Target {
  field: LoanField;
  id: FieldId;
  first: Part;
  /** The first and those that are joined to it. */
  parts: Part[];
  read: (cell: string) => Read;
  required: boolean;
  isAddress: boolean;
}

const FORMULA = new Refused('formula', 'Looks like a formula: write the value itself');
const SHEET_ERROR = new Refused('sheet-error', 'The spreadsheet shows an error in this cell');
const ROUNDED = 'The workbook keeps 15 digits of a number: format the column as text and compare with the source';
const trimmed = (cell = ''): string => {
  // Nearly no cell begins or ends with a blank, or with a sign beyond Latin that might be one.
  const first = cell.charCodeAt(0);
  const last = cell.charCodeAt(cell.length - 1);
  return first > 32 && first < 127 && last > 32 && last < 127 ? cell : cell.trim();
};

/** The cells of a field that several columns make up. */
function joined({ field, parts }: Target, first: string, cells: readonly string[]): string {
  let whole = isNothing(first) ? '' : first;
  for (const { at, text } of parts.slice(1)) {
    let next = trimmed(cells[at]);
    if (text && next !== '') next = text(next);
    if (!isNothing(next)) whole = whole === '' ? next : whole + field.join + next;
  }
  return whole;
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
    targets.set(field.id, {
      field,
      id: field.id,
      first: part,
      parts: [part],
      read: readerOf(field, prepared),
      required,
      isAddress: /^address\d\.line$/.test(field.id),
    });
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
 * nothing between rows, so doubled loan numbers are the caller's to find. `later`: what the caller writes into the values, null until
 * then.
 */
export function compileMapping(
  mapping: LoanMapping,
  columns: readonly string[],
  later: readonly FieldId[] = [],
): (row: RowOfTable) => ReadRow {
  const targets = targetsOf(mapping, columns);
  const fixed = fixedValues(mapping, targets);
  // One of them has to say how far a new loan is past due, unless the mapping says it for all.
  const named = mapping.policy.fresh === 'insert' && !fixed.some(([id]) => isStanding(id));
  const standingTargets = named ? targets.filter(({ id }) => isStanding(id)) : [];
  const standing = standingTargets.map(({ id }) => id);
  const standingHeader = standingTargets[0]?.first.header ?? '';
  const width = columns.length;
  // Copied for each row: one that grows field by field takes several times as long, and leaves a hidden class of its own behind.
  const empty = [...later, ...targets.map(({ id }) => id)].map((id) => [id, null] as const);
  const blank: LoanValues = Object.fromEntries([...empty, ...fixed]);

  return (row) => {
    const { line, cells, rounded } = row;
    const values: LoanValues = { ...blank };
    const problems: CellProblem[] = [];
    let several: Several[] | undefined;
    for (const target of targets) {
      const { id, first, required } = target;
      let cell = trimmed(cells[first.at]);
      if (first.text && cell !== '') cell = first.text(cell);
      if (target.parts.length > 1) cell = joined(target, cell, cells);
      const addresses = target.isAddress ? severalAddresses(cell) : undefined;
      if (addresses) {
        const [nearest = '', ...further] = addresses;
        const about = { kind: SEVERAL_ADDRESSES, message: NO_PLACE_FOR_ADDRESS };
        several = [...(several ?? []), { id, header: first.header, cell, ...about, further }];
        cell = nearest;
      }
      const read = isNothing(cell) ? null : readCell(cell, target);
      let value: Value;
      if (typeof read !== 'object' || read === null) value = read;
      else {
        const warning = read instanceof Doubtful;
        value = warning ? read.value : null;
        const further = furtherOf(read.kind, cell);
        if (further)
          several = [
            ...(several ?? []),
            { id, header: first.header, cell, kind: read.kind, message: read.message, further },
          ];
        else problems.push(problemOf(line, first.header, cell, read.kind, read.message, warning));
        if (!warning) continue;
      }
      if (value !== null) values[id] = value;
      else if (required) problems.push(problemOf(line, first.header, cell, 'required', REQUIRED, false));
      if (rounded !== undefined && wantsDigits(target) && rounded.includes(first.at))
        problems.push(problemOf(line, first.header, cell, 'rounded', ROUNDED, true));
    }
    const more: More = {};
    for (const one of several ?? [])
      if (!placeFurther(values, more, one))
        problems.push(problemOf(line, one.header, one.cell, one.kind, one.message, true));
    if (cells.length !== width) problems.push(raggedProblem(row, width));
    if (typeof values.dpd === 'number' && typeof values.bucket === 'string' && bucketOf(values.dpd) !== values.bucket)
      problems.push(
        problemOf(line, '', values.bucket, 'bucket-differs', bucketDiffers(values.dpd, values.bucket), true),
      );
    if (standing.length > 0 && standing.every((id) => values[id] === null) && problems.every(({ warning }) => warning))
      problems.push(problemOf(line, standingHeader, '', 'required', REQUIRED, false));
    const refused = problems.length > 0 && problems.some(({ warning }) => !warning);
    return several ? { values, problems, refused, more } : { values, problems, refused };
  };
}

const isStanding = (id: string) => (STANDING_FIELDS as readonly string[]).includes(id);
const wantsDigits = ({ field: { type } }: Target) => type === 'key' || type === 'mobile';
const bucketDiffers = (dpd: number, bucket: string) =>
  `The bucket says ${bucket}, a DPD of ${dpd} is ${bucketOf(dpd)}; the DPD counts`;

function problemOf(
  line: number,
  column: string,
  cell: string,
  kind: string,
  message: string,
  warning: boolean,
): CellProblem {
  const value = cell.length > 80 ? `${cell.slice(0, 79)}…` : cell;
  return { line, column, value, kind, message, warning };
}

/** Cells that are missing may be a spreadsheet's economy; cells too many have moved the others. */
function raggedProblem({ line, cells }: RowOfTable, width: number): CellProblem {
  const has = `The row has ${cells.length} cells, the header ${width}`;
  return cells.length > width
    ? problemOf(line, '', cells[width] ?? '', 'ragged', `${has}; a cell may need quotes`, false)
    : problemOf(line, '', '', 'ragged', `${has}; the others are taken as empty`, true);
}

/** What is no formula and no error of a spreadsheet, read as the field's type. */
function readCell(cell: string, { read }: Target): Read {
  const sign = cell.charCodeAt(0);
  if (sign === 35 && isSheetError(cell)) return SHEET_ERROR;
  // Our own files lead what a spreadsheet would run by an apostrophe.
  if (sign === 39 && /^'[=+\-@]/.test(cell)) return read(cell.slice(1));
  if (sign !== 61 && sign !== 64) return read(cell);
  // `="0012"`, by which people keep a spreadsheet from touching a number, is the text in it.
  const wrapped = /^="([^"]*)"$/.exec(cell);
  if (!wrapped) return FORMULA;
  const text = (wrapped[1] ?? '').trim();
  return isNothing(text) ? null : read(text);
}

/** What is wrong with a mapping before any row is read. `field` is a field's id where it is about one. */
export interface MappingProblem {
  kind: 'missing-field' | 'missing-standing' | 'twice' | 'missing-column' | 'unknown-field' | 'fixed-value';
  field: string | null;
  header: string | null;
  message: string;
}

/** Empty when the mapping can be used for a file with these columns. */
export function mappingProblems(
  mapping: LoanMapping,
  columns: readonly string[],
  kind: FileKind = 'loans',
): MappingProblem[] {
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
  if (kind === 'suppressions') {
    if (!Object.values(WHOM).some((id) => seen.has(id)))
      problems.push({
        kind: 'missing-field',
        field: WHOM.loan,
        header: null,
        message: 'No column says who is not contacted: a loan number, phone number, PAN or e-mail',
      });
    return problems;
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
