import type { ReactNode } from 'react';
import { chakra, Link } from '../../../ui';
import { TWO_LINES } from './two-lines';

const Frame = chakra(Link, {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    alignItems: 'center',
    minHeight: '4.25rem',
    padding: '3',
    color: 'ink',
    _active: { background: 'sunken' },
    _focusVisible: { outlineOffset: '-3px' },
    '& .mark': {
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: '2rem',
      height: '2rem',
      borderRadius: 'full',
      fontWeight: 'bold',
      fontSize: 'small',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .what': { flex: '1 1 8rem', minWidth: 0 },
    '& .name': { display: 'block', fontWeight: 'bold', lineHeight: 1.3, overflowWrap: 'anywhere' },
    '& .why': { display: 'block', fontSize: 'small', lineHeight: 1.35 },
    '& .place': { display: 'block', fontSize: 'small', color: 'muted', lineHeight: 1.35 },
    '& .end': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-end',
      gap: '1',
      fontWeight: 'bold',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  variants: {
    done: {
      true: { '& .mark': { background: 'paid-soft', color: 'paid' } },
      false: { '& .mark': { background: 'accent-soft', color: 'accent-ink' } },
    },
  },
});

/** One stop of the day: its number, or a tick once it is done. */
export function PlanRow({
  to,
  mark,
  name,
  reason,
  place,
  amount,
  badge,
}: {
  to: string;
  mark: ReactNode;
  name: string;
  reason: string;
  place: string;
  amount: string;
  /** Where its records stand. */
  badge?: ReactNode;
}) {
  return (
    <Frame to={to} done={typeof mark !== 'number'}>
      <span className="mark">{mark}</span>
      <span className="what">
        <span className="name">
          <bdi style={TWO_LINES}>{name}</bdi>
        </span>
        <span className="why">{reason}</span>
        <span className="place">{place}</span>
      </span>
      <span className="end">
        {amount}
        {badge}
      </span>
    </Frame>
  );
}
