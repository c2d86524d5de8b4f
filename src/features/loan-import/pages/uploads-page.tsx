/** /loan-upload and /upload-loan: every file that came in, one of them open beside the list, and the place to drop the next one. */
import { useNavigate } from 'react-router-dom';
import { listImports } from '../../../../core/contract/loan-imports';
import { t } from '../../../i18n';
import { EntityList } from '../../lists';
import { importColumns } from '../components/import-columns';
import { ImportPanel } from '../components/import-panel';
import { StartStep } from '../components/start-step';
import { importPath } from '../import-path';
import { isAtWork } from '../import-steps';
import { AT_WORK_MS, useChoices } from '../queries';
import { KIND_WORDS, STATE_WORDS } from '../words';

export default function UploadsPage() {
  const navigate = useNavigate();
  const clients = useChoices().data?.clients ?? [];
  return (
    <EntityList
      name="imports"
      from={listImports}
      every={(rows) => rows.some(({ state }) => isAtWork(state)) && AT_WORK_MS}
      title={t('Import CSV')}
      noun={t('uploads')}
      above={<StartStep kind="loans" onStarted={(one) => navigate(importPath(one))} />}
      columns={importColumns}
      searchLabel={t('File name or batch number')}
      filters={{
        state: { label: t('State'), words: (one) => t(STATE_WORDS[one]) },
        kind: { label: t('What it is for'), words: (one) => t(KIND_WORDS[one]) },
        clientId: {
          label: t('Client'),
          name: 'client',
          options: clients.map(({ id, name }) => ({ value: id, label: name })),
        },
      }}
      nameOf={(row) => row.fileName}
      panel={({ row, close }) => row && <ImportPanel key={row.id} row={row} onClose={close} />}
      empty={{
        icon: 'upload',
        title: t('No file came in yet'),
        text: t(
          'Drop the lender’s file anywhere on this page. Nothing is loaded before you have seen what becomes of it.',
        ),
      }}
    />
  );
}
