import type { ReportFormat } from '../../../../core/contract/report-formats';
import { columnsOf } from '../../../../core/domain/export-kinds';
import type { FormatFamily, FormatKind } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { Field, IconButton, Row, Stack, Text, TextInput } from '../../../ui';
import { MultiSelect } from '../../../ui/kit';
import { columnLabel } from '../words';

export interface FormatColumn {
  id: string;
  label: string;
}

/** A format as it is typed. */
export interface Typed
  extends Pick<ReportFormat, 'name' | 'clientId' | 'kind' | 'dayStyle' | 'sheetName' | 'amountStyle'> {
  columns: FormatColumn[];
  family: FormatFamily;
}

/** Which columns a format has, in which order, and what the client calls them. */
export function FormatColumns({
  kind,
  value,
  onChange,
  errors,
}: {
  kind: FormatKind;
  value: readonly FormatColumn[];
  onChange: (value: FormatColumn[]) => void;
  errors: Readonly<Record<string, string>>;
}) {
  const all = columnsOf(kind);
  const choose = (ids: readonly string[]) =>
    onChange([
      ...value.filter(({ id }) => ids.includes(id)),
      ...all.flatMap(({ id, label }) =>
        ids.includes(id) && !value.some((one) => one.id === id) ? [{ id, label }] : [],
      ),
    ]);
  const move = (at: number, by: 1 | -1) => {
    const next = [...value];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    onChange(next);
  };
  return (
    <Stack gap="3">
      <Field label={t('Columns')} error={errors.columns} required group>
        <MultiSelect
          label={t('Columns')}
          value={value.map(({ id }) => id)}
          onChange={choose}
          options={all.map(({ id }) => ({ value: id, label: columnLabel(id) }))}
        />
      </Field>
      {value.map(({ id, label }, at) => {
        const name = columnLabel(id);
        return (
          <Row key={id} gap="2" flexWrap={{ base: 'wrap', md: 'nowrap' }} alignItems="center">
            <Text
              as="span"
              size="small"
              tone="muted"
              width={{ base: 'full', md: '8.5rem' }}
              flex="none"
              truncate
              title={name}
            >
              {at + 1}. {name}
            </Text>
            <Stack gap="0" flex="1" minWidth="0">
              <TextInput
                aria-label={t('Heading of {column}', { column: name })}
                value={label}
                maxLength={60}
                onChange={(typed) => onChange(value.map((one) => (one.id === id ? { id, label: typed } : one)))}
              />
            </Stack>
            <IconButton
              icon="down"
              transform="rotate(180deg)"
              label={t('Move {column} up', { column: name })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon="down"
              label={t('Move {column} down', { column: name })}
              disabled={at === value.length - 1}
              onClick={() => move(at, 1)}
            />
          </Row>
        );
      })}
    </Stack>
  );
}
