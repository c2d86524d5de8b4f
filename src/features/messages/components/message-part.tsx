import { lazy, Suspense, useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { maskMobile } from '../../../../core/domain/masking';
import { t } from '../../../i18n';
import { Button, Heading, Row, Skeleton, Stack } from '../../../ui';
import { Kbd, Modal, storedWord, useLoadSoon, useShortcuts } from '../../../ui/kit';
import { ContactChip, useContact } from '../../contact';
import { LoanMessages } from './loan-messages';

const loadMessage = () => import('./message-dialog');
const loadLink = () => import('./payment-link-dialog');
const MessageDialog = lazy(loadMessage);
const PaymentLinkDialog = lazy(loadLink);
const SOON = [loadMessage, loadLink];

type Open = 'sms' | 'whatsapp' | 'link';

/**
 * Writing to the borrower of a loan, and what was written: a part of call management. What the contact gate does not allow now
 * cannot be opened, and says why. `keys`: S, W and L open it; not while letters choose an outcome.
 */
export default function MessagePart({ loan, keys = false }: { loan: Loan; keys?: boolean }) {
  useLoadSoon(SOON);
  const [open, setOpen] = useState<Open>();
  const contact = useContact(loan);
  const about = {
    loanId: loan.id,
    language: loan.borrower.language,
    phones: loan.phones
      .filter(({ invalid }) => !invalid)
      .map(({ id, number, owner }) => ({ id, label: `${maskMobile(number)} · ${storedWord(owner)}` })),
  };
  const close = () => setOpen(undefined);
  const reachable = about.phones.length > 0;
  const sms = contact.answer('sms').allowed;
  const whatsapp = contact.answer('whatsapp').allowed;
  const ways = [
    { id: 'sms', key: 's', label: t('SMS'), does: t('Send {channel}', { channel: t('SMS') }), on: sms },
    {
      id: 'whatsapp',
      key: 'w',
      label: t('WhatsApp'),
      does: t('Send {channel}', { channel: t('WhatsApp') }),
      on: whatsapp,
    },
    // A link goes by either of them.
    { id: 'link', key: 'l', label: t('Payment link'), does: t('Send a payment link'), on: sms || whatsapp },
  ] as const;
  const usable = ways.filter(({ on }) => on && reachable);
  useShortcuts(
    usable.map(({ id, key, does }) => ({ keys: key, label: does, run: () => setOpen(id) })),
    keys && open === undefined,
  );
  return (
    <Stack as="section" gap="3" aria-label={t('Messages')} marginTop="5">
      <Heading as="h3">{t('Messages')}</Heading>
      <Row gap="2">
        {ways.map(({ id, key, label, on }) => (
          <Button key={id} small disabled={!on || !reachable} onClick={() => setOpen(id)}>
            {label} {keys && on && reachable && <Kbd aria-hidden="true">{key.toUpperCase()}</Kbd>}
          </Button>
        ))}
      </Row>
      {reachable && (!sms || !whatsapp) && (
        <Row gap="2">
          {!sms && <ContactChip loan={loan} channel="sms" label={t('SMS')} />}
          {!whatsapp && <ContactChip loan={loan} channel="whatsapp" label={t('WhatsApp')} />}
        </Row>
      )}
      <LoanMessages loanId={loan.id} />
      {open && (
        <Suspense fallback={<Opening title={ways.find(({ id }) => id === open)?.does ?? ''} onClose={close} />}>
          {open === 'link' ? (
            <PaymentLinkDialog {...about} overduePaise={loan.overduePaise} onClose={close} />
          ) : (
            <MessageDialog {...about} channel={open} onClose={close} />
          )}
        </Suspense>
      )}
    </Stack>
  );
}

/** The dialog before its own code is here: keys typed by now are no longer the page's. */
const Opening = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <Modal title={title} onClose={onClose}>
    <Skeleton lines={3} height="2.5rem" />
  </Modal>
);
