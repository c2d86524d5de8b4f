import { useMemo, useRef, useState } from 'react';
import { renderSVG } from 'uqr';
import type { Template } from '../../../../core/contract/messages';
import { LINK_HOURS, type PaymentLink } from '../../../../core/contract/payment-links';
import { formatDateTime } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { formatRupees, parseRupees } from '../../../../core/domain/money';
import { fieldWords, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { AmountInput, Banner, Button, EmptyState, Field, Row, Select, Stack, showToast, Text } from '../../../ui';
import { DraftNote, Kbd, Modal, ProblemNote, useDraft, useShortcuts } from '../../../ui/kit';
import { useZone } from '../../session';
import { usePreview, useSendPaymentLink, useTemplates } from '../queries';
import type { AboutLoan } from './message-dialog';
import { PhoneField, Preview, TemplateFields } from './template-fields';

const DAYS = [1, 3, 7, 15] as const;

/** A payment link for an amount, sent by a template that names it; afterwards its address and QR. */
export default function PaymentLinkDialog({
  loanId,
  phones,
  language,
  overduePaise,
  onClose,
}: AboutLoan & { overduePaise: number; onClose: () => void }) {
  const templates = useTemplates(loanId, undefined);
  const naming = useMemo(
    () => templates.data?.filter(({ variables, channel }) => channel !== 'email' && variables.includes('payment_link')),
    [templates.data],
  );
  const [template, setTemplate] = useState<Template>();
  const [phoneId, setPhoneId] = useState(phones[0]?.id ?? '');
  const zone = useZone();
  const draft = useDraft(`payment-link.${loanId}`, {
    typed: overduePaise > 0 ? String(overduePaise / 100) : '',
    days: String(LINK_HOURS.usual / 24),
  });
  const [openedAt] = useState(draft.changedAt);
  const { typed, days } = draft.value;
  const amountPaise = parseRupees(typed);
  const hours = Number(days) * 24;
  const preview = usePreview(loanId, amountPaise ? template : undefined, amountPaise, hours);
  const key = useMemo(
    () => ({ of: `${template?.id}.${phoneId}.${amountPaise}.${hours}`, id: uuidv7() }),
    [template?.id, phoneId, amountPaise, hours],
  );
  const { mutate, data, error, isPending } = useSendPaymentLink();
  const ready = amountPaise && preview.data && preview.data.missing.length === 0 && preview.data.contact.allowed;
  // A key that is held down comes again before the screen knows that it is being sent.
  const busy = useRef(false);
  const send = () => {
    if (!template || !amountPaise || !ready || busy.current) return;
    busy.current = true;
    const onSettled = () => {
      busy.current = false;
    };
    mutate(
      { key: key.id, loanId, phoneId, templateId: template.id, amountPaise, hours },
      { onSuccess: draft.discard, onSettled },
    );
  };
  useShortcuts([{ keys: '$mod+Enter', label: t('Send the link'), run: send, whileTyping: true }], !data);
  if (data) return <SentLink link={data.link} onClose={onClose} />;
  return (
    <Modal
      title={t('Send a payment link')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={!ready || isPending} busy={isPending} onClick={send}>
            {t('Send the link')} <Kbd aria-hidden="true">Ctrl Enter</Kbd>
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {error && <Banner tone="danger" title={error.message} />}
        {templates.error && !templates.data && <ProblemNote problem={problemOf(templates.error)} />}
        {naming?.length === 0 && (
          <EmptyState title={t('No template names a payment link yet')}>
            {t('An administrator adds one with {variable} to the portfolio, under Script and communication.', {
              variable: '{payment_link}',
            })}
          </EmptyState>
        )}
        {naming && naming.length > 0 && (
          <>
            {openedAt !== undefined && draft.changedAt !== undefined && (
              <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
            )}
            <Row gap="3" alignItems="start">
              <Stack flex="1" minWidth="0">
                <Field label={t('Amount')} error={fieldWords(error).amountPaise}>
                  <AmountInput value={typed} onChange={(next) => draft.set({ ...draft.value, typed: next })} />
                </Field>
              </Stack>
              <Stack width="10rem">
                <Field label={t('Valid for')}>
                  <Select
                    value={days}
                    onChange={(next) => draft.set({ ...draft.value, days: next })}
                    options={DAYS.map((day) => ({ value: String(day), label: tn(day, '{n} day', '{n} days') }))}
                  />
                </Field>
              </Stack>
            </Row>
            <PhoneField phones={phones} value={phoneId} onChange={setPhoneId} />
            <TemplateFields templates={naming} value={template} onChange={setTemplate} language={language} />
            {amountPaise ? (
              <Preview preview={preview} template={template} />
            ) : (
              <Text tone="muted">{t('Enter an amount')}</Text>
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}

function SentLink({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const zone = useZone();
  const picture = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(link.url, { ecc: 'M', border: 2 }))}`,
    [link.url],
  );
  const copy = async () => {
    await navigator.clipboard.writeText(link.url);
    showToast(t('Link copied'), { tone: 'saved' });
  };
  return (
    <Modal
      title={t('Payment link of {amount}', { amount: formatRupees(link.amountPaise) })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('Copy the link')}</Button>
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <Stack gap="3" alignItems="center" textAlign="center">
        <img
          src={picture}
          alt={t('QR code of the payment link')}
          width={208}
          height={208}
          style={{ background: '#fff', borderRadius: 8 }}
        />
        <Text size="small" css={{ overflowWrap: 'anywhere' }}>
          {link.url}
        </Text>
        <Text size="small" tone="muted">
          {t('Good until {time}. The loan falls silent by itself once it is paid.', {
            time: formatDateTime(link.expiresAt, zone),
          })}
        </Text>
      </Stack>
    </Modal>
  );
}
