/** What to say, with the loan's own figures. The borrower is asked for before the loan is named: nobody else may hear of it. */
import type { Loan } from '../../../../core/contract/loans';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';
import { chakra, Text } from '../../../ui';

const Box = chakra('details', {
  base: {
    background: 'sunken',
    borderRadius: 'small',
    padding: '3',
    '& summary': { fontWeight: 'bold', cursor: 'pointer' },
    '& ol': { paddingInlineStart: '5', marginTop: '2', display: 'grid', gap: '1', listStyleType: 'decimal' },
  },
});

export function ScriptCard({ loan, caller }: { loan: Loan; caller: string }) {
  return (
    <Box>
      <summary>{t('Script')}</summary>
      <ol>
        <li>
          {t('Ask for {name}. Say nothing of the loan before you know it is them.', { name: loan.borrower.name })}
        </li>
        <li>
          {t('“I am {caller}, calling for {client} about your {product}. This call is recorded.”', {
            caller,
            client: loan.client,
            product: loan.product,
          })}
        </li>
        <li>
          {t('“{amount} is overdue for {days} days. When can you pay it?”', {
            amount: formatRupees(loan.overduePaise),
            days: loan.dpd,
          })}
        </li>
        <li>{t('A day and an amount, repeated back; how they will pay; the payment link by message.')}</li>
      </ol>
      <Text size="small" tone="muted" marginTop="2">
        {t('No threat, no shame, no third party. “Not now” is an answer: ask when, and end the call.')}
      </Text>
    </Box>
  );
}
