/** Charts in the user's words. */
import type { Chart, ChartFigures } from '../../../core/contract/charts';
import {
  type ChartDays,
  type ChartKind,
  type ChartShape,
  type ChartStep,
  chartColumn,
  isTime,
  LINES,
  measureType,
} from '../../../core/domain/charts';
import { formatDay } from '../../../core/domain/dates';
import { formatRupeesShort } from '../../../core/domain/money';
import { REPORT_KINDS, type ReportKind } from '../../../core/domain/report-kinds';
import { REPORTS } from '../../../core/domain/reports';
import { said, t } from '../../i18n';
import { durationWords } from '../../ui/kit';
import { cellWords, columnLabel } from '../reports';

export const kindWords = (kind: ChartKind): string =>
  ({
    number: t('A single number'),
    bars: t('Bars'),
    line: t('A line over days'),
    heat: t('Heat map'),
    funnel: t('Funnel'),
    table: t('Table'),
  })[kind];

export const daysWords = (days: ChartDays): string =>
  ({
    today: t('Today'),
    yesterday: t('Yesterday'),
    week: t('This week'),
    month: t('This month'),
    'last-month': t('Last month'),
    'last-30': t('The last 30 days'),
    'last-90': t('The last 90 days'),
  })[days];

export const stepWords = (step: ChartStep): string =>
  ({ day: t('Day by day'), week: t('Week by week'), month: t('Month by month') })[step];

export const reportWords = (report: ReportKind): string =>
  said(REPORTS.find(({ kind }) => kind === report)?.label ?? report);
export const REPORT_CHOICES = REPORT_KINDS.filter((report) => REPORTS.some(({ kind }) => kind === report));

export const measureWords = (report: ReportKind, measure: string): string => {
  const column = chartColumn(report, measure);
  return measure === LINES || !column ? t('Lines') : columnLabel(column.id);
};

/** `Talk time by agent, the last 30 days`: what a chart shows, where its maker gave it no better name. */
export function sentenceOf({ report, measure, how, by, days }: ChartShape): string {
  const what =
    how === 'average' ? t('Average {what}', { what: measureWords(report, measure) }) : measureWords(report, measure);
  const column = chartColumn(report, by);
  return column
    ? t('{what} by {column}, {days}', { what, column: columnLabel(column.id), days: daysWords(days) })
    : t('{what}, {days}', { what, days: daysWords(days) });
}

export function figureWords(shape: Pick<ChartShape, 'report' | 'measure'>, value: number | null): string {
  if (value === null) return '–';
  switch (measureType(shape)) {
    case 'money':
      return formatRupeesShort(Math.round(value));
    case 'seconds':
      return durationWords(Math.round(value));
    default:
      return new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 }).format(value);
  }
}

/** A value of one of its columns. */
export function keyWords(report: ReportKind, column: string | null, key: string): string {
  if (key === '') return t('(none)');
  const found = chartColumn(report, column);
  if (!found) return key;
  if (isTime(found)) return formatDay(key);
  return found.type === 'word' ? cellWords(found.id, key) : key;
}

/** For who hears the chart and does not see it. */
export function summaryOf(chart: Chart, { keys, values, total }: ChartFigures): string {
  const sums = keys.map((key, at) => ({
    key,
    value: (values[at] ?? []).reduce<number>((sum, one) => sum + (one ?? 0), 0),
  }));
  const [largest] = [...sums].sort((a, b) => b.value - a.value);
  return [
    chart.name,
    t('together {total}', { total: figureWords(chart, total) }),
    largest &&
      t('most: {key} with {value}', {
        key: keyWords(chart.report, chart.by, largest.key),
        value: figureWords(chart, largest.value),
      }),
  ]
    .filter(Boolean)
    .join(', ');
}
