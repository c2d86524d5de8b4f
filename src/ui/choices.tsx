import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { useFieldParts } from './field';
import { Icon, type IconName } from './icon';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second, quieter line. */
  hint?: string;
  icon?: IconName;
}

const Hidden = chakra('input', {
  base: { position: 'absolute', opacity: 0, inset: '0', width: 'full', height: 'full', margin: '0', cursor: 'pointer' },
});

const Grid = chakra('div', { base: { display: 'grid', gap: '2' } });

const Segment = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '3.25rem',
    paddingInline: '3',
    paddingBlock: '2',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'surface',
    fontWeight: 'medium',
    lineHeight: 1.25,
    cursor: 'pointer',
    transition: 'background-color var(--quick), border-color var(--quick)',
    '&:has(:checked)': {
      background: 'accent',
      borderColor: 'accent',
      color: 'on-accent',
      fontWeight: 'bold',
      '& small': { color: 'inherit' },
    },
    '&:has(:focus-visible)': { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
    '&:has(:disabled)': { opacity: 0.5 },
    'html[data-area=desk] &': { minHeight: 'control', paddingBlock: '1' },
  },
});

export const Hint = chakra('small', {
  base: { display: 'block', fontSize: 'small', color: 'muted', fontWeight: 'normal' },
});

/** Big choices of which exactly one holds, side by side or below each other; arrow keys move between them. */
export function SegmentedChoice<Value extends string>({
  value,
  onChange,
  options,
  columns = 2,
  label,
}: {
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly Choice<Value>[];
  /** How many beside each other. */
  columns?: number;
  /** Names the group when it stands outside a Field. */
  label?: string;
}) {
  const name = useId();
  const { labelId, describedBy, invalid, required } = useFieldParts();
  return (
    <Grid
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label ? undefined : labelId}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      // Fewer beside each other where the words would not fit: large text, a narrow screen.
      style={{
        gridTemplateColumns: `repeat(auto-fill, minmax(max(5.5rem, (100% - ${columns - 1} * 0.5rem) / ${columns}), 1fr))`,
      }}
    >
      {options.map((option) => (
        <Segment key={option.value}>
          <Hidden type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
          {option.icon && <Icon name={option.icon} />}
          <span>
            {option.label}
            {option.hint && <Hint>{option.hint}</Hint>}
          </span>
        </Segment>
      ))}
    </Grid>
  );
}

/** How chips look; date-chips.tsx wears it too. */
export const chip = {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minHeight: 'control',
    paddingInline: '4',
    borderRadius: 'full',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'surface',
    fontWeight: 'medium',
    fontSize: 'small',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    transition: 'background-color var(--quick), border-color var(--quick)',
    '&:has(:checked), &[aria-pressed=true]': {
      background: 'accent-soft',
      borderColor: 'accent-ink',
      color: 'accent-ink',
      fontWeight: 'bold',
    },
    '&:has(:focus-visible)': { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
  },
} as const;

const ChipLabel = chakra('label', chip);
export const Flow = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

type ChipProps<Value extends string> = {
  options: readonly Choice<Value>[];
  label?: string;
} & (
  | { multi?: false; value: Value | undefined; onChange: (value: Value) => void }
  | { multi: true; value: readonly Value[]; onChange: (value: Value[]) => void }
);

/** Small choices that flow; one (`multi` absent) or any number. A chosen chip wears a tick, not only a colour. */
export function ChipChoice<Value extends string>(props: ChipProps<Value>) {
  const name = useId();
  const { labelId, describedBy } = useFieldParts();
  const chosen = (value: Value) => (props.multi ? props.value.includes(value) : props.value === value);
  const toggle = (value: Value) => {
    if (!props.multi) props.onChange(value);
    else props.onChange(chosen(value) ? props.value.filter((held) => held !== value) : [...props.value, value]);
  };
  return (
    <Flow
      role={props.multi ? 'group' : 'radiogroup'}
      aria-label={props.label}
      aria-labelledby={props.label ? undefined : labelId}
      aria-describedby={describedBy}
    >
      {props.options.map((option) => (
        <ChipLabel key={option.value}>
          <Hidden
            type={props.multi ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen(option.value)}
            onChange={() => toggle(option.value)}
          />
          {chosen(option.value) ? (
            <Icon name="check" size="1rem" />
          ) : (
            option.icon && <Icon name={option.icon} size="1rem" />
          )}
          {option.label}
        </ChipLabel>
      ))}
    </Flow>
  );
}
