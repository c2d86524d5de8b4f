import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { removeLoans } from '../../../../core/contract/loan-changes';
import { TENANT_ADMIN_ROLES } from '../../../../core/contract/loan-givers';
import type { Loan } from '../../../../core/contract/loans';
import { parseRole } from '../../../../core/domain/roles';
import { failedWrite, OWN_WORDS, successes, useApi } from '../../../api';
import { t } from '../../../i18n';
import { Button, Field, Skeleton, Stack, showToast, Text, TextArea } from '../../../ui';
import { ConfirmDialog, DraftNote, Modal, useDraft } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { LoanView } from '../components/loan-view';
import { useRetain } from '../loan-change-queries';

const EditLoan = lazy(async () => ({ default: (await import('../components/edit-loan')).EditLoan }));

/** One loan with everything that happened on it; corrected, retained, or removed where it came by mistake. */
export default function ViewLoanPage() {
  return <LoanView title={t('View Loan')} actions={(loan) => <Actions key={loan.id} loan={loan} />} />;
}

function Actions({ loan }: { loan: Loan }) {
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const retain = useRetain();
  const mark = (wanted: boolean) =>
    retain.mutate(
      { loanId: loan.id, retain: wanted },
      {
        onSuccess: ({ retained }) =>
          showToast(retained ? t('Retained for the next cycle') : t('No longer retained'), {
            tone: 'saved',
            action: { label: t('Undo'), onClick: () => mark(!wanted) },
          }),
      },
    );
  return (
    <>
      <Button small icon="edit" onClick={() => setOpen('edit')}>
        {t('Edit contact')}
      </Button>
      <Button small busy={retain.isPending} onClick={() => mark(!loan.retained)}>
        {loan.retained ? t('Let go') : t('Retain')}
      </Button>
      {TENANT_ADMIN_ROLES.some((one) => one === role) && (
        <Button small look="plain" icon="trash" onClick={() => setOpen('remove')}>
          {t('Delete loan')}
        </Button>
      )}
      {open === 'edit' && (
        <Modal title={t('How to reach {name}', { name: loan.borrower.name })} onClose={() => setOpen(undefined)}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <EditLoan loan={loan} onDone={() => setOpen(undefined)} />
          </Suspense>
        </Modal>
      )}
      {open === 'remove' && <Remove loan={loan} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Remove({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const zone = useZone();
  const draft = useDraft(`loan.remove.${loan.id}`, '');
  const [openedAt] = useState(draft.changedAt);
  const reason = draft.value;
  const [missing, setMissing] = useState(false);
  const remove = useMutation({
    meta: OWN_WORDS,
    mutationFn: async () => (await api.call(removeLoans, { body: { loanIds: [loan.id], reason: reason.trim() } })).data,
    onSuccess: async ({ removed }) => {
      draft.discard();
      if (removed === 0)
        showToast(t('This loan was worked: it has records and cannot be deleted.'), { tone: 'problem' });
      else showToast(successes.loanDeleted, { tone: 'saved' });
      onClose();
      await client.invalidateQueries({ queryKey: ['loan'] });
    },
  });
  return (
    <ConfirmDialog
      title={t('Delete loan {number}?', { number: loan.loanNumber })}
      confirm={t('Delete loan')}
      danger
      busy={remove.isPending}
      problem={failedWrite(remove.error)}
      onClose={onClose}
      onConfirm={() => (reason.trim().length < 3 ? setMissing(true) : remove.mutate())}
    >
      <Stack gap="3">
        <Text>
          {t('Only a loan that came by mistake can be deleted. One with records, promises or payments stays.')}
        </Text>
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Field label={t('Reason')} required error={missing ? t('Give a reason') : undefined}>
          <TextArea value={reason} onChange={draft.set} rows={2} />
        </Field>
      </Stack>
    </ConfirmDialog>
  );
}
