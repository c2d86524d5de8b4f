/** A step that needs words and nothing else: approve, reject, withdraw, say that the letter came. */
import { useState } from 'react';
import type { Settlement } from '../../../../core/contract/settlements';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Field, Stack, Text, TextArea } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';

export type Worded = 'approve' | 'reject' | 'withdraw' | 'acknowledge';

const WORDS: Record<Worded, { title: string; confirm: string; label: string; required: boolean; danger?: true }> = {
  approve: { title: 'Approve this settlement?', confirm: 'Approve', label: 'Remarks', required: false },
  reject: {
    title: 'Reject this settlement?',
    confirm: 'Reject',
    label: 'Why is it rejected?',
    required: true,
    danger: true,
  },
  withdraw: {
    title: 'Withdraw this settlement?',
    confirm: 'Withdraw',
    label: 'Why is it withdrawn?',
    required: true,
    danger: true,
  },
  acknowledge: {
    title: 'The borrower has the letter?',
    confirm: 'The letter came',
    label: 'Remarks',
    required: false,
  },
};

/** As a mutation has it. */
interface Taking {
  isPending: boolean;
  error: Error | null;
  mutate: (step: { step: Worded; remarks: string }, then?: { onSuccess: (now: Settlement) => void }) => void;
}

export function DecideDialog({
  step,
  title = t(WORDS[step].title),
  about,
  take,
  onDone,
  onClose,
}: {
  step: Worded;
  /** Where it is about more than one. */
  title?: string;
  /** What it is about, in a line. */
  about: string;
  take: Taking;
  onDone?: (now: Settlement) => void;
  onClose: () => void;
}) {
  const [remarks, setRemarks] = useState('');
  const [asked, setAsked] = useState(false);
  const { confirm, label, required, danger } = WORDS[step];
  const refused = fieldWords(take.error).remarks;
  const missing = asked && required && remarks.trim() === '' ? 'Say why' : undefined;
  const error = missing ?? refused;
  return (
    <ConfirmDialog
      title={title}
      confirm={t(confirm)}
      danger={danger === true}
      busy={take.isPending}
      problem={refused ? undefined : failedWrite(take.error)}
      onConfirm={() => {
        setAsked(true);
        if (!required || remarks.trim() !== '') take.mutate({ step, remarks }, onDone && { onSuccess: onDone });
      }}
      onClose={onClose}
    >
      <Stack gap="3">
        <Text>{about}</Text>
        <Field label={t(label)} required={required} optional={!required} error={error && said(error)}>
          <TextArea value={remarks} onChange={setRemarks} maxLength={2000} />
        </Field>
      </Stack>
    </ConfirmDialog>
  );
}
