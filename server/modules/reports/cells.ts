/** Cells of a report as a file holds them. */
import { dayOf, formatTime } from '../../../core/domain/dates';
import { cellWord, type DayStyle, type ReportColumn, styledDay } from '../../../core/domain/report-kinds';

/** Times in `zone`; money in rupees with two decimals; words as screens say them in English. */
export function cellText(
  column: ReportColumn,
  value: string | number | null | undefined,
  zone: string,
  style: DayStyle,
): string {
  if (value === null || value === undefined) return '';
  switch (column.type) {
    case 'when':
      return `${styledDay(dayOf(value, zone), style)} ${formatTime(value, zone)}`;
    case 'day':
      return styledDay(String(value), style);
    case 'audio':
      return 'Yes';
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'word':
      return cellWord(column.id, String(value));
    default:
      return String(value);
  }
}

/** The same for a workbook, where what can be added up is a number: money in rupees, lengths of time in seconds. */
export function cellValue(
  column: ReportColumn,
  value: string | number | null | undefined,
  zone: string,
  style: DayStyle,
): string | number {
  if (value === null || value === undefined) return '';
  if (column.type === 'money') return Number(value) / 100;
  if (column.type === 'number' || column.type === 'seconds') return Number(value);
  return cellText(column, value, zone, style);
}
