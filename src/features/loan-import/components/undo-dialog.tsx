/** Asks before an upload is taken back, with what goes, what gets its old values, and what stays because somebody worked on it. */
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { failedWrite, problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Link, ProgressBar, Skeleton, Stack, Text } from '../../../ui';
import { ConfirmDialog, ProblemState, Table, TableScroll } from '../../../ui/kit';
import { useImportSteps, useUndoPreview } from '../queries';
import { Figures } from './figures';

export default function UndoDialog({
  detail,
  onClose,
}: {
  detail: Pick<LoanImport, 'id' | 'fileName' | 'kind'>;
  onClose: () => void;
}) {
  const preview = useUndoPreview(detail.id);
  const { undo } = useImportSteps(detail.id);
  const known = preview.data?.known === true;
  const { data, progress } = preview.data ?? {};
  return (
    <ConfirmDialog
      danger
      title={t('Take {file} back?', { file: detail.fileName })}
      confirm={t('Take it back')}
      busy={undo.isPending || (!known && !preview.error)}
      problem={failedWrite(undo.error)}
      onConfirm={() => known && undo.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {preview.error && !known ? (
        <ProblemState problem={problemOf(preview.error)} retry={preview.refetch} />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : (
        <Stack gap="3">
          {!known && progress && (
            <ProgressBar
              done={progress.done}
              total={progress.total}
              label={t('{done} of {total} rows looked at', {
                done: progress.done.toLocaleString('en-IN'),
                total: progress.total.toLocaleString('en-IN'),
              })}
            />
          )}
          <Figures
            figures={[
              { label: t('Removed'), value: data.removed, tone: 'danger' },
              { label: t('As they were before'), value: data.restored },
              { label: t('Stay as they are'), value: data.stays, tone: 'promise' },
            ]}
          />
          {known && detail.kind !== 'suppressions' && (
            <Text>
              {[
                data.removed > 0 &&
                  tn(
                    data.removed,
                    '{n} loan that the file brought goes, with its borrower, phones and addresses.',
                    '{n} loans that the file brought go, with their borrowers, phones and addresses.',
                  ),
                data.restored > 0 &&
                  tn(
                    data.restored,
                    '{n} loan that it changed gets its values of before.',
                    '{n} loans that it changed get their values of before.',
                  ),
                data.stays === 0
                  ? t('What is not of this file stays as it is.')
                  : t('What is not of this file, and what somebody worked on, stays as it is.'),
              ]
                .filter(Boolean)
                .join(' ')}
            </Text>
          )}
          {data.stays > 0 && (
            <>
              <Text>
                {tn(
                  data.stays,
                  '{n} loan stays, because somebody worked on it since:',
                  '{n} loans stay, because somebody worked on them since:',
                )}
              </Text>
              <TableScroll
                maxHeight="14rem"
                overflowY="auto"
                tabIndex={0}
                role="region"
                aria-label={t('Loans that stay')}
              >
                <Table>
                  <tbody>
                    {data.staying.map(({ loanId, loanNumber, why }) => (
                      <tr key={loanId}>
                        <td>
                          <Link to={deskPaths.loans({ loan: loanId })}>{loanNumber}</Link>
                        </td>
                        <td>{said(why)}</td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              </TableScroll>
            </>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
