import { t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import { deskPaths } from '../../../routes';
import { Money } from '../../../ui';
import { FigureTile, FigureTiles } from '../../../ui/kit';
import { formatCount, type Landing, percent } from '../landing-words';

/** Five numbers, each with what it is made of. */
export function Tiles({ data, mayList }: { data: Landing; mayList: boolean }) {
  const { allocated, attemptedToday, promisesDueToday, collectedToday, collectedThisMonth } = data;
  const attempted = percent(attemptedToday, allocated.loans);
  const average =
    collectedThisMonth.count > 0 ? Math.round(collectedThisMonth.amountPaise / collectedThisMonth.count) : 0;
  return (
    <FigureTiles>
      <FigureTile
        name={t('Collected today')}
        icon="rupee"
        tone="paid"
        figure={<Money paise={collectedToday.amountPaise} short />}
        below={tn(collectedToday.count, '{count} payment', '{count} payments', {
          count: formatCount(collectedToday.count),
        })}
        formula={t('Sum of payments recorded today on loans you may see')}
      />
      <FigureTile
        name={t('Promises due today')}
        icon="promise"
        tone="promise"
        figure={<Money paise={promisesDueToday.amountPaise} short />}
        below={tn(promisesDueToday.count, '{count} open promise', '{count} open promises', {
          count: formatCount(promisesDueToday.count),
        })}
        formula={t('Sum of open promises whose date is today')}
        to={mayList && deskPaths.loans({ ptp: 'today' })}
      />
      <FigureTile
        name={t('Attempted today')}
        icon="check"
        figure={formatCount(attemptedToday)}
        below={t('{attempted} % of {loans} loans', { attempted, loans: formatCount(allocated.loans) })}
        formula={t('Active loans with at least one call or visit made today ÷ active loans allocated')}
        share={attempted}
      />
      <FigureTile
        name={t('Collected this month')}
        icon="ledger"
        figure={<Money paise={collectedThisMonth.amountPaise} short />}
        below={
          collectedThisMonth.count > 0
            ? tx('{count} payments, {average} each', {
                count: formatCount(collectedThisMonth.count),
                average: <Money paise={average} short />,
              })
            : t('No payments yet')
        }
        formula={t('Sum of payments recorded since the first of the month')}
      />
      <FigureTile
        name={t('Allocated')}
        icon="loans"
        figure={formatCount(allocated.loans)}
        below={tx('{amount} principal outstanding', { amount: <Money paise={allocated.posPaise} short /> })}
        formula={t('Active loans you may see, and the sum of their principal outstanding (POS)')}
        to={mayList && deskPaths.loans({ state: 'active' })}
      />
    </FigureTiles>
  );
}
