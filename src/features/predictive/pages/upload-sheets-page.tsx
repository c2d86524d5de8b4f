/** The sheets that were uploaded: what became of each, its lines to mend, and taking it back. */
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { EmptyState, LinkButton, Row, Stack } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { useListsTable } from '../components/lists-table';

export default function UploadSheetsPage() {
  const lists = useListsTable({
    source: 'file',
    empty: (
      <EmptyState
        icon="loans"
        title={t('No sheet was uploaded yet')}
        action={
          <LinkButton look="primary" to={deskPaths.predictiveUpload()}>
            {t('Upload a sheet')}
          </LinkButton>
        }
      />
    ),
  });
  return (
    <DeskPage beside={lists.isOpen}>
      <Stack gap="4">
        <Row apart gap="3">
          <DeskTitle>{t('Upload Sheets')}</DeskTitle>
          <LinkButton look="primary" to={deskPaths.predictiveUpload()}>
            {t('Upload a sheet')}
          </LinkButton>
        </Row>
        {lists.table}
      </Stack>
      {lists.beside}
    </DeskPage>
  );
}
