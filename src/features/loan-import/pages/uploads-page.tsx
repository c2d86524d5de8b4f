/** /loan-upload and /upload-loan: every file that came in, and the place to drop the next one. */
import { useNavigate } from 'react-router-dom';
import { t } from '../../../i18n';
import { EmptyState } from '../../../ui';
import { ImportsList } from '../components/imports-list';
import { StartStep } from '../components/start-step';
import { importPath } from '../import-path';

export default function UploadsPage() {
  const navigate = useNavigate();
  return (
    <ImportsList
      name="imports"
      title={t('Import CSV')}
      above={<StartStep kind="loans" onStarted={(one) => navigate(importPath(one))} />}
      empty={
        <EmptyState icon="upload" title={t('No file came in yet')}>
          {t(
            'Drop the lender’s file anywhere on this page. Nothing is loaded before you have seen what becomes of it.',
          )}
        </EmptyState>
      }
    />
  );
}
