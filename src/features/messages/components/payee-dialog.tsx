/** The UPI account of one lender, to be set or changed. */
import { useState } from 'react';
import type { Payee } from '../../../../core/contract/payment-links';
import { fieldWords } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Button, Field, Stack, TextInput } from '../../../ui';
import { DraftNote, Modal, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useSetPayee } from '../queries';

export function PayeeDialog({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  const zone = useZone();
  const draft = useDraft(`payee.${payee.clientId}`, { vpa: payee.vpa ?? '', name: payee.name ?? '' });
  const { value, discard } = draft;
  // What was typed now is no draft of before.
  const [keptAt] = useState(draft.changedAt);
  const change = (part: Partial<typeof value>) => draft.set({ ...value, ...part });
  const { mutate, isPending, error } = useSetPayee();
  const wrong = fieldWords(error);
  const save = () =>
    mutate(
      { clientId: payee.clientId, ...value },
      {
        onSuccess() {
          discard();
          onClose();
        },
      },
    );
  return (
    <Modal
      title={t('Account of {lender}', { lender: payee.client })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={isPending} onClick={save}>
            {t('Save the account')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {keptAt && draft.changedAt && <DraftNote at={keptAt} zone={zone} onDiscard={discard} />}
        {error && Object.keys(wrong).length === 0 && <Banner tone="danger" title={error.message} />}
        <Field label={t('UPI address')} hint={t('As the bank gave it: name@bank')} error={wrong.vpa} required>
          <TextInput value={value.vpa} onChange={(vpa) => change({ vpa })} autoComplete="off" maxLength={120} />
        </Field>
        <Field
          label={t('Name of the account')}
          hint={t('Borrowers see it before they pay.')}
          error={wrong.name}
          required
        >
          <TextInput value={value.name} onChange={(name) => change({ name })} maxLength={80} />
        </Field>
      </Stack>
    </Modal>
  );
}
