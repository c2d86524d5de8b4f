/** Values written the way a lender's file has them: the inverse of the reading of core/domain/loan-import, checked by that reading. */
import { LANGUAGES } from '../languages';
import { type LoanField, type LoanMapping, loanField, type MappedColumn } from '../loan-import';
import { readerOf } from '../loan-import/read-field';
import { prepare } from '../loan-import/transforms';
import { Doubtful, Refused, type Value } from '../loan-import/values';

export type Cell = string | number | null;
type Writing = (value: string | number) => string;

/** The columns of a usual Indian lender, by the field each is. */
const USUAL: readonly (readonly [header: string, field: string])[] = [
  ['LAN', 'loanNumber'],
  ['Customer Name', 'borrowerName'],
  ['Product', 'product'],
  ['Batch No', 'batchNo'],
  ['Sanction Date', 'sanctionedOn'],
  ['Disbursal Date', 'disbursedOn'],
  ['Tenure', 'tenureMonths'],
  ['ROI', 'rate'],
  ['EMI', 'emi'],
  ['Due Day', 'dueDay'],
  ['DPD', 'dpd'],
  ['Bucket', 'bucket'],
  ['POS', 'pos'],
  ['TOS', 'tos'],
  ['Overdue Amount', 'overdue'],
  ['Principal Overdue', 'principalOverdue'],
  ['Interest Overdue', 'interestOverdue'],
  ['Penal Charges', 'penal'],
  ['Other Charges', 'charges'],
  ['Foreclosure Amount', 'foreclosureAmount'],
  ['Last Payment Date', 'lastPaymentOn'],
  ['Last Payment Amount', 'lastPayment'],
  ['NACH Status', 'nachStatus'],
  ['Bounce Reason', 'lastBounceReason'],
  ['Language', 'language'],
  ['DOB', 'bornOn'],
  ['Email', 'email'],
  ['PAN', 'pan'],
  ['CIBIL', 'cibil'],
  ['Employer', 'employer'],
  ['Mobile 1', 'phone1'],
  ['Mobile 2', 'phone2'],
  ['Address', 'address1.line'],
  ['City', 'address1.city'],
  ['Pincode', 'address1.pincode'],
  ['Address Type', 'address1.kind'],
  ['Reference 1 Name', 'person3.name'],
  ['Reference 1 Mobile', 'person3.phone'],
  ['Legal Case', 'legal'],
];
export const USUAL_LAYOUT: LoanMapping = {
  layout: { headerLine: 1 },
  columns: USUAL.map(([header, field]) => ({
    header,
    field,
    ...(loanField(field)?.type === 'day' && { transforms: [{ kind: 'dates' as const, order: 'dmy' as const }] }),
  })),
  fixed: {},
  policy: { fresh: 'insert', known: 'update' },
};

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** Where a column says no order, none that could be read two ways. */
const DAYS: readonly ((year: string, month: string, day: string) => string)[] = [
  (year, month, day) => `${day}/${month}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${day}-${MONTHS.slice(Number(month) * 3 - 3, Number(month) * 3)}-${year}`,
  (year, month, day) => `${year}-${month}-${day}`,
  (year, month, day) => `${year}${month}${day}`,
];

/** Paise as rupees in a unit of ten to the `power`, every digit kept. */
function rupees(paise: number, power: number): string {
  const digits = String(paise).padStart(power + 3, '0');
  const [whole, rest] = [digits.slice(0, -(power + 2)), digits.slice(-(power + 2)).replace(/0+$/, '')];
  return rest === '' ? whole : `${whole}.${rest.padEnd(2, '0')}`;
}

const LANGUAGE_NAMES = new Map<string, string>(LANGUAGES.map(({ code, name }) => [code, name]));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The writings of a field's values that lenders have, the best first. */
function writingsOf({ type }: LoanField, power: number): Writing[] {
  const plain: Writing = String;
  switch (type) {
    case 'money':
      return [
        (value) => rupees(Number(value), power),
        (value) => String(Math.round(Number(value) / 10 ** (power + 2))),
      ];
    case 'day':
      return DAYS.map((written) => (value) => {
        const [year = '', month = '', day = ''] = String(value).split('-');
        return written(year, month, day);
      });
    case 'yesNo':
      return [(value) => (value === 1 ? 'Yes' : 'No'), plain];
    case 'language':
      return [(value) => LANGUAGE_NAMES.get(String(value)) ?? String(value), plain];
    case 'loanState':
    case 'addressKind':
    case 'relation':
      return [(value) => capital(String(value)), plain];
    default:
      return [plain];
  }
}

export interface ColumnWriter {
  column: MappedColumn;
  /** Undefined for a column that is left out, one that a field has already, and one that takes no writing of its values. */
  field?: LoanField;
  write: (value: Value) => Cell;
}

const BLANK = (): Cell => null;

/**
 * A column's writing: the first by which the reading gives the value again for all of these, else the first that it takes without doubt.
 * Undefined where it takes none.
 */
function writerOf(column: MappedColumn, field: LoanField, values: readonly Value[]): ColumnWriter['write'] | undefined {
  const prepared = prepare(column.transforms);
  const read = readerOf(field, prepared);
  const tried = values.filter((value): value is string | number => value !== null);
  // A word of the file for a value of ours.
  const words = new Map(
    (column.transforms ?? []).flatMap((one) =>
      one.kind === 'replace' ? one.values.map(({ from, to }) => [to, from]) : [],
    ),
  );
  const plain = writingsOf(field, prepared.power);
  const all: Writing[] = [
    ...plain.map(
      (one): Writing =>
        (value) =>
          words.get(one(value)) ?? one(value),
    ),
    ...plain,
  ];
  const takes = (write: Writing, same: boolean) =>
    tried.every((value) => {
      const cell = write(value);
      const found = read(prepared.text ? prepared.text(cell) : cell);
      return !(found instanceof Refused || found instanceof Doubtful) && (!same || found === value);
    });
  const best = all.find((write) => takes(write, true)) ?? all.find((write) => takes(write, false));
  if (!best) return undefined;
  const numeric = !prepared.text && ['money', 'whole', 'percent', 'cibil'].includes(field.type);
  return (value) => (value === null ? null : numeric ? Number(best(value)) : best(value));
}

/** The part of a joined value that stands in the `nth` of several columns. */
function partOf(whole: string, join: string, nth: number, of: number): string | null {
  const parts = whole.split(join);
  return (nth === of - 1 ? parts.slice(nth).join(join) : parts[nth]) || null;
}

/** A writer for each column, in their order; `known` are made-up values of each field by which writings are tried. */
export function writersOf(mapping: LoanMapping, known: (field: string) => readonly Value[]): ColumnWriter[] {
  const columnsOf = new Map<string, number>();
  for (const { field } of mapping.columns) if (field) columnsOf.set(field, (columnsOf.get(field) ?? 0) + 1);
  const before = new Map<string, number>();
  return mapping.columns.map((column) => {
    const field = column.field === null ? undefined : loanField(column.field);
    if (!field) return { column, write: BLANK };
    const nth = before.get(field.id) ?? 0;
    before.set(field.id, nth + 1);
    const { join } = field;
    if (nth > 0 && !join) return { column, write: BLANK };
    const write = writerOf(column, field, known(field.id));
    if (!write) return { column, write: BLANK };
    const of = columnsOf.get(field.id) ?? 1;
    if (!join || of === 1) return { column, field, write };
    return {
      column,
      field,
      write: (value) => (value === null ? null : partOf(String(write(value) ?? ''), join, nth, of)),
    };
  });
}
