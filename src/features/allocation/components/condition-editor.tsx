/** Which loans a rule takes: groups joined by "or", in each of which all terms hold. */
import { useState } from 'react';
import { type AnyTerm, MONEY_FIELDS } from '../../../../core/domain/allocation';
import { BUCKETS } from '../../../../core/domain/buckets';
import { LANGUAGES } from '../../../../core/domain/languages';
import { t } from '../../../i18n';
import {
  Box,
  Button,
  ChipChoice,
  Field,
  IconButton,
  NumberInput,
  Row,
  Select,
  Stack,
  Text,
  TextInput,
} from '../../../ui';
import { languageName, MultiSelect, type Option } from '../../../ui/kit';
import type { RuleChoices } from '../queries';
import { type Asking, replaced, without } from '../rule-edit';
import { fieldWords } from '../words';

function optionsOf(field: string, choices: RuleChoices): Option[] {
  switch (field) {
    case 'client':
      return choices.clients.map(({ id, name }) => ({ value: id, label: name }));
    case 'portfolio':
      return choices.portfolios.map(({ id, name }) => ({ value: id, label: name }));
    case 'product':
      return choices.products.map((value) => ({ value, label: value }));
    case 'bucket':
      return BUCKETS.map((value) => ({ value, label: value }));
    case 'language':
      return LANGUAGES.map(({ code }) => ({ value: code, label: languageName(code) }));
    case 'lastCode':
      return choices.codes.map(({ code, label }) => ({ value: code, label, hint: code }));
    default:
      return [];
  }
}

function Pincodes({ values, onChange }: { values: readonly string[]; onChange: (values: string[]) => void }) {
  const [text, setText] = useState(values.join(', '));
  return (
    <Field label={t('Pincodes, whole or by their first digits')}>
      <TextInput
        value={text}
        placeholder="600, 641001"
        maxLength={800}
        onChange={(next) => {
          setText(next);
          onChange(next.split(/[^0-9]+/).filter((one) => one !== '' && one.length <= 6));
        }}
      />
    </Field>
  );
}

const numberOf = (text: string, times: number): number | null => (text === '' ? null : Number(text) * times);

function TermFields({
  term,
  choices,
  onChange,
}: {
  term: AnyTerm;
  choices: RuleChoices;
  onChange: (term: AnyTerm) => void;
}) {
  if ('values' in term) {
    if (term.field === 'pincode')
      return <Pincodes values={term.values} onChange={(values) => onChange({ ...term, values })} />;
    return (
      <Field label={fieldWords(term.field)} group>
        <MultiSelect
          label={fieldWords(term.field)}
          options={optionsOf(term.field, choices)}
          value={term.values}
          onChange={(values) => onChange({ ...term, values })}
          placeholder={t('Choose')}
        />
      </Field>
    );
  }
  if (!('from' in term)) return null;
  // Amounts are typed in whole rupees.
  const times = MONEY_FIELDS.includes(term.field) ? 100 : 1;
  const shown = (value: number | null) => (value === null ? '' : String(value / times));
  return (
    <Row gap="2">
      <Field label={t('From')}>
        <NumberInput
          value={shown(term.from)}
          maxLength={9}
          onChange={(text) => onChange({ ...term, from: numberOf(text, times) })}
        />
      </Field>
      <Field label={t('To')}>
        <NumberInput
          value={shown(term.to)}
          maxLength={9}
          onChange={(text) => onChange({ ...term, to: numberOf(text, times) })}
        />
      </Field>
    </Row>
  );
}

function Group<T extends AnyTerm>({
  terms,
  asks,
  choices,
  onChange,
}: {
  terms: readonly T[];
  asks: Asking<T>;
  choices: RuleChoices;
  onChange: (terms: T[]) => void;
}) {
  return (
    <Stack gap="3">
      {terms.length === 0 && <Text tone="muted">{t('Every loan. Add a condition to narrow it.')}</Text>}
      {terms.map((term, at) => (
        <Row key={`${at}-${term.field}`} gap="3" alignItems="flex-end" flexWrap="wrap">
          <Box flex="1 1 16rem" minWidth="0">
            {'values' in term || 'from' in term ? (
              <Stack gap="1">
                {'from' in term && <Text strong>{fieldWords(term.field)}</Text>}
                {/* Only what it asks of its field changes: it stays a term of these rules. */}
                <TermFields
                  term={term}
                  choices={choices}
                  onChange={(next) => onChange(replaced(terms, at, next as T))}
                />
              </Stack>
            ) : (
              <Text strong>{fieldWords(term.field)}</Text>
            )}
          </Box>
          <ChipChoice<'is' | 'not'>
            label={t('{field}: is or is not', { field: fieldWords(term.field) })}
            value={term.not ? 'not' : 'is'}
            onChange={(next) => onChange(replaced(terms, at, { ...term, not: next === 'not' }))}
            options={[
              { value: 'is', label: t('is') },
              { value: 'not', label: t('is not') },
            ]}
          />
          <IconButton
            icon="close"
            label={t('Remove the condition {field}', { field: fieldWords(term.field) })}
            onClick={() => onChange(without(terms, at))}
          />
        </Row>
      ))}
      <Field label={t('Add a condition')}>
        <Select<T['field']>
          value=""
          placeholder={t('Choose')}
          onChange={(field) => onChange([...terms, asks.fresh(field)])}
          options={asks.fields.map((value) => ({ value, label: fieldWords(value) }))}
        />
      </Field>
    </Stack>
  );
}

export function ConditionEditor<T extends AnyTerm>({
  condition,
  asks,
  choices,
  onChange,
}: {
  condition: T[][];
  asks: Asking<T>;
  choices: RuleChoices;
  onChange: (condition: T[][]) => void;
}) {
  return (
    <Stack gap="3">
      {condition.map((terms, at) => (
        <Stack key={at} gap="3">
          {at > 0 && (
            <Row apart>
              <Text strong>{t('or')}</Text>
              <Button small onClick={() => onChange(without(condition, at))}>
                {t('Remove these')}
              </Button>
            </Row>
          )}
          <Group
            terms={terms}
            asks={asks}
            choices={choices}
            onChange={(next) => onChange(replaced(condition, at, next))}
          />
        </Stack>
      ))}
      <Row>
        <Button small onClick={() => onChange([...condition, []])}>
          {t('Or other loans')}
        </Button>
      </Row>
    </Stack>
  );
}
