/** Marking an approved payout as paid, or taking its approval back. */
import { useState } from 'react';
import { type AgencyPayout, decidePayout } from '../../../../core/contract/payouts';
import { dayOf } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Button, showToast } from '../../../ui';
import { ConfirmDialog, ProblemNote } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { PAYOUTS, type PayoutKey, type useDecidePayout } from '../payout-queries';

/** What the caller saw: the server refuses when it is another sum by now. */
export const seen = ({ version, grossPaise }: AgencyPayout) => ({ version, grossPaise });

export function PayPayout({
  payout,
  of,
  decide,
}: {
  payout: AgencyPayout;
  of: PayoutKey;
  decide: ReturnType<typeof useDecidePayout>;
}) {
  const today = dayOf(Date.now(), useZone());
  const [back, setBack] = useState(false);
  const amount = formatRupees(payout.grossPaise);
  return (
    <>
      <ProblemNote tone="danger" problem={failedWrite(decide.error)} />
      <EntityForm
        at="panel"
        draft={`payout.${payout.agency.id}.${payout.portfolio.id}.${payout.month}`}
        label={t('Mark as paid')}
        to={decidePayout}
        params={of}
        values={{ reference: '', paidOn: today }}
        sections={() => [
          {
            fields: {
              reference: {
                label: t('Reference number'),
                hint: t('UTR or cheque number of the transfer'),
                required: true,
              },
              paidOn: { label: t('Paid on'), required: true, input: { today, max: today } },
            },
          },
        ]}
        also={() => ({ status: 'paid', ...seen(payout) })}
        check={({ reference }) =>
          reference.trim() === '' ? { reference: t('Enter the reference number of the transfer.') } : {}
        }
        again={PAYOUTS}
        send={t('Mark {amount} as paid', { amount })}
        beside={<Button onClick={() => setBack(true)}>{t('Take the approval back')}</Button>}
        onStored={() => showToast(t('Payout marked as paid'), { tone: 'saved' })}
      />
      {back && (
        <ConfirmDialog
          title={t('Take the approval of {amount} back?', { amount })}
          confirm={t('Take it back')}
          danger
          busy={decide.isPending}
          onClose={() => setBack(false)}
          onConfirm={() =>
            decide.mutate(
              { status: 'open', ...seen(payout) },
              {
                onSuccess: () => showToast(t('The payout is open again'), { tone: 'saved' }),
                onSettled: () => setBack(false),
              },
            )
          }
        >
          {t('It is counted from payments again until somebody approves it.')}
        </ConfirmDialog>
      )}
    </>
  );
}
