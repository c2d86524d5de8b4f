import { useState } from 'react';
import type { PaymentLink } from '../../../../core/contract/payment-links';
import { formatDateTime } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, Money, Row, Text } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';
import { useZone } from '../../session';
import { useCancelLink } from '../queries';
import { LINK_WORDS } from '../words';

/** One payment link of a loan; an open one can be closed before it is paid. */
export function LinkLine({ link, loanId }: { link: PaymentLink; loanId: string }) {
  const zone = useZone();
  const [asked, setAsked] = useState(false);
  const cancel = useCancelLink(loanId);
  const close = () => setAsked(false);
  return (
    <Row gap="2">
      <Badge tone={LINK_WORDS[link.status].tone}>{t(LINK_WORDS[link.status].label)}</Badge>
      <Text size="small">
        {t('Payment link')} · <Money paise={link.amountPaise} />
      </Text>
      <Text size="tiny" tone="muted">
        {formatDateTime(link.paidAt ?? link.createdAt, zone)}
      </Text>
      {link.status === 'open' && (
        <Button small look="plain" onClick={() => setAsked(true)}>
          {t('Cancel the link')}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={t('Cancel the payment link of {amount}?', { amount: formatRupees(link.amountPaise) })}
          confirm={t('Cancel the link')}
          danger
          busy={cancel.isPending}
          problem={failedWrite(cancel.error)}
          onClose={close}
          onConfirm={() => cancel.mutate(link.id, { onSuccess: close })}
        >
          <Text>{t('Whoever opens it is told that it is closed. What was paid through it before stays paid.')}</Text>
        </ConfirmDialog>
      )}
    </Row>
  );
}
