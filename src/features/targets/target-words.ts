/** Targets in words and figures, in the user's language. Called while drawing. */
import type { TARGET_ACTIONS, Target } from '../../../core/contract/targets';
import { formatRupees } from '../../../core/domain/money';
import { METRIC_FACTS, type Metric, type TargetScope } from '../../../core/domain/targets';
import { currentLanguage, t } from '../../i18n';
import { roleWords } from '../auth';

const count = new Intl.NumberFormat('en-IN');

export const metricWords = (metric: Metric): string => t(METRIC_FACTS[metric].label);

/** A value of a metric as people read it: ₹12,34,567 · 82.5 % · 160 h · 1,200. */
export function valueWords(metric: Metric, value: number | null): string {
  if (value === null) return '–';
  switch (METRIC_FACTS[metric].unit) {
    case 'paise':
      // A rate or projection has no use for paise.
      return formatRupees(Math.round(value / 100) * 100);
    case 'basis-points':
      return `${Math.round(value / 10) / 10} %`;
    case 'minutes':
      return `${count.format(Math.round(value / 6) / 10)} h`;
    case 'count':
      return count.format(value);
  }
}

export const scopeWords = (): Record<TargetScope, string> => ({
  user: t('One agent'),
  team: t('Team'),
  portfolio: t('Portfolio'),
});

/**
 * What tells a target from the others of the same name: "Visits · Field agent", "Amount collected · Team · Axis Bank Personal loan West ·
 * 31-60".
 */
export const aboutWords = ({ metric, scope, role, portfolio, bucket }: Target): string =>
  [
    metricWords(metric),
    scope === 'user' && role ? roleWords(role) : scopeWords()[scope],
    portfolio?.name,
    bucket !== 'any' && bucket,
  ]
    .filter(Boolean)
    .join(' · ');

export const actionWords = (): Record<(typeof TARGET_ACTIONS)[number], string> => ({
  created: t('Set for the first time'),
  changed: t('Changed'),
  deleted: t('Taken away'),
  locked: t('Locked'),
  unlocked: t('Opened'),
  copied: t('Copied from the month before'),
  cascaded: t('Split from above'),
});

/** "November 2026" in the language of the page. */
export const monthWords = (month: string, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(currentLanguage(), {
    month: style,
    year: style === 'long' ? 'numeric' : '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`${month}T00:00:00Z`));
