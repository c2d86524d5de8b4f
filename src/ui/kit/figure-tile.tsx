/** Numbers beside each other, each with what it is made of; one that leads to its rows is a link. */
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon';
import { Link } from '../link';

export const FigureTiles = chakra('div', {
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

export function FigureTile({
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
