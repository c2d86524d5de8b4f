/** A sheet of loan or mobile numbers becomes a list of a process: taken at once, checked line by line, taken back if it was wrong. */
import { importSheet, MAX_SHEET } from '../../../../core/contract/predictive';
import { t } from '../../../i18n';
import { Banner, showToast, Text } from '../../../ui';
import { useOpen } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { DialLists } from '../components/dial-lists';
import { PROCESSES } from '../process-form';
import { useProcesses } from '../queries';

const MOST = 250;

export default function PredictiveUploadPage() {
  const processes = useProcesses({ sort: 'name', size: MOST });
  const [, setOpen] = useOpen();
  const own = (processes.data?.rows ?? []).filter(({ mayEdit }) => mayEdit);
  return (
    <DialLists
      source="file"
      title={t('Predictive Upload')}
      above={
        <EntityForm
          at="page"
          draft="predictive.upload"
          label={t('Predictive Upload')}
          to={importSheet}
          values={{ processId: '', name: '' }}
          above={
            <>
              <Text tone="muted">
                {t(
                  'CSV with a column Loan number, Mobile number or both. Each line is checked: unknown loans, duplicates and borrowers who may not be called are left out, with the reason.',
                )}
              </Text>
              {processes.data && own.length === 0 && (
                <Banner tone="warn" title={t('There is no process to upload for. Create one first.')} />
              )}
            </>
          }
          sections={() => [
            {
              beside: true,
              fields: {
                processId: {
                  label: t('Process'),
                  options: own.map((one) => ({ value: one.id, label: `${one.name} · ${one.portfolio.name}` })),
                  input: { placeholder: processes.data ? t('Choose') : t('Loading') },
                },
                name: { label: t('Name of the list'), required: false },
              },
            },
            {
              fields: {
                file: {
                  label: t('Sheet'),
                  kind: 'file',
                  required: true,
                  file: { accept: '.csv,.txt,.tsv,text/csv', most: MAX_SHEET, tooLarge: t('The file is too large') },
                },
              },
            },
          ]}
          unready={({ processId }, { file }) => !file || file.size > MAX_SHEET || processId === ''}
          check={() => ({ name: undefined })}
          along={({ file }, { name }) => ({
            bytes: file,
            query: {
              fileName: file?.name.slice(0, 200),
              name: name.trim() || file?.name.replace(/\.\w+$/, '').slice(0, 80),
            },
          })}
          again={PROCESSES}
          send={t('Upload')}
          onStored={({ id }) => {
            showToast(t('Sheet taken; its lines are being checked'), { tone: 'saved' });
            setOpen(id);
          }}
        />
      }
      empty={{ title: t('No sheet was uploaded yet') }}
    />
  );
}
