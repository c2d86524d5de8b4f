/** /sheet-list: the sheets that were taken into the book; one may get another name or be taken back whole. */
import { useCallback, useState } from 'react';
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { listSheets } from '../../../../core/contract/loan-sheets';
import { failedWrite, successes } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, showToast } from '../../../ui';
import { type Column, ConfirmDialog, InlineEdit } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { importColumns } from '../components/import-columns';
import { useSheetChanges } from '../loan-queries';
import { AT_WORK_MS } from '../queries';

export default function SheetsPage() {
  const { rename, remove } = useSheetChanges();
  const [removing, setRemoving] = useState<LoanImport>();
  const { mutateAsync: renameTo } = rename;
  const columns = useCallback(
    ({ zone }: Listing<typeof listSheets>): Column<LoanImport>[] => [
      {
        id: 'file',
        label: t('Sheet'),
        always: true,
        cell: (row) => (
          <InlineEdit
            label={t('Name of the sheet')}
            value={row.fileName}
            check={(value) => (value === '' ? t('This Field Is Required') : undefined)}
            onSave={async (fileName) => void (await renameTo({ id: row.id, fileName }))}
          />
        ),
      },
      ...importColumns({ zone }).slice(1),
      {
        id: 'remove',
        label: t('Take back'),
        cell: (row) =>
          row.mayUndo && (
            <Button small look="plain" icon="trash" onClick={() => setRemoving(row)}>
              {t('Delete the sheet')}
            </Button>
          ),
      },
    ],
    [renameTo],
  );
  return (
    <>
      <EntityList
        name="sheets"
        from={listSheets}
        every={(rows) => rows.some(({ state }) => state === 'undoing') && AT_WORK_MS}
        title={t('Sheet List')}
        noun={t('sheets')}
        columns={columns}
        nameOf={(row) => row.fileName}
        empty={{
          icon: 'upload',
          title: t('No sheet was loaded yet'),
          text: t('Sheets that administrators load stand here.'),
        }}
      />
      {removing && (
        <ConfirmDialog
          danger
          title={t('Delete {file}?', { file: removing.fileName })}
          confirm={t('Delete the sheet')}
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onClose={() => setRemoving(undefined)}
          onConfirm={() =>
            remove.mutate(removing, {
              onSuccess: () => {
                showToast(successes.sheetDeleted, { tone: 'saved' });
                setRemoving(undefined);
              },
            })
          }
        >
          {tn(
            removing.counts.inserted,
            'The {n} loan that came with it goes, unless somebody has worked on it.',
            'The {n} loans that came with it go, but for those somebody has worked on.',
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
