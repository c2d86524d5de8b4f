/** Charts that an administrator makes of a report: what is measured, by what it is split, over which days (specification 7, data visualisation). */
import { addDays, type Day } from './dates';
import { REPORT_COLUMNS, REPORT_KINDS, type ReportColumn, type ReportKind, SUMMED } from './report-kinds';
import { ROLES } from './roles';
import { addMonths, lastDayOf, monthOf } from './working-days';

export const CHART_KINDS = ['number', 'bars', 'line', 'heat', 'funnel', 'table'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];
export const CHART_DAYS = ['today', 'yesterday', 'week', 'month', 'last-month', 'last-30', 'last-90'] as const;
export type ChartDays = (typeof CHART_DAYS)[number];
/** Of instants and days: what stands together. */
export const CHART_STEPS = ['day', 'week', 'month'] as const;
export type ChartStep = (typeof CHART_STEPS)[number];

/** The lines of the report themselves, as a measure. */
export const LINES = 'lines';

/** Who has a home at a desk. */
export const CHART_ROLES = ROLES.filter((role) => role !== 'DIALER' && role !== 'CRM_FIELDAGENT');

export interface ChartShape {
  kind: ChartKind;
  report: ReportKind;
  /** `LINES`, or a column that adds up. */
  measure: string;
  how: 'sum' | 'average';
  /** The column whose values are told apart; null for a number. */
  by: string | null;
  /** A second one: lines of a line chart, the columns of a heat map. */
  split: string | null;
  /** Of `by`, where it is a time. */
  step: ChartStep;
  days: ChartDays;
  /** So many values are shown; the rest stands together. */
  most: number;
}

/** What names one row alone, or says it in words, tells no group apart. */
const ALONE: readonly string[] = [
  'loanNumber',
  'borrower',
  'phone',
  'position',
  'ip',
  'device',
  'receipt',
  'settlement',
];
const TIMES: readonly string[] = ['when', 'day'];

export const isTime = ({ type }: ReportColumn): boolean => TIMES.includes(type);

const columns = (report: ReportKind): readonly ReportColumn[] => REPORT_COLUMNS[report];
export const chartColumn = (report: ReportKind, id: string | null): ReportColumn | undefined =>
  columns(report).find((column) => column.id === id);

/** Columns by which lines can stand together. */
export const dimensionsOf = (report: ReportKind): readonly ReportColumn[] =>
  columns(report).filter(
    ({ id, type }) => !ALONE.includes(id) && (type === 'text' || type === 'word' || TIMES.includes(type)),
  );

/** Columns that add up. */
export const measuresOf = (report: ReportKind): readonly ReportColumn[] =>
  columns(report).filter(({ id }) => (SUMMED[report] as readonly string[] | undefined)?.includes(id));

/** What a chart's figures are: paise, seconds or a plain number. */
export const measureType = ({ report, measure }: Pick<ChartShape, 'report' | 'measure'>): ReportColumn['type'] =>
  chartColumn(report, measure)?.type ?? 'number';

/** By field, why the chart cannot be drawn. */
export function chartFaults(shape: ChartShape): Partial<Record<keyof ChartShape, string>> {
  const { kind, report, measure, by, split } = shape;
  if (!REPORT_KINDS.includes(report)) return { report: 'There is no such report' };
  const faults: Partial<Record<keyof ChartShape, string>> = {};
  const dimension = dimensionsOf(report).find(({ id }) => id === by);
  const second = dimensionsOf(report).find(({ id }) => id === split);
  if (measure !== LINES && !measuresOf(report).some(({ id }) => id === measure))
    faults.measure = 'This column does not add up';
  if (measure === LINES && shape.how === 'average') faults.how = 'Lines are counted, they have no average';
  if (kind !== 'number' && !dimension) faults.by = 'Choose by what it is told apart';
  if (kind === 'number' && by !== null) faults.by = 'A single number is told apart by nothing';
  if (kind === 'line' && dimension && !isTime(dimension)) faults.by = 'A line goes over days: choose a time';
  if (split !== null && !second) faults.split = 'This column tells no lines apart';
  else if (split !== null && split === by) faults.split = 'Choose another column than the first';
  else if (kind === 'heat' && split === null) faults.split = 'A heat map needs a second column';
  else if (split !== null && !['heat', 'line', 'table'].includes(kind))
    faults.split = 'Only lines, heat maps and tables have a second column';
  return faults;
}

/** The days that a chart shows on a day. Weeks begin on Monday. */
export function chartSpan(days: ChartDays, today: Day): { from: Day; to: Day } {
  const month = monthOf(today);
  const last = addMonths(month, -1);
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  return {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    week: { from: monday, to: today },
    month: { from: month, to: today },
    'last-month': { from: last, to: lastDayOf(last) },
    'last-30': { from: addDays(today, -29), to: today },
    'last-90': { from: addDays(today, -89), to: today },
  }[days];
}

/** The beginning of the stretch of time in which a day lies. */
export function stepOf(day: Day, step: ChartStep): Day {
  if (step === 'month') return monthOf(day);
  if (step === 'day') return day;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Every stretch of a span in its order, so that a day without a line is a gap at 0 and not left out. */
export function stepsOf({ from, to }: { from: Day; to: Day }, step: ChartStep): Day[] {
  const found: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const at = stepOf(day, step);
    if (found.at(-1) !== at) found.push(at);
  }
  return found;
}
