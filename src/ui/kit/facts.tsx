/** The name-and-value pairs that fill a panel. */
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Name and value pairs. */
export const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '4',
    rowGap: '3',
    '& dt': { fontSize: 'small', color: 'muted' },
    '& dd': { fontWeight: 'medium', overflowWrap: 'anywhere' },
    '& > .wide': { gridColumn: '1 / -1' },
  },
});

/** Half a panel's width in letters; a longer word, as of an email address, would break in the middle. */
const WORD = 22;

/** A fact with its name; over the whole width when asked to be, or when a word of it needs that. */
export function FactLine({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  wide ||= typeof children === 'string' && children.split(/\s/).some(({ length }) => length > WORD);
  return (
    <div className={wide ? 'wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
