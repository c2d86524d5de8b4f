/** One rule, written: which loans, to whom, how, and within which bounds. Each change goes to the draft of the whole list. */
import {
  type AllocationRule,
  type Method,
  methodsOf,
  RULE_KINDS,
  type RuleKind,
  type Weights,
} from '../../../../core/domain/allocation';
import { t } from '../../../i18n';
import { DayInput, Field, NumberInput, SegmentedChoice, Select, Stack, TextInput } from '../../../ui';
import { FieldGrid, MultiSelect, type Option, personHint, TickList } from '../../../ui/kit';
import type { RuleChoices } from '../queries';
import { ALLOCATION_ASKS, withShares } from '../rule-edit';
import { kindWords, methodWords } from '../words';
import { ConditionEditor } from './condition-editor';
import { Shares } from './shares';

function targetOptions({ kind, target }: AllocationRule, choices: RuleChoices): Option[] {
  if (kind === 'process')
    return choices.processes
      .filter(({ id, stopped }) => !stopped || target.ids.includes(id))
      .map(({ id, name, portfolio }) => ({ value: id, label: name, hint: portfolio.name }));
  const people = kind === 'collector' ? choices.collectors : choices.fieldAgents;
  const list =
    kind === 'agency' || target.of === 'agency' ? choices.agencies : target.of === 'team' ? choices.managers : people;
  return list.map((one) => ({ value: one.id, label: one.name, hint: personHint(one) }));
}

/** Given loans itself, and not its people. */
const isThemselves = (kind: RuleKind) => kind === 'agency' || kind === 'process';

function Whom({ rule, choices, onChange }: Parts) {
  const of = (next: AllocationRule['target']['of']) => onChange({ ...rule, target: { of: next, ids: [] } });
  return (
    <FieldGrid>
      <Field label={t('Who gets the loans?')} group>
        <SegmentedChoice
          columns={2}
          value={rule.kind}
          onChange={(kind) => {
            const method = methodsOf(kind).find((one) => one === rule.method) ?? 'least-loaded';
            onChange({
              ...rule,
              kind,
              method,
              target: { of: isThemselves(kind) ? 'chosen' : rule.target.of, ids: [] },
            });
          }}
          options={RULE_KINDS.filter(
            (kind) => kind !== 'process' || rule.kind === kind || choices.processes.length > 0,
          ).map((value) => ({ value, label: kindWords(value) }))}
        />
      </Field>
      {!isThemselves(rule.kind) && rule.method !== 'share' && (
        <Field label={t('Which of them')}>
          <Select
            value={rule.target.of}
            onChange={of}
            options={[
              { value: 'team', label: t('The people of a manager') },
              { value: 'agency', label: t('The people of an agency') },
              { value: 'chosen', label: t('Chosen people') },
            ]}
          />
        </Field>
      )}
      <Field label={t('Named')} group>
        <MultiSelect
          label={t('Named')}
          options={targetOptions(rule, choices)}
          value={rule.target.ids}
          onChange={(ids) => onChange({ ...rule, target: { ...rule.target, ids } })}
          placeholder={t('Choose')}
        />
      </Field>
    </FieldGrid>
  );
}

const weightWords = (weight: keyof Weights): string =>
  ({
    travel: t('Short ways'),
    language: t('Same language'),
    continuity: t('Same hands'),
    balance: t('Even loads'),
  })[weight];
const WEIGHTS = ['travel', 'language', 'continuity', 'balance'] as const;

function How({ rule, choices, onChange }: Parts) {
  return (
    <Stack gap="4">
      <FieldGrid>
        <Field label={t('How they are chosen')}>
          <Select<Method>
            value={rule.method}
            onChange={(method) => onChange({ ...rule, method })}
            options={methodsOf(rule.kind).map((value) => ({ value, label: methodWords(value) }))}
          />
        </Field>
        {rule.method !== 'share' && (
          <>
            <Field label={t('Loans each, at most')} optional>
              <NumberInput
                value={rule.mostLoans === null ? '' : String(rule.mostLoans)}
                maxLength={6}
                onChange={(text) => onChange({ ...rule, mostLoans: Number(text) > 0 ? Number(text) : null })}
              />
            </Field>
            <Field label={t('Principal each, at most (₹)')} optional>
              <NumberInput
                value={rule.mostPos === null ? '' : String(rule.mostPos / 100)}
                maxLength={11}
                onChange={(text) => onChange({ ...rule, mostPos: Number(text) > 0 ? Number(text) * 100 : null })}
              />
            </Field>
          </>
        )}
        <Field label={t('Only a part of the loans (%)')} hint={t('To try it beside the rules that follow')} optional>
          <NumberInput
            value={rule.part === undefined ? '' : String(rule.part)}
            maxLength={2}
            onChange={(text) => onChange({ ...rule, part: Number(text) > 0 ? Number(text) : undefined })}
          />
        </Field>
        <Field label={t('From day')} optional>
          <DayInput value={rule.from ?? ''} onChange={(day) => onChange({ ...rule, from: day || null })} />
        </Field>
        <Field label={t('Until day')} optional>
          <DayInput value={rule.until ?? ''} onChange={(day) => onChange({ ...rule, until: day || null })} />
        </Field>
      </FieldGrid>
      {rule.method === 'share' && <Shares rule={rule} options={targetOptions(rule, choices)} onChange={onChange} />}
      {rule.method === 'best' && (
        <FieldGrid tight>
          {WEIGHTS.map((weight) => (
            <Field key={weight} label={weightWords(weight)} hint={t('0 to 10')}>
              <NumberInput
                value={String(rule.weights[weight])}
                maxLength={2}
                onChange={(text) =>
                  onChange({ ...rule, weights: { ...rule.weights, [weight]: Math.min(10, Number(text)) } })
                }
              />
            </Field>
          ))}
        </FieldGrid>
      )}
      {rule.kind !== 'process' && (
        <TickList
          searchFrom={Number.POSITIVE_INFINITY}
          options={[
            { value: 'keepPresent', label: t('Whoever has a loan keeps it, while there is room') },
            ...(rule.kind === 'agency'
              ? []
              : [
                  { value: 'needsDra', label: t('Only people with a valid DRA certificate') },
                  { value: 'needsPresence', label: t('Only people who have clocked in today') },
                ]),
          ]}
          value={(['keepPresent', 'needsDra', 'needsPresence'] as const).filter((one) => rule[one])}
          onChange={(next) =>
            onChange({
              ...rule,
              keepPresent: next.includes('keepPresent'),
              needsDra: next.includes('needsDra'),
              needsPresence: next.includes('needsPresence'),
            })
          }
        />
      )}
    </Stack>
  );
}

interface Parts {
  rule: AllocationRule;
  choices: RuleChoices;
  onChange: (rule: AllocationRule) => void;
}

export function RuleFields(parts: Parts) {
  const { rule, choices } = parts;
  const onChange = (next: AllocationRule) => parts.onChange(withShares(next));
  return (
    <Stack gap="5">
      <Field label={t('Name of the rule')} required>
        <TextInput value={rule.name} maxLength={120} onChange={(name) => onChange({ ...rule, name })} />
      </Field>
      <ConditionEditor
        condition={rule.condition}
        asks={ALLOCATION_ASKS}
        choices={choices}
        onChange={(condition) => onChange({ ...rule, condition })}
      />
      <Whom rule={rule} choices={choices} onChange={onChange} />
      <How rule={rule} choices={choices} onChange={onChange} />
    </Stack>
  );
}
