/**
 * What to say, with the loan's own figures: the portfolio's script in the borrower's language, or the general one where the portfolio
 * has none or no network brings it. The recording notice comes first. Nobody but the borrower may hear of the loan.
 */
import { useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';
import { ChipChoice, chakra, Stack, Text } from '../../../ui';
import { useKept } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { useCallScript } from '../loan-queries';

const Box = chakra('details', {
  base: {
    background: 'sunken',
    borderRadius: 'small',
    padding: '3',
    '& summary': { fontWeight: 'bold', cursor: 'pointer' },
    '& ol': { paddingInlineStart: '5', display: 'grid', gap: '1', listStyleType: 'decimal' },
  },
});
const Spoken = chakra('div', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', lineHeight: 1.6 } });

export function ScriptCard({ loan, caller }: { loan: Loan; caller: string }) {
  const { data } = useCallScript(loan.id);
  const [chosen, setChosen] = useState<string>();
  // Who reads it reads it at every call: it stays as it was left.
  const [open, setOpen] = useKept('call.script', false);
  const scripts = data?.scripts ?? [];
  const script = scripts.find(({ language }) => language === chosen) ?? scripts[0];
  return (
    <Box open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Script')}</summary>
      <Stack gap="2" marginTop="2">
        {data?.notice && (
          <Text size="small" strong>
            {t('First:')} “{data.notice}”
          </Text>
        )}
        {scripts.length > 1 && script && (
          <ChipChoice
            label={t('Language of the script')}
            value={script.language}
            onChange={setChosen}
            options={scripts.map(({ language }) => ({ value: language, label: languageName(language) }))}
          />
        )}
        {script ? (
          <Spoken lang={script.language}>{script.text}</Spoken>
        ) : (
          <GeneralScript loan={loan} caller={caller} recorded={!data?.notice} />
        )}
        {script && script.missing.length > 0 && (
          <Text size="small" tone="muted">
            {t('This loan has no value for {names}', { names: script.missing.map((name) => `{${name}}`).join(', ') })}
          </Text>
        )}
        <Text size="small" tone="muted">
          {t('No threat, no shame, no third party. “Not now” is an answer: ask when, and end the call.')}
        </Text>
      </Stack>
    </Box>
  );
}

/** `recorded`: that the call is recorded was not said yet. */
function GeneralScript({ loan, caller, recorded }: { loan: Loan; caller: string; recorded: boolean }) {
  const words = { caller, client: loan.client, product: loan.product };
  return (
    <ol>
      <li>{t('Ask for {name}. Say nothing of the loan before you know it is them.', { name: loan.borrower.name })}</li>
      <li>
        {recorded
          ? t('“I am {caller}, calling for {client} about your {product}. This call is recorded.”', words)
          : t('“I am {caller}, calling for {client} about your {product}.”', words)}
      </li>
      <li>
        {t('“{amount} is overdue for {days} days. When can you pay it?”', {
          amount: formatRupees(loan.overduePaise),
          days: loan.dpd,
        })}
      </li>
      <li>{t('A day and an amount, repeated back; how they will pay; the payment link by message.')}</li>
    </ol>
  );
}
