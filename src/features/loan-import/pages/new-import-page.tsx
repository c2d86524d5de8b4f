import { t } from '../../../i18n';
import { ImportWizard } from '../components/import-wizard';

export default function NewImportPage() {
  return <ImportWizard title={t('New Import Mapping')} kind="loans" />;
}
