/** The loans of a rehearsal one by one: who changes hands, who finds no room, what a commit left out. */
import { useState } from 'react';
import type { AllocationRun, RUN_LOANS } from '../../../../core/contract/allocation';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, ChipChoice, Link, Row, Skeleton, Stack, Text } from '../../../ui';
import { ProblemNote, SmallTable } from '../../../ui/kit';
import { useRunLoans } from '../queries';
import { becameWords, kindWords, staysWords } from '../words';

type Which = (typeof RUN_LOANS)[number];

export function RunLoans({ run }: { run: AllocationRun }) {
  const [which, setWhich] = useState<Which>('moves');
  const [page, setPage] = useState(1);
  const loans = useRunLoans(run.id, which, page, run.state);
  const problem = problemOf(loans.error);
  return (
    <Stack gap="3">
      <ChipChoice<Which>
        label={t('Which loans')}
        value={which}
        onChange={(next) => {
          setWhich(next);
          setPage(1);
        }}
        options={[
          { value: 'moves', label: t('Change hands') },
          { value: 'unallocated', label: t('Find nobody') },
          { value: 'left-out', label: t('Left out') },
        ]}
      />
      {problem && <ProblemNote problem={problem} />}
      {!loans.data && !problem && <Skeleton lines={5} />}
      {loans.data?.content.length === 0 && <Text tone="muted">{t('None.')}</Text>}
      {loans.data && loans.data.content.length > 0 && (
        <SmallTable
          keyOf={({ kind, loanId }) => `${kind}-${loanId}`}
          rows={loans.data.content}
          columns={[
            {
              label: t('Loan'),
              cell: ({ loanNumber }) => <Link to={deskPaths.loans({ loan: loanNumber })}>{loanNumber}</Link>,
            },
            { label: t('For'), cell: ({ kind }) => kindWords(kind) },
            { label: t('Now with'), cell: ({ from }) => from ?? '–' },
            { label: t('Goes to'), cell: ({ to }) => to ?? '–' },
            { label: t('Rule'), cell: ({ rule }) => rule },
            {
              label: t('Outcome'),
              cell: ({ became, stays }) => (became ? becameWords(became) : stays ? staysWords(stays) : t('Rehearsed')),
            },
          ]}
        />
      )}
      {(page > 1 || loans.data?.more) && (
        <Row gap="2">
          <Button small disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Button small disabled={!loans.data?.more} onClick={() => setPage(page + 1)}>
            {t('Next')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
