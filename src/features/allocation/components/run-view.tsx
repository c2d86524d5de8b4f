/** One rehearsal: how far it is, what it would change, and giving the loans or taking them back. */
import { useState } from 'react';
import type { AllocationRun } from '../../../../core/contract/allocation';
import { failedWrite, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Badge, Button, Card, Row, Skeleton, Stack, Text } from '../../../ui';
import { ConfirmDialog, JobProgress, ProblemState } from '../../../ui/kit';
import { monthWords } from '../../targets';
import { isAtWork, useRun, useRunActions } from '../queries';
import { countWords, STATE_TONES, stateWords } from '../words';
import { RunLoans } from './run-loans';
import { RunSummary } from './run-summary';

/** Loans that a commit gives; what agencies keep gets the new last day, where there is one. */
const movesOf = ({ summary, agencies }: AllocationRun): number =>
  summary?.kinds.reduce((sum, { moved, kept }) => sum + moved + (agencies?.recallOn ? kept : 0), 0) ?? 0;

/** What became of it so far, in words. */
export const outcomeWords = ({
  hand,
  ...run
}: Pick<AllocationRun, 'given' | 'leftOut' | 'restored' | 'hand'>): string =>
  [
    run.given > 0 && tn(run.given, '{n} loan given', '{n} loans given'),
    run.leftOut > 0 && tn(run.leftOut, '{n} left out', '{n} left out'),
    hand &&
      hand.unknown > 0 &&
      tn(hand.unknown, '{n} number names no loan of yours', '{n} numbers name no loan of yours'),
    run.restored > 0 && tn(run.restored, '{n} given back', '{n} given back'),
  ]
    .filter(Boolean)
    .join(' · ');

function Actions({ run }: { run: AllocationRun }) {
  const [asking, setAsking] = useState<'commit' | 'undo'>();
  const { step, errors } = useRunActions();
  const moves = movesOf(run);
  const mayUndo = run.given > 0 && ['committed', 'cancelled', 'failed'].includes(run.state);
  return (
    <Row gap="3" flexWrap="wrap">
      {run.state === 'rehearsed' && moves > 0 && !run.replayed && (
        <Button look="primary" onClick={() => setAsking('commit')}>
          {tn(moves, 'Give {n} loan', 'Give {n} loans')}
        </Button>
      )}
      {mayUndo && <Button onClick={() => setAsking('undo')}>{t('Take it back')}</Button>}
      {!isAtWork(run.state) && !run.replayed && (run.summary || run.leftOut > 0 || (run.hand?.unknown ?? 0) > 0) && (
        <Button busy={errors.isPending} onClick={() => errors.mutate(run.id)}>
          {t('What was not given, as a file')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={
            asking === 'commit'
              ? tn(moves, 'Give {n} loan', 'Give {n} loans')
              : tn(run.given, 'Take back {n} loan', 'Take back {n} loans')
          }
          confirm={asking === 'commit' ? t('Give the loans') : t('Take it back')}
          busy={step.isPending}
          problem={failedWrite(step.error)}
          onClose={() => setAsking(undefined)}
          onConfirm={() => step.mutate({ id: run.id, verb: asking }, { onSuccess: () => setAsking(undefined) })}
        >
          <Text>
            {asking === 'commit'
              ? t(
                  'Phones and desks follow at once. What changed since the rehearsal is left out and named; the whole can be taken back.',
                )
              : t('Each loan goes back to who had it, where nobody else was given it since.')}
          </Text>
        </ConfirmDialog>
      )}
    </Row>
  );
}

/** While the book is still read: each rule by itself, before an earlier one takes loans from it. */
function FirstLook({ first }: { first: NonNullable<AllocationRun['first']> }) {
  return (
    <Stack gap="1">
      <Text tone="muted">{tn(first.total, 'At first sight, of {n} loan:', 'At first sight, of {n} loans:')}</Text>
      {first.rules.map(({ id, name, matching }) => (
        <Text key={id}>{`${name}: ${countWords(matching, first)}`}</Text>
      ))}
    </Stack>
  );
}

export function RunView({ id }: { id: string }) {
  const found = useRun(id);
  const { step } = useRunActions();
  const problem = problemOf(found.error);
  if (problem && !found.data) return <ProblemState problem={problem} />;
  const run = found.data;
  if (!run) return <Skeleton lines={6} />;
  return (
    <Stack gap="4" minWidth="0">
      <Card padding="4">
        <Stack gap="3">
          <Row gap="3" flexWrap="wrap">
            <Badge tone={STATE_TONES[run.state]}>{stateWords(run.state)}</Badge>
            <Text>
              {run.replayed
                ? t('{month} replayed: who would have worked the loans it began with. Nothing of it can be given.', {
                    month: monthWords(`${run.replayed}-01`),
                  })
                : outcomeWords(run)}
            </Text>
          </Row>
          {run.problem && <Text tone="danger">{run.problem}</Text>}
          {isAtWork(run.state) && (
            <JobProgress
              label={stateWords(run.state)}
              done={run.done}
              total={run.total ?? 0}
              cancel={
                run.state === 'undoing'
                  ? undefined
                  : {
                      label: t('Stop'),
                      busy: step.isPending,
                      onCancel: () => step.mutate({ id: run.id, verb: 'cancel' }),
                    }
              }
            />
          )}
          {run.first && <FirstLook first={run.first} />}
          <Actions run={run} />
        </Stack>
      </Card>
      {run.summary && (
        <RunSummary
          summary={run.summary}
          replayed={run.replayed !== undefined}
          dealt={run.agencies !== undefined}
          renewsOn={run.agencies?.recallOn ?? null}
        />
      )}
      {(run.summary || run.hand) && !isAtWork(run.state) && !run.replayed && <RunLoans key={run.id} run={run} />}
    </Stack>
  );
}
