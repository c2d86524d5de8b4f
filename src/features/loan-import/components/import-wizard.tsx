/** One import from its file to its end. Its step is what the server says of it, so that it may be gone on with anywhere. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, Card, LinkButton, Row, Skeleton, Stack } from '../../../ui';
import { DeskPage, DeskTitle, JobProgress, ProblemNote, ProblemState, Steps } from '../../../ui/kit';
import { IMPORT_STEPS, mayGiveUp, stepOf } from '../import-steps';
import { type Choice, type ImportDetail, useImport, useImportSteps } from '../queries';
import { useToldSteps } from '../told-steps';
import { stopUpload } from '../uploads';
import { CheckStep } from './check-step';
import { LoadStep } from './load-step';
import { MappingStep } from './mapping-step';
import { SameFile } from './same-file';
import { StartStep } from './start-step';
import { UploadStep } from './upload-step';

const STEP_WORDS = { file: 'File', columns: 'Columns', check: 'Check', load: 'Load' };

export function ImportWizard({ title, kind }: { title: string; kind: ImportDetail['kind'] }) {
  const [search, setSearch] = useSearchParams();
  const id = search.get('id') ?? '';
  const open = (next: string) => setSearch(next ? { id: next } : {});
  const one = useImport(id);
  const detail = id === '' ? undefined : one.data;
  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{title}</DeskTitle>
        <Row gap="2">
          {id !== '' && (
            <Button icon="plus" onClick={() => open('')}>
              {t('Another file')}
            </Button>
          )}
          <LinkButton to={deskPaths.imports()} icon="loans">
            {t('All uploads')}
          </LinkButton>
        </Row>
      </Row>
      <Steps
        label={t('Steps of the import')}
        steps={IMPORT_STEPS.map((step) => t(STEP_WORDS[step]))}
        current={detail ? IMPORT_STEPS.indexOf(stepOf(detail.state)) : 0}
      />
      {id === '' && <StartStep kind={kind} onStarted={(started) => open(started.id)} />}
      {id !== '' && !detail && !one.error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {id !== '' && !detail && <ProblemState problem={problemOf(one.error)} retry={one.refetch} />}
      {detail && one.error && <ProblemNote problem={problemOf(one.error)} />}
      {detail && <OpenImport key={detail.id} detail={detail} onOther={open} />}
    </DeskPage>
  );
}

/** The step on which an import stands. */
function OpenImport({ detail, onOther }: { detail: ImportDetail; onOther: (id: string) => void }) {
  const steps = useImportSteps(detail.id);
  useToldSteps(detail);
  /** Back at the columns of a file that was checked. */
  const [again, setAgain] = useState(false);
  const { state, look, mapping, verification } = detail;
  const cancel = () => {
    stopUpload(detail.id);
    steps.cancel.mutate();
  };
  const check = (next: Choice) => steps.check.mutate(next, { onSuccess: () => setAgain(false) });
  const whose = { clientId: detail.clientId, portfolioId: detail.portfolioId };
  const giveUp = mayGiveUp(state) && (
    <Row>
      <Button look="plain" icon="trash" busy={steps.cancel.isPending} onClick={cancel}>
        {t('Give this import up')}
      </Button>
    </Row>
  );
  if (state === 'uploading')
    return <UploadStep detail={detail} onCancel={cancel} cancelling={steps.cancel.isPending} />;
  if (stepOf(state) === 'load')
    return <LoadStep detail={detail} cancelling={steps.cancel.isPending} onCancel={cancel} onOther={onOther} />;
  if (state === 'reading' || state === 'verifying' || !look || !mapping)
    return (
      <Stack gap="4">
        <Card>
          <JobProgress
            label={state === 'verifying' ? t('Checking every row; nothing is changed') : t('Reading the file')}
            done={detail.progress.done}
            total={detail.progress.total}
            note={t('You may leave this page: the work goes on.')}
          />
        </Card>
        {giveUp}
      </Stack>
    );
  return (
    <Stack gap="4">
      <SameFile detail={detail} />
      <ProblemNote tone="danger" title={t('The import was not given up')} problem={failedWrite(steps.cancel.error)} />
      {state === 'verified' && verification && !again ? (
        <CheckStep
          detail={detail}
          verification={verification}
          policy={mapping.policy}
          busy={steps.commit.isPending || steps.check.isPending}
          problem={failedWrite(steps.commit.error ?? steps.check.error)}
          onBack={() => setAgain(true)}
          onPolicy={(policy) => check({ ...whose, mapping: { ...mapping, policy } })}
          onCommit={() => steps.commit.mutate()}
        />
      ) : (
        <MappingStep
          key={JSON.stringify(look.layout)}
          detail={{ ...detail, look, mapping }}
          busy={steps.check.isPending}
          reading={steps.layout.isPending}
          problem={failedWrite(steps.check.error ?? steps.layout.error)}
          onLayout={(layout) => steps.layout.mutate(layout)}
          onCheck={check}
        />
      )}
      {giveUp}
    </Stack>
  );
}
