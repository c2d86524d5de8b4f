/** Somebody's list as it would stand under the rules as they are written, before anything is saved. */
import type { SortingPreview as Shown } from '../../../../core/contract/sorting-rules';
import type { SortingRule } from '../../../../core/domain/work-order';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { BucketBadge, Card, Field, Money, Select, Skeleton, Stack, Text } from '../../../ui';
import { ProblemNote, SmallTable } from '../../../ui/kit';
import type { RuleChoices } from '../queries';

export function SortingPreview({
  rules,
  choices,
  person,
  onPerson,
  shown,
  error,
}: {
  rules: readonly SortingRule[];
  choices: RuleChoices;
  person: string;
  onPerson: (id: string) => void;
  shown: Shown | undefined;
  error: unknown;
}) {
  const problem = problemOf(error);
  const people = [...choices.collectors, ...choices.fieldAgents];
  return (
    <Card padding="4">
      <Stack gap="3">
        <Field label={t('Preview: whose list')} hint={t('As it would stand now, before anything is saved')}>
          <Select
            value={person}
            placeholder={t('Choose')}
            onChange={onPerson}
            options={people.map(({ id, name, hint }) => ({ value: id, label: hint ? `${name} · ${hint}` : name }))}
          />
        </Field>
        {problem && <ProblemNote problem={problem} />}
        {person !== '' && !shown && !problem && <Skeleton lines={5} />}
        {person !== '' && shown?.total === 0 && <Text tone="muted">{t('They hold no active loan.')}</Text>}
        {person !== '' && shown && shown.total > 0 && (
          <>
            <Text size="small" tone="muted">
              {tn(shown.total, 'The first of {n} loan', 'The first of {n} loans')}
            </Text>
            <SmallTable
              keyOf={({ loanId }) => loanId}
              rows={shown.loans}
              columns={[
                { label: t('Borrower'), cell: (loan) => `${shown.loans.indexOf(loan) + 1}. ${loan.borrower}` },
                { label: t('Number'), cell: ({ loanNumber }) => loanNumber },
                { label: 'DPD', cell: ({ bucket, dpd }) => <BucketBadge bucket={bucket} dpd={dpd} /> },
                { label: t('Principal'), num: true, cell: ({ posPaise }) => <Money paise={posPaise} /> },
                { label: t('Overdue'), num: true, cell: ({ overduePaise }) => <Money paise={overduePaise} /> },
                {
                  label: t('Sorting rule'),
                  cell: ({ rule }) => (rule === null ? t('None') : (rules[rule]?.name ?? '')),
                },
              ]}
            />
          </>
        )}
      </Stack>
    </Card>
  );
}
