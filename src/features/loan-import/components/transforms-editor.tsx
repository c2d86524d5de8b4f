/** What is done to the cells of one column before they are read, one line each; what comes of it shows beside at once. */
import type { FieldType, Transform } from '../../../../core/domain/loan-import';
import { t } from '../../../i18n';
import { Button, Field, IconButton, NumberInput, Row, Select, Stack, Text, TextInput } from '../../../ui';
import { DATE_ORDER_WORDS, newTransform, TRANSFORM_WORDS, transformsFor } from '../transforms';

export function TransformsEditor({
  header,
  type,
  transforms,
  values,
  onChange,
}: {
  header: string;
  type: FieldType;
  transforms: readonly Transform[];
  /** Different values of the column, as they stand. */
  values: readonly string[];
  onChange: (transforms: readonly Transform[]) => void;
}) {
  const free = transformsFor(type).filter((kind) => !transforms.some((held) => held.kind === kind));
  const put = (at: number, next: Transform) => onChange(transforms.map((held, index) => (index === at ? next : held)));
  return (
    <Stack gap="3" role="group" aria-label={t('What is done to {header}', { header })}>
      {transforms.map((transform, at) => (
        <Row key={transform.kind} gap="2" alignItems="flex-end">
          <Stack flex="1 1 14rem">
            <TransformLine transform={transform} values={values} onChange={(next) => put(at, next)} />
          </Stack>
          <IconButton
            icon="close"
            label={t('Leave out: {what}', { what: t(TRANSFORM_WORDS[transform.kind]) })}
            onClick={() => onChange(transforms.filter((_, index) => index !== at))}
          />
        </Row>
      ))}
      {free.length > 0 && (
        <Select
          value=""
          aria-label={t('Change the values of {header}', { header })}
          placeholder={t('Change the values…')}
          onChange={(kind) => onChange([...transforms, newTransform(kind, values[0] ?? '')])}
          options={free.map((kind) => ({ value: kind, label: t(TRANSFORM_WORDS[kind]) }))}
        />
      )}
    </Stack>
  );
}

function TransformLine({
  transform,
  values,
  onChange,
}: {
  transform: Transform;
  values: readonly string[];
  onChange: (next: Transform) => void;
}) {
  const words = t(TRANSFORM_WORDS[transform.kind]);
  switch (transform.kind) {
    case 'dates':
      return (
        <Field label={words}>
          <Select
            value={transform.order}
            onChange={(order) => onChange({ ...transform, order })}
            options={(['dmy', 'mdy', 'ymd'] as const).map((value) => ({ value, label: t(DATE_ORDER_WORDS[value]) }))}
          />
        </Field>
      );
    case 'padZeros':
      return (
        <Field label={words}>
          <NumberInput
            maxLength={2}
            value={String(transform.length)}
            onChange={(typed) => onChange({ ...transform, length: Math.min(64, Number(typed) || 1) })}
          />
        </Field>
      );
    case 'remove':
    case 'before':
    case 'after':
      return (
        <Field label={words}>
          <TextInput
            maxLength={200}
            value={transform.text}
            onChange={(text) => text !== '' && onChange({ ...transform, text })}
          />
        </Field>
      );
    case 'replace':
      return <Replacements transform={transform} values={values} onChange={onChange} />;
    default:
      return <Text as="span">{words}</Text>;
  }
}

type Replace = Extract<Transform, { kind: 'replace' }>;

function Replacements({
  transform,
  values,
  onChange,
}: {
  transform: Replace;
  values: readonly string[];
  onChange: (next: Transform) => void;
}) {
  const put = (at: number, part: Partial<Replace['values'][number]>) =>
    onChange({
      ...transform,
      values: transform.values.map((row, index) => (index === at ? { ...row, ...part } : row)),
    });
  const next = values.find((value) => value !== '' && !transform.values.some(({ from }) => from === value)) ?? '';
  return (
    <Stack gap="2" role="group" aria-label={t(TRANSFORM_WORDS.replace)}>
      <Text as="span" size="small" strong>
        {t(TRANSFORM_WORDS.replace)}
      </Text>
      {transform.values.map((row, at) => (
        <Row key={at} gap="2" flexWrap="nowrap">
          <TextInput
            aria-label={t('In the file, row {n}', { n: at + 1 })}
            maxLength={200}
            value={row.from}
            onChange={(from) => put(at, { from })}
          />
          <span aria-hidden="true">→</span>
          <TextInput
            aria-label={t('Becomes, row {n}', { n: at + 1 })}
            maxLength={200}
            value={row.to}
            onChange={(to) => put(at, { to })}
          />
        </Row>
      ))}
      <Row>
        <Button
          small
          icon="plus"
          onClick={() => onChange({ ...transform, values: [...transform.values, { from: next, to: '' }] })}
        >
          {t('Another value')}
        </Button>
      </Row>
    </Stack>
  );
}
