/** One backup: how far it is, what is in it, its file for the password, and away with it. */
import { useState } from 'react';
import type { Backup } from '../../../../core/contract/backups';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Button, Skeleton, showToast } from '../../../ui';
import { ConfirmDialog, FactLine, Facts, JobProgress, SidePanel } from '../../../ui/kit';
import { sizeWords } from '../../devices';
import { useZone } from '../../session';
import { useBackupDownload, useDeleteBackup } from '../queries';
import { byWords, isWritten, problemWords, stateLook } from '../words';
import { PasswordDialog } from './password-dialog';

const number = new Intl.NumberFormat('en-IN');
const counted = (count: number | null) => (count === null ? '–' : number.format(count));

export default function BackupPanel({ backup, onClose }: { backup: Backup | undefined; onClose: () => void }) {
  const zone = useZone();
  const [asked, setAsked] = useState<'file' | 'delete'>();
  const title = backup ? formatDateTime(backup.at, zone) : t('Backup');
  return (
    <SidePanel
      about={backup?.id ?? ''}
      label={title}
      title={title}
      line={backup ? byWords(backup) : ''}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
      footer={
        backup &&
        isWritten(backup) && (
          <>
            {backup.size !== null && (
              <Button icon="download" onClick={() => setAsked('file')}>
                {t('Download')}
              </Button>
            )}
            <Button look="danger" onClick={() => setAsked('delete')}>
              {t('Delete')}
            </Button>
          </>
        )
      }
    >
      {backup ? <What backup={backup} zone={zone} /> : <Skeleton lines={6} />}
      {backup && asked === 'file' && <Download backup={backup} onClose={() => setAsked(undefined)} />}
      {backup && asked === 'delete' && (
        <Delete backup={backup} title={title} onClose={() => setAsked(undefined)} onGone={onClose} />
      )}
    </SidePanel>
  );
}

function What({ backup, zone }: { backup: Backup; zone: string }) {
  const { words, tone } = stateLook(backup);
  const problem = problemWords(backup);
  return (
    <>
      {backup.progress && (
        <JobProgress
          label={t('Tables')}
          done={backup.progress.done}
          total={backup.progress.total}
          note={t('The backup is of the moment at which it was begun. You may leave this page.')}
        />
      )}
      {problem && (
        <Banner tone="danger" title={words}>
          {problem}
        </Banner>
      )}
      {tone === 'warn' && (
        <Banner tone="warn" title={words}>
          {t('It holds more than is restored to see whether it is whole. Restore it elsewhere from time to time.')}
        </Banner>
      )}
      <Facts>
        <FactLine name={t('State')}>{words}</FactLine>
        <FactLine name={t('Verified at')}>
          {backup.verdict === 'verified' && backup.verifiedAt ? formatDateTime(backup.verifiedAt, zone) : '–'}
        </FactLine>
        <FactLine name={t('Size')}>{backup.size === null ? '–' : sizeWords(backup.size)}</FactLine>
        <FactLine name={t('Rows')}>{counted(backup.rows)}</FactLine>
        <FactLine name={t('Files')}>{counted(backup.files)}</FactLine>
      </Facts>
    </>
  );
}

function Download({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { mutate, isPending, error } = useBackupDownload(backup);
  return (
    <PasswordDialog
      title={t('Download the backup')}
      confirm={t('Download')}
      busy={isPending}
      error={error}
      onConfirm={(password) => mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('The file holds everything of your company, encrypted. It opens with the key of your backups alone.')}
    </PasswordDialog>
  );
}

function Delete({
  backup,
  title,
  onClose,
  onGone,
}: {
  backup: Backup;
  title: string;
  onClose: () => void;
  onGone: () => void;
}) {
  const { mutate, isPending, error } = useDeleteBackup();
  const gone = () => {
    showToast(t('The backup is deleted'), { tone: 'saved' });
    onGone();
  };
  return (
    <ConfirmDialog
      title={t('Delete the backup?')}
      confirm={t('Delete backup')}
      danger
      busy={isPending}
      problem={failedWrite(error)}
      onConfirm={() => mutate(backup.id, { onSuccess: gone })}
      onClose={onClose}
    >
      {t('The backup of {when} and its file are gone for good.', { when: title })}
    </ConfirmDialog>
  );
}
