/** One column of the file: its header and first values, what it becomes, and how each of them is read. */
import { useState } from 'react';
import {
  type FieldId,
  type FileKind,
  loanField,
  type MappedColumn,
  type Transform,
} from '../../../../core/domain/loan-import';
import { t } from '../../../i18n';
import { Badge, Button, chakra, Icon, Row, Stack, Text } from '../../../ui';
import type { Became } from '../preview';
import { FieldChooser } from './field-chooser';
import { TransformsEditor } from './transforms-editor';

const Line = chakra('li', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.35fr)' },
    padding: '4',
    borderTop: '1px solid var(--c-line)',
    '&[data-out]': { background: 'canvas' },
  },
});
/** What stands in the file and what it becomes, side by side. */
const Pairs = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1.4fr)',
    columnGap: '2',
    rowGap: '1',
    alignItems: 'baseline',
    alignContent: 'start',
    fontSize: 'small',
    '& [data-from]': { color: 'muted', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& [data-tone]': { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
    '& [data-tone=wrong]': { color: 'danger' },
    '& [data-tone=warning]': { color: 'warn' },
    '& [data-tone=empty]': { color: 'muted' },
  },
});

/** So many values of a column are shown. */
const SHOWN = 3;

/** Rows whose value says the most: what needs a look first, then different ones. */
function tellingRows(values: readonly string[], became: (row: number) => Became | undefined): number[] {
  const seen = new Set<string>();
  const different = values.flatMap((value, row) => {
    if (value.trim() === '' || seen.has(value)) return [];
    seen.add(value);
    return [row];
  });
  const weight = (row: number) => ({ wrong: 0, warning: 1, ok: 2, empty: 3 })[became(row)?.tone ?? 'ok'];
  return different.sort((a, b) => weight(a) - weight(b)).slice(0, SHOWN);
}

export function MappingColumn({
  kind,
  column,
  header,
  values,
  became = () => undefined,
  guessed = false,
  takenBy,
  onChoose,
  onTransforms,
}: {
  kind: FileKind;
  column: MappedColumn;
  header: string;
  /** Of the first rows; absent where there is no file. */
  values?: readonly string[];
  became?: (row: number) => Became | undefined;
  /** Nobody has looked at it yet. */
  guessed?: boolean;
  takenBy: (field: string) => string | undefined;
  onChoose: (field: FieldId | null) => void;
  onTransforms: (transforms: readonly Transform[]) => void;
}) {
  const [changing, setChanging] = useState(false);
  const field = column.field === null ? undefined : loanField(column.field);
  const transforms = column.transforms ?? [];
  const rows = tellingRows(values ?? [], became);
  const name = header || t('(no header)');
  return (
    <Line data-out={field ? undefined : ''} aria-label={name}>
      <Stack gap="2">
        <Row gap="2">
          <Text as="span" strong overflowWrap="anywhere">
            {name}
          </Text>
          {field && guessed && <Badge tone="accent">{t('Guessed')}</Badge>}
          {!field && <Badge>{t('Left out')}</Badge>}
        </Row>
        <FieldChooser
          kind={kind}
          label={t('{header} becomes', { header: name })}
          value={column.field}
          takenBy={takenBy}
          none={t('Leave this column out')}
          onChoose={onChoose}
        />
        {field && (changing || transforms.length > 0) && (
          <TransformsEditor
            header={name}
            type={field.type}
            transforms={transforms}
            values={[...new Set(values ?? [])]}
            onChange={onTransforms}
          />
        )}
        {field && !changing && transforms.length === 0 && (
          <Row>
            <Button small look="plain" icon="edit" onClick={() => setChanging(true)}>
              {t('Change the values')}
            </Button>
          </Row>
        )}
      </Stack>
      {!values ? null : rows.length === 0 ? (
        <Text size="small" tone="muted">
          {t('Empty in the first rows')}
        </Text>
      ) : (
        <Pairs>
          {rows.map((row) => {
            const value = became(row);
            return [
              <span key={`${row} from`} data-from title={values[row]}>
                {values[row]}
              </span>,
              <span key={`${row} to`} style={{ color: 'var(--c-muted)' }}>
                {value && <Icon name="next" size="0.875em" label={t('becomes')} />}
              </span>,
              <span key={`${row} value`} data-tone={value?.tone ?? 'none'}>
                {value?.words}
                {value?.tone === 'empty' && t('empty')}
                {value?.why && (
                  <Row as="span" gap="1" flexWrap="nowrap">
                    <Icon name="alert" size="1em" />
                    <span>{value.why}</span>
                  </Row>
                )}
              </span>,
            ];
          })}
        </Pairs>
      )}
    </Line>
  );
}
