/** What may be done with an upload that is over: its files, and taking it back. */
import { useState } from 'react';
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Row } from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { useDownloads } from '../queries';
import { UndoDialog } from './undo-dialog';

export function ImportActions({ row }: { row: LoanImport }) {
  const [undoing, setUndoing] = useState(false);
  const { file, errors } = useDownloads();
  return (
    <>
      <Row gap="2">
        {row.counts.refused > 0 && (
          <Button icon="download" busy={errors.isPending} onClick={() => errors.mutate(row)}>
            {tn(row.counts.refused, 'File of {n} refused row', 'File of {n} refused rows')}
          </Button>
        )}
        {row.received === row.size && (
          <Button icon="download" busy={file.isPending} onClick={() => file.mutate(row)}>
            {t('The uploaded file')}
          </Button>
        )}
        {row.mayUndo && (
          <Button icon="back" onClick={() => setUndoing(true)}>
            {t('Take the upload back')}
          </Button>
        )}
      </Row>
      <ProblemNote problem={failedWrite(file.error ?? errors.error)} />
      {undoing && <UndoDialog detail={row} onClose={() => setUndoing(false)} />}
    </>
  );
}
