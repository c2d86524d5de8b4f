import type { ReactNode } from 'react';
import { chakra } from '../../../ui';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(8.5rem, 1fr))',
    columnGap: '4',
    rowGap: '3',
    '& dt': { fontSize: 'small', color: 'muted', lineHeight: 1.3 },
    '& dd': { fontWeight: 'medium', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  },
});

/** Labels with their values; what is not known is left out. */
export function Facts({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <List>
      {items
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </List>
  );
}
