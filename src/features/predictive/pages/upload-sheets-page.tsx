/** The sheets that were uploaded: what became of each, its lines to mend, and taking it back. */
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { DialLists } from '../components/dial-lists';

export default function UploadSheetsPage() {
  return (
    <DialLists
      source="file"
      title={t('Upload Sheets')}
      add={{ label: t('Upload a sheet'), to: deskPaths.predictiveUpload() }}
      empty={{ title: t('No sheet was uploaded yet') }}
    />
  );
}
