/** An administrator takes a wrong record out of its case; it stays as evidence, and the loan is as if it had not been. */
import { useState } from 'react';
import { withdrawDisposition } from '../../../../core/contract/call-work';
import { failedWrite, fieldWords, useWrite } from '../../../api';
import { said, t } from '../../../i18n';
import { Field, Stack, showToast, Text, TextArea } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';

export default function TakeOutRecord({
  id,
  loanId,
  about,
  onClose,
}: {
  id: string;
  loanId: string;
  /** Which outcome, when and by whom, in a line. */
  about: string;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const takeOut = useWrite(withdrawDisposition, (why: string) => ({ body: { id, reason: why } }), {
    again: [['history', loanId], ['loan', loanId], 'loans', 'case-histories', ['contact', loanId]],
    after: 'success',
  });
  const missing = asked && reason.trim().length < 3 ? t('Give a reason') : undefined;
  const refused = fieldWords(takeOut.error).reason;
  const error = missing ?? (refused && said(refused));
  return (
    <ConfirmDialog
      danger
      title={t('Take this record out?')}
      confirm={t('Take it out')}
      busy={takeOut.isPending}
      problem={refused ? undefined : failedWrite(takeOut.error)}
      onConfirm={() => {
        setAsked(true);
        if (reason.trim().length < 3) return;
        takeOut.mutate(reason.trim(), {
          onSuccess: () => {
            showToast(t('The record was taken out'), { tone: 'saved' });
            onClose();
          },
        });
      }}
      onClose={onClose}
    >
      <Stack gap="3">
        <Text strong>{about}</Text>
        <Text>
          {t('Its promise, payment and marks on the loan go with it, and no report counts it. It stays as evidence.')}
        </Text>
        <Field label={t('Reason')} required {...(error && { error })}>
          <TextArea autoFocus rows={2} maxLength={500} value={reason} onChange={setReason} />
        </Field>
      </Stack>
    </ConfirmDialog>
  );
}
