import { t } from '../../../i18n';
import { ImportWizard } from '../components/import-wizard';

export default function UpdateImportPage() {
  return <ImportWizard title={t('Update Import Mapping')} kind="changes" />;
}
