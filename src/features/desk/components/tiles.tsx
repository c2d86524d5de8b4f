import type { ReactNode } from 'react';
import { t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import { deskPaths } from '../../../routes';
import { chakra, Icon, type IconName, Link, Money } from '../../../ui';
import { formatCount, type Landing, percent } from '../landing-words';

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fit, minmax(10.5rem, 1fr))' },
    // Five in two columns: the last one takes the line that is left.
    '& > :last-child:nth-child(odd)': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
});
const tile = {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    padding: '4',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    minWidth: 0,
    '&:is(a):hover': { borderColor: 'accent-ink' },
    '&:is(a):hover strong': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  },
} as const;
const Tile = chakra('div', tile);
const TileLink = chakra(Link, tile);
const Name = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: '1.5', fontSize: 'small', color: 'muted', fontWeight: 'medium' },
});
const Figure = chakra('strong', {
  base: { fontSize: 'figure', fontWeight: 'bold', letterSpacing: '-0.02em', lineHeight: 1.2 },
});
const Below = chakra('span', { base: { fontSize: 'small', color: 'muted' } });
const Share = chakra('span', {
  base: { height: '1', borderRadius: 'full', background: 'sunken', marginTop: 'auto', overflow: 'hidden' },
});

function Fact({
  name,
  icon,
  figure,
  below,
  formula,
  tone,
  share,
  to,
}: {
  name: string;
  icon: IconName;
  figure: ReactNode;
  below: ReactNode;
  /** How the number is made; shown on hover and to screen readers. */
  formula: string;
  tone?: string;
  /** Per cent, for a bar under the number. */
  share?: number;
  /** The rows behind the number. */
  to?: string | false;
}) {
  const inside = (
    <>
      <Name>
        <Icon name={icon} size="1rem" />
        {name}
      </Name>
      <Figure color={tone}>{figure}</Figure>
      <Below>{below}</Below>
      {share !== undefined && (
        <Share aria-hidden="true">
          <span style={{ display: 'block', height: '100%', width: `${share}%`, background: 'var(--c-accent)' }} />
        </Share>
      )}
    </>
  );
  return to ? (
    <TileLink to={to} title={formula}>
      {inside}
    </TileLink>
  ) : (
    <Tile title={formula}>{inside}</Tile>
  );
}

/** Five numbers, each with what it is made of. */
export function Tiles({ data, mayList }: { data: Landing; mayList: boolean }) {
  const { allocated, attemptedToday, promisesDueToday, collectedToday, collectedThisMonth } = data;
  const attempted = percent(attemptedToday, allocated.loans);
  const average =
    collectedThisMonth.count > 0 ? Math.round(collectedThisMonth.amountPaise / collectedThisMonth.count) : 0;
  return (
    <Grid>
      <Fact
        name={t('Collected today')}
        icon="rupee"
        tone="paid"
        figure={<Money paise={collectedToday.amountPaise} short />}
        below={tn(collectedToday.count, '{count} payment', '{count} payments', {
          count: formatCount(collectedToday.count),
        })}
        formula={t('Sum of payments recorded today on loans you may see')}
      />
      <Fact
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
      <Fact
        name={t('Attempted today')}
        icon="check"
        figure={formatCount(attemptedToday)}
        below={t('{attempted} % of {loans} loans', { attempted, loans: formatCount(allocated.loans) })}
        formula={t('Active loans with at least one call or visit made today ÷ active loans allocated')}
        share={attempted}
      />
      <Fact
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
      <Fact
        name={t('Allocated')}
        icon="loans"
        figure={formatCount(allocated.loans)}
        below={tx('{amount} principal outstanding', { amount: <Money paise={allocated.posPaise} short /> })}
        formula={t('Active loans you may see, and the sum of their principal outstanding (POS)')}
        to={mayList && deskPaths.loans({ state: 'active' })}
      />
    </Grid>
  );
}
