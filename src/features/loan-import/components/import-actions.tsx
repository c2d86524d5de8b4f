/** What may be done with an upload that is over or was stopped: its files, going on with it, and taking it back. */
import { lazy, Suspense, useState } from 'react';
import { IMPORT_ADMINS, type LoanImport } from '../../../../core/contract/loan-imports';
import { parseRole } from '../../../../core/domain/roles';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Row } from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { useDownloads, useImportSteps } from '../queries';

const UndoDialog = lazy(() => import('./undo-dialog'));

export function ImportActions({ row }: { row: LoanImport }) {
  const [undoing, setUndoing] = useState(false);
  const { file, errors } = useDownloads();
  const { commit } = useImportSteps(row.id);
  const role = parseRole(useSignedIn().profile.role);
  const loads = IMPORT_ADMINS.some((one) => one === role);
  return (
    <>
      <Row gap="2">
        {row.mayGoOn && loads && (
          <Button look="primary" busy={commit.isPending} onClick={() => commit.mutate()}>
            {t('Go on loading')}
          </Button>
        )}
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
        {row.mayUndo && loads && (
          <Button icon="back" onClick={() => setUndoing(true)}>
            {t('Take the upload back')}
          </Button>
        )}
      </Row>
      <ProblemNote problem={failedWrite(commit.error ?? file.error ?? errors.error)} />
      <Suspense>{undoing && <UndoDialog detail={row} onClose={() => setUndoing(false)} />}</Suspense>
    </>
  );
}
