/** /bank-import-paid-bulk-upload: files of what a bank or a lender says was paid, and what came of them. */
import { lazy } from 'react';
import { type BankFile, listBankFiles, MAX_BANK_FILE } from '../../../../core/contract/reconciliation';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { LinkButton, Stack, showToast } from '../../../ui';
import {
  type Column,
  countColumn,
  dayColumn,
  FileDrop,
  moneyColumn,
  nameColumn,
  ProblemNote,
  statusColumn,
  textColumn,
  useOpen,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useSignedIn } from '../../session';
import { FILES, useUploadBankFile } from '../queries';
import { fileLook } from '../words';

const FilePanel = lazy(() => import('../components/file-panel'));

/** How often the server is asked while it is at work, in milliseconds. */
const AT_WORK_MS = 1000;
const isAtWork = ({ state }: BankFile) => state === 'reading' || state === 'matching';

const columns = ({ zone }: Listing<typeof listBankFiles>): Column<BankFile>[] => [
  nameColumn('file', t('File'), (row) => row.fileName),
  statusColumn('state', t('State'), (row) => fileLook(row.state)),
  textColumn('client', t('Client'), (row) => row.client),
  countColumn('lines', t('Lines'), (row) => row.lines),
  countColumn('matched', t('Matched'), (row) => row.matched),
  countColumn('refused', t('Rows that could not be read'), (row) => row.refusedLines || null),
  moneyColumn('amount', t('Amount'), (row) => row.amountPaise),
  textColumn('by', t('By'), (row) => row.uploadedBy),
  dayColumn('at', t('Uploaded'), (row) => row.uploadedAt, { zone, time: true }),
];

export default function BankPaidPage() {
  const { role } = useSignedIn().profile;
  const upload = useUploadBankFile();
  const [, setOpen] = useOpen();
  const take = (file: File) => {
    if (file.size > MAX_BANK_FILE) showToast(t('The file is too large'), { tone: 'problem' });
    else upload.mutate(file, { onSuccess: ({ id }) => setOpen(id) });
  };
  return (
    <EntityList
      name={FILES}
      from={listBankFiles}
      every={(rows) => (rows.some(isAtWork) ? AT_WORK_MS : false)}
      title={t('Bank Paid Bulk Upload')}
      noun={t('files')}
      actions={
        mayEnter(role, routeOf('reconciliation')) && (
          <LinkButton to={deskPaths.reconciliation()}>{t('Reconciliation')}</LinkButton>
        )
      }
      above={
        <Stack gap="3">
          <FileDrop
            label={t('A file of what a bank or a lender says was paid')}
            takes={t(
              'CSV or XLSX of up to 20 MB. Its columns are guessed, and you choose them before anything is read.',
            )}
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            busy={upload.isPending}
            onFile={take}
          />
          <ProblemNote tone="danger" title={t('The file was not taken')} problem={failedWrite(upload.error)} />
        </Stack>
      }
      columns={columns}
      nameOf={(row) => row.fileName}
      panel={({ id, row, close }) => <FilePanel key={id} file={row} onClose={close} />}
      empty={{
        icon: 'upload',
        title: t('No file came yet'),
        text: t('Drop the statement of a bank or the list of payments of a lender above.'),
      }}
    />
  );
}
