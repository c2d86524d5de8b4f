/** /sheet-list: the sheets that were taken into the book; one may get another name or be taken back whole. */
import { useMemo, useState } from 'react';
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { failedWrite, problemOf, successes } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Card, EmptyState, Row, showToast } from '../../../ui';
import {
  type Column,
  ConfirmDialog,
  DataTable,
  DeskPage,
  DeskTitle,
  InlineEdit,
  ListFoot,
  PAGE_SIZE,
  ProblemNote,
  ProblemState,
  useTableQuery,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { importColumns } from '../components/import-columns';
import { useSheetChanges, useSheets } from '../loan-queries';

export default function SheetsPage() {
  const zone = useZone();
  const { query, change } = useTableQuery([]);
  const sheets = useSheets(query.page);
  const { rename, remove } = useSheetChanges();
  const [removing, setRemoving] = useState<LoanImport>();
  const { mutateAsync: renameTo } = rename;
  const columns = useMemo(
    (): Column<LoanImport>[] => [
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
      ...importColumns(zone).filter(({ id }) => id !== 'file'),
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
    [zone, renameTo],
  );
  const settings = useTableSettings('sheets', columns);
  const { data, error } = sheets;
  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{t('Sheet List')}</DeskTitle>
      </Row>
      {data && <ProblemNote problem={problemOf(error)} />}
      <Card flush>
        {error && !data ? (
          <ProblemState problem={problemOf(error)} retry={sheets.refetch} />
        ) : (
          <DataTable
            label={t('Sheet List')}
            columns={columns}
            rows={data?.rows}
            keyOf={(row) => row.id}
            nameOf={(row) => row.fileName}
            settings={settings}
            onSort={() => {}}
            stale={sheets.isPlaceholderData}
            empty={
              <EmptyState icon="upload" title={t('No sheet was loaded yet')}>
                {t('Sheets that administrators load stand here.')}
              </EmptyState>
            }
          />
        )}
        {data && data.total > 0 && (
          <ListFoot
            page={query.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            noun={t('sheets')}
            onPage={(page) => change({ page })}
          />
        )}
      </Card>
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
    </DeskPage>
  );
}
