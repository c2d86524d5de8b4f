/** Loans that the server is giving as a job: how far it is, what came of it, and the way back. It goes on when this is closed. */
import { useEffect } from 'react';
import { failedWrite, problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, Row, Skeleton, Stack, Text } from '../../../ui';
import { JobProgress, Modal, ProblemNote, ProblemState } from '../../../ui/kit';
import { useJob } from '../assign-queries';
import { leftOutWords } from '../left-out-words';

const stepWords = (state: string): string => {
  if (state === 'rehearsing') return t('Looking for the loans');
  return state === 'undoing' ? t('Giving the loans back') : t('Giving the loans');
};

export function GivingJob({ id, onClose }: { id: string; onClose: () => void }) {
  const { run, error, atWork, step, forgetLists } = useJob(id);
  const over = run !== undefined && !atWork;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are asked again once, when it is over
  useEffect(() => {
    if (over) void forgetLists();
  }, [over]);
  const to = run?.hand?.to ?? '';
  const problem = problemOf(error);
  const unknown = run?.hand?.unknown ?? 0;
  return (
    <Modal title={t('Giving loans to {name}', { name: to })} onClose={onClose}>
      <Stack gap="3">
        {problem && !run && <ProblemState problem={problem} />}
        {!run && !problem && <Skeleton lines={3} />}
        {run && atWork && (
          <>
            <JobProgress
              label={stepWords(run.state)}
              done={run.done}
              total={run.state === 'rehearsing' ? 0 : (run.total ?? 0)}
              cancel={
                run.state === 'undoing'
                  ? undefined
                  : { label: t('Stop'), busy: step.isPending, onCancel: () => step.mutate('cancel') }
              }
            />
            <Text size="small" tone="muted">
              {t('It goes on when this is closed.')}
            </Text>
          </>
        )}
        {run && over && (
          <Stack gap="2">
            <Text>
              {run.state === 'undone'
                ? tn(run.restored, '{n} loan is back where it was', '{n} loans are back where they were')
                : tn(run.given, '{n} loan given to {name}', '{n} loans given to {name}', { name: to })}
            </Text>
            {run.state !== 'undone' && <Text tone="muted">{leftOutWords(run.leftWhy ?? {})}</Text>}
            {unknown > 0 && (
              <Text tone="muted">
                {tn(unknown, '{n} number names no loan of yours', '{n} numbers name no loan of yours')}
              </Text>
            )}
            {run.state === 'cancelled' && <Text>{t('Stopped')}</Text>}
            {run.problem && <Text tone="danger">{said(run.problem)}</Text>}
          </Stack>
        )}
        {step.error && <ProblemNote problem={failedWrite(step.error)} />}
        <Row gap="3">
          <Button look="primary" onClick={onClose}>
            {t('Close')}
          </Button>
          {run && over && run.given > 0 && run.state !== 'undone' && (
            <Button busy={step.isPending} onClick={() => step.mutate('undo')}>
              {t('Take it back')}
            </Button>
          )}
        </Row>
      </Stack>
    </Modal>
  );
}
