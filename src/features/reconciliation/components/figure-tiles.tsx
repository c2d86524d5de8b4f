/** How much matches by itself and what is open, by age; each number leads to its lines. */
import type { ReconciliationFigures } from '../../../../core/contract/reconciliation';
import { addDays, dayOf } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Money, Skeleton } from '../../../ui';
import { FigureTile, FigureTiles, ProblemNote } from '../../../ui/kit';
import { useZone } from '../../session';
import { useFigures } from '../queries';

const number = new Intl.NumberFormat('en-IN');
/** Of counts that end where counting is slow. */
const many = (n: number, exact: boolean) => (exact ? number.format(n) : t('more than {n}', { n: number.format(n) }));

const ageWords = ({ from, until }: ReconciliationFigures['open'][number]) =>
  until === null
    ? t('Open over {n} days', { n: from - 1 })
    : from === 0
      ? t('Open up to a day')
      : t('Open {from} to {until} days', { from, until });

export function Figures() {
  const today = dayOf(Date.now(), useZone());
  const { data, error } = useFigures();
  if (!data) return error ? <ProblemNote problem={problemOf(error)} /> : <Skeleton lines={3} />;
  const { lines, autoMatched, exact, since, unbanked, cash, asked } = data;
  return (
    <FigureTiles>
      <FigureTile
        name={t('Matched by itself')}
        icon="check"
        tone="paid"
        figure={lines === 0 ? '–' : `${Math.round((autoMatched * 100) / lines)} %`}
        below={t('{n} of {lines} lines', { n: number.format(autoMatched), lines: many(lines, exact) })}
        formula={t('Lines of the last 90 days that were matched whole as they came ÷ all lines of these days')}
        to={deskPaths.reconciliation({ status: 'all', found: 'matched', days: `${since}..` })}
      />
      {data.open.map((age) => (
        <FigureTile
          key={age.from}
          name={ageWords(age)}
          icon="clock"
          {...(age.until === null && age.lines > 0 && { tone: 'danger' })}
          figure={<Money paise={age.amountPaise} short />}
          below={tn(age.lines, '{count} line', '{count} lines', { count: number.format(age.lines) })}
          formula={t('Sum of lines of these days that nobody has accepted; duplicates are left out')}
          to={deskPaths.reconciliation({
            status: 'open',
            days: `${age.until === null ? '' : addDays(today, -age.until)}..${age.from === 0 ? '' : addDays(today, -age.from)}`,
          })}
        />
      ))}
      <FigureTile
        name={t('Receipts without bank')}
        icon="ledger"
        figure={<Money paise={unbanked.amountPaise} short />}
        below={t('{n} receipts over a day old', { n: many(unbanked.receipts, unbanked.exact) })}
        formula={t('Receipts of the last 90 days that are more than a day old and that no bank has confirmed')}
        to={deskPaths.reconciliation({ status: 'receipt-without-bank' })}
      />
      <FigureTile
        name={t('Cash in hand over a day')}
        icon="rupee"
        figure={<Money paise={cash.amountPaise} short />}
        below={t('{n} receipts over a day old', { n: many(cash.receipts, cash.exact) })}
        formula={t('Receipts in cash that are more than a day old and that nobody has handed over')}
        to={deskPaths.reconciliation({ status: 'cash-in-hand' })}
      />
      {asked > 0 && (
        <FigureTile
          name={t('Questions to me')}
          icon="alert"
          tone="warn"
          figure={number.format(asked)}
          below={t('wait for an answer')}
          formula={t('Lines that somebody asked you about and that you have not answered')}
          to={deskPaths.reconciliation({ status: 'all', asked: 'me' })}
        />
      )}
    </FigureTiles>
  );
}
