/** The commit while it runs and what came of it: counts, the error file and its corrected return, the way to the loans, the way back. */
import { failedWrite } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Banner, Button, Card, Heading, LinkButton, Row, Stack, Text } from '../../../ui';
import { JobProgress, ProblemNote } from '../../../ui/kit';
import { type ImportDetail, useImportSteps } from '../queries';
import { Figures } from './figures';
import { ImportActions } from './import-actions';
import { ImportDrop } from './start-step';

export function LoadStep({
  detail,
  cancelling,
  onCancel,
  onOther,
}: {
  detail: ImportDetail;
  cancelling: boolean;
  onCancel: () => void;
  /** Another import was started: the corrected file. */
  onOther: (id: string) => void;
}) {
  const { state, counts, progress } = detail;
  const figures = (
    <Figures
      figures={[
        { label: t('New'), value: counts.inserted, tone: 'paid' },
        { label: t('Changed'), value: counts.updated, tone: 'promise' },
        { label: t('The same as now'), value: counts.unchanged },
        { label: t('Left out'), value: counts.skipped },
        { label: t('Refused'), value: counts.refused, tone: 'danger' },
      ]}
    />
  );
  if (state === 'committing' || state === 'undoing')
    return (
      <Card>
        <Stack gap="4">
          <Heading>{detail.fileName}</Heading>
          <JobProgress
            label={
              state === 'undoing'
                ? t('Taking the upload back')
                : detail.kind === 'suppressions'
                  ? t('Loading the file')
                  : t('Loading the loans')
            }
            done={progress.done}
            total={progress.total}
            note={t('You may leave this page: the work goes on.')}
            cancel={state === 'committing' ? { label: t('Stop loading'), busy: cancelling, onCancel } : undefined}
          />
          {figures}
        </Stack>
      </Card>
    );
  return (
    <Card>
      <Stack gap="4">
        <Outcome detail={detail} />
        {counts.rows > 0 && figures}
        <ImportActions row={detail} />
        {state === 'failed' && detail.mapping && !detail.mayGoOn && !detail.mayUndo && <CheckAgain id={detail.id} />}
        {state === 'done' && (
          <Row>
            {detail.kind === 'suppressions' ? (
              <LinkButton to={deskPaths.suppressions()} look="primary" icon="blocked">
                {t('See the suppression list')}
              </LinkButton>
            ) : (
              <LinkButton to={deskPaths.loans()} look="primary" icon="loans">
                {t('See the loans')}
              </LinkButton>
            )}
          </Row>
        )}
        {counts.refused > 0 && state === 'done' && (
          <ImportDrop
            kind={detail.kind}
            label={t('Drop the corrected file here')}
            takes={t(
              'The file of refused rows says why in its last column. Correct it and drop it: its columns are known already.',
            )}
            onStarted={({ id }) => onOther(id)}
          />
        )}
      </Stack>
    </Card>
  );
}

/** A file whose check failed, and of which nothing was loaded. */
function CheckAgain({ id }: { id: string }) {
  const { checkAgain } = useImportSteps(id);
  return (
    <>
      <Row>
        <Button busy={checkAgain.isPending} onClick={() => checkAgain.mutate()}>
          {t('Check the file again')}
        </Button>
      </Row>
      <ProblemNote problem={failedWrite(checkAgain.error)} />
    </>
  );
}

function Outcome({ detail: { state, problem, fileName, counts } }: { detail: ImportDetail }) {
  const loaded = counts.inserted + counts.updated;
  const howMuch =
    loaded === 0
      ? t('Nothing of the file is loaded.')
      : tn(loaded, '{n} of {total} rows is loaded.', '{n} of {total} rows are loaded.', { total: counts.rows });
  if (state === 'failed')
    return (
      <Banner tone="danger" title={said(problem?.message ?? '')}>
        {problem?.line != null && t('Line {line}', { line: problem.line })}
        {problem?.column && ` · ${problem.column}`}
        <Text>{howMuch}</Text>
      </Banner>
    );
  if (state === 'done') return <Banner tone="paid" title={t('{file} is loaded', { file: fileName })} />;
  if (state === 'undone')
    return <Banner tone="offline" icon="back" title={t('{file} was taken back', { file: fileName })} />;
  return (
    <Banner tone="offline" icon="blocked" title={t('{file} was cancelled', { file: fileName })}>
      <Text>{howMuch}</Text>
    </Banner>
  );
}
