import { useState } from 'react';
import { BUCKETS } from '../../../../core/domain/buckets';
import { type ProfileKind, SUB_ROLES } from '../../../../core/domain/people';
import {
  type FieldGroup,
  type FieldSpec,
  fieldsOf,
  isRequired,
  LANGUAGES,
  ownFieldsOf,
  type ProfileField,
  type ProfileValues,
} from '../../../../core/domain/profile-fields';
import type { FormErrors } from '../../../../core/domain/validators';
import { t } from '../../../i18n';
import { chakra, DayInput, Field, Heading, NumberInput, Select, Stack, TextInput } from '../../../ui';
import { MultiSelect, type Option } from '../../../ui/kit';
import { problemWord } from '../people-words';
import type { Options } from '../queries';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    columnGap: '5',
    rowGap: '4',
    alignItems: 'start',
  },
});

interface Choices {
  options: Options | undefined;
}

const named = (
  list: readonly { id: string; name: string; active: boolean }[] | undefined,
  held: readonly string[],
): Option[] =>
  (list ?? [])
    .filter(({ id, active }) => active || held.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));

function optionsOf(field: FieldSpec, value: readonly string[], { options }: Choices): Option[] {
  switch (field.type) {
    case 'agency':
    case 'agencies':
      return named(options?.agencies, value);
    case 'client':
    case 'clients':
      return named(options?.clients, value);
    case 'buckets':
      return BUCKETS.map((bucket) => ({ value: bucket, label: bucket }));
    case 'products':
      return [...new Set([...(options?.products ?? []), ...value])].map((product) => ({
        value: product,
        label: product,
      }));
    case 'languages':
      return LANGUAGES.map((language) => ({ value: language.value, label: t(language.label) }));
    default:
      return [];
  }
}

const SEVERAL = ['agencies', 'clients', 'buckets', 'products', 'languages'];
const NONE = '-';

const pinsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** Pincodes as one types them, parted by commas or spaces. */
function Pincodes({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const [typed, setTyped] = useState(value.join(', '));
  const shown = pinsOf(typed).join() === value.join() ? typed : value.join(', ');
  return (
    <TextInput
      inputMode="numeric"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(pinsOf(text));
      }}
    />
  );
}

/** One field of a profile, by its type. */
function Control({
  field,
  value,
  onChange,
  choices,
}: {
  field: FieldSpec;
  value: ProfileValues[ProfileField];
  onChange: (value: string | string[]) => void;
  choices: Choices;
}) {
  const list = typeof value === 'string' ? [] : value;
  const text = typeof value === 'string' ? value : value.join(', ');
  if (SEVERAL.includes(field.type))
    return (
      <MultiSelect label={t(field.label)} options={optionsOf(field, list, choices)} value={list} onChange={onChange} />
    );
  switch (field.type) {
    case 'subRole':
    case 'agency':
    case 'client': {
      const known =
        field.type === 'subRole'
          ? SUB_ROLES.map((one) => ({ value: one as string, label: one as string }))
          : optionsOf(field, [text], choices);
      return (
        <Select
          value={text || NONE}
          onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
          options={[{ value: NONE, label: t('None') }, ...known]}
        />
      );
    }
    case 'mobile':
      return <NumberInput value={text} onChange={onChange} maxLength={10} inputMode="tel" />;
    case 'number':
      return <NumberInput value={text} onChange={onChange} maxLength={field.max} />;
    case 'day':
      return <DayInput value={text} onChange={onChange} />;
    case 'years':
      return <TextInput inputMode="decimal" value={text} onChange={onChange} maxLength={4} />;
    case 'pincodes':
      return <Pincodes value={list} onChange={onChange} />;
    case 'email':
      return <TextInput type="email" autoCapitalize="none" spellCheck={false} value={text} onChange={onChange} />;
    default:
      return <TextInput value={text} onChange={onChange} maxLength={field.max} autoComplete="off" />;
  }
}

const errorOf = (message: string | undefined) => (message === undefined ? undefined : problemWord(message));

/** The fields of one kind of user, in their groups. With `own` those that the owner may change. */
export function ProfileFields({
  kind,
  values,
  errors,
  onChange,
  options,
  own = false,
  skip = [],
}: {
  kind: ProfileKind;
  values: ProfileValues;
  errors: FormErrors;
  onChange: (values: ProfileValues) => void;
  options: Options | undefined;
  own?: boolean;
  /** Fields that stand elsewhere on the screen. */
  skip?: readonly ProfileField[];
}) {
  const fields = (own ? ownFieldsOf(kind) : fieldsOf(kind)).filter(({ name }) => !skip.includes(name));
  const groups = [...new Set(fields.map(({ group }) => group))] as FieldGroup[];
  return (
    <Stack gap="6">
      {groups.map((group) => (
        <Stack as="section" key={group} gap="3">
          {groups.length > 1 && (
            <Heading as="h2" size="small">
              {t(group)}
            </Heading>
          )}
          <Columns>
            {fields
              .filter((field) => field.group === group)
              .map((field) => (
                <Field
                  key={field.name}
                  label={t(field.label)}
                  required={isRequired(field, kind)}
                  optional={!isRequired(field, kind)}
                  hint={field.hint && t(field.hint)}
                  error={errorOf(errors[field.name])}
                >
                  <Control
                    field={field}
                    value={values[field.name]}
                    choices={{ options }}
                    onChange={(value) => onChange({ ...values, [field.name]: value })}
                  />
                </Field>
              ))}
          </Columns>
        </Stack>
      ))}
    </Stack>
  );
}

/** Puts the keyboard where the first mistake is. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
