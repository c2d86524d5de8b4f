import { useState } from 'react';
import type { ClientFee } from '../../../../core/contract/revenue';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Button, Row, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, ProblemNote } from '../../../ui/kit';
import { type FeeKey, useDecideFee } from '../queries';

export function ApproveFee({
  fee,
  of,
  body,
}: {
  fee: ClientFee;
  of: FeeKey;
  body: Parameters<ReturnType<typeof useDecideFee>['mutate']>[0];
}) {
  const decide = useDecideFee(of);
  const [sure, setSure] = useState(false);
  const amount = formatRupees(fee.feePaise);
  if (!fee.ended)
    return (
      <Text tone="muted">{t('The month is not over yet. It can be approved from the first of the next one.')}</Text>
    );
  if (fee.feePaise <= 0) return <Text tone="muted">{t('No rule of Success Fees says a fee for it.')}</Text>;
  return (
    <Stack gap="2">
      <ProblemNote tone="danger" problem={failedWrite(decide.error)} />
      <Row>
        <Button look="primary" icon="check" onClick={() => setSure(true)}>
          {t('Approve {amount}', { amount })}
        </Button>
      </Row>
      {sure && (
        <ConfirmDialog
          title={t('Approve {amount} for {name}?', { amount, name: fee.client.name })}
          confirm={t('Approve')}
          busy={decide.isPending}
          onClose={() => setSure(false)}
          onConfirm={() =>
            decide.mutate(body, {
              onSuccess: () => showToast(t('Fee approved'), { tone: 'saved' }),
              onSettled: () => setSure(false),
            })
          }
        >
          {t('Its figures stay as they are now, whatever payments come or are reversed later.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
