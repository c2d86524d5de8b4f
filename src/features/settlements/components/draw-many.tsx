/** Letters of many settlements drawn by one job: how far it is, what could not be drawn and why, and a way to stop it. */
import { useState } from 'react';
import { cancelLetters, drawLetters, type LetterRun, letterRuns } from '../../../../core/contract/settlement-letters';
import { uuidv7 } from '../../../../core/domain/ids';
import { failedWrite, problemOf, useAnswer, useWrite } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, Skeleton, Stack, Text } from '../../../ui';
import { JobProgress, Modal, ProblemNote, ProblemState, SmallTable } from '../../../ui/kit';

/** How often a run that is under way is asked for, in milliseconds. */
const LOOK_MS = 1000;
const isOpen = ({ state }: LetterRun): boolean => state === 'waiting' || state === 'drawing';

const endWords = ({ state, drawn, total }: LetterRun): string =>
  state === 'cancelled'
    ? t('Stopped after {drawn} of {total} letters', { drawn, total })
    : state === 'failed'
      ? t('Given up after {drawn} of {total} letters', { drawn, total })
      : tn(drawn, '{n} letter was drawn', '{n} letters were drawn');

/** `chosen`: those of the list; without any, all that wait for a letter. */
export function DrawMany({ chosen, onClose }: { chosen: readonly string[]; onClose: () => void }) {
  // A second press with the same answer on its way makes no second run.
  const [id] = useState(() => uuidv7());
  const runs = useAnswer(
    letterRuns,
    ['settlements', 'letter-runs'],
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_MS : false),
    },
  );
  const again = { again: ['settlements'] };
  const begin = useWrite(
    drawLetters,
    () => ({ body: { id, ...(chosen.length > 0 && { settlementIds: [...chosen] }) } }),
    again,
  );
  const cancel = useWrite(cancelLetters, (run: string) => ({ params: { id: run } }), again);
  const [newest] = runs.data ?? [];
  const begun = runs.data?.some((run) => run.id === id) ?? false;
  const problem = begin.error ?? cancel.error;
  return (
    <Modal
      title={t('Letters of many settlements')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {!begun && (
            <Button
              look="primary"
              busy={begin.isPending}
              disabled={!newest ? !runs.data : isOpen(newest)}
              onClick={() => begin.mutate(undefined)}
            >
              {chosen.length > 0 ? tn(chosen.length, 'Draw {n} letter', 'Draw {n} letters') : t('Draw all that wait')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="4">
        <Text size="small" tone="muted">
          {t(
            'Each is drawn in the borrower’s language where its portfolio has that template, and waits to be looked at and sent.',
          )}
        </Text>
        {problem && <ProblemNote tone="danger" problem={failedWrite(problem)} />}
        {runs.error && !runs.data ? (
          <ProblemState problem={problemOf(runs.error)} retry={() => void runs.refetch()} />
        ) : !runs.data ? (
          <Skeleton lines={2} />
        ) : !newest ? (
          <Text>{t('No letters were drawn together yet.')}</Text>
        ) : isOpen(newest) ? (
          <JobProgress
            label={t('Drawing letters')}
            done={newest.done}
            total={newest.total}
            cancel={{ label: t('Stop'), busy: cancel.isPending, onCancel: () => cancel.mutate(newest.id) }}
          />
        ) : (
          <Text strong role="status">
            {endWords(newest)}
          </Text>
        )}
        {newest && newest.problems.length > 0 && (
          <SmallTable
            label={t('Not drawn')}
            rows={newest.problems}
            keyOf={({ settlementId }) => settlementId}
            columns={[
              { label: t('Settlement'), cell: ({ number }) => number || '–' },
              { label: t('Why'), cell: ({ problem: why }) => said(why) },
            ]}
          />
        )}
      </Stack>
    </Modal>
  );
}
