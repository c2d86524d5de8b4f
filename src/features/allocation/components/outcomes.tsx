/** What became of the loans of one run: a row for each holder or each rule, and all together. */
import type { RunOutcome } from '../../../../core/contract/allocation';
import { formatRupees } from '../../../../core/domain/money';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Card, EmptyState, ProgressBar, Skeleton } from '../../../ui';
import { ProblemState, Table, TableScroll } from '../../../ui/kit';
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

function Cells({ row }: { row: Counts }) {
  const share = (count: number) => `${count} (${percent(count, row.loans)})`;
  return (
    <>
      <td className="num" data-label={t('Loans')}>
        {row.loans}
      </td>
      <td className="num" data-label={t('POS')}>
        {formatRupees(row.posPaise)}
      </td>
      <td className="num" data-label={t('Still with them')}>
        {share(row.still)}
      </td>
      <td className="num" data-label={t('Untouched')}>
        {share(row.untouched)}
      </td>
      <td className="num" data-label={t('Attempted')}>
        {share(row.attempted)}
      </td>
      <td className="num" data-label={t('Promised')}>
        {share(row.promised)}
      </td>
      <td className="num" data-label={t('Paid')}>
        {share(row.paid)}
      </td>
      <td className="num" data-label={t('Collected')}>
        {formatRupees(row.paidPaise)}
      </td>
    </>
  );
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
  const total = { ...NONE };
  for (const row of rows) for (const count of COUNTS) total[count] += row[count];
  return (
    <Card>
      {!known && <Looking {...progress} />}
      <TableScroll>
        <Table stacks>
          <thead>
            <tr>
              <th>{by === 'holder' ? t('Given to') : t('Rule')}</th>
              <th className="num">{t('Loans')}</th>
              <th className="num">{t('POS')}</th>
              <th className="num">{t('Still with them')}</th>
              <th className="num">{t('Untouched')}</th>
              <th className="num">{t('Attempted')}</th>
              <th className="num">{t('Promised')}</th>
              <th className="num">{t('Paid')}</th>
              <th className="num">{t('Collected')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td data-label={by === 'holder' ? t('Given to') : t('Rule')}>{row.name}</td>
                <Cells row={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{t('All')}</td>
              <Cells row={total} />
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
    </Card>
  );
}
