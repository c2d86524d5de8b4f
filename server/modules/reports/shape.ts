/** How rows become a file: the report's own way, or a client's format. */
import { columnsOf, type ExportKind } from '../../../core/domain/export-kinds';
import type { AmountStyle, DayStyle, ReportColumn, ReportKind } from '../../../core/domain/report-kinds';

/** Specification 9: days of an exported report. */
export const FILE_DAYS = 'DD-MM-YYYY';

/** What a client's format makes of a report. */
export interface Shape<K extends ExportKind = ReportKind> {
  kind: K;
  columns: readonly ReportColumn[];
  dayStyle: DayStyle;
  /** Only loans of this client. */
  clientId: string | null;
  /** The file's, and the audit's subject. */
  name: string;
  /** The workbook's first sheet. */
  sheet: string;
  /** A workbook's numbers stay numbers either way. */
  amounts: AmountStyle | 'lakh in workbooks';
}
export const plainShape = <K extends ExportKind>(kind: K): Shape<K> => ({
  kind,
  // A screen shows 16:26, a file the 986 that can be added up: its heading says of what. A client's own headings stay as they were given.
  columns: columnsOf(kind).map((one) => (one.type === 'seconds' ? { ...one, label: `${one.label} in seconds` } : one)),
  dayStyle: FILE_DAYS,
  clientId: null,
  name: kind,
  sheet: kind,
  // Whoever opens a workbook reads amounts, and programs read a CSV.
  amounts: 'lakh in workbooks',
});
