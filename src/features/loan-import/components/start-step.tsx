/** A new import: the file, however it comes. Whose loans they are is asked once its columns are seen. */
import { useState } from 'react';
import { type LoanImport, MAX_IMPORT_FILE } from '../../../../core/contract/loan-imports';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Card, Stack } from '../../../ui';
import { FileDrop, ProblemNote } from '../../../ui/kit';
import { useStartImport } from '../queries';

export const ACCEPT =
  '.csv,.txt,.tsv,.gz,.zip,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const DROP_WORDS: Record<LoanImport['kind'], string> = {
  loans: 'Drop a file of loans anywhere on this page',
  changes: 'Drop a file of changes anywhere on this page',
  suppressions: 'Drop a file of what is not to be contacted anywhere on this page',
};

/** The drop of a file that begins an import; `takes` says more than its kinds. */
export function ImportDrop({
  kind,
  label = t(DROP_WORDS[kind]),
  takes = t('CSV or XLSX, also packed as .gz or .zip; or paste cells that you copied from a spreadsheet.'),
  onStarted,
}: {
  kind: LoanImport['kind'];
  label?: string;
  takes?: string;
  onStarted: (one: LoanImport) => void;
}) {
  const [refused, setRefused] = useState<string>();
  const start = useStartImport();
  const take = (file: File) => {
    if (file.size === 0) return setRefused(t('The file is empty'));
    if (file.size > MAX_IMPORT_FILE) return setRefused(t('The file is too large'));
    setRefused(undefined);
    start.mutate({ kind, file }, { onSuccess: onStarted });
  };
  return (
    <Stack gap="3">
      <FileDrop label={label} takes={takes} accept={ACCEPT} busy={start.isPending} onFile={take} />
      {refused && <Banner tone="danger" title={refused} />}
      <ProblemNote tone="danger" title={t('The file was not taken')} problem={failedWrite(start.error)} />
    </Stack>
  );
}

export function StartStep(props: { kind: LoanImport['kind']; onStarted: (one: LoanImport) => void }) {
  return (
    <Card>
      <ImportDrop {...props} />
    </Card>
  );
}
