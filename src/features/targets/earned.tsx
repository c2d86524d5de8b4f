/** What somebody has earned this month by each portfolio's slabs, and what is missing to the next one. */
import type { OwnIncentive } from '../../../core/contract/own-incentives';
import { formatRupees } from '../../../core/domain/money';
import { t } from '../../i18n';
import { ProgressBar, Row, Stack, Text } from '../../ui';

const rupees = (amount: number) => formatRupees(Math.round(amount * 100));
const of = ({ incentiveType }: OwnIncentive, figure: number) =>
  incentiveType === 'Target' ? rupees(figure) : `${figure.toLocaleString('en-IN')} %`;

export default function Earned({ rows }: { rows: readonly OwnIncentive[] }) {
  if (rows.length === 0) return <Text tone="muted">{t('No portfolio of yours pays an incentive.')}</Text>;
  return (
    <Stack gap="3" as="ul" listStyleType="none">
      {rows.map((row) => {
        const { measure, amount, next } = row.mine;
        return (
          <Stack key={row.portfolio.id} as="li" gap="1">
            <Row apart gap="2">
              <Text as="span">{row.portfolio.name}</Text>
              <Text as="span" strong fontVariantNumeric="tabular-nums">
                {rupees(amount)}
              </Text>
            </Row>
            {next && (
              <ProgressBar
                done={measure}
                total={next.min}
                label={t('{done} of {total} for {amount}', {
                  done: of(row, measure),
                  total: of(row, next.min),
                  amount: rupees(next.amount),
                })}
              />
            )}
            <Text size="small" tone="muted">
              {next
                ? row.incentiveType === 'Target'
                  ? t('{missing} more collected brings {amount}', {
                      missing: rupees(next.missing),
                      amount: rupees(next.amount),
                    })
                  : t('{missing} points more brings {amount}', { missing: next.missing, amount: rupees(next.amount) })
                : t('{measure}: the highest slab', { measure: of(row, measure) })}
            </Text>
          </Stack>
        );
      })}
    </Stack>
  );
}
