/** Somebody works again: days off that run end yesterday, those to come are taken back. */
import type { Leave } from '../../../../core/contract/leaves';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { showToast, Text } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';
import { leaveDays, useEndLeave } from '../leave-parts';

export function EndLeave({ leave, onClose }: { leave: Leave; onClose: () => void }) {
  const end = useEndLeave(leave.id);
  const { name } = leave.person;
  const running = leave.state === 'running';
  return (
    <ConfirmDialog
      title={running ? t('Does {name} work again today?', { name }) : t('Take the leave of {name} back?', { name })}
      confirm={running ? t('Works again today') : t('Take the leave back')}
      busy={end.isPending}
      problem={failedWrite(end.error)}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(undefined, {
          onSuccess: () => {
            showToast(t('{name} may be given loans again', { name }), { tone: 'saved' });
            onClose();
          },
        })
      }
    >
      <Text>
        {leaveDays(leave)} · {leave.reason}
      </Text>
      <Text>{t('Days off that are over stay as they were.')}</Text>
    </ConfirmDialog>
  );
}
