import { useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { maskMobile } from '../../../../core/domain/masking';
import { t } from '../../../i18n';
import { Button, Heading, Row, Stack } from '../../../ui';
import { LoanMessages } from './loan-messages';
import { MessageDialog } from './message-dialog';
import { PaymentLinkDialog } from './payment-link-dialog';

type Open = 'sms' | 'whatsapp' | 'link';

/** Writing to the borrower of a loan, and what was written: a part of call management. */
export default function MessagePart({ loan }: { loan: Loan }) {
  const [open, setOpen] = useState<Open>();
  const about = {
    loanId: loan.id,
    language: loan.borrower.language,
    phones: loan.phones
      .filter(({ invalid }) => !invalid)
      .map(({ id, number, owner }) => ({ id, label: `${maskMobile(number)} · ${owner}` })),
  };
  const close = () => setOpen(undefined);
  const none = about.phones.length === 0;
  return (
    <Stack as="section" gap="3" aria-label={t('Messages')} marginTop="5">
      <Heading as="h3">{t('Messages')}</Heading>
      <Row gap="2">
        <Button small disabled={none} onClick={() => setOpen('sms')}>
          {t('SMS')}
        </Button>
        <Button small disabled={none} onClick={() => setOpen('whatsapp')}>
          {t('WhatsApp')}
        </Button>
        <Button small disabled={none} onClick={() => setOpen('link')}>
          {t('Payment link')}
        </Button>
      </Row>
      <LoanMessages loanId={loan.id} />
      {(open === 'sms' || open === 'whatsapp') && <MessageDialog {...about} channel={open} onClose={close} />}
      {open === 'link' && <PaymentLinkDialog {...about} overduePaise={loan.overduePaise} onClose={close} />}
    </Stack>
  );
}
