import type { PackRule } from '../../../../core/domain/contact-gate';
import { formatDay } from '../../../../core/domain/dates';
import { said, t } from '../../../i18n';
import { Stack, Text } from '../../../ui';
import { Table, TableScroll, usePhone } from '../../../ui/kit';
import { CHANNEL_WORDS, RULE_WORDS } from '../contact-words';
import { LOANS_WORDS, valueWords } from '../rule-words';

const EVER = '2000-01-01';

/** When a rule of a pack counts, where it does not always do. */
function spanWords({ from, until }: PackRule): string | null {
  if (until !== null) return t('until {day}', { day: formatDay(until) });
  return from > EVER ? t('since {day}', { day: formatDay(from) }) : null;
}

/** Rules in the order in which they decide. */
export function RulesTable({ label, rules }: { label: string; rules: readonly PackRule[] }) {
  const phone = usePhone();
  const channels = (rule: PackRule) => rule.channels.map((channel) => t(CHANNEL_WORDS[channel])).join(', ');
  if (phone) {
    return (
      <Stack gap="0" as="ul" aria-label={label}>
        {rules.map((rule) => (
          <Stack
            as="li"
            key={`${rule.rule} ${rule.loans} ${rule.source}`}
            gap="0.5"
            padding="4"
            borderTop="1px solid var(--c-line)"
          >
            <Text strong>{t(RULE_WORDS[rule.rule])}</Text>
            <Text size="small">
              {valueWords(rule)} · {t(LOANS_WORDS[rule.loans])}
            </Text>
            <Text size="small" tone="muted">
              {channels(rule)}
            </Text>
            <Text size="small" tone="muted">
              {[said(rule.source), spanWords(rule)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
        ))}
      </Stack>
    );
  }
  return (
    <TableScroll>
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Rule')}</th>
            <th scope="col">{t('What it asks')}</th>
            <th scope="col">{t('Channels')}</th>
            <th scope="col">{t('Loans')}</th>
            <th scope="col">{t('Source')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={`${rule.rule} ${rule.loans} ${rule.source}`}>
              <td>
                <Text as="span" strong>
                  {t(RULE_WORDS[rule.rule])}
                </Text>
              </td>
              <td>{valueWords(rule)}</td>
              <td>{channels(rule)}</td>
              <td>{t(LOANS_WORDS[rule.loans])}</td>
              <td>
                <Text as="span" size="small" tone="muted">
                  {[said(rule.source), spanWords(rule)].filter(Boolean).join(' · ')}
                </Text>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
