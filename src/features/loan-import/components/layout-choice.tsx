/** Where the table stands in the file: sheet, encoding, separator, and the row of headers, pointed at in the first rows. */
import type { TableLook } from '../../../../core/contract/loan-imports';
import { t } from '../../../i18n';
import { Button, chakra, Field, Row, Select, Stack, Text } from '../../../ui';
import { FieldGrid, Table, TableScroll } from '../../../ui/kit';
import type { Layout } from '../queries';

const DELIMITERS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Upright line' };
const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
};

const HeaderRow = chakra('tr', {
  base: {
    '& td': { whiteSpace: 'nowrap', maxWidth: '14rem', overflow: 'hidden', textOverflow: 'ellipsis' },
    '&[data-header] td': { fontWeight: 'bold', background: 'accent-soft' },
  },
});

/** So many rows below the header are shown. */
const SHOWN = 8;

export function LayoutChoice({
  look,
  busy,
  onChange,
}: {
  look: TableLook;
  /** The file is being read again. */
  busy: boolean;
  onChange: (layout: Layout) => void;
}) {
  const { layout, sheets } = look;
  const rows = [
    { line: layout.headerLine, cells: look.columns, header: true },
    ...look.samples.slice(0, SHOWN).map((cells, at) => ({ line: look.lines[at] ?? 0, cells, header: false })),
  ];
  return (
    <Stack gap="3" aria-busy={busy}>
      <FieldGrid tight>
        {look.format === 'xlsx' && (
          <Field label={t('Sheet')}>
            <Select
              value={layout.sheet ?? ''}
              onChange={(sheet) => onChange({ sheet, headerLine: 1 })}
              options={sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            />
          </Field>
        )}
        {look.format === 'csv' && (
          <>
            <Field label={t('Separated by')}>
              <Select
                value={layout.delimiter ?? ','}
                onChange={(delimiter) => onChange({ ...layout, delimiter })}
                options={([',', ';', '\t', '|'] as const).map((value) => ({ value, label: t(DELIMITERS[value]) }))}
              />
            </Field>
            <Field label={t('Encoding')}>
              <Select
                value={layout.encoding ?? 'utf-8'}
                onChange={(encoding) => onChange({ ...layout, encoding })}
                options={(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const).map((value) => ({
                  value,
                  label: ENCODINGS[value],
                }))}
              />
            </Field>
          </>
        )}
      </FieldGrid>
      <Text size="small" tone="muted">
        {t('The row of headers is marked. If another row is it, say so.')}
      </Text>
      <TableScroll tabIndex={0} role="region" aria-label={t('First rows of the file')}>
        <Table>
          <tbody>
            {rows.map(({ line, cells, header }) => (
              <HeaderRow key={line} data-header={header ? '' : undefined}>
                <th scope="row">
                  <Row gap="2" flexWrap="nowrap">
                    <span>{line}</span>
                    {header ? (
                      <Text as="span" size="tiny" tone="muted">
                        {t('Headers')}
                      </Text>
                    ) : (
                      <Button
                        small
                        look="plain"
                        aria-label={t('Row {line} has the headers', { line })}
                        onClick={() => onChange({ ...layout, headerLine: line })}
                      >
                        {t('Headers?')}
                      </Button>
                    )}
                  </Row>
                </th>
                {cells.map((cell, at) => (
                  <td key={at} title={cell}>
                    {cell}
                  </td>
                ))}
              </HeaderRow>
            ))}
          </tbody>
        </Table>
      </TableScroll>
      {layout.headerLine > 1 && (
        <Row>
          <Button small icon="back" onClick={() => onChange({ ...layout, headerLine: layout.headerLine - 1 })}>
            {t('The headers stand one row higher')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
