import { chakra, type Tone } from '../../../ui';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr))',
    '& > div': {
      background: 'canvas',
      borderRadius: 'small',
      padding: '3',
      borderInlineStart: '3px solid var(--c-line)',
    },
    '& dt': { color: 'muted', fontSize: 'small' },
    '& dd': { fontSize: 'title', fontWeight: 'bold', fontVariantNumeric: 'tabular-nums' },
    '& [data-tone=paid]': { borderInlineStartColor: 'paid' },
    '& [data-tone=promise]': { borderInlineStartColor: 'promise' },
    '& [data-tone=danger]': { borderInlineStartColor: 'danger' },
  },
});
const number = new Intl.NumberFormat('en-IN');

/** Counts of an import beside each other, each under its name. */
export function Figures({ figures }: { figures: readonly { label: string; value: number; tone?: Tone }[] }) {
  return (
    <List>
      {figures.map(({ label, value, tone }) => (
        <div key={label} data-tone={value > 0 ? tone : undefined}>
          <dt>{label}</dt>
          <dd>{number.format(value)}</dd>
        </div>
      ))}
    </List>
  );
}
