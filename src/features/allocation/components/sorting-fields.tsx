/** One sorting rule, written: for which work, which loans come first, and in which order among themselves. */
import { ORDER_KEYS, ORDER_WORK, type OrderBy, type SortingRule } from '../../../../core/domain/work-order';
import { t } from '../../../i18n';
import { Button, Field, Row, SegmentedChoice, Select, Stack, TextInput } from '../../../ui';
import type { RuleChoices } from '../queries';
import { replaced, SORTING_ASKS, without } from '../rule-edit';
import { orderWords, workWords } from '../words';
import { ConditionEditor } from './condition-editor';

const MOST_KEYS = 3;
const DIRS = ['desc', 'asc'] as const;
const ORDERS = ORDER_KEYS.flatMap((key) => DIRS.map((dir): OrderBy => ({ key, dir })));
const nameOf = ({ key, dir }: OrderBy) => `${key} ${dir}`;
const orderNamed = (name: string): OrderBy | undefined => ORDERS.find((one) => nameOf(one) === name);

function Orders({ by, onChange }: { by: readonly OrderBy[]; onChange: (by: OrderBy[]) => void }) {
  const options = ORDERS.map((one) => ({ value: nameOf(one), label: orderWords(one) }));
  return (
    <Stack gap="3">
      {by.map((one, at) => (
        <Row key={nameOf(one)} gap="2" alignItems="flex-end">
          <Field label={at === 0 ? t('Among themselves') : t('Where that is the same')}>
            <Select
              value={nameOf(one)}
              options={options.filter(({ value }) => value === nameOf(one) || !by.some((two) => nameOf(two) === value))}
              onChange={(name) => onChange(replaced(by, at, orderNamed(name) ?? one))}
            />
          </Field>
          <Button
            small
            aria-label={t('Remove {name}', { name: orderWords(one) })}
            onClick={() => onChange(without(by, at))}
          >
            {t('Remove')}
          </Button>
        </Row>
      ))}
      {by.length < MOST_KEYS && (
        <Field label={by.length === 0 ? t('Among themselves') : t('Where that is the same')}>
          <Select
            value=""
            placeholder={by.length === 0 ? t('In the usual order') : t('Choose')}
            options={options.filter(({ value }) => !by.some((one) => nameOf(one) === value))}
            onChange={(name) => {
              const one = orderNamed(name);
              if (one) onChange([...by, one]);
            }}
          />
        </Field>
      )}
    </Stack>
  );
}

export function SortingFields({
  rule,
  choices,
  onChange,
}: {
  rule: SortingRule;
  choices: RuleChoices;
  onChange: (rule: SortingRule) => void;
}) {
  return (
    <Stack gap="5">
      <Field label={t('Name of the rule')} hint={t('It stands beside each loan in the lists')} required>
        <TextInput value={rule.name} maxLength={120} onChange={(name) => onChange({ ...rule, name })} />
      </Field>
      <Field label={t('For which work')} group>
        <SegmentedChoice
          columns={3}
          value={rule.work}
          onChange={(work) => onChange({ ...rule, work })}
          options={ORDER_WORK.map((value) => ({ value, label: workWords(value) }))}
        />
      </Field>
      <ConditionEditor
        condition={rule.condition}
        asks={SORTING_ASKS}
        choices={choices}
        onChange={(condition) => onChange({ ...rule, condition })}
      />
      <Orders by={rule.by} onChange={(by) => onChange({ ...rule, by })} />
    </Stack>
  );
}
