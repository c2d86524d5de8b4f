/** Inputs of a record's form: label, hint and message around one value of it. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { STATES } from '../../../../core/domain/lookups';
import { said, t } from '../../../i18n';
import { Field, Heading, NumberInput, Select, Stack, Text, TextInput } from '../../../ui';
import { PARTY_LABELS } from '../party';
import type { NameState } from '../use-name-check';
import type { FormParts } from '../use-record-form';

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
  const Input = kind === 'digits' ? NumberInput : TextInput;
  const types = { text: 'text', email: 'email', digits: 'text', day: 'date' } as const;
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
        type={types[kind]}
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

/** Whom to talk to, tax numbers and where they are. `contact` is what the person is called here. */
export function PartyFields({ form, wide = true, contact }: { form: FormParts; wide?: boolean; contact?: string }) {
  return (
    <>
      <FormPart title={t('Contact')} wide={wide}>
        <TextField form={form} name="contactName" label={contact ?? t(PARTY_LABELS.contactName)} maxLength={120} />
        <TextField form={form} name="contactEmail" label={t(PARTY_LABELS.contactEmail)} kind="email" maxLength={254} />
        <TextField
          form={form}
          name="contactMobile"
          label={t(PARTY_LABELS.contactMobile)}
          kind="digits"
          maxLength={10}
        />
      </FormPart>
      <FormPart title={t('Tax numbers')} wide={wide}>
        <TextField form={form} name="gst" label={t(PARTY_LABELS.gst)} maxLength={15} capitals />
        <TextField form={form} name="pan" label={t(PARTY_LABELS.pan)} maxLength={10} capitals />
      </FormPart>
      <FormPart title={t('Address')} wide={wide}>
        <TextField form={form} name="addressLine" label={t('House, street, area')} maxLength={300} />
        <TextField form={form} name="city" label={t(PARTY_LABELS.city)} maxLength={80} />
        <ChoiceField
          form={form}
          name="state"
          label={t(PARTY_LABELS.state)}
          none={t('Not given')}
          options={STATES.map((state) => ({ value: state, label: state }))}
        />
        <TextField form={form} name="pincode" label={t(PARTY_LABELS.pincode)} kind="digits" maxLength={6} />
      </FormPart>
    </>
  );
}
