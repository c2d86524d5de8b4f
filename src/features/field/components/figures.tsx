/** Figures of the day side by side: each leads to the rows behind it, or opens them. */
import type { ReactNode } from 'react';
import { chakra, Link } from '../../../ui';

export const Figures = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))', gap: '2' },
});

const look = {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    minHeight: '4.25rem',
    paddingInline: '4',
    paddingBlock: '2',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    color: 'ink',
    textAlign: 'start',
    '& small': { fontSize: 'small', color: 'muted' },
    '& strong': { fontSize: 'lead', fontWeight: 'bold', fontVariantNumeric: 'tabular-nums' },
  },
} as const;

export const Figure = chakra(Link, look);
export const FigureButton = chakra('button', look);
const Place = chakra('div', look);

/** Before its value is there. */
export const FigurePlace = ({ label, children = '…' }: { label: string; children?: ReactNode }) => (
  <Place>
    <small>{label}</small>
    <strong>{children}</strong>
  </Place>
);
