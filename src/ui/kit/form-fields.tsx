/** Inputs of a record's form: label, hint and message around one value of it. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { said, t } from '../../i18n';
import { DayInput } from '../day-input';
import { Field } from '../field';
import { NumberInput, Select, TextInput } from '../inputs';
import { Heading, Stack, Text } from '../layout';
import type { FormParts } from './use-record-form';

/** What the server says of a name while it is typed. */
export type NameState = { state: 'idle' | 'checking' | 'free' } | { state: 'taken'; message: string };

const textOf = (form: FormParts, name: string): string => {
  const value = form.values[name];
  return typeof value === 'string' ? value : '';
};
const wordsOf = (message: string | undefined): string | undefined => (message ? said(message) : undefined);

interface Parts {
  form: FormParts;
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
}

export function TextField({
  form,
  name,
  label,
  required = false,
  hint,
  maxLength,
  kind = 'text',
  capitals = false,
  verdict,
}: Parts & {
  maxLength: number;
  kind?: 'text' | 'email' | 'digits' | 'day';
  /** Letters are written in capitals, as they are printed. */
  capitals?: boolean;
  /** Of a name that the server is asked about. */
  verdict?: NameState;
}) {
  const Input = kind === 'digits' ? NumberInput : kind === 'day' ? DayInput : TextInput;
  const taken = verdict?.state === 'taken' ? verdict.message : undefined;
  return (
    <Field
      label={label}
      required={required}
      optional={!required}
      hint={verdictWords(verdict) ?? hint}
      error={wordsOf(form.errorOf(name) ?? taken)}
    >
      <Input
        {...(kind === 'email' && { type: 'email' })}
        autoComplete="off"
        maxLength={maxLength}
        value={textOf(form, name)}
        onChange={(value) => form.set({ [name]: capitals ? value.toUpperCase() : value })}
        onBlur={() => form.leave(name)}
      />
    </Field>
  );
}

function verdictWords(verdict: NameState | undefined): ReactNode {
  if (verdict?.state === 'checking') return <span aria-live="polite">{t('Checking…')}</span>;
  if (verdict?.state === 'free') return <span aria-live="polite">{t('This name is free')}</span>;
  return undefined;
}

export function ChoiceField({
  form,
  name,
  label,
  required = false,
  hint,
  options,
  none,
}: Parts & {
  options: readonly { value: string; label: string }[];
  /** The words of choosing nothing, where that is allowed. */
  none?: string;
}) {
  return (
    <Field label={label} required={required} optional={!required} hint={hint} error={wordsOf(form.errorOf(name))}>
      <Select
        value={textOf(form, name)}
        onChange={(value: string) => form.set({ [name]: value })}
        onBlur={() => form.leave(name)}
        options={none === undefined ? options : [{ value: '', label: none }, ...options]}
        {...(none === undefined && { placeholder: t('Choose') })}
      />
    </Field>
  );
}

const Tick = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'control',
    paddingInline: '3',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'surface',
    cursor: 'pointer',
    _hover: { background: 'sunken' },
    '& input': { width: '1.0625rem', height: '1.0625rem', flex: 'none', accentColor: 'var(--c-accent)' },
    '&:has(:checked)': { background: 'accent-soft', borderColor: 'accent-ink' },
    '&:has(:focus-visible)': { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
  },
});
const Ticks = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Several of a few, each a box to tick. */
export function TicksField({
  form,
  name,
  label,
  hint,
  options,
}: Parts & { options: readonly { value: string; label: string }[] }) {
  const id = useId();
  const value = form.values[name];
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <Field label={<span id={id}>{label}</span>} group optional hint={hint} error={wordsOf(form.errorOf(name))}>
      <Ticks role="group" aria-labelledby={id}>
        {options.map((option) => (
          <Tick key={option.value}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) =>
                form.set({
                  [name]: event.currentTarget.checked
                    ? options.map((one) => one.value).filter((one) => one === option.value || chosen.includes(one))
                    : chosen.filter((one) => one !== option.value),
                })
              }
            />
            {option.label}
          </Tick>
        ))}
      </Ticks>
    </Field>
  );
}

const Columns = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' },
  variants: { wide: { true: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } } } },
});

/** A part of a form under its heading; in two columns where there is room. */
export function FormPart({
  title,
  note,
  wide = true,
  children,
}: {
  title: string;
  note?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap="3">
      <Stack gap="0.5">
        <Heading id={id}>{title}</Heading>
        {note && (
          <Text size="small" tone="muted">
            {note}
          </Text>
        )}
      </Stack>
      <Columns wide={wide}>{children}</Columns>
    </Stack>
  );
}
