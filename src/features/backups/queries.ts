/** What the screen of backups asks the server for. */
import { useMutation } from '@tanstack/react-query';
import { type Backup, backupFile, deleteBackup, makeBackup, showBackupKey } from '../../../core/contract/backups';
import { uuidv7 } from '../../../core/domain/ids';
import { download, OWN_WORDS, useApi, useWrite } from '../../api';

export const BACKUPS = 'backups';

export const useMakeBackup = () => useWrite(makeBackup, () => ({ body: { id: uuidv7() } }), { again: [BACKUPS] });
export const useDeleteBackup = () => useWrite(deleteBackup, (id: string) => ({ params: { id } }), { again: [BACKUPS] });
export const useBackupKey = () => useWrite(showBackupKey, (password: string) => ({ body: { password } }));

export function useBackupDownload({ id, fileName }: Backup) {
  const api = useApi();
  return useMutation({
    meta: OWN_WORDS,
    mutationFn: (password: string) =>
      download(
        api,
        backupFile,
        { params: { id }, body: { password } },
        { name: fileName, mime: 'application/octet-stream' },
      ),
  });
}
