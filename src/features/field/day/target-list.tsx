/** The month's targets with what today needs of them. */
import { t, tn } from '../../../i18n';
import type { DayAnswers } from '../../../offline/day-facts';
import { ProgressBar, Stack, Text } from '../../../ui';
import { metricWords, valueWords } from '../../targets';

export function TargetList({ rows, days }: DayAnswers['targets']) {
  if (rows.length === 0) return <Text tone="muted">{t('No target is set for you this month.')}</Text>;
  return (
    <>
      <Text size="small" tone="muted">
        {tn(days.left, '{n} working day is left, today included', '{n} working days are left, today included')}
      </Text>
      {rows.map((row) => (
        <Stack key={`${row.metric} ${row.portfolio?.id} ${row.bucket}`} gap="1">
          <ProgressBar
            label={[metricWords(row.metric), row.portfolio?.name, row.bucket !== 'any' && row.bucket]
              .filter(Boolean)
              .join(' · ')}
            done={row.achieved ?? 0}
            total={row.target}
            {...(row.achieved !== null && row.achieved >= row.target && { tone: 'paid' as const })}
          />
          <Text size="small" fontVariantNumeric="tabular-nums">
            {t('{achieved} of {target}', {
              achieved: valueWords(row.metric, row.achieved),
              target: valueWords(row.metric, row.target),
            })}
          </Text>
          {row.drr !== null && (
            <Text size="small" tone={row.drr === 0 ? 'paid' : 'muted'}>
              {row.drr === 0
                ? t('Reached')
                : t('Needed each day: {amount}', { amount: valueWords(row.metric, row.drr) })}
            </Text>
          )}
        </Stack>
      ))}
    </>
  );
}
