/** /disposition-upload: outcomes of calls from a file, each row taken like a call's own record. */
import { FILE_COLUMNS, MAX_DISPOSITION_FILE } from '../../../../core/contract/disposition-files';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Button, Card, Stack, showToast, Text } from '../../../ui';
import { DeskPage, DeskTitle, downloadCsv, FileDrop, ProblemNote } from '../../../ui/kit';
import { OutcomeFiles } from '../components/outcome-files';
import { useOutcomeFileActions } from '../outcome-file-queries';

const columns = () => Object.values(FILE_COLUMNS).map(([name]) => name);

export default function DispositionUploadPage() {
  const { upload } = useOutcomeFileActions();
  const take = (file: File) => {
    if (file.size > MAX_DISPOSITION_FILE) {
      showToast(t('The file is too large'), { tone: 'problem' });
      return;
    }
    upload.mutate(file, {
      onSuccess: () => showToast(t('File taken; its rows are being recorded'), { tone: 'saved' }),
    });
  };
  return (
    <DeskPage>
      <Stack gap="4">
        <DeskTitle>{t('Disposition Upload')}</DeskTitle>
        <Card padding="4">
          <Stack gap="3">
            <FileDrop
              label={t('A file of call outcomes')}
              takes={t('CSV or XLSX of up to 20 MB, with the columns Loan number, Disposition code and Date')}
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              busy={upload.isPending}
              onFile={take}
              action={
                <Button
                  look="quiet"
                  onClick={() => downloadCsv({ fileName: 'dispositions.csv', csv: `${columns().join(',')}\r\n` })}
                >
                  {t('Empty file with all columns')}
                </Button>
              }
            />
            {upload.error && <ProblemNote problem={failedWrite(upload.error)} />}
            <Text size="small" tone="muted">
              {t(
                'Days are read day first; a day without a time counts as noon. Agent is a login or e-mail of one of your people, and without it the outcome is yours. A row that comes twice counts once.',
              )}
            </Text>
          </Stack>
        </Card>
        <OutcomeFiles />
      </Stack>
    </DeskPage>
  );
}
