import { useState } from 'react';
import type { MonitoredAgent } from '../../../../core/contract/dialer';
import type { SupervisionMode } from '../../../../core/contract/dialer-socket';
import { fieldWords, screenWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Field, Stack, showToast, Text, TextArea } from '../../../ui';
import { ConfirmDialog, DraftNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useSupervision } from '../monitor-queries';

const WORDS: Record<SupervisionMode, { title: string; what: string; confirm: string; done: string }> = {
  listen: {
    title: 'Listen to {name}',
    what: 'You hear both. Nobody in the call is told.',
    confirm: 'Listen',
    done: 'You are listening to {name}',
  },
  whisper: {
    title: 'Whisper to {name}',
    what: 'Only the agent hears you. They are told that you are there.',
    confirm: 'Whisper',
    done: 'You are whispering to {name}',
  },
  barge: {
    title: 'Barge into the call of {name}',
    what: 'Agent and borrower hear you at once.',
    confirm: 'Barge in',
    done: 'You are in the call of {name}',
  },
  conference: {
    title: 'Conference with {name}',
    what: 'You join as a third person; agent and borrower hear you and you hear both.',
    confirm: 'Join the call',
    done: 'You have joined the call of {name}',
  },
};

/** Coming into somebody's call needs a reason; it stays in the audit. */
export function SuperviseDialog({
  agent,
  mode,
  onClose,
}: {
  agent: MonitoredAgent;
  mode: SupervisionMode;
  onClose: () => void;
}) {
  const zone = useZone();
  const draft = useDraft(`supervise.${mode}.${agent.username}`, '');
  const [openedAt] = useState(draft.changedAt);
  const reason = draft.value;
  const [short, setShort] = useState(false);
  const { mutate, error, isPending } = useSupervision();
  const words = WORDS[mode];
  const name = agent.fullName;
  const problem = short ? t('Give a reason') : fieldWords(error).reason;
  return (
    <ConfirmDialog
      title={t(words.title, { name })}
      confirm={t(words.confirm)}
      busy={isPending}
      onClose={onClose}
      onConfirm={() => {
        if (reason.trim().length < 3) {
          setShort(true);
          return;
        }
        mutate(
          { username: agent.username, mode, reason },
          {
            onSuccess: () => {
              draft.discard();
              showToast(t(words.done, { name }));
              onClose();
            },
          },
        );
      }}
    >
      <Stack gap="3">
        <Text>{t(words.what)}</Text>
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Field
          label={t('Reason')}
          hint={t('Kept in the audit with your name and the call.')}
          error={problem && said(problem)}
          required
        >
          <TextArea
            value={reason}
            onChange={(text) => {
              setShort(false);
              draft.set(text);
            }}
            maxLength={2000}
          />
        </Field>
        {error && !problem && <Text tone="danger">{said(screenWords(error).title)}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}
