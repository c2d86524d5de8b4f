/** Asking for something on a loan, and answering it: each wants words. */
import { useState } from 'react';
import type { LoanRequest, RequestKind } from '../../../../core/contract/loan-requests';
import { fieldWords, screenWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Field, Stack, showToast, Text, TextArea } from '../../../ui';
import { ConfirmDialog, DraftNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useAnswer, useAsk } from '../request-queries';

const TITLES: Record<RequestKind, string> = {
  field: 'Ask for a visit',
  escalation: 'Escalate to your manager',
  letter: 'Request a letter',
  'other-agent': 'Ask for another agent',
};
const ANSWERS = {
  done: { label: 'Done', title: 'What was done?' },
  declined: { label: 'Decline', title: 'Why is it declined?' },
} as const;

export function Ask({ loanId, kind, onClose }: { loanId: string; kind: RequestKind; onClose: () => void }) {
  const ask = useAsk(loanId);
  return (
    <Words
      title={t(TITLES[kind])}
      confirm={t('Ask')}
      label={t('What is it about?')}
      draft={`request.${kind}.${loanId}`}
      busy={ask.isPending}
      error={ask.error}
      onClose={onClose}
      onWords={(note, done) =>
        ask.mutate(
          { kind, note },
          {
            onSuccess: () => {
              showToast(t('Asked for. You are told when it is answered.'), { tone: 'saved' });
              done();
            },
          },
        )
      }
    />
  );
}

export function Answer({
  request,
  state,
  onClose,
}: {
  request: LoanRequest;
  state: keyof typeof ANSWERS;
  onClose: () => void;
}) {
  const answer = useAnswer();
  return (
    <Words
      title={t(ANSWERS[state].title)}
      confirm={t(ANSWERS[state].label)}
      label={t('Answer')}
      draft={`request.answer.${request.id}`}
      busy={answer.isPending}
      error={answer.error}
      onClose={onClose}
      onWords={(words, done) => answer.mutate({ id: request.id, state, answer: words }, { onSuccess: done })}
    />
  );
}

interface WordsProps {
  title: string;
  confirm: string;
  label: string;
  /** The name under which what was typed is kept. */
  draft: string;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onWords: (words: string, done: () => void) => void;
}

/** A dialog that wants words before it does anything. */
function Words({ title, confirm, label, draft: name, busy, error, onClose, onWords }: WordsProps) {
  const zone = useZone();
  const draft = useDraft(name, '');
  const [openedAt] = useState(draft.changedAt);
  const [short, setShort] = useState(false);
  const words = Object.values(fieldWords(error))[0];
  const done = () => {
    draft.discard();
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      busy={busy}
      onClose={onClose}
      onConfirm={() => (draft.value.trim().length < 3 ? setShort(true) : onWords(draft.value.trim(), done))}
    >
      <Stack gap="3">
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Field label={label} required error={short ? t('Say what it is about') : words && said(words)}>
          <TextArea
            value={draft.value}
            onChange={(text) => {
              setShort(false);
              draft.set(text);
            }}
            rows={3}
            maxLength={2000}
          />
        </Field>
        {error && !words && <Text tone="danger">{screenWords(error).title}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}
