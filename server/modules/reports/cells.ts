/** Cells of a report as a file holds them. */
import { dayOf, formatTime } from '../../../core/domain/dates';
import { cellWord, type DayStyle, type ReportColumn, styledDay } from '../../../core/domain/report-kinds';
import type { WrittenCell } from '../../platform/tables';
import type { Shape } from './shape';

/** Times stand in `zone`, money in rupees. */
export interface CellStyle extends Pick<Shape, 'amounts'> {
  zone: string;
  dayStyle: DayStyle;
}
type Value = string | number | null | undefined;

const LAKH = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Money with two decimals; words as screens say them in English. */
export function cellText(column: ReportColumn, value: Value, { zone, dayStyle, amounts }: CellStyle): string {
  if (value === null || value === undefined) return '';
  switch (column.type) {
    case 'when':
      return `${styledDay(dayOf(value, zone), dayStyle)} ${formatTime(value, zone)}`;
    case 'day':
      return styledDay(String(value), dayStyle);
    case 'audio':
      return 'Yes';
    case 'money':
      return amounts === 'lakh' ? LAKH.format(Number(value) / 100) : (Number(value) / 100).toFixed(2);
    case 'word':
      return cellWord(column.id, String(value));
    default:
      return String(value);
  }
}

/** The same for a workbook, where what can be added up is a number: money in rupees, lengths of time in seconds. */
export function cellValue(column: ReportColumn, value: Value, style: CellStyle): WrittenCell {
  if (value === null || value === undefined) return '';
  if (column.type === 'money') return style.amounts === 'plain' ? Number(value) / 100 : { amount: Number(value) / 100 };
  if (column.type === 'number' || column.type === 'seconds') return Number(value);
  return cellText(column, value, style);
}
