/** Reasons of the advanced predictor in the user's words. Called while drawing. */
import type { PredictorReason } from '../../../core/contract/predictor';
import { formatRupeesShort } from '../../../core/domain/money';
import type { Feature } from '../../../core/domain/prediction';
import { t } from '../../i18n';

export const shareWords = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);

const labels = (): Record<Feature, string> => ({
  dpd: t('Days past due'),
  paidMonths: t('Months paid of the last three'),
  sincePaid: t('Days since the last payment'),
  pos: t('Principal outstanding'),
  overdue: t('Instalments overdue'),
  kept: t('Promises kept in 90 days'),
  broken: t('Promises broken in 90 days'),
  tried: t('Attempts in 30 days'),
  reached: t('Times reached in 30 days'),
  vintage: t('Months since it was paid out'),
});

/** `Days past due: 45`. */
export function reasonWords({ feature, value }: Pick<PredictorReason, 'feature' | 'value'>): string {
  const label = labels()[feature];
  if (feature === 'pos') return `${label}: ${formatRupeesShort(Math.round((Math.exp(value) - 1) * 100))}`;
  if (feature === 'sincePaid' && value >= 365) return `${label}: ${t('a year or more')}`;
  return `${label}: ${new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 }).format(value)}`;
}
