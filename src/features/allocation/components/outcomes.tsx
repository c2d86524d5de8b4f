/** What became of the loans of one run: a row for each holder or each rule, and all together. */
import type { RunOutcome } from '../../../../core/contract/allocation';
import { formatRupees } from '../../../../core/domain/money';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Card, EmptyState, ProgressBar, Skeleton } from '../../../ui';
import { ProblemState, type SmallColumn, SmallTable } from '../../../ui/kit';
import { useOutcomes } from '../queries';

export type OutcomesBy = 'holder' | 'rule';
const COUNTS = ['loans', 'posPaise', 'still', 'untouched', 'attempted', 'promised', 'paid', 'paidPaise'] as const;
type Counts = Record<(typeof COUNTS)[number], number>;
export interface OutcomeRow extends Counts {
  key: string;
  name: string;
}

const NONE: Counts = {
  loans: 0,
  posPaise: 0,
  still: 0,
  untouched: 0,
  attempted: 0,
  promised: 0,
  paid: 0,
  paidPaise: 0,
};

/** One row a holder or rule, the one with most loans first. */
export function groupedOutcomes(outcomes: readonly RunOutcome[], by: OutcomesBy): OutcomeRow[] {
  const rows = new Map<string, OutcomeRow>();
  for (const one of outcomes) {
    const key = by === 'holder' ? one.holderId : (one.rule ?? '');
    const name = by === 'holder' ? one.holder : (one.rule ?? t('By hand'));
    const row = rows.get(key) ?? { key, name, ...NONE };
    for (const count of COUNTS) row[count] += one[count];
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.loans - a.loans);
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`);

function outcomeColumns(first: string): SmallColumn<OutcomeRow>[] {
  const share = (label: string, of: (row: Counts) => number) => ({
    label,
    num: true,
    cell: (row: Counts) => `${of(row)} (${percent(of(row), row.loans)})`,
  });
  return [
    { label: first, cell: ({ name }) => name },
    { label: t('Loans'), num: true, cell: ({ loans }) => loans },
    { label: t('POS'), num: true, cell: ({ posPaise }) => formatRupees(posPaise) },
    share(t('Still with them'), ({ still }) => still),
    share(t('Untouched'), ({ untouched }) => untouched),
    share(t('Attempted'), ({ attempted }) => attempted),
    share(t('Promised'), ({ promised }) => promised),
    share(t('Paid'), ({ paid }) => paid),
    { label: t('Collected'), num: true, cell: ({ paidPaise }) => formatRupees(paidPaise) },
  ];
}

function Looking({ done, total }: { done: number; total: number }) {
  return (
    <ProgressBar
      done={done}
      total={total}
      label={t('{done} of {total} loans looked at', {
        done: done.toLocaleString('en-IN'),
        total: total.toLocaleString('en-IN'),
      })}
    />
  );
}

export function Outcomes({ run, by }: { run: string; by: OutcomesBy }) {
  const found = useOutcomes(run);
  const problem = problemOf(found.error);
  if (problem && !found.data) return <ProblemState problem={problem} />;
  if (!found.data) return <Skeleton lines={5} />;
  const { known, progress } = found.data;
  const rows = groupedOutcomes(found.data.data, by);
  if (!known && rows.length === 0) return <Looking {...progress} />;
  if (rows.length === 0) return <EmptyState title={t('Nothing of it is with anybody')} />;
  const total: OutcomeRow = { key: '', name: t('All'), ...NONE };
  for (const row of rows) for (const count of COUNTS) total[count] += row[count];
  return (
    <Card>
      {!known && <Looking {...progress} />}
      <SmallTable
        columns={outcomeColumns(by === 'holder' ? t('Given to') : t('Rule'))}
        rows={rows}
        keyOf={({ key }) => key}
        total={{ name: total.name, row: total }}
      />
    </Card>
  );
}
