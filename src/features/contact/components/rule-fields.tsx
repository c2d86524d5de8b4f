import { useState } from 'react';
import type { PackRule, RuleValues } from '../../../../core/domain/contact-gate';
import { t } from '../../../i18n';
import { Field, NumberInput, Row, Select, Text, TextArea, TextInput } from '../../../ui';
import { RULE_WORDS } from '../contact-words';
import { daysOf } from '../pack-form';
import { valueWords } from '../rule-words';

type Change = (values: RuleValues) => void;
const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));

function Days({ values, change, error }: { values: RuleValues; change: Change; error: string | undefined }) {
  const [text, setText] = useState(() => (values.days ?? []).map(({ on, name }) => `${on} ${name}`).join('\n'));
  const days = daysOf(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  return (
    <Field
      label={t('Days without contact')}
      hint={t('One a line: 2026-11-08 Diwali')}
      error={error ?? (days.length < lines ? t('A line is not a date and a name') : undefined)}
    >
      <TextArea
        value={text}
        onChange={(next) => {
          setText(next);
          change({ days: daysOf(next) });
        }}
      />
    </Field>
  );
}

/** What of a rule may be set, or in words what it asks where nothing may. `errorOf` is by the value's name. */
export function RuleFields({
  rule,
  change,
  errorOf,
}: {
  rule: PackRule;
  change: Change;
  errorOf: (name: keyof RuleValues | '') => string | undefined;
}) {
  const { values } = rule;
  const name = t(RULE_WORDS[rule.rule]);
  const time = (which: 'from' | 'to', label: string) => (
    <Field label={label} error={errorOf(which)}>
      <TextInput
        type="time"
        width="8rem"
        value={values[which] ?? ''}
        onChange={(next) => change(which === 'from' ? { from: next } : { to: next })}
      />
    </Field>
  );
  switch (rule.rule) {
    case 'hours':
      return (
        <>
          <Row gap="3">
            {time('from', t('From'))}
            {time('to', t('To'))}
          </Row>
          {errorOf('') && (
            <Text size="small" tone="danger" role="alert">
              {errorOf('')}
            </Text>
          )}
        </>
      );
    case 'per-day':
    case 'per-week':
      return (
        <Field label={t('At most')} error={errorOf('most')}>
          <NumberInput
            aria-label={name}
            width="6rem"
            maxLength={3}
            value={values.most === undefined ? '' : String(values.most)}
            onChange={(next) => change({ most: numberOf(next) })}
          />
        </Field>
      );
    case 'gap':
      return (
        <Field label={t('Minutes')} error={errorOf('minutes')}>
          <NumberInput
            aria-label={name}
            width="6rem"
            maxLength={5}
            value={values.minutes === undefined ? '' : String(values.minutes)}
            onChange={(next) => change({ minutes: numberOf(next) })}
          />
        </Field>
      );
    case 'dra':
    case 'language':
      return (
        <Field label={t('Blocks')} error={errorOf('when')}>
          <Select
            aria-label={name}
            value={values.when ?? 'known'}
            onChange={(when) => change({ when })}
            options={[
              { value: 'warn', label: t('Only warns when it is on file and wrong') },
              { value: 'known', label: t('When it is on file and wrong') },
              { value: 'always', label: t('Also when nothing is on file') },
            ]}
          />
        </Field>
      );
    case 'holiday':
      return <Days values={values} change={change} error={errorOf('days')} />;
    case 'third-party':
      return (
        <Field label={t('Whose phones may be called')} error={errorOf('owners')}>
          <TextInput
            value={(values.owners ?? []).join(', ')}
            onChange={(next) => change({ owners: next.split(',').map((one) => one.trim()) })}
          />
        </Field>
      );
    default:
      return <Text size="small">{valueWords(rule)}</Text>;
  }
}
