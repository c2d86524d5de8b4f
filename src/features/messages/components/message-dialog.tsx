import { useMemo, useRef, useState } from 'react';
import type { Template } from '../../../../core/contract/messages';
import { uuidv7 } from '../../../../core/domain/ids';
import { CHANNEL_LABELS, type MessageChannel } from '../../../../core/domain/message-templates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Button, EmptyState, Skeleton, Stack } from '../../../ui';
import { Kbd, Modal, ProblemNote, useShortcuts } from '../../../ui/kit';
import { usePreview, useSendMessage, useTemplates } from '../queries';
import { PhoneField, Preview, TemplateFields, type ToPhone } from './template-fields';

export interface AboutLoan {
  loanId: string;
  /** Working phones of the borrower, the first one chosen. */
  phones: readonly ToPhone[];
  /** The borrower's language, as a code. */
  language: string;
}

/** An SMS, a WhatsApp message or an e-mail by template, as the borrower will read it. */
export default function MessageDialog({
  channel,
  loanId,
  phones,
  language,
  onClose,
}: AboutLoan & { channel: MessageChannel; onClose: () => void }) {
  const templates = useTemplates(loanId, channel);
  const [template, setTemplate] = useState<Template>();
  const [phoneId, setPhoneId] = useState(phones[0]?.id ?? '');
  // One for each template and phone: the same message pressed twice is one message.
  const key = useMemo(() => ({ of: `${template?.id}.${phoneId}`, id: uuidv7() }), [template?.id, phoneId]);
  const preview = usePreview(loanId, template);
  const { mutate, isPending, error } = useSendMessage(channel);
  const ready = preview.data && preview.data.missing.length === 0 && preview.data.contact.allowed;
  // A key that is held down comes again before the screen knows that it is being sent.
  const busy = useRef(false);
  const send = () => {
    if (!template || !ready || busy.current) return;
    busy.current = true;
    const onSettled = () => {
      busy.current = false;
    };
    mutate({ key: key.id, loanId, phoneId, templateId: template.id }, { onSuccess: onClose, onSettled });
  };
  useShortcuts([
    {
      keys: '$mod+Enter',
      label: t('Send {channel}', { channel: t(CHANNEL_LABELS[channel]) }),
      run: send,
      whileTyping: true,
    },
  ]);
  return (
    <Modal
      title={t('Send {channel}', { channel: t(CHANNEL_LABELS[channel]) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={!ready || isPending} busy={isPending} onClick={send}>
            {t('Send {channel}', { channel: t(CHANNEL_LABELS[channel]) })} <Kbd aria-hidden="true">Ctrl Enter</Kbd>
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {error && <Banner tone="danger" title={error.message} />}
        {templates.error && !templates.data && <ProblemNote problem={problemOf(templates.error)} />}
        {templates.isPending && <Skeleton lines={3} height="2.5rem" />}
        {templates.data?.length === 0 && (
          <EmptyState title={t('No template for this yet')}>
            {t('An administrator adds them to the portfolio, under Script and communication.')}
          </EmptyState>
        )}
        {templates.data && templates.data.length > 0 && (
          <>
            {channel !== 'email' && <PhoneField phones={phones} value={phoneId} onChange={setPhoneId} />}
            <TemplateFields templates={templates.data} value={template} onChange={setTemplate} language={language} />
            <Preview preview={preview} template={template} />
          </>
        )}
      </Stack>
    </Modal>
  );
}
