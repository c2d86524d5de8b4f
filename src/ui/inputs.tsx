import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps, ReactNode } from 'react';
import { formatRupees, parseRupees } from '../../core/domain/money';
import { useFieldParts } from './field';
import { Icon } from './icon';

const frame = {
  base: {
    width: 'full',
    minHeight: 'control',
    paddingInline: '3',
    paddingBlock: '1.5',
    background: 'surface',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    borderRadius: 'small',
    fontSize: 'max(1rem, var(--fs-body))',
    lineHeight: 1.3,
    transition: 'border-color var(--quick)',
    _hover: { borderColor: 'ink' },
    _focus: { outline: '2px solid var(--c-focus)', outlineOffset: '-1px', borderColor: 'focus' },
    _invalid: { borderColor: 'danger', background: 'danger-soft' },
    _disabled: { background: 'sunken', color: 'muted' },
    'html[data-area=desk] &': { fontSize: 'body' },
  },
} as const;

const InputBase = chakra('input', frame);
const TextAreaBase = chakra('textarea', frame);
const SelectBase = chakra('select', frame);

/** Joins what the Field says about the input with the input's own props. */
function useWorn() {
  const { id, describedBy, invalid, required } = useFieldParts();
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  };
}

export type TextInputProps = Omit<ComponentProps<typeof InputBase>, 'onChange' | 'value' | 'children'> & {
  value: string;
  onChange: (value: string) => void;
  /** Shown inside the frame, before or after what is typed (a unit, a button). */
  before?: ReactNode;
  after?: ReactNode;
};

const Group = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } });
const Aside = chakra('span', {
  base: { position: 'absolute', display: 'flex', alignItems: 'center', height: 'full', color: 'muted' },
});

/**
 * One line of text. Without an `autoComplete` of its own it has none, like several lines: browsers write what stands in
 * all other fields to their session files, readable, for the day they open the page again.
 */
export function TextInput({ value, onChange, before, after, ...rest }: TextInputProps) {
  const input = (
    <InputBase
      {...useWorn()}
      type="text"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(before ? { paddingInlineStart: '9' } : {})}
      {...(after ? { paddingInlineEnd: '12' } : {})}
      {...rest}
    />
  );
  if (before === undefined && after === undefined) return input;
  return (
    <Group>
      {before && (
        <Aside insetInlineStart="3" pointerEvents="none">
          {before}
        </Aside>
      )}
      {input}
      {after && <Aside insetInlineEnd="0">{after}</Aside>}
    </Group>
  );
}

/** Several lines; grows with its text where the browser can. */
export function TextArea({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextAreaBase>, 'onChange' | 'value' | 'children'> & {
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <TextAreaBase
      {...useWorn()}
      autoComplete="off"
      rows={3}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      resize="vertical"
      css={{ fieldSizing: 'content', minHeight: '5rem' }}
      {...rest}
    />
  );
}

/**
 * Rupees as typed ("1,200", "₹1200.50"); `parseRupees` turns them into paise when they are read. What is understood is
 * said at the right, grouped in lakhs, so that a slipped zero is seen before it is saved.
 */
export function AmountInput({ value, ...rest }: TextInputProps) {
  const paise = parseRupees(value);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      before="₹"
      after={
        paise !== undefined && paise >= 1_000_00 ? (
          <span style={{ paddingInline: '0.75rem', pointerEvents: 'none' }}>{formatRupees(paise)}</span>
        ) : undefined
      }
      {...rest}
      value={value}
    />
  );
}

/** Digits only, as text (leading zeros stay: cheque numbers, pincodes, mobiles); no spinner buttons. */
export function NumberInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      pattern="[0-9]*"
      {...rest}
      onChange={(typed) => onChange(typed.replace(/\D/g, ''))}
    />
  );
}

/** The platform's own picker: best on phones, fine with a keyboard. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  ...rest
}: Omit<ComponentProps<typeof SelectBase>, 'onChange' | 'value' | 'children'> & {
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}) {
  return (
    <Group>
      <SelectBase
        {...useWorn()}
        appearance="none"
        paddingInlineEnd="9"
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
        {...rest}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectBase>
      <Aside insetInlineEnd="2" pointerEvents="none">
        <Icon name="down" />
      </Aside>
    </Group>
  );
}
