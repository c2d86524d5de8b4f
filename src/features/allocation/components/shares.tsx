/** What each of the chosen gets of the loans that a rule takes: a percentage, and at most how many and how much. */
import type { AllocationRule, Share } from '../../../../core/domain/allocation';
import { t } from '../../../i18n';
import { Field, NumberInput, Stack, Text } from '../../../ui';
import { FieldGrid, type Option } from '../../../ui/kit';
import { replaced } from '../rule-edit';

export function Shares({
  rule,
  options,
  onChange,
}: {
  rule: AllocationRule;
  options: readonly Option[];
  onChange: (rule: AllocationRule) => void;
}) {
  const shares = rule.shares ?? [];
  const sum = shares.reduce((whole, { percent }) => whole + percent, 0);
  const put = (at: number, share: Share) => onChange({ ...rule, shares: replaced(shares, at, share) });
  return (
    <Stack gap="3">
      {shares.map((share, at) => {
        const name = options.find(({ value }) => value === share.id)?.label ?? share.id;
        return (
          <Stack key={share.id} gap="2" role="group" aria-label={name}>
            <Text strong>{name}</Text>
            <FieldGrid>
              <Field label={t('Percent')} required>
                <NumberInput
                  value={share.percent === 0 ? '' : String(share.percent)}
                  maxLength={3}
                  onChange={(text) => put(at, { ...share, percent: Number(text) })}
                />
              </Field>
              <Field label={t('Loans, at most')} optional>
                <NumberInput
                  value={share.mostLoans === null ? '' : String(share.mostLoans)}
                  maxLength={6}
                  onChange={(text) => put(at, { ...share, mostLoans: Number(text) || null })}
                />
              </Field>
              <Field label={t('Principal, at most (₹)')} optional>
                <NumberInput
                  value={share.mostPos === null ? '' : String(share.mostPos / 100)}
                  maxLength={11}
                  onChange={(text) => put(at, { ...share, mostPos: Number(text) * 100 || null })}
                />
              </Field>
            </FieldGrid>
          </Stack>
        );
      })}
      {shares.length > 0 && (
        <Text size="small" tone={sum > 100 ? 'danger' : 'muted'}>
          {t('{sum} % in all; what is left of a hundred stays where it is. Caps count what they have already.', {
            sum,
          })}
        </Text>
      )}
    </Stack>
  );
}
