/** The files of outcomes, newest first: how far each is, what became of its rows, and those to look at as a file. */
import { useState } from 'react';
import type { DispositionFile } from '../../../../core/contract/disposition-files';
import { problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Badge, Button, Card, DateText, EmptyState, Row, Skeleton, Stack, Text } from '../../../ui';
import { JobProgress, ProblemState, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { useOutcomeFileActions, useOutcomeFiles } from '../outcome-file-queries';

const STATES = {
  working: { tone: 'accent', words: () => t('Being taken') },
  done: { tone: 'paid', words: () => t('Done') },
  failed: { tone: 'danger', words: () => t('Failed') },
  cancelled: { tone: 'blocked', words: () => t('Stopped') },
} as const;

/** What became of the rows so far. */
export const fileWords = (file: Pick<DispositionFile, 'taken' | 'repeated' | 'withoutEffect' | 'refused'>): string =>
  [
    tn(file.taken, '{n} outcome recorded', '{n} outcomes recorded'),
    file.repeated > 0 && tn(file.repeated, '{n} known before', '{n} known before'),
    file.withoutEffect > 0 && tn(file.withoutEffect, '{n} kept as history only', '{n} kept as history only'),
    file.refused > 0 && tn(file.refused, '{n} row refused', '{n} rows refused'),
  ]
    .filter(Boolean)
    .join(' · ');

function Outcome({
  file,
  cancel,
}: {
  file: DispositionFile;
  cancel: ReturnType<typeof useOutcomeFileActions>['cancel'];
}) {
  return (
    <>
      {file.state === 'working' ? (
        <JobProgress
          label={t('Being taken')}
          done={file.rows}
          total={0}
          cancel={{
            label: t('Stop'),
            busy: cancel.isPending && cancel.variables === file.id,
            onCancel: () => cancel.mutate(file.id),
          }}
        />
      ) : (
        fileWords(file)
      )}
      {file.problem && <Text tone="danger">{said(file.problem)}</Text>}
    </>
  );
}

export function OutcomeFiles() {
  const [page, setPage] = useState(1);
  const zone = useZone();
  const { cancel, errors } = useOutcomeFileActions();
  const files = useOutcomeFiles(page);
  const problem = problemOf(files.error);
  if (problem && !files.data) return <ProblemState problem={problem} />;
  if (!files.data) return <Skeleton lines={5} />;
  if (files.data.content.length === 0 && page === 1)
    return (
      <EmptyState icon="loans" title={t('No outcomes were uploaded yet')}>
        {t('Choose a file above. Each of its rows is recorded as if the call had been written up on the screen.')}
      </EmptyState>
    );
  return (
    <Stack gap="3">
      <Card>
        <SmallTable
          rows={files.data.content}
          keyOf={({ id }) => id}
          columns={[
            { label: t('File'), cell: ({ fileName }) => fileName },
            {
              label: t('Sent'),
              cell: ({ createdAt, madeBy }) => (
                <>
                  <DateText value={createdAt} time zone={zone} />
                  <Text size="small" tone="muted">
                    {madeBy ?? '–'}
                  </Text>
                </>
              ),
            },
            {
              label: t('State'),
              cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].words()}</Badge>,
            },
            { label: t('Rows'), num: true, cell: ({ rows }) => rows },
            { label: t('Outcome'), cell: (file) => <Outcome file={file} cancel={cancel} /> },
            {
              label: '',
              cell: (file) =>
                file.refused + file.withoutEffect > 0 && (
                  <Button
                    small
                    busy={errors.isPending && errors.variables === file}
                    onClick={() => errors.mutate(file)}
                  >
                    {t('Rows to look at')}
                  </Button>
                ),
            },
          ]}
        />
      </Card>
      {(page > 1 || files.data.more) && (
        <Row gap="2">
          <Button small disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Newer')}
          </Button>
          <Button small disabled={!files.data.more} onClick={() => setPage(page + 1)}>
            {t('Older')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
