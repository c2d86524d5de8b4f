/** What is exported and is no report: the list of loans, and the four models of Export CSV (specification 2.8 and 5). */
import {
  col,
  type FormatKind,
  REPORT_COLUMNS,
  REPORT_KINDS,
  type ReportColumn,
  type ReportKind,
  sorted,
} from './report-kinds';

/** The list of loans as a file. It has filters of its own, and its screen is no report. */
export const LOAN_COLUMNS = [
  col('loanNumber'),
  col('borrower'),
  col('client'),
  col('portfolio'),
  col('product'),
  col('state', 'word'),
  col('bucket'),
  col('dpd', 'number'),
  col('overduePaise', 'money'),
  col('posPaise', 'money'),
  col('tosPaise', 'money'),
  col('emiPaise', 'money'),
  col('city'),
  col('pincode'),
  col('heldBy'),
  col('lastLabel'),
  col('lastAt', 'when'),
  col('ptpOn', 'day'),
  col('ptpPaise', 'money'),
  col('attempts', 'number'),
] as const;
export type LoanColumnId = (typeof LOAN_COLUMNS)[number]['id'];

/** By the value that Export CSV gives a model. The days of each: of being taken in, of the call, of the work, of the month. */
export const MODEL_COLUMNS = {
  loan: [sorted('enteredOn', 'day'), ...LOAN_COLUMNS],
  callDisposition: REPORT_COLUMNS.calls,
  dataInsight: [
    sorted('loanNumber'),
    col('borrower'),
    col('client'),
    col('portfolio'),
    col('product'),
    col('bucket'),
    col('dpd', 'number'),
    col('posPaise', 'money'),
    col('city'),
    col('pincode'),
    col('vintage', 'number'),
    col('calls', 'number'),
    col('visits', 'number'),
    col('rpc', 'number'),
    col('reached', 'number'),
    col('reachedAt', 'when'),
    col('bestHour'),
    col('bounce'),
  ],
  target: [
    sorted('month', 'day'),
    col('scope', 'word'),
    col('name'),
    col('role', 'word'),
    col('portfolio'),
    col('bucket'),
    col('metric', 'word'),
    col('targetPaise', 'money'),
    col('target', 'number'),
    col('by'),
    col('setAt', 'when'),
  ],
} as const satisfies Record<string, readonly ReportColumn[]>;
export type ModelKind = keyof typeof MODEL_COLUMNS;
export type ModelColumnId<K extends ModelKind> = (typeof MODEL_COLUMNS)[K][number]['id'];
export const MODEL_KINDS = ['loan', 'callDisposition', 'dataInsight', 'target'] as const satisfies ModelKind[];
export const isModel = (kind: string): kind is ModelKind => kind in MODEL_COLUMNS;

/** What is answered by a source of its own. */
export type SourceKind = ReportKind | ModelKind;
/** Whatever may be asked for as a file. */
export const EXPORT_KINDS = [...REPORT_KINDS, 'loans', ...MODEL_KINDS] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const columnsOf = (kind: ExportKind): readonly ReportColumn[] =>
  kind === 'loans' ? LOAN_COLUMNS : isModel(kind) ? MODEL_COLUMNS[kind] : REPORT_COLUMNS[kind];

/** Rows that `activity/get-export` lists; more become a file by a job. */
export const MOST_LISTED = 5000;

const FIRST_COLUMNS = 8;
const FIRST_OF_FORMAT: Partial<Record<FormatKind, readonly string[]>> = {
  calls: ['loanNumber', 'borrower', 'at', 'agent', 'codeLabel', 'ptpOn', 'ptpPaise', 'remarks'],
  visits: ['loanNumber', 'borrower', 'at', 'agent', 'codeLabel', 'collectedPaise', 'remarks'],
  best: ['loanNumber', 'borrower', 'posPaise', 'codeLabel', 'at', 'attempts'],
};
/** What a client's format begins with. */
export const firstColumns = (kind: FormatKind): { id: string; label: string }[] =>
  (
    FIRST_OF_FORMAT[kind] ??
    columnsOf(kind)
      .slice(0, FIRST_COLUMNS)
      .map(({ id }) => id)
  ).flatMap((wanted) => {
    const column = columnsOf(kind).find(({ id }) => id === wanted);
    return column ? [{ id: column.id, label: column.label }] : [];
  });
