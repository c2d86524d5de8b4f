/** The key that opens the backups: for the password, once, to be kept elsewhere than the files. */
import { t } from '../../../i18n';
import { Banner, Button, Stack, showToast, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { useBackupKey } from '../queries';
import { PasswordDialog } from './password-dialog';

export default function KeyDialog({ onClose }: { onClose: () => void }) {
  const { data, mutate, isPending, error } = useBackupKey();
  if (!data)
    return (
      <PasswordDialog
        title={t('Show the key')}
        confirm={t('Show the key')}
        busy={isPending}
        error={error}
        onConfirm={mutate}
        onClose={onClose}
      >
        {t('Every backup of your company is encrypted with one key. Who has it and a file reads everything in it.')}
      </PasswordDialog>
    );
  const copy = () =>
    navigator.clipboard
      .writeText(data.key)
      .then(() => showToast(t('The key is copied'), { tone: 'saved' }))
      .catch(() => showToast(t('The browser did not copy it. Mark it and copy it yourself.'), { tone: 'problem' }));
  return (
    <Modal
      title={t('The key of your backups')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={copy}>{t('Copy the key')}</Button>
          <Button look="primary" onClick={onClose}>
            {t('I have kept it')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text as="p" fontFamily="mono" overflowWrap="anywhere" aria-label={t('The key of your backups')}>
          {data.key}
        </Text>
        <Banner tone="warn" title={t('Keep it outside of this installation, and not beside the files.')}>
          {t('A backup cannot be restored without it, and nobody can make it again when this installation is lost.')}
        </Banner>
      </Stack>
    </Modal>
  );
}
