/** Insights in the user's words. */
import {
  COHORT_MONTHS,
  INSIGHT_FIGURES,
  type InsightCell,
  type InsightFigure,
  type WEEKDAYS as Numbers,
} from '../../../core/domain/insights';
import { formatRupeesShort } from '../../../core/domain/money';
import { t } from '../../i18n';
import { monthWords } from '../targets';

const NUMBER = new Intl.NumberFormat('en-IN');

export const figureWords = (figure: InsightFigure): string => t(INSIGHT_FIGURES[figure].label);

const days = (): Record<(typeof Numbers)[number], string> => ({
  1: t('Monday'),
  2: t('Tuesday'),
  3: t('Wednesday'),
  4: t('Thursday'),
  5: t('Friday'),
  6: t('Saturday'),
  7: t('Sunday'),
});

const phones = (): Record<string, string> => ({
  '1': t('First number'),
  '2': t('Second number'),
  '3': t('Third number'),
  '4': t('A later number'),
});

/** What a key of a figure is called. */
export function keyWords(figure: InsightFigure, key: string): string {
  if (key === 'other') return t('All others');
  if (key === '') return t('Not known');
  switch (figure) {
    case 'phone':
      return phones()[key] ?? key;
    case 'hour':
      return days()[key as (typeof Numbers)[number]] ?? key;
    case 'vintage':
      return t('{range} months', { range: key });
    case 'promise':
      return t('{range} days', { range: key });
    case 'cohort':
      return monthWords(key);
    default:
      return key;
  }
}

/** One of the three amounts of a cell. */
export function measured(figure: InsightFigure, cell: InsightCell, place: 0 | 1 | 2): string {
  const amount = [cell.base, cell.first, cell.second][place] ?? 0;
  const { unit, measures } = INSIGHT_FIGURES[figure];
  return unit === 'paise' && measures[place] !== 'Accounts' ? formatRupeesShort(amount) : NUMBER.format(amount);
}

export const shareOf = (part: number, whole: number): string =>
  whole > 0 ? `${((part / whole) * 100).toFixed(1)} %` : '–';

export const stepWords = (at: number): string => (at === 0 ? t('Its first month') : t('{n} months later', { n: at }));
export const STEPS = Array.from({ length: COHORT_MONTHS }, (_, at) => at);
