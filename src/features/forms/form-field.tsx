/** One field of a form as its kind is typed: label, hint and message around one value. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { said, t } from '../../i18n';
import {
  AmountInput,
  ChipChoice,
  DayInput,
  Field,
  NumberInput,
  SegmentedChoice,
  Select,
  TextArea,
  TextInput,
  useFieldParts,
} from '../../ui';
import { FileInput, type FormParts, MultiSelect, Switch } from '../../ui/kit';
import { type FieldFacts, partWith, valueAt } from './endpoint-form';
import type { FieldRow, RowOption } from './form-row';
import type { NameState } from './use-name-checks';

interface Parts {
  form: FormParts;
  name: string;
  row: FieldRow;
  facts?: FieldFacts;
  verdict?: NameState | undefined;
  /** Of a file: the one that was chosen, and choosing another. */
  file?: File | undefined;
  onFile?: (file: File | undefined) => void;
}

/** Of a field that no body knows. */
const UNKNOWN: FieldFacts = { kind: 'text', required: false, most: undefined, values: undefined };

/** Drawn with a group's label: more controls than one. */
const GROUPS: readonly string[] = ['chips', 'segments', 'ticks', 'several'];
const SEVERAL: readonly string[] = ['ticks', 'several'];

export function FormField({ form, name, row, facts = UNKNOWN, verdict, file, onFile }: Parts) {
  const id = useId();
  const kind = row.kind ?? (row.options && facts.kind === 'text' ? 'choice' : facts.kind);
  const value = valueAt(form.values, name);
  const set = (next: unknown) =>
    form.set({ ...partWith(form.values, name, next), ...(typeof next === 'string' && row.with?.(next)) });
  if (row.whole) return row.draw?.(form);
  if (kind === 'switch')
    return <Switch label={row.label} note={String(row.hint ?? '')} on={value === true} onChange={set} />;
  if (kind === 'tick')
    return (
      <Tick>
        <input type="checkbox" checked={value === true} onChange={() => set(value !== true)} />
        {row.label}
      </Tick>
    );
  const tooLarge = file && row.file && file.size > row.file.most ? row.file.tooLarge : undefined;
  const taken = tooLarge ?? row.taken ?? (verdict?.state === 'taken' ? verdict.message : undefined);
  const message = tooLarge ?? form.errorOf(name) ?? taken;
  const required = row.required ?? facts.required;
  const ticks = kind === 'ticks';
  return (
    <Field
      label={ticks ? <span id={id}>{row.label}</span> : row.label}
      group={GROUPS.includes(kind)}
      required={required === true}
      optional={required === false}
      hint={verdictWords(verdict) ?? row.hint}
      error={message ? said(message) : undefined}
    >
      {kind === 'file' && <ChosenFile key={file ? 'chosen' : 'none'} accept={row.file?.accept} onFile={onFile} />}
      {kind === 'file'
        ? null
        : (row.draw?.(form) ?? (
            <Control kind={kind} id={id} form={form} name={name} row={row} facts={facts} set={set} />
          ))}
    </Field>
  );
}

function verdictWords(verdict: NameState | undefined): ReactNode {
  if (verdict?.state === 'checking') return <span aria-live="polite">{t('Checking…')}</span>;
  if (verdict?.state === 'free') return <span aria-live="polite">{t('This name is free')}</span>;
  return undefined;
}

const wordOf = (words: FieldRow['words'], value: string): string =>
  typeof words === 'function' ? words(value) : said(words?.[value] ?? value);

const optionsOf = ({ options, words, none }: FieldRow, { values }: FieldFacts): RowOption[] => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...(options ?? (values ?? []).map((value) => ({ value, label: wordOf(words, value) }))),
];

function Control({
  kind,
  id,
  form,
  name,
  row,
  facts,
  set,
}: Omit<Parts, 'facts'> & { facts: FieldFacts; kind: FieldFacts['kind']; id: string; set: (value: unknown) => void }) {
  const value = valueAt(form.values, name);
  const options = optionsOf(row, facts);
  const onBlur = () => form.leave(name);
  if (Array.isArray(value) || SEVERAL.includes(kind)) {
    const chosen = Array.isArray(value) ? value.map(String) : [];
    const known = options.map((one) => one.value);
    // What these options do not offer stands in another field of the same name.
    const inOrder = (next: readonly string[]) =>
      set([...next.filter((one) => !known.includes(one)), ...known.filter((one) => next.includes(one))]);
    if (kind === 'chips') return <ChipChoice multi value={chosen} onChange={inOrder} options={options} />;
    if (kind === 'several')
      return <MultiSelect label={row.label} value={chosen} onChange={inOrder} options={options} />;
    return <Ticks id={id} value={chosen} onChange={inOrder} options={options} />;
  }
  const text = row.fixed ?? (typeof value === 'number' || typeof value === 'string' ? String(value) : '');
  const { columns, rows, disabled = row.fixed !== undefined, inputMode, ...input } = row.input ?? {};
  const typed = {
    ...input,
    ...(disabled && { disabled }),
    ...(inputMode && { inputMode }),
    value: text,
    maxLength: row.most ?? facts.most,
    onChange: (next: string) => set(row.capitals ? next.toUpperCase() : next),
    onBlur,
  };
  switch (kind) {
    case 'choice':
      return (
        <Select
          value={text}
          onChange={set}
          onBlur={onBlur}
          options={options}
          {...(disabled && { disabled })}
          {...(row.none === undefined && { placeholder: input.placeholder ?? t('Choose') })}
        />
      );
    case 'chips':
      return <ChipChoice value={text} onChange={set} options={options} />;
    case 'segments':
      return <SegmentedChoice value={text} onChange={set} options={options} {...(columns && { columns })} />;
    case 'digits':
      return <NumberInput {...typed} />;
    case 'decimal':
      return <TextInput inputMode="decimal" {...typed} />;
    case 'day':
      return <DayInput {...typed} />;
    case 'money':
      return <AmountInput {...typed} />;
    case 'area':
      return <TextArea {...typed} {...(rows && { rows })} />;
    default:
      return <TextInput {...(kind !== 'text' && { type: kind })} {...typed} />;
  }
}

function ChosenFile({ accept, onFile }: { accept: string | undefined; onFile: Parts['onFile'] }) {
  const { id, describedBy, invalid, required } = useFieldParts();
  return (
    <FileInput
      type="file"
      id={id}
      accept={accept}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onChange={(event) => onFile?.(event.currentTarget.files?.[0])}
    />
  );
}

const Tick = chakra('label', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'center',
    minHeight: '2.75rem',
    cursor: 'pointer',
    '& input': { width: '1.125rem', height: '1.125rem', accentColor: 'accent' },
  },
});
const Box = chakra('label', {
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
const Boxes = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Several of a few, each a box to tick. */
function Ticks({
  id,
  value,
  onChange,
  options,
}: {
  id: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly RowOption[];
}) {
  return (
    <Boxes role="group" aria-labelledby={id}>
      {options.map((option) => (
        <Box key={option.value}>
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...value, option.value] : value.filter((one) => one !== option.value),
              )
            }
          />
          {option.label}
        </Box>
      ))}
    </Boxes>
  );
}
