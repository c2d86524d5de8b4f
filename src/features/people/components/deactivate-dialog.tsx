import { useState } from 'react';
import type { Person } from '../../../../core/contract/people';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, chakra, Field, Stack, showToast, Text, TextArea } from '../../../ui';
import { ConfirmDialog, DraftNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useDeactivation } from '../queries';

const Tick = chakra('label', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'center',
    minHeight: '2.75rem',
    cursor: 'pointer',
    '& input': { width: '1.125rem', height: '1.125rem', accentColor: 'accent' },
  },
});

/** Asks for the reason and says what stays behind: loans, people below, phones. */
export function DeactivateDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const draft = useDraft(`people.deactivate.${person.id}`, { reason: '', withdrawPhones: true });
  const [openedAt] = useState(draft.changedAt);
  const { reason, withdrawPhones } = draft.value;
  const zone = useZone();
  const [missing, setMissing] = useState(false);
  const change = useDeactivation(person.id);
  return (
    <ConfirmDialog
      title={t('Deactivate {name}?', { name: person.fullName })}
      confirm={t('Deactivate user')}
      danger
      busy={change.isPending}
      problem={failedWrite(change.error)}
      onClose={onClose}
      onConfirm={() => {
        if (!reason.trim()) return setMissing(true);
        change.mutate(
          { reason: reason.trim(), withdrawPhones },
          {
            onSuccess: () => {
              draft.discard();
              showToast(t('{name} is out: every session has ended', { name: person.fullName }), { tone: 'saved' });
              onClose();
            },
          },
        );
      }}
    >
      <Stack gap="3">
        <Text>{t('They are signed out everywhere at once and cannot sign in again until they are reactivated.')}</Text>
        {(person.loans > 0 || person.below > 0) && (
          <Banner tone="warn" title={t('What stays with them')}>
            {person.loans > 0 && (
              <div>
                {tn(person.loans, '{n} loan, until it is allocated anew', '{n} loans, until they are allocated anew')}
              </div>
            )}
            {person.below > 0 && (
              <div>
                {tn(person.below, '{n} person below, until they are moved', '{n} people below, until they are moved')}
              </div>
            )}
          </Banner>
        )}
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Field label={t('Reason')} required error={missing && !reason.trim() ? t('Give a reason') : undefined}>
          <TextArea
            value={reason}
            onChange={(next) => draft.set({ ...draft.value, reason: next })}
            maxLength={500}
            rows={2}
          />
        </Field>
        <Tick>
          <input
            type="checkbox"
            checked={withdrawPhones}
            onChange={() => draft.set({ ...draft.value, withdrawPhones: !withdrawPhones })}
          />
          {t('Withdraw their phones: unsent work is delivered for review, then the phone erases itself')}
        </Tick>
      </Stack>
    </ConfirmDialog>
  );
}
